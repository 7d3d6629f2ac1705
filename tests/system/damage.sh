#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# Recordings that are cut off, damaged, of the future, or were never any: shown as far as they go, then
# one line that any terminal can bear, and exit 1.
. "$(dirname "$0")/lib.sh"
need timeout jq gzip zstd

# It must be told within seconds, and with little memory, however much there is to read.
patience=20
limit=()
[ -n "$OVERTOP_SANITIZED" ] && patience=60 || limit=(prlimit --as=$((1 << 30)))

# plays NAME [OPTION...]: $status and what is shown, $text; unless it ends well, one line says why.
plays() {
  local name=$1
  shift
  text=$(timeout "$patience" "${limit[@]}" "$overtop" -b --pane cpus --replay "$@" \
    2>"$scratch/errors" <"$stdin")
  status=$?
  [ "$status" -eq 0 ] || same "$name ends" 1 "$status"
  same "$name: complaints" "$status" "$(complaints)"
  grep -q '^overtop: .*: ..' "$scratch/errors" || [ "$status" -eq 0 ] ||
    fail "$name: it is said why: $(<"$scratch/errors")"
  none "$name: it is said in print" "$(control_bytes <"$scratch/errors")"
  none "$name: it is shown in print" "$(control_bytes <<<"$text")"
}
stdin=/dev/null

# fails NAME REASON FILE: shows nothing, and that is why.
fails() {
  plays "$1" "$3"
  same "$1: nothing is shown" '1 ' "$status $text"
  grep -q -e "$2" "$scratch/errors" || fail "$1: not $2, but $(<"$scratch/errors")"
}

# fails_of NAME REASON: the same, of what comes from standard input.
fails_of() {
  stdin=/dev/stdin
  fails "$1" "$2" -
  stdin=/dev/null
}

# Small, and of one frame.
timeout "$patience" "$overtop" --json -n 2 -d 0.1 -p $$ >"$scratch/good" || fail 'it is recorded'
for packing in .gz .zst; do
  timeout "$patience" "$overtop" --json --replay "$scratch/good" --record "$scratch/good$packing" >"$scratch/out"
done
plays 'the recording' "$scratch/good"
whole=$text
same 'the recording is whole' '0 3' "$status $(grep -c '^# ' <<<"$whole")"

# is_beginning: what is shown is whole intervals, as they would be of the whole.
is_beginning() {
  case $whole$'\n' in
  "$text"$'\n'*) [ -z "$text" ] || [ $((n_lines * $(grep -c '^# ' <<<"$text"))) -eq "$(wc -l <<<"$text")" ] ;;
  *) [ -z "$text" ] ;;
  esac
}
n_lines=$(($(wc -l <<<"$whole") / 3))

# Cut off anywhere.
for packing in '' .gz .zst; do
  file=$scratch/good$packing
  size=$(stat -c %s "$file")
  for at in 1 2 3 4 9 11 $((size / 3)) $((size / 2)) $((size * 9 / 10)) $((size - 4)) $((size - 1)); do
    head -c "$at" "$file" >"$scratch/cut"
    plays "good$packing cut off at $at of $size" "$scratch/cut"
    # By chance, where a line ends.
    if [ "$status" -eq 0 ]; then
      head -c "$((--at))" "$file" >"$scratch/cut"
      plays "good$packing cut off at $at of $size" "$scratch/cut"
    fi
    check "good$packing cut off at $at of $size fails" [ "$status" -eq 1 ]
    is_beginning || fail "good$packing cut off at $at of $size is shown up to there"
    grep -q 'cut off' "$scratch/errors" ||
      fail "good$packing cut off at $at of $size: $(<"$scratch/errors")"
  done
done
# As it is after the last line, before its frame is ended: by a block of zstd that is empty, of 3 bytes, and a
# checksum of 4; or by one of gzip, of 2, and checksum and length.
for end in .gz:10 .zst:7; do
  head -c "-${end#*:}" "$scratch/good${end%:*}" >"$scratch/unended"
  plays "a frame of ${end%:*} without its end" "$scratch/unended"
  same "a frame of ${end%:*} without its end is shown" "0 $whole" "$status $text"
done
head -n 2 "$scratch/good" >"$scratch/cut"
plays 'lines that were taken out of a recording' "$scratch/cut"
same 'lines that were taken out of a recording' '0 2' "$status $(grep -c '^# ' <<<"$text")"

# Eight bytes turned over.
for packing in '' .gz .zst; do
  size=$(stat -c %s "$scratch/good$packing")
  for at in 0 20 $((size / 4)) $((size / 2)) $((size * 3 / 4)); do
    cp "$scratch/good$packing" "$scratch/flipped"
    tail -c "+$((at + 1))" "$scratch/good$packing" | head -c 8 | LC_ALL=C tr '\0-\377' '\200-\377\0-\177' |
      dd of="$scratch/flipped" bs=1 seek="$at" conv=notrunc status=none
    plays "good$packing with eight bytes turned over at $at" "$scratch/flipped"
    check "good$packing with eight bytes turned over at $at fails" [ "$status" -eq 1 ]
    is_beginning || fail "good$packing with eight bytes turned over at $at is shown up to there"
  done
done
# A digit may become another: then that is shown.
for ((i = 1; i <= 10; i++)); do
  at=$((i * 7919 * 104729 % $(stat -c %s "$scratch/good")))
  cp "$scratch/good" "$scratch/flipped"
  printf 7 | dd of="$scratch/flipped" bs=1 seek="$at" conv=notrunc status=none
  plays "good with a 7 at $at" "$scratch/flipped"
done
for packing in .gz .zst; do
  cat "$scratch/good$packing" "$scratch/good" >"$scratch/mixed"
  plays "good$packing and then no frame" "$scratch/mixed"
  same "good$packing and then no frame: shown up to there" "1 $whole" "$status $text"
done

# The future, and what is none.
fails_of 'a later format' 'newer overtop' <<<'{"overtop":2,"whatever":[{"is":{"there":null}}]}'
fails_of 'a format of nobody' . <<<'{"overtop":-1}'
fails_of 'a format that is no number' . <<<'{"overtop":"1"}'
fails_of 'JSON of others' . <<<'{"time":"2026-11-30T16:05:30Z","level":"info"}'
fails_of 'no JSON' . <<<'Dear diary'
fails_of 'nothing' 'empty' </dev/null
fails_of 'nothing, packed' 'empty' < <(gzip </dev/null)
fails_of 'an empty line' . <<<''
fails_of 'names with control characters' . \
  <<<$'{"overtop":1,"\e]0;owned\a":1,"time":"\e[2J\u009b31m"}'
fails_of 'names with control characters, in the way of JSON' . \
  <<<'{"overtop":1,"\u001b]0;owned\u0007":1,"time":"\u001b[2J\u009b31m"}'
fails_of 'deeper than anybody looks' . \
  < <(printf '{"overtop":1,"x":'; head -c 1000000 /dev/zero | tr '\0' '['; echo)
fails_of 'a line without an end' 'too long' < <(yes | tr -d '\n')
fails 'a device without an end' 'too long' /dev/zero
fails_of 'a line without an end, packed' 'too long' < <(head -c 100M /dev/zero | zstd -q)
fails_of 'rubbish' . < <(head -c 1M /dev/urandom)
fails_of 'packed rubbish' . < <(head -c 100k /dev/urandom | gzip)
fails 'a directory' 'directory' "$scratch"
fails 'no file' 'No such file' "$scratch/none"
mkfifo "$scratch/fifo"
echo 'Dear diary' >"$scratch/fifo" &
fails 'a FIFO' . "$scratch/fifo"
# Texts may hold anything: they are shown in print, as names of the live machine are.
jq -c '(.processes[], .threads[]).name = "\u001b[2J\u009b31mname" | .host = "\u001b]0;owned\u0007" |
  .softirqs[0].name = "\u001b[H"' "$scratch/good" >"$scratch/names"
plays 'names of anything' "$scratch/names"
same 'names of anything' 0 "$status"

# What is there in a line is not believed.
while read -r change; do
  jq -c "$change" "$scratch/good" >"$scratch/changed"
  plays "$change" "$scratch/changed"
  same "$change is refused" 1 "$status"
done <<'END'
.cpu_numbers = [1, 0]
.cpu_numbers[0] = -1
.cpu_numbers[0] = 1e18
.cpus = "many"
.softirqs[0].per_cpu = {"99999": 1}
.irqs[0].per_cpu = [1]
.irqs[0].on = "0-4000000000"
.threads[0].pid = 1.5
.threads = {}
.time = "yesterday"
.seconds = "1"
.topology.online = "1-"
END
end
