#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# A terminal that is held (Ctrl-S) gets what it missed when it is let go, even if writes do not wait.
. "$(dirname "$0")/terminal"
nonblock=${builddir:-.}/tests/helpers/nonblock
[ -x "$nonblock" ] || {
  echo "skipped: there is no $nonblock"
  exit 77
}

for through in '' "$nonblock"; do
  start 80 24 "$through $overtop -d 0.1; echo status \$?"
  check "$through: it is drawn" shows '? help'
  press C-s
  # Nothing tells that it tries to draw: ten times in this second.
  press 5
  sleep 1
  press C-q
  check "$through: it goes on" shows '^TIME  *r  *b '
  press q
  check "$through: it ends when asked" shows '^status 0'
done
