#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# Lines of JSON for other programs: that they are such, what is in them, when they come.
. "$(dirname "$0")/lib.sh"
need timeout jq pgrep
need_helper sleepers

# print OPTION...: overtop -J to its end, into $scratch/lines.
print() {
  timeout "$patience" "${as[@]}" "$overtop" -J "$@" >"$scratch/lines" 2>"$scratch/errors"
  same "overtop -J $* ends well" 0 $?
  same "overtop -J $* has no complaints" '' "$(<"$scratch/errors")"
}

# holds TEXT PROGRAM [OPTION...]: true of all lines together, as a list.
holds() {
  local text=$1 program=$2
  shift 2
  [ "$(jq -s "$@" "$program" "$scratch/lines" 2>&1)" = true ] || fail "$text: $program"
}

begin sleepers "${helpers}/sleepers" 1 6 3
sleeper=$(pgrep -P "$begun")

print -n 3 -d 0.2
same 'a line for what was since boot and one for each interval' 4 "$(wc -l <"$scratch/lines")"
same 'each is an object' '"object" "object" "object" "object"' \
  "$(while read -r line; do jq -c type <<<"$line"; done <"$scratch/lines" | xargs -d '\n')"
same 'the version comes first' 4 "$(grep -c '^{"overtop":1,"time":"20' "$scratch/lines")"
none 'no number that JSON does not have' "$(grep -iE '[:,[](-?nan|-?inf)' "$scratch/lines")"
none 'no byte that is no text' "$(control_bytes <"$scratch/lines")"
holds 'the first is since boot' 'map(.since_boot) == [true, false, false, false]'
holds 'time goes on' 'map(.time) | . == (sort | unique) and length == 4'
holds 'by as much as it says' '[.[1:][].seconds] | all(. > 0.1 and . < 60)'
holds 'of this machine' 'all(.host == $host and .boot_id == $boot and .live)' \
  --arg host "$(uname -n)" --arg boot "$(</proc/sys/kernel/random/boot_id)"
holds 'the CPUs' 'all((.cpus | map(.cpu)) == .cpu_numbers and .cpu_numbers == $numbers)' \
  --argjson numbers "$(sed -n 's/^cpu\([0-9][0-9]*\).*/\1/p' /proc/stat | jq -cs .)"
holds 'how they are connected' '.[0].topology.online == $online' \
  --arg online "$(</sys/devices/system/cpu/online)"
holds 'their shares' 'all(.[] | .cpus[], .all;
  .us + .sy + .ni + .id + .wa + .hi + .si + .st + (.unseen // 0) | . > 96 and . < 104)'
holds 'softirqs' 'all([.softirqs[].name] == $names)' \
  --argjson names "$(sed -n 's/^ *\([A-Z_]*\):.*/\1/p' /proc/softirqs | jq -cRn '[inputs]')"
holds 'softirqs by CPU' \
  'all(.[].softirqs[]; .total == ([.per_cpu[]] | add // 0) and (.hottest_cpu == null) == (.total == 0))'
holds 'interrupts' 'all(.irqs | map(.label) | index("LOC"))'
holds 'totals' \
  'all(.[].totals | .cs, .in, .fork; type == "number" and . >= 0) and any(.totals.cs > 0)'
holds 'an interval has what ran, and that belongs together' \
  'all((.threads | length) > 0 and ([.threads[].pid] - [.processes[].pid] == []))'
holds 'unknown is null' '.[0].all.unseen == null and .[1].all.unseen != null'

# Tasks: those that ran, or all, or those that are asked for.
listed='ls -d /proc/[0-9]*/task/[0-9]*'
of_sleeper="[.[-1].threads[] | select(.pid == $sleeper) | .tid]"
print -n 1 -d 0.2
holds 'what slept is not there' "$of_sleeper | length >= 1 and length <= 4"
some=$(jq -s '.[-1].threads | length' "$scratch/lines")
before=$(eval "$listed" | wc -l)
print -n 1 -d 0.2 --all-tasks
after=$(eval "$listed" | wc -l)
holds 'all tasks: those of one process' "$of_sleeper == $(ls "/proc/$sleeper/task" | sort -n | jq -cs .)"
all=$(jq -s '.[-1].threads | length' "$scratch/lines")
near 'all tasks' $(((before + after) / 2)) "$all" $((all / 10 + 20))
check 'all tasks are more than those that ran' [ "$all" -gt "$some" ]
print -n 1 -d 0.2 -p "$sleeper" --all-tasks
holds '-p: it and no other' "all([.processes[].pid] == [$sleeper] and
  ([.threads[].pid] | unique == [$sleeper]) and (.threads | length == 6))"
print -n 1 -d 0.2 -u "$(id -u)"
holds '-u: no one else' "all(.[] | .processes[], .threads[]; .uid == $(id -u))"
holds '-u: they are there' "any(.[].processes[]; .pid == $sleeper)"
print -n 0 -u 4294967294
holds '-u: of a user who has none' 'all(.processes == [] and .threads == [] and (.cpus | length > 0))'

refuses 2 --json --sort pid
refuses 2 --json --filter bash
refuses 2 --json --openmetrics
refuses 2 --json --replay x --root /
refuses 2 -J -p none
refuses 1 -J -p 2147483647
refuses 1 -J --replay "$scratch/none"

# Each comes at once, whole; and who has seen enough may leave.
SECONDS=0
same '| head -n 1' '0 0' "$(timeout "$patience" "$overtop" -J -d 3600 2>"$scratch/errors" |
  head -n 1 >"$scratch/lines"; echo "${PIPESTATUS[*]}")"
same '| head -n 1 is quiet' '' "$(<"$scratch/errors")"
holds '| head -n 1 is a line' 'map(.since_boot) == [true]'
rm "$scratch/lines"
mkfifo "$scratch/lines"
"$overtop" -J -d 3600 >"$scratch/lines" 2>"$scratch/errors" &
writer=$!
exec 9<"$scratch/lines"
read -r -t "$patience" -u 9 line || fail 'a line comes before the next'
jq -e .overtop <<<"$line" >"$scratch/out" || fail 'it is whole'
kill -TERM "$writer"
await has_ended "$writer"
wait "$writer"
same 'it ends when asked' '0, 0 complaints' "$?, $(complaints) complaints"
same 'after a whole line' '' "$(cat <&9)"
exec 9<&-
rm "$scratch/lines"
check 'nothing is waited for' [ "$SECONDS" -lt 600 ]
timeout "$patience" "$overtop" -J -d 0.1 >/dev/full 2>"$scratch/errors"
same 'a full disk ends it, in one line' '1 1' "$? $(complaints)"

if [ "$(LC_ALL=de_DE.UTF-8 locale decimal_point 2>/dev/null)" = , ]; then
  as=(env LC_ALL=de_DE.UTF-8)
  print -n 1 -d 0.2
  as=()
  holds 'a language with a decimal comma' 'all(.seconds > 0 and .seconds < 1e12) and .[1].seconds < 60'
  holds 'its numbers have a point' '[.[].all | .us, .sy, .id] | any(. != null and . != floor)'
else
  leave_out 'a decimal comma: no locale de_DE.UTF-8'
fi

# What the manual shows works: on a machine where there is something to find.
mkdir "$scratch/bin"
cat >"$scratch/bin/overtop" <<'END'
#!/bin/sh
"$real_overtop" "$@" -d 0.1 | jq -c '
  (.cpus[0] | select(has("busy"))).busy = 95 |
  (.softirqs[0] | select(has("hottest_pct"))).hottest_pct = 100'
END
chmod +x "$scratch/bin/overtop"
n_commands=0
while read -r command; do
  n_commands=$((n_commands + 1))
  output=$(real_overtop=$overtop PATH=$scratch/bin:$PATH timeout "$patience" \
    bash -c "set -o pipefail; $command" 2>&1)
  same "$command" 0 $?
  grep -q '[0-9]' <<<"$output" || fail "$command prints something: $output"
  none "$command knows all that it prints" "$(grep -w null <<<"$output" | grep -v cpu)"
done < <(sed -n '/^\.EX/,/^\.EE/ { /^\./d; s/\\e/\\/g; s/\\-/-/g; p }' "$top_srcdir/man/overtop.1.in")
check 'the manual shows something' [ "$n_commands" -ge 3 ]
end
