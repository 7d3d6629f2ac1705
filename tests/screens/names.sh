#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Names of tasks may hold any byte; none reaches the terminal as it is.
. "$(dirname "$0")/terminal"

escape=$(printf '\033')

named=${builddir:-.}/tests/helpers/named
[ -x "$named" ] || {
  echo "skipped: there is no $named"
  exit 77
}
pids=
for name in '\x1b[31mEVIL\x1b[0m' '\x1b]0;TITLE\x07' 'line\x0d\x0afeed\x09tab' '\xff\xfe%n%s' \
  '\xe6\x97\xa5\xe6\x9c\xac\xe8\xaa\x9e' '\xc2\x9b[31mC1'; do
  "$named" "$name" >/dev/null &
  pids=$pids,$!
done
trap 'kill $(echo "$pids" | tr , " ") 2>/dev/null; finish' EXIT

start 200 24 "$overtop -d 0.5 --pane tasks -p ${pids#,}; echo status \$?"
check 'the controls of EVIL are marked' shows '?\[31mEVIL?\[0m$'
check 'those of a title too' shows '?\]0;TITLE?$'
check 'a name is one line' shows ' line??feed?tab$'
check 'it is no format' shows '??%n%s$'
check 'wide characters stay' shows '日本語$'
check 'C1 controls are marked' shows '?\[31mC1$'
press c
check 'command lines are shown' shows '/named '
press c
press Down Enter
check 'and details' shows '^details '
press Escape
press '\\'
press EVIL Enter
check 'a filter finds it' shows 'EVIL'
press q
check 'q ends it' shows 'status 0'
! LC_ALL=C grep -qE "$escape\\[31mEVIL|$escape\\]0;TITLE|$escape\\[31mC1" "$scratch/bytes" ||
  check 'no name reached the terminal raw' false
! LC_ALL=C grep -qE "$(printf '\007|\377|\302\233')" "$scratch/bytes" ||
  check 'no byte of a name reached the terminal raw' false

start 200 24 "LC_ALL=C $overtop -d 0.5 --pane tasks -p ${pids#,}; echo status \$?"
check 'without UTF-8 wide characters are marked' shows ' ?\{9\}$'
press q
check 'q ends it' shows 'status 0'
! LC_ALL=C grep -q "$(printf '[\200-\377]')" "$scratch/bytes" ||
  check 'without UTF-8 no byte above ASCII is written' false
