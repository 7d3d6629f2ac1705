#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Ctrl-Z and fg, kill -STOP and -CONT, and a stop that nobody could continue.
. "$(dirname "$0")/terminal"

has_no_header() {
  ! shows '^overtop  '
}

has_footer() {
  screen | sed -n "$1p" | grep -q '? help'
}

is_running() {
  pgrep -P "$(property pane_pid)" -f "${overtop##*/}" >/dev/null
}

prompt='PS1=ready\> exec bash --norc --noprofile -i'

start 80 24 "$prompt"
check 'the shell is ready' shows '^ready>'
press "stty -a | grep -o -e '-\\?icanon' -e '-\\?echo\\b' | tr -d '\\n'; stty -g >$scratch/before" Enter
check 'the shell tells its modes' shows '^icanonecho'
press "clear; $overtop -d 0.5" Enter
check 'overtop is drawn' shows '? help'
press C-z
check 'Ctrl-Z stops it' shows 'Stopped'
check 'the terminal is given back' is_plain
press "clear; stty -a | grep -o -e '-\\?icanon' -e '-\\?echo\\b' | tr -d '\\n'" Enter
check 'the modes are those of the shell' shows '^icanonecho'
press 'clear; fg' Enter
check 'fg draws it all again' shows '^overtop  '
check 'fg draws the footer again' shows '? help'
check 'on the other screen' is alternate_on 1
press 2
check 'it hears keys' shows 'tasks .*own'
tm resize-window -x 100 -y 30
check 'and sees a new size' has_footer 30

# Stopped without a warning, it could give nothing back; continued, it draws all.
pid=$(pgrep -n -P "$(property pane_pid)" -f "${overtop##*/}")
kill -STOP "$pid"
check 'the shell sees that it is stopped' shows 'Stopped'
press 'printf "\033c"; fg' Enter
check 'fg after STOP draws it all again' shows '^overtop  '
check 'fg after STOP draws the footer' shows '? help'
press 0
check 'and it hears keys' shows 'dashboard .*own'
press q
check 'q ends it' shows '^ready>'
check 'the terminal is given back at the end' is_plain
press "clear; stty -g | cmp - $scratch/before && echo as before" Enter
check 'the modes are as before' shows '^as before'

# So can it be before it has anything to show.
mkfifo "$scratch/pipe"
press "clear; $overtop --replay $scratch/pipe" Enter
check 'the recording is waited for' is_running
press C-z
check 'Ctrl-Z stops what waits, too' shows 'Stopped'
press 'clear; kill %1; fg' Enter
check 'and it is ended' shows '^ready>'

# With no shell above that could continue it, the kernel drops the stop: it goes on.
start 80 24 "exec $overtop -d 0.5"
check 'overtop alone is drawn' shows '? help'
press C-z
press 2
check 'it goes on after a stop that was dropped' shows 'tasks .*own'
check 'and stands on its own screen' is alternate_on 1
press q
check 'it ends' is_dead
