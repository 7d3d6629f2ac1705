#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Names of tasks may hold any byte; none reaches the terminal as it is.
. "$(dirname "$0")/terminal"

escape=$(printf '\033')

mkfifo "$scratch/hold"
exec 9<>"$scratch/hold"
pids=
# A process of this name, until the fifo is closed.
named() {
  bash -c "printf '$1' >/proc/self/comm; read -r _ <'$scratch/hold'" 9<&- &
  pids=$pids,$!
}

named '\033[31mEVIL\033[0m'
named '\033]0;TITLE\007'
named 'line\rfeed\ttab'
named '\377\376%%n%%s'
named '\346\227\245\346\234\254\350\252\236'
named '\302\233[31mC1'

start 80 24 "$overtop -d 0.5 --pane tasks -p ${pids#,}; echo status \$?"
check 'the controls of EVIL are marked' shows '?\[31mEVIL?\[0m$'
check 'those of a title too' shows '?\]0;TITLE?$'
check 'a name is one line' shows ' line?feed?tab$'
check 'it is no format' shows '??%n%s$'
check 'wide characters stay' shows '日本語$'
check 'C1 controls are marked' shows '?\[31mC1$'
press c
check 'command lines are shown' shows 'bash -c pri'
press c
press Down Enter
check 'and details' shows '^details '
press Escape
press '\\'
press EVIL Enter
check 'a filter finds it' shows 'EVIL'
press q
check 'q ends it' shows 'status 0'
LC_ALL=C grep -qE "$escape\\[31mEVIL|$escape\\]0;TITLE|$escape\\[31mC1" "$scratch/bytes" &&
  check 'no name reached the terminal raw' false
LC_ALL=C grep -qE "$(printf '\007|\377|\302\233')" "$scratch/bytes" &&
  check 'no byte of a name reached the terminal raw' false

start 80 24 "LC_ALL=C $overtop -d 0.5 --pane tasks -p ${pids#,}; echo status \$?"
check 'without UTF-8 wide characters are marked' shows ' ?\{9\}$'
press q
check 'q ends it' shows 'status 0'
LC_ALL=C grep -q "$(printf '[\200-\377]')" "$scratch/bytes" &&
  check 'without UTF-8 no byte above ASCII is written' false

exec 9>&-
for pid in $(echo "$pids" | tr , ' '); do
  kill "$pid" 2>/dev/null
done
