#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Any size, from one cell on, and any change of it: the screen is right again within a refresh.
. "$(dirname "$0")/terminal"

resize() {
  tm resize-window -x "$1" -y "$2"
}

# The header is in the first line, the footer in the last.
is_framed() {
  screen | sed -n 1p | grep -q 'load' && screen | sed -n "$1p" | grep -q '? help'
}

is_wide() {
  screen | sed -n "$1p" | grep -qE 'own +[-0-9.]+%$'
}

start 80 24 "$overtop -d 0.5; echo status \$?"
check 'header and footer stand at 80x24' is_framed 24
check 'the dashboard shows tasks' shows 'PID .*COMMAND'
resize 200 60
check 'the footer fills 200x60' is_wide 60
resize 40 10
check 'header and footer stand at 40x10' is_framed 10
resize 10 3
check 'CPUs are shown at 10x3' shows '^CPU% '
for size in '1 1' '2 2' '1 60' '200 1' '39 10' '41 10' '79 23' '500 200'; do
  # shellcheck disable=SC2086
  resize $size
  check "it lives at $size" is pane_dead 0
done
resize 80 24
check 'header and footer are back at 80x24' is_framed 24

# In other panes, in help, faster than it can be drawn.
press 2
seed=1
for _ in $(seq 100); do
  seed=$(((seed * 1103515245 + 12345) & 0x7fffffff))
  resize $((seed / 7 % 150 + 1)) $((seed / 3001 % 60 + 1))
  case $((seed / 5 % 9)) in
  0) press '?' ;;
  1) press Escape ;;
  2) press 0 ;;
  3) press 4 ;;
  4) press Down Enter ;;
  esac
done
resize 80 24
press Escape Escape 0
check 'header and footer are right after 100 sizes' is_framed 24
resize 120 30
check 'and after one more' is_wide 30
press q
check 'q ends it' shows 'status 0'
check 'the terminal is given back' is_plain
