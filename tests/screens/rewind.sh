#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Back and forth in what the screen remembers of this machine, and writing it to a file.
. "$(dirname "$0")/terminal"

shows_no() {
  ! shows "$1"
}

# All but the header, whose clocks go on, and the two lines at the bottom.
body() {
  screen | sed '1d; 23,$d'
}

body_is() {
  [ "$(body)" = "$1" ]
}

body_is_not() {
  ! body_is "$1"
}

resize() {
  tm resize-window -x "$1" -y "$2"
}

# As often as it takes.
press_until() {
  press "$1"
  shift
  "$@"
}

is_marked() {
  shows "^PAST " && shows ' ago '
}

has_intervals() {
  [ "$(screen | grep -c '^ *[0-9][0-9]:[0-9][0-9]:[0-9][0-9] ')" -ge "$1" ]
}

begin() {
  start 80 24 "$overtop -d 0.3 --pane history $1; echo status \$?"
  check 'some intervals have passed' has_intervals 4
  press 1
  check 'CPUs' shows '^CPU '
}

begin
check 'the present has no mark' shows_no '^PAST\| ago '
press ']'
check 'nothing is later' shows 'this is the present'
press '['
check 'the past is marked' is_marked
then=$(body)
check 'time goes on' shows ' [2-9]s ago'
body_is "$then" || check 'and the numbers stand still' false
press '['
check 'another interval' body_is_not "$then"
press ']'
check 'and back' body_is "$then"
for pane in 0 2 3 4 5 8; do
  press "$pane"
  check "the past is marked in pane $pane" is_marked
done
press '?'
check 'the help' shows '^help '
check 'the past is marked there, too' shows '^PAST '
press Escape 1
check 'the same interval' body_is "$then"
press '{'
check 'ten earlier there is the first' shows '(since boot)'
check 'which is marked' is_marked
press '['
check 'nothing is earlier' shows 'nothing earlier is remembered'
press Escape
check 'Esc is the present' shows_no '^PAST\| ago '
press '[' '['
check 'the past again' is_marked
press Space
check 'so is space' shows_no '^PAST\| ago '
press '{'
check 'the past again, further' is_marked
check 'so are enough steps' press_until '}' shows_no '^PAST\| ago '
press @ -1 Enter
check 'a second ago' is_marked
check 'which is said' shows ' [1-9]s ago'

# On less room, and with another size while it is the past.
resize 40 10
check 'at 40x10 it is marked, too' shows '^PAST'
resize 200 60
check 'and at 200x60' is_marked
resize 80 24
check 'and at 80x24 again' is_marked

# What is remembered becomes a file, all of it.
press w
check 'a file is asked for' shows '^file: overtop-'
press C-u
check 'another name can be given' shows '^file: *$'
press "$scratch/none/file" Enter
check 'that it cannot be written is said' shows 'none/file: .*No such file'
press w C-u
press "$scratch/past.zst" Enter
check 'it is written' shows 'intervals written to .*past.zst'
n=$(screen | sed -n 's/^ *\([0-9]*\) intervals written.*/\1/p')
check 'it is still the past' is_marked
press q
check 'q ends it' shows 'status 0'
check 'the terminal is given back' is_plain
"$overtop" -b --replay "$scratch/past.zst" --pane cpus >"$scratch/text" || check 'the file is good' false
[ "$(grep -c '^# cpus' "$scratch/text")" = "$n" ] || check "the file has $n intervals" false
[ "$(grep -c 'since-boot' "$scratch/text")" = 1 ] || check 'the first is since boot' false

begin --remember=0
press '['
check 'nothing is remembered if not asked for' shows 'nothing earlier is remembered'
check 'and the present has no mark' shows_no '^PAST\| ago '
press q
check 'q ends it' shows 'status 0'

# What is recorded meanwhile is the present, whatever is looked at.
begin "--record $scratch/file.gz"
check 'that it records is shown' shows ' rec '
press '{'
check 'the past' is_marked
check 'it still records' shows ' rec '
check 'time goes on' shows ' [4-9]s ago'
press q
check 'q ends it' shows 'status 0'
"$overtop" -b --replay "$scratch/file.gz" --pane cpus >"$scratch/text" || check 'the file is good' false
[ "$(grep -c '^# cpus' "$scratch/text")" -ge 8 ] || check 'no interval is missing' false
[ "$(grep -c 'since-boot' "$scratch/text")" = 1 ] || check 'no interval is there again' false

start 80 24 "$overtop -d 0.3 --record /dev/full; echo status \$?"
check 'a full disk is told' shows '/dev/full: .*space'
press 1
check 'and it goes on' shows '^CPU '
press q
check 'what was lost is told at the end' shows '^overtop: /dev/full: not every'
check 'and is a failure' shows 'status 1'
