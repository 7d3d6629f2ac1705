#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# A recording on the screen: played, stopped, gone about in; from a file, from a pipe, cut off.
. "$(dirname "$0")/terminal"
command -v jq >/dev/null || {
  echo 'skipped: there is no jq'
  exit 77
}

shows_no() {
  ! shows "$1"
}

resize() {
  tm resize-window -x "$1" -y "$2"
}

# Thirty intervals of a second from noon on, each with as many switches as it is the one, from 1000 on.
"$overtop" --json -n 0 -p $$ >"$scratch/line" || exit 1
jq -c 'range(30) as $i | .since_boot = false | .seconds = 1 | .totals.cs = 1000 + $i |
  .time = "2026-11-30T12:00:\($i + 100 | tostring[1:]).000000000Z" |
  .processes[0].command_line = "told-by-argument worker"' "$scratch/line" >"$scratch/recording" || exit 1
pid=$(jq .processes[0].pid "$scratch/line")
command=$(jq -r .processes[0].name "$scratch/line")
export TZ=UTC

# That interval, and that it is not the present.
is_at() {
  shows " cs 10$1/s " && shows ' replay '
}

begin() {
  start 80 24 "$1 $overtop --pane cpus --replay $2; echo status \$?"
}

end_it() {
  press q
  check "$1: q ends it" shows "status $2"
  check "$1: the terminal is given back" is_plain
}

begin '' "$scratch/recording"
check 'the first interval' shows ' cs 1000/s '
check 'it is marked' shows '^REPLAY '
check 'it says when it was' shows ' 12:00:00 '
check 'it plays' is_at 02
press Space
check 'it stops' shows '^PAUSED '
press @ 12:00:10 Enter
check 'a time of the day' is_at 10
press '['
check 'one earlier' is_at 09
press ']' ']'
check 'two later' is_at 11
press '}'
check 'ten later' is_at 21
press '{' '['
check 'eleven earlier' is_at 10
press @ +5s Enter
check 'so much later' is_at 15
press @ -12 Enter
check 'so much earlier' is_at 03
press @ '2026-11-30 12:00:27' Enter
check 'a time with its date' is_at 27
press @ noon Enter
check 'no time' shows 'not a time like .*noon'
check 'it goes nowhere' is_at 27
press '{' '{' '{'
check 'the first is where it begins' is_at 00
press '['
check 'nothing is earlier' shows 'this is the start of the recording'
press '}' '}' '}'
check 'the last is where it ends' is_at 29
check 'the end is told' shows ' end  *replay 100%'
press ']'
check 'nothing is later' shows 'this is the end of the recording'
press @ 11:00 Enter
check 'before it all' is_at 00
press @ 13:00 Enter
check 'after it all' is_at 29

# In other panes, sizes, help: nowhere is it taken for the present.
for pane in 0 2 3 4 5 8 1; do
  press "$pane"
  check "pane $pane is marked" shows '^REPLAY \|^PAUSED '
done
press '?'
check 'help' shows '^help '
check 'help is marked' shows '^REPLAY \|^PAUSED '
press Escape
check 'the pane again' is_at 29
resize 40 10
check '40x10 is marked' shows '^REPLAY\|^PAUSED'
press '[' '['
resize 200 60
check 'keys are heard at any size' is_at 27
resize 80 24
check 'and at 80x24 again' is_at 27

# Faster and slower.
press + + +
check 'eight times as fast' shows ' x8 '
press - -
check 'twice as fast' shows ' x2 '
press - - -
check 'a quarter as fast' shows ' x1/4 '
press + + + + + + + + + + +
check 'there is an end to it' shows 'it goes no faster'
press '{' '{' '{'
check 'from the beginning' is_at 00
press Space
check 'it plays to the end' is_at 29
check 'and stays there' shows ' end  *replay 100%'
press Space '{' Space
check 'and from somewhere in it' is_at 29
end_it 'a file' 0

# Command lines are those of the recording.
start 80 24 "$overtop --pane tasks -p $pid --replay $scratch/recording; echo status \$?"
press Space
check 'the name of a task' shows " $command *\$"
check 'not what it was told' shows_no 'told-by-argument'
press c
check 'what it was told, if asked for' shows ' told-by-argument worker *$'
press c Down Enter
check 'details' shows '^details '
check 'have it, too' shows 'told-by-argument worker'
press q
end_it 'command lines' 0

# From a pipe the keys are still those of the terminal, and what has come can be looked at again.
begin "cat $scratch/recording |" -
check 'what comes is shown at once' is_at 29
check 'it is marked' shows ' replay '
press '['
check 'one earlier' is_at 28
press '{'
check 'eleven earlier' is_at 18
press @ 12:00:04 Enter
check 'a time' is_at 04
press '}' '}' '}'
check 'the end' shows ' end '
end_it 'a pipe' 0

mkfifo "$scratch/feed"
begin '' "- <$scratch/feed"
exec 9>"$scratch/feed"
sed -n 1,5p "$scratch/recording" >&9
check 'the newest is shown' is_at 04
sed -n 6p "$scratch/recording" >&9
check 'another comes' is_at 05
press '['
check 'one earlier' is_at 04
check 'and it stops there' shows '^PAUSED '
sed -n 7,9p "$scratch/recording" >&9
press '['
check 'one earlier still' is_at 03
press '}'
check 'what has come meanwhile' is_at 08
press Space
sed -n 10p "$scratch/recording" >&9
check 'it goes on' is_at 09
exec 9>&-
check 'the end' shows ' end '
end_it 'a feed' 0

# Cut off: shown up to there, and told.
size=$(wc -c <"$scratch/recording")
head -c $((size * 2 / 3 + 50)) "$scratch/recording" >"$scratch/cut"
begin '' "$scratch/cut"
check 'the first interval' is_at 00
press '}' '}' '}'
check 'that it is cut off is told' shows 'cut off'
check 'the last of what is there' is_at 19
press '['
check 'one earlier' is_at 18
end_it 'a file that is cut off' 1
check 'and told again' shows '^overtop: .*cut: cut off'

# Nothing that could be shown: in one line, on the terminal as it is.
for what in '/dev/null' "$scratch" "$scratch/none" "- </dev/null"; do
  begin '' "$what"
  check "$what: it says why" shows '^overtop: '
  check "$what: status 1" shows 'status 1'
  [ "$(screen | grep -c .)" -eq 2 ] || check "$what: in one line" false
done
