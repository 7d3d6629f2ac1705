#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# Context switches of each CPU, where they may be counted: together they are what the kernel counts for the
# machine, and those that a helper makes are on its CPU. Where they may not be, they are unknown.
. "$(dirname "$0")/lib.sh"
need timeout taskset
need_helper switcher

# cells CPU-PATTERN: the column of such rows, but of those since boot.
cells() {
  tabulate -v rows="$1" '!is_since_boot && cell("CPU") ~ rows { print cell("cs/s") }' "$scratch/text"
}

ctxt() {
  awk '$1 == "ctxt" { print $2 }' /proc/stat
}

# unknown WHERE: there every CPU says that it does not know, and nothing else is the matter.
unknown() {
  show -n 2 -d 0.1 --pane cpus
  printf '%s\n' "$text" >"$scratch/text"
  same "$1: unknown on each CPU" '-' "$(cells '^[0-9]' | sort -u)"
  none "$1: known of the machine" "$(cells '^all' | grep -v '^[0-9]')"
}

nobody=(setpriv --reuid 65534 --regid 65534 --clear-groups --inh-caps=-all --bounding-set=-all)
if [ "$(cat /proc/sys/kernel/perf_event_paranoid 2>/dev/null || echo 2)" -le 0 ]; then
  leave_out 'who may not count: everybody may'
elif ! is_root; then
  unknown 'a user'
elif "${nobody[@]}" "$overtop" --version >/dev/null 2>&1; then
  as=("${nobody[@]}")
  unknown 'a user'
  as=()
else
  leave_out 'a user: the program is where only root can read it'
fi

show -n 1 -d 0.1 --pane cpus
printf '%s\n' "$text" >"$scratch/text"
if cells '^[0-9]' | grep -qx -- -; then
  is_root || skip 'switches of a CPU may not be counted here'
  leave_out 'what is counted: some CPUs are not, here'
  end
fi

# Who keeps the tick from a CPU wants no interrupt of overtop there.
cpu=$(last_cpu)
mkdir "$scratch/cpu"
echo "$cpu" >"$scratch/cpu/nohz_full"
as=(unshare -m sh -c 'mount --bind "$1" /sys/devices/system/cpu && shift && exec "$@"' - "$scratch/cpu")
if "${as[@]}" true 2>/dev/null; then
  show -n 1 -d 0.1 --pane cpus
  printf '%s\n' "$text" >"$scratch/text"
  same 'a nohz_full CPU is left alone' '-' "$(cells "^$cpu\$")"
else
  leave_out 'nohz_full: nothing can be mounted'
fi
as=()

# The helper is stopped before the first look, and has made all its switches before the last.
: >"$scratch/switcher"
taskset -c "$cpu" "$helpers/switcher" 10007 1 5000 >"$scratch/switcher" &
switcher=$!
has_thread() {
  [ "$(ls "/proc/$switcher/task" | wc -l)" -eq 2 ]
}
await has_thread
kill -STOP "$switcher"
outer=$(ctxt)
watch -d 0.5 --pane cpus
blocks 1
inner=$(ctxt)
made=$(awk '/^voluntary/ { made += $2 } END { print 10007 - made }' "/proc/$switcher/task"/*/status)
kill -CONT "$switcher"
await has_lines "$scratch/switcher" 1 || fail 'the switches are made'
inner=$(($(ctxt) - inner))
later_samples 1 1
unwatch
outer=$(($(ctxt) - outer))
kill "$switcher"

none 'switches of CPUs' "$(tabulate -v cpu="$cpu" -v made="$made" -v inner="$inner" -v outer="$outer" '
  is_since_boot { next }
  cell("cs/s") == "-" { print "unknown: " $0 }
  { counted[cell("CPU")] += cell("cs/s") * seconds }
  cell("CPU") != "all" { sum += cell("cs/s") * seconds }
  function far(what, count, low, high) {
    printf "%s: %.0f of %d to %d\n", what, count, low, high >"/dev/stderr"
    if (count < 0.99 * low || count > 1.01 * high)
      printf "%s: %.0f, wanted %d to %d\n", what, count, low, high
  }
  END {
    far("all CPUs", counted["all"], inner, outer)
    far("their sum", sum, inner, outer)
    far("sum beside all", sum, counted["all"], counted["all"])
    far("CPU " cpu, counted[cpu], made, outer)
  }' "$scratch/text")"

# How often the kernel is asked.
if [ -z "$OVERTOP_SANITIZED" ] && strace -o /dev/null true 2>/dev/null; then
  n_cpus=$(grep -c '^cpu[0-9]' /proc/stat)
  as=(strace -o "$scratch/trace" -e 'trace=perf_event_open,read')
  show -n 4 -d 0.1 --pane cpus
  same 'events are opened once' "$n_cpus" "$(grep -c perf_event_open "$scratch/trace")"
  same 'one read per CPU and sample' $((5 * n_cpus)) "$(grep -c ', 24) *= 24$' "$scratch/trace")"
  show -n 2 -d 0.1 --pane tasks
  same 'what is not shown is not counted' 0 "$(grep -c perf_event_open "$scratch/trace")"
else
  leave_out 'how often the kernel is asked'
fi
end
