#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Whatever signal ends it, the terminal is as it was before.
. "$(dirname "$0")/terminal"

for signal in INT TERM HUP QUIT SEGV BUS ABRT; do
  start 80 24 "stty -g >$scratch/before; ulimit -c 0; $overtop -d 0.5
    echo status \$?; stty -g | cmp - $scratch/before && echo as before"
  check "$signal: it is drawn" shows '? help'
  check "$signal: on the other screen" is alternate_on 1
  kill -"$signal" "$(pgrep -n -P "$(property pane_pid)" -f "${overtop##*/}")"
  check "$signal: it ends" shows '^status'
  check "$signal: the modes are as before" shows '^as before'
  check "$signal: the terminal is given back" is_plain
done

# The keys that make signals.
start 80 24 "$overtop -d 0.5; echo status \$?"
check 'it is drawn' shows '? help'
press C-c
check 'Ctrl-C ends it' shows '^status'
check 'the terminal is given back' is_plain
