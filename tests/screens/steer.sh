#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Where an interrupt, a queue and a task may run is changed and undone, also after a crash.  The interrupt is one
# that never came, and is put back whatever happens.
. "$(dirname "$0")/terminal"

export XDG_STATE_HOME=$scratch/state
kept=$XDG_STATE_HOME/overtop

first_cpu() {
  sed -n 's/^Cpus_allowed_list:[^0-9]*\([0-9]*\).*/\1/p' /proc/self/status
}

is_text() {
  [ "$(cat "$1" 2>/dev/null)" = "$2" ]
}

allowed() {
  sed -n 's/^Cpus_allowed_list:[[:space:]]*//p' "/proc/$1/status"
}

may_run_on() {
  [ "$(allowed "$1")" = "$2" ]
}

is_gone() {
  [ -z "$(ls "$kept" 2>/dev/null)" ]
}

has_exited() {
  ! kill -0 "$1" 2>/dev/null
}

# A line per interrupt that never came and may go to several CPUs: its number, its name.
idle_irqs() {
  awk 'NR == 1 { n = NF; next }
    /^ *[0-9]+:/ {
      for (i = 2; i <= n + 1; i++)
        if ($i != 0)
          next
      print $1 + 0, $NF
    }' /proc/interrupts | while read -r irq name; do
    case $(cat "/proc/irq/$irq/smp_affinity_list" 2>/dev/null) in
    *[-,]*) echo "$irq" "$name" ;;
    esac
  done
}

restore() {
  [ -n "$irq" ] && echo "$before" >"/proc/irq/$irq/smp_affinity_list"
  [ -n "$sleeper" ] && kill "$sleeper"
  finish
}

# steer CPUS: types them into the editor that is open, and says yes.
steer() {
  press C-u "$1" Enter
  check 'it asks before it does it' shows 'do it?'
  press y
}

# overtop in a process that $scratch/pid names.
overtop_as() {
  echo "sh -c 'echo \$\$ >$scratch/pid; exec $overtop -d 0.2 $*'"
}

cpu=$(first_cpu)
irq=
sleeper=
trap restore EXIT

# A task: anybody may.
sleep 1000 &
sleeper=$!
all=$(allowed $sleeper)
case $all in
*[-,]*) ;;
*)
  echo 'skipped: there is one CPU only'
  exit 77
  ;;
esac
start 80 24 "$(overtop_as -p $sleeper --pane tasks); echo status \$?"
check 'the task is there' shows "^ *$sleeper "
press Down a
check 'the editor is open' shows "^thread $sleeper, sleep"
check 'it tells that nothing would be' shows '^do *nothing to change'
steer "$cpu"
check 'it says so' shows "asked $cpu, and so it is"
check 'the task may run there only' may_run_on $sleeper "$cpu"
press H Escape Down a
check 'its process is another' shows "^process $sleeper, sleep"
press Escape q
check 'it says what stands' shows '^overtop: 1 change stands'
check 'and the line that undoes it' shows "^  taskset -cp $all $sleeper"
check 'it has ended well' shows '^status 0'
cat "$kept"/* | sh >/dev/null
check 'which is enough' may_run_on $sleeper "$all"
taskset -cp "$cpu" $sleeper >/dev/null

start 80 24 "$(overtop_as --read-only --pane tasks); $(overtop_as --secure --pane tasks)"
check 'nothing is said of what is not undone here' shows 'q quit'
press Down a
check 'nothing is changed' shows '^--read-only: nothing'
press w
check 'nor written' shows '^--read-only: no file'
press q
check 'an earlier change is told' shows 'earlier run stands'
press U
check 'it is offered' shows "^undo  taskset -cp $all $sleeper"
press y
check 'and taken' shows '^undone'
check 'nothing is kept any more' is_gone
press q

if [ "$(id -u)" -ne 0 ]; then
  echo 'not tested: interrupts and queues, which only root may steer'
  exit 0
fi

# An interrupt.
# shellcheck disable=SC2046
set -- $(idle_irqs | head -n 1)
if [ $# -eq 2 ]; then
  irq=$1
  file=/proc/irq/$irq/smp_affinity_list
  before=$(cat "$file")
  start 80 24 "$(overtop_as --pane interrupts)"
  check 'there are interrupts' shows '^ *LOC '
  press / "^$irq$" Enter a
  check 'the editor is open' shows "^IRQ $irq, "
  press C-u "$cpu"
  check 'it tells what undoes it' shows "^undo  echo $before >$file"
  steer "$cpu"
  check 'it says what came of it' shows "asked for $cpu; the interrupt goes to CPU"
  check 'it is moved' is_text "$file" "$cpu"
  # A crash.
  kill -KILL "$(cat "$scratch/pid")"
  check 'it is gone' has_exited "$(cat "$scratch/pid")"
  check 'the line that undoes it stays' grep -q "^echo $before >$file # irq" "$kept"/*
  start 80 24 "$(overtop_as --secure); $(overtop_as)"
  check 'the change is told' shows 'earlier run stands'
  press U y
  check 'not in secure mode' shows '^--secure: '
  check 'it stands' is_text "$file" "$cpu"
  press q
  check 'the change is told again' shows 'earlier run stands'
  echo "$before" >"$file"
  press U
  check 'its line is shown' shows "^undo  echo $before >$file"
  check 'and what others did meanwhile' shows "^!     it was set to $cpu, and is $before now"
  press y
  check 'it is undone' is_text "$file" "$before"
  check 'nothing is kept any more' is_gone
  press q
else
  echo 'not tested: there is no interrupt that never came'
fi

# One that the kernel manages itself, as newer ones show by its file.
managed=$(find /proc/irq -name smp_affinity_list ! -perm -u+w | sed -n '1s|^/proc/irq/\([0-9]*\)/.*|\1|p')
if [ -n "$managed" ]; then
  start 80 24 "$(overtop_as --pane interrupts)"
  check 'there are interrupts' shows '^ *LOC '
  press / "^$managed$" Enter a
  check 'the editor is open' shows "^IRQ $managed, "
  check 'it says that it is of no use' shows '^!  *the kernel \(lets nobody\|manages\)'
  press C-u "$cpu" Enter
  check 'it says it again' shows '^the kernel \(lets nobody\|manages\)'
  check 'nothing is kept of it' is_gone
  press Escape q
else
  echo 'not tested: no interrupt is managed by the kernel'
fi

# A queue, and somebody who may not.
cat >"$scratch/queues" <<END
ip link add v0 numrxqueues 4 numtxqueues 4 type veth peer name v1 numrxqueues 4 numtxqueues 4 &&
  mount -t sysfs none /sys && echo laid && exec sh -c "$overtop -d 0.2 --pane network; \
  echo between; read go; exec setpriv --reuid=65534 --regid=65534 --clear-groups --inh-caps=-all --bounding-set=-all \
  env HOME=/tmp XDG_STATE_HOME=/tmp $overtop -d 0.2 --pane network"
END
start 80 24 "unshare -nm sh $scratch/queues || echo cannot; sleep 1000"
check 'a network is laid' shows 'cannot\|IFACE'
if shows cannot; then
  echo 'not tested: a network of its own cannot be made'
  exit 0
fi
press / '^v0$' Enter a
check 'the editor is open' shows '^RPS of v0 rx-0 .*Tab 1/8'
press Tab
check 'there is another queue' shows '^RPS of v0 rx-1 '
steer "$cpu"
check 'it is done' shows "asked $cpu, and so it is"
check 'and kept' grep -q "^echo 0 >/sys/class/net/v0/queues/rx-1/rps_cpus" "$kept"/*
press U y
check 'it is undone' shows '^undone; nothing'
press q
check 'it has ended' shows '^between'
press Enter
check 'another user sees it, too' shows 'IFACE'
press / '^v0$' Enter a
check 'may look' shows '^!  *only root may steer packets'
press C-u "$cpu"
check 'is told what to run' shows '^do  *sudo sh -c .echo .*/v0/queues/rx-0/rps_cpus'
press Enter
check 'and asked nothing' shows '^only root may steer packets'
