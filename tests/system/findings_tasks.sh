#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# What tasks do to a machine is found, and who does it is named.
. "$(dirname "$0")/lib.sh"
need timeout awk taskset
need_helper hogs trouble

cgroup=

# A cgroup is removed once nobody is in it.
remove_cgroup() {
  local pid
  [ -n "$cgroup" ] && [ -d "$cgroup" ] || return
  while read -r pid; do
    kill -KILL "$pid" 2>/dev/null
  done <"$cgroup/cgroup.procs"
  await rmdir "$cgroup" 2>/dev/null
}
trap 'remove_cgroup; finish' EXIT

# look: what --check says in the end is in $told.
look() {
  told=$(timeout "$patience" "$overtop" --check -n 6 -d 1 --settings /dev/null \
    2>"$scratch/errors")
  same 'overtop --check has no complaints' '' "$(<"$scratch/errors")"
}

# says RULE TEXT: that finding of $told has it.
says() {
  awk -v rule="$1" -v part="$2" -v RS= \
    '$2 == rule && index($0, part) { found = 1 } END { exit !found }' <<<"$told"
}

says_all() {
  local i
  for ((i = 1; i < $#; i += 2)); do
    says "${@:i:2}" || return
  done
}

# finds RULE TEXT...: all of them soon; others may work here, too, so it is looked again.
finds() {
  local i
  for ((i = 0; i < 3; i++)); do
    look
    says_all "$@" && return
  done
  for ((i = 1; i < $#; i += 2)); do
    says "${@:i:2}" || fail "${*:i:1} says: ${*:i + 1:1}"
  done
  none 'all of that' "$told"
}

stop() {
  kill -KILL "$@"
  wait "$@"
} 2>/dev/null

# Idle CPUs, in hundredths, while the command runs.
idle_during() {
  local before after n_cpus
  read -r -a before </proc/stat
  "$@"
  read -r -a after </proc/stat
  n_cpus=$(grep -c '^cpu[0-9]' /proc/stat)
  awk -v n="$n_cpus" -v before="${before[*]}" -v after="${after[*]}" 'BEGIN {
    split(before, b)
    split(after, a)
    for (i = 2; i <= 9; i++)
      all += a[i] - b[i]
    print int(100 * n * (a[5] + a[6] - b[5] - b[6]) / all)
  }' >"$scratch/idle"
}

# A load that is no fault of any machine: tasks that sleep for a disk that does not answer.
load_without_cpu() {
  local i
  for i in {10..19}; do
    printf '{"overtop":1,"time":"2026-01-01T00:00:%sZ","since_boot":false,"live":true,' "$i"
    printf '"ticks_per_s":100,"seconds":1,"cpu_numbers":[0,1],"all":{"busy":3},'
    printf '"totals":{"r":1,"b":5,"load1":7.5},"has_tasks":true,"processes":[{"pid":77}],'
    printf '"threads":[{"tid":77,"pid":77,"name":"rsync","state":"D",'
    printf '"wchan":"rpc_wait_bit_killable"}]}\n'
  done
}

load_without_cpu >"$scratch/stuck.jsonl"
told=$(timeout "$patience" "$overtop" --check --replay "$scratch/stuck.jsonl")
same 'load without CPU is a warning' 1 $?
check 'and says who sleeps where' says R28 'rsync (77): in rpc_wait_bit_killable'

# quota TREE FILE LIMIT: a cgroup of ours with a limit, and a hog in it.
quota() {
  cgroup=$1/overtop-test-$$
  mkdir "$cgroup" 2>/dev/null && echo "$3" 2>/dev/null >"$cgroup/$2" || return
  begin quota "$helpers/hogs" 1 "$(first_cpu)"
  limited=$begun
  echo "$begun" >"$cgroup/cgroup.procs"
}

# More than one CPU can do, while another is idle.
cpu=$(last_cpu)
begin hogs "$helpers/hogs" 3 "$cpu"
hogs=$begun
read -r -a pids <"$scratch/hogs"
wanted=(R18 " cpu$cpu since" R18 "wait for cpu$cpu")
for pid in "${pids[@]}"; do
  wanted+=(R18 "hogs ($pid): waits ")
done
limited=
if ! is_root; then
  leave_out 'a quota: you are not root'
elif quota /sys/fs/cgroup/cpu cpu.cfs_quota_us 5000 ||
  quota /sys/fs/cgroup cpu.max '5000 100000'; then
  wanted+=(R22 "/overtop-test-$$ may use 0.05 CPUs" R22 'mend: echo ')
else
  leave_out 'a quota: no cgroup can be given one'
fi
idle_during finds "${wanted[@]}"
if says R24 "on cpu$cpu; may run on $cpu"; then
  check 'the command lets it run everywhere' says R24 'mend: taskset -acp '
elif [ "$(<"$scratch/idle")" -gt 75 ]; then
  none 'R24: they wait while others are idle' "$told"
else
  leave_out 'waiting while others are idle: no CPU is'
fi
stop "$hogs" $limited

# The rest does not disturb each other.
begin pingpong "$helpers/trouble" pingpong
loads=("$begun")
wanted=(R19 " pid$begun since" R19 "trouble ($begun)")
begin convoy "$helpers/trouble" convoy 6
loads+=("$begun")
wanted+=(R20 "trouble ($begun): 6 threads")
begin forks "$helpers/trouble" forks 500
loads+=("$begun")
wanted+=(R27 "trouble ($begun)")

if ! is_root; then
  leave_out 'a real-time thread: you are not root'
elif [ "$cpu" = "$(first_cpu)" ]; then
  leave_out 'a real-time thread: there is one CPU'
else
  begin realtime "$helpers/trouble" realtime "$cpu"
  loads+=("$begun")
  wanted+=(R34 "trouble ($begun) (SCHED_FIFO) takes" R34 "mend: chrt -o -p 0 $begun")
fi
finds "${wanted[@]}"
stop "${loads[@]}"
end
