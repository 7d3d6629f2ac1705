#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# Context switches, CPU and waiting of tasks, against what the kernel counted for them: the tasks
# are stopped before overtop looks first, and again before it looks last, so both must be the same.
. "$(dirname "$0")/lib.sh"
need timeout
need_helper switcher hogs

# In a namespace of its own overtop has no others' tasks to read, between the seconds that it names
# and the tasks of this test; nor has it to wait for a CPU then.
namespace=(unshare)
is_root || namespace=(unshare -Ur)
if [ "$1" != inside ] && "${namespace[@]}" -mpf --mount-proc true 2>/dev/null; then
  "${namespace[@]}" -mpf --mount-proc bash "$0" inside
  exit
fi
[ -z "$(nice -n -20 true 2>&1)" ] && as=(nice -n -20)

is_stopped() {
  ! grep -hs '^State:' "/proc/$1"/task/*/status | grep -qv '^State:.T'
}

stop() {
  local pid
  for pid; do
    kill -STOP "$pid"
    await is_stopped "$pid" || fail "$pid stops"
  done
}

go_on() {
  kill -CONT "$@"
}

has_threads() {
  [ "$(ls "/proc/$1/task" | wc -l)" -eq "$2" ]
}

# take WHEN PID...: lines "WHEN PID TID cswch nvcswch run_ns wait_ns".
take() {
  local when=$1 pid task
  shift
  for pid; do
    for task in "/proc/$pid/task"/*; do
      echo "$when" "$pid" "${task##*/}" \
        "$(awk '/ctxt_switches:/ { printf "%s ", $2 }' "$task/status")" \
        "$(cut -d ' ' -f 1,2 "$task/schedstat")"
    done
  done >>"$scratch/taken"
}

# judge KEY: what is wrong with the sums of the rows of each PID or TID.
judge() {
  tabulate '
    !is_since_boot {
      print "row", cell("PID"), cell("TID"), seconds,
        cell("cswch/s"), cell("nvcswch/s"), cell("%CPU"), cell("%wait"), cell("%usr") + cell("%sys")
    }' "$scratch/text" |
    awk -v by="$1" '
      function far(what, want, got, slack) {
        if (got - want > slack + want / 100 || want - got > slack + want / 100)
          printf "%s of %s: %s, wanted %s\n", what, key, got, want
      }
      { key = by == "PID" ? $2 : $3 }
      $1 == "row" && key in name {
        for (i = 1; i <= 5; i++) {
          if ($(4 + i) == "-")
            print "a value of " key " is unknown: " $0
          got[key, i] += $(4 + i) * $4
        }
        next
      }
      $1 == "row" { next }
      { name[key] = $2 }
      { for (i = 1; i <= 4; i++) want[key, i] += ($1 == "before" ? -1 : 1) * $(3 + i) }
      END {
        for (key in name) {
          far("cswch", want[key, 1], got[key, 1], 2)
          far("nvcswch", want[key, 2], got[key, 2], 2)
          far("%CPU", want[key, 3] / 1e9, got[key, 3] / 100, 0.02)
          far("%wait", want[key, 4] / 1e9, got[key, 4] / 100, 0.02)
          far("%usr + %sys", want[key, 3] / 1e9, got[key, 5] / 100, 0.02)
          printf "%s: cswch %.0f of %d, nvcswch %.0f of %d, %.2f of %.2f s, wait %.2f of %.2f s\n",
            key, got[key, 1], want[key, 1], got[key, 2], want[key, 2], got[key, 3] / 100,
            want[key, 3] / 1e9, got[key, 4] / 100, want[key, 4] / 1e9 >"/dev/stderr"
        }
      }' "$scratch/taken" -
}

# Exactly 10,007 voluntary switches in four seconds, by a thread; beside it two processes that take
# one CPU from each other.
begin hogs "$helpers/hogs" 2 "$(last_cpu)"
read -r -a hogs <"$scratch/hogs"
: >"$scratch/switcher"
"$helpers/switcher" 10007 1 2500 >"$scratch/switcher" &
switcher=$!
await has_threads "$switcher" 2
stop "$switcher" "${hogs[@]}"
take before "$switcher" "${hogs[@]}"
watch -d 1 -H --pane tasks
blocks 1
go_on "$switcher" "${hogs[@]}"
await has_lines "$scratch/switcher" 1 || fail 'the switches are made'
stop "${hogs[@]}"
take after "$switcher" "${hogs[@]}"
same 'the helper made its switches' 10007 "$(
  awk -v tid="$(cut -d ' ' -f 2 "$scratch/switcher")" \
    '$1 == "after" && $3 == tid { print $4 }' "$scratch/taken"
)"
later_samples 1 1
unwatch
kill "$switcher" "${hogs[@]}"
none 'rows of threads' "$(judge TID)"

# A process has the switches of its threads.
: >"$scratch/taken"
: >"$scratch/switcher"
"$helpers/switcher" 4000 4 900 >"$scratch/switcher" &
switcher=$!
await has_threads "$switcher" 5
stop "$switcher"
take before "$switcher"
watch -d 1 --pane tasks
blocks 1
go_on "$switcher"
await has_lines "$scratch/switcher" 4 || fail 'the switches are made'
take after "$switcher"
later_samples 1 1
unwatch
none 'a row of a process' "$(judge PID)"
# On a machine that is busy otherwise it is less; of two of them it would be 1,800.
none 'at 900 a second each, some 3,600 together' "$(tabulate -v pid="$switcher" '
  cell("PID") == pid && cell("cswch/s") > most { most = cell("cswch/s") }
  END { if (most < 1900 || most > 8000) print "at most " most }' "$scratch/text")"
end
