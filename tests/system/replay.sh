#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# Recordings played: they give what was printed when they were made, however they are packed, joined,
# converted and brought in.
. "$(dirname "$0")/lib.sh"
need timeout jq gzip zstd pgrep unshare setsid
need_helper sleepers

all_panes=dashboard,cpus,tasks,softirqs,interrupts,history,topology

# text_of FILE: the lines of a recording.
text_of() {
  case $1 in
  *.gz) gzip -dc "$1" ;;
  *.zst) zstd -dcq "$1" ;;
  *) cat "$1" ;;
  esac
}

# differs FILE OPTION...: in what the recording differs from $live.
differs() {
  show --replay "$@"
  diff <(echo "$live") <(echo "$text")
}

# same_again FILE OPTION...: what is printed while it is recorded is what the recording gives.
same_again() {
  local file=$scratch/$1
  shift
  rm -f "$file"
  show -d 0.1 --record "$file" "$@"
  live=$text
  none "${file##*/} $*: the same again" "$(differs "$file" "$@")"
}

begin sleepers "${helpers}/sleepers" 2 4 4
sleepers=$(pgrep -P "$begun" | paste -sd ,)
# Of a process whose other threads run, one that does not: the first.
idle=${sleepers%,*}
threads=$(ls "/proc/$idle/task" | paste -sd ,)

# All that was recorded, whatever the packing; then each option.
for packing in '' .gz .zst; do
  same_again "all$packing" -n 3 --pane "$all_panes"
  none "all$packing: without -n, too" "$(differs "$scratch/all$packing" --pane "$all_panes")"
  show --replay "$scratch/all$packing" --pane "$all_panes" -n 1
  case $live in
  "$text"*) same "all$packing: as much as is asked for" 14 "$(grep -c '^# ' <<<"$text")" ;;
  *) fail "all$packing: -n 1 is how it begins" ;;
  esac
done
same_again default -n 2
same_again boot -n 0 --pane "$all_panes"
same_again threads.zst -n 2 -H --pane 0,2
same_again processes.gz -n 3 --pane tasks -p "$sleepers"
check '-p: there are rows' grep -q ' sleepers$' <<<"$text"
for thread in ${threads//,/ }; do
  same_again "thread$thread" -n 2 --pane tasks -p "$thread"
  check "-p $thread: its process has a row" grep -q "^ *$idle  *- .* sleepers\$" <<<"$text"
done
same_again named.zst -n 2 -H --pane tasks -p "$threads"
same_again user -n 2 --pane tasks -u "$(id -u)"
same_again user.gz -n 2 --pane tasks -H -u "$(id -un)"
same_again sorted.zst -n 2 --pane tasks,cpus --sort cswch
same_again command -n 2 --pane tasks --sort command
same_again filtered -n 2 --pane tasks,interrupts --filter 'sleep|^(LOC|RES)$'
check '--filter: there are rows' grep -q ' sleepers$' <<<"$text"
same_again everything.zst -n 2 -H --pane tasks --all-tasks --with-command-lines

for packing in .zst .gz ''; do
  show --pane cpus --replay "$scratch/all$packing"
  live=$text
  none "all$packing from a pipe" "$(differs - --pane cpus < <(cat "$scratch/all$packing"))"
  none "all$packing as standard input" "$(differs - --pane cpus <"$scratch/all$packing")"
done

# What comes in is shown as it comes, line by line.
mkfifo "$scratch/feed"
"$overtop" -b --pane cpus --replay - >"$scratch/fed" 2>"$scratch/errors" <"$scratch/feed" &
player=$!
exec 9>"$scratch/feed"
per_block=$(($(wc -l <<<"$live") / 4))
for ((i = 1; i <= 4; i++)); do
  line=$(sed -n "${i}p" "$scratch/all")
  printf %s "${line:0:100}" >&9
  await has_lines "$scratch/fed" $((per_block * (i - 1))) || fail "line $((i - 1)) is shown"
  printf '%s\n' "${line:100}" >&9
  await has_lines "$scratch/fed" $((per_block * i)) || fail "line $i is shown when it is there"
done
exec 9>&-
await has_ended "$player"
wait "$player"
same 'a feed that ends well' '0, 0 complaints' "$?, $(complaints) complaints"
none 'a feed is shown' "$(diff <(echo "$live") "$scratch/fed")"
show --replay - --pane cpus < <("$overtop" -J -n 2 -d 0.1)
same 'overtop -J | overtop --replay -' 3 "$(grep -c '^# ' <<<"$text")"
# On the screen the keys come from the terminal, and here is none.
setsid --wait timeout "$patience" "$overtop" --replay - <"$scratch/all" >"$scratch/out" 2>"$scratch/errors"
same 'standard input, and no terminal for the keys' '1, 1 complaints' "$?, $(complaints) complaints"

# Converted, from one packing to the next, it is what it was; as lines, too.
before=$scratch/all
for packing in .gz .zst '' .zst; do
  after=$scratch/converted$packing
  rm -f "$after"
  show --replay "$before" --record "$after" --pane cpus
  check "converted to $after" cmp "$scratch/all" <(text_of "$after")
  before=$after
done
topologies='del(.topology)'
for packing in '' .gz .zst; do
  timeout "$patience" "$overtop" --json --replay "$scratch/all$packing" >"$scratch/lines"
  check "--json --replay all$packing" \
    cmp <(text_of "$scratch/all$packing" | jq -c "$topologies") <(jq -c "$topologies" "$scratch/lines")
done
timeout "$patience" "$overtop" --json -n 2 -d 0.1 >"$scratch/lines"
check '--json --replay of what --json printed' \
  cmp "$scratch/lines" <(timeout "$patience" "$overtop" --json --replay "$scratch/lines")

# One run after the other in a file; and one file after the other.
for packing in '' .gz .zst; do
  show -n 1 -d 0.1 --pane cpus,tasks --record "$scratch/first$packing"
  live=$text
  cp "$scratch/first$packing" "$scratch/both$packing"
  show -n 2 -d 0.1 --pane cpus,tasks --record "$scratch/second$packing"
  live+=$'\n'$text
  cat "$scratch/second$packing" >>"$scratch/both$packing"
  none "cat first$packing second$packing" "$(differs "$scratch/both$packing" --pane cpus,tasks)"
  show -n 1 -d 0.1 --pane cpus,tasks --record "$scratch/both$packing"
  live+=$'\n'$text
  none "a run more in both$packing" "$(differs "$scratch/both$packing" --pane cpus,tasks)"
done

# In a language with a comma, the same numbers.
if [ "$(LC_ALL=de_DE.UTF-8 locale decimal_point 2>/dev/null)" = , ]; then
  as=(env LC_ALL=de_DE.UTF-8)
  same_again comma.gz -n 2 --pane "$all_panes"
  as=()
  none 'elsewhere, too' "$(differs "$scratch/comma.gz" --pane "$all_panes")"
else
  leave_out 'a decimal comma: no locale de_DE.UTF-8'
fi

# A dump of a machine.
if unshare -m true 2>/dev/null || unshare -Urm true 2>/dev/null; then
  mkdir -p "$scratch/dump/proc"/{1,sys/kernel}
  echo '1000.00 500.00' >"$scratch/dump/proc/uptime"
  echo elsewhere >"$scratch/dump/proc/sys/kernel/hostname"
  printf 'cpu%d 1000 0 2000 70000 0 0 0 0 0 0\n' 3 700 >"$scratch/dump/proc/stat"
  echo '1 (init) S 0 1 1 0 -1 0 0 0 0 0 5 7 0 0 20 0 1 0 1 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 17 0 0 0' \
    >"$scratch/dump/proc/1/stat"
  # Where a dump is shown, the leak checker does not find its own process.
  export "${without_leaks?}"
  show --root "$scratch/dump" --pane "$all_panes" --record "$scratch/dump.zst"
  live=$text
  none 'a recording of a dump' "$(differs "$scratch/dump.zst" --pane "$all_panes")"
  same 'a recording of a dump is told from one of this machine' 'elsewhere false 3,700' \
    "$(text_of "$scratch/dump.zst" | jq -r '"\(.host) \(.live) \(.cpu_numbers | join(","))"')"
else
  leave_out 'a dump: neither root nor user namespaces'
fi
end
