#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# Files that are recorded to: what they survive, what they are not, and what they tell about people.
. "$(dirname "$0")/lib.sh"
need timeout jq gzip zstd prlimit setpriv env
need_helper named

# text_of FILE: the lines of a recording, as far as they go.
text_of() {
  case $1 in
  *.gz) gzip -dc "$1" ;;
  *.zst) zstd -dcq "$1" ;;
  *) cat "$1" ;;
  esac 2>/dev/null
}

# play STATUS FILE OPTION...: $text is what is shown of it; unless it ends well, one line says why.
play() {
  local want=$1 file=$2
  shift 2
  text=$(timeout "$patience" "$overtop" -b --replay "$file" "$@" 2>"$scratch/errors")
  same "overtop -b --replay ${file##*/} $* ends" "$want" $?
  same "overtop -b --replay ${file##*/} $*: complaints" "$((want != 0))" "$(complaints)"
}

# plays FILE OPTION...: it shows $live.
plays() {
  play 0 "$@"
  none "${1##*/} is what was shown" "$(diff <(echo "$live") <(echo "$text"))"
}

# is_cut FILE: 1 if it ends within a line.  zstd gives out no more than whole pieces of 128 KiB of what was cut, and
# gzip may give out less than there is, too: there it is what overtop says, but 1 or 0.
is_cut() {
  case $1 in
  *.gz | *.zst) timeout "$patience" "$overtop" -b --replay "$1" --pane cpus >/dev/null 2>&1 ;;
  *) [ -z "$(tail -c 1 "$1" | tr -d '\n')" ] ;;
  esac
}

# Killed between two lines, or in the middle of one: what was shown before can be seen again, and what
# is recorded there later can be seen, too.
for file in "$scratch"/killed{,.gz,.zst}; do
  watch -d 0.1 --pane cpus --record "$file"
  blocks 4
  kill -KILL "$watched"
  wait "$watched" 2>/dev/null
  cat <&8 >/dev/null
  exec 8<&-
  wait "$watching"
  is_cut "$file"
  status=$?
  play "$status" "$file" --pane cpus
  before=$text
  case $before in
  "$(<"$scratch/text")"*) ;;
  *) none "${file##*/} has what was shown" "$(diff "$scratch/text" <(echo "$before"))" ;;
  esac
  [ "$status" -eq 0 ] || check "${file##*/} is said to be cut off" grep -q 'cut off' "$scratch/errors"
  show -n 1 -d 0.1 --pane cpus --record "$file"
  live=$before$'\n'$text
  plays "$file" --pane cpus
done

# A file that may not grow, as on a disk that is full: said once, shown all the same; and when it may,
# nothing is lost.
file=$scratch/full.zst
as=(prlimit --fsize=2000:unlimited)
watch -d 0.1 --pane cpus --record "$file"
await has_lines "$scratch/errors" 1
blocks 4
same 'a file that may not grow: it is said once' \
  "overtop: $file: $(LC_ALL=C bash -c 'ulimit -f 0; trap "" XFSZ; echo >"$0/x"' "$scratch" 2>&1 |
    sed 's/.*: //')" "$(<"$scratch/errors")"
same 'and no more is written to it' 2000 "$(stat -c %s "$file")"
prlimit --pid "$watched" --fsize=unlimited
await has_lines "$scratch/errors" 2
blocks 2
same 'once it may grow, that is said' 2 "$(complaints)"
: >"$scratch/errors"
unwatch
as=()
live=$(<"$scratch/text")
plays "$file" --pane cpus

timeout "$patience" "$overtop" -b -n 2 -d 0.1 --pane cpus --record /dev/full \
  >"$scratch/out" 2>"$scratch/errors"
same 'a disk that stays full' '1, 3 blocks, 2 complaints' \
  "$?, $(grep -c '^# cpus' "$scratch/out") blocks, $(complaints) complaints"
check 'a disk that is full: what it is' grep -q '/dev/full: .*space' "$scratch/errors"
check 'a disk that was full: what is lost' grep -q '/dev/full: not every' "$scratch/errors"

# One records to a file at a time.
file=$scratch/both.zst
watch -d 0.1 --pane cpus --record "$file"
blocks 2
refuses 1 -b -n 0 --record "$file"
later_samples 1 1
unwatch
live=$(<"$scratch/text")
plays "$file" --pane cpus

# A FIFO takes lines while it has a reader, and is no reason to end when that has left.
mkfifo "$scratch/fifo"
refuses 1 -b -n 0 --record "$scratch/fifo"
begin reader bash -c 'exec 7<>"$0" && echo ready && head -n 1 <&7' "$scratch/fifo"
watch -d 0.1 --pane cpus --record "$scratch/fifo"
await grep -q 'fifo: Broken pipe' "$scratch/errors" || fail 'a reader that left is missed'
later_samples 1 1
: >"$scratch/errors"
kill -TERM "$watched"
wait "$watched"
status=$?
check 'a line came through the FIFO' jq -e .overtop <(sed 1d "$scratch/reader") >"$scratch/out"
same 'a reader that left: the end' "1 overtop: $scratch/fifo: not every interval could be recorded" \
  "$status $(tr -d '\0' <"$scratch/errors")"
cat <&8 >/dev/null
exec 8<&-
wait "$watching"

# What is no recording, or no such one, is left alone.
text_of "$scratch/both.zst" >"$scratch/plain"
echo 'Dear diary' >"$scratch/diary"
head -c 3000 /dev/urandom | base64 | gzip >"$scratch/diary.gz"
cp "$scratch/diary.gz" "$scratch/diary.zst"
cp "$scratch/plain" "$scratch/plain.gz"
cp "$scratch/both.zst" "$scratch/packed"
cp "$scratch/both.zst" "$scratch/both.gz"
printf '{"overtop"' >"$scratch/begun.zst"
for file in "$scratch"/{diary,diary.gz,diary.zst,plain.gz,packed,both.gz,begun.zst}; do
  cp "$file" "$scratch/copy"
  refuses 1 -b -n 0 --record "$file"
  check "${file##*/} is as it was" cmp "$file" "$scratch/copy"
done
refuses 1 -b -n 0 --record "$scratch"
refuses 1 -b -n 0 --record "$scratch/none/file"
refuses 1 -b -n 0 --record ''
mkdir "$scratch/closed"
chmod 755 "$scratch"
chmod 555 "$scratch/closed"
cp "$overtop" "$scratch/overtop"
is_root && as=(setpriv --reuid=65534 --regid=65534 --clear-groups)
if "${as[@]}" "$scratch/overtop" --version >/dev/null 2>&1; then
  mine=$overtop overtop=$scratch/overtop
  refuses 1 -b -n 0 --record "$scratch/closed/file"
  chmod 0 "$scratch/plain"
  refuses 1 -b -n 0 --record "$scratch/plain"
  refuses 1 -b --replay "$scratch/plain"
  overtop=$mine
else
  leave_out 'an ordinary user: the program cannot be run by one here'
fi
as=()

# People: an argument, a variable, the user's name.
umask 022
begin named env variable=told-by-env bash -c 'exec -a told-by-argument "$0" worker' "$helpers/named"
me=$(id -un)
names() {
  text_of "$1" | jq -r '.users[]?.name'
}
show -n 1 -d 0.3 --pane tasks --record "$scratch/public.gz"
show -n 1 -d 0.3 --pane tasks --with-command-lines --record "$scratch/private.gz"
show --replay "$scratch/private.gz" --record "$scratch/again.gz"
for file in "$scratch"/{public,again}.gz; do
  text_of "$file" >"$scratch/plain.text"
  check "${file##*/} has the task" jq -es "any(.[].processes[]; .pid == $(<"$scratch/named"))" \
    "$scratch/plain.text" >"$scratch/out"
  none "${file##*/} has no word of what a task was told" \
    "$(grep -ao 'told-by-[a-z]*\|command_line' "$scratch/plain.text")"
  same "${file##*/} names no user" '' "$(names "$file")"
  none "${file##*/} does not have the name of a user" \
    "$(jq -r --arg me "$me" '[.. | strings | select(. == $me)][]' "$scratch/plain.text")"
  same "${file##*/} is a file like any other" 644 "$(stat -c %a "$file")"
done
text_of "$scratch/private.gz" >"$scratch/plain.text"
same 'asked for: what it was told on its command line' 'told-by-argument worker' \
  "$(jq -r "select(.since_boot | not) | .processes[] | select(.pid == $(<"$scratch/named")) |
    .command_line" "$scratch/plain.text")"
same 'asked for: who it belongs to' "$me" "$(names "$scratch/private.gz" | grep -x "$me" | uniq)"
none 'asked for: but not its environment' "$(grep -ao 'told-by-env' "$scratch/plain.text")"
same 'asked for: then only its owner reads it' 600 "$(stat -c %a "$scratch/private.gz")"
show -n 0 --pane cpus --with-command-lines --record "$scratch/public.gz"
same 'asked for later: then, too' 600 "$(stat -c %a "$scratch/public.gz")"
end
