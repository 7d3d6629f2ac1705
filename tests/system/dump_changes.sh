#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# Dumps that change while they are shown: what is measured is what changed, by CPU, IRQ and task.
. "$(dirname "$0")/dump.sh"

# The files are changed one after the other, and a sample may be taken between them: sums are looked
# at.  Each file is read at its own moment of a short interval: they may be off by a fifth.
about() {
  near "$1" "$2" "$3" "$(($2 / 5 + 1))"
}

panes=cpus,softirqs,interrupts,tasks
step() {
  later_samples 1 4
}

start() {
  watch --root "$dump" -n 1000000 -d 0.2 --pane "$panes"
  blocks 4
}

# measured PROGRAM: tabulate, of the intervals in which something changed.
measured() {
  tabulate "is_since_boot { next } $1" "$scratch/text"
}

# sum PANE CELL=VALUE COLUMN: what was counted there in all.
sum() {
  measured "
    pane == \"$1\" && cell(\"${2%=*}\") == \"${2#*=}\" && cell(\"$3\") != \"-\" {
      sum += cell(\"$3\") * seconds
    }
    END { print sum + 0 }"
}

# task PID UTIME START CSWCH
task() {
  put "proc/$1/stat" <<END
$1 (t) S 1 1 1 0 -1 0 0 0 0 0 $2 0 0 0 20 0 1 0 $3 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 17 0 0 0
END
  printf 'Uid:\t0\t0\t0\t0\nvoluntary_ctxt_switches:\t%d\nnonvoluntary_ctxt_switches:\t0\n' "$4" |
    put "proc/$1/status"
}

# Counters of 32 bits pass their end; iowait falls; the files are overwritten in place.
afresh
put proc/stat <<<'cpu0 1000 0 1000 5000 500 0 0 0 0 0'
put proc/interrupts <<'END'
           CPU0
 30: 4294967290  PCI-MSI 1-edge  eth0
LOC: 0000000100  Local timer interrupts
END
put proc/softirqs <<'END'
                    CPU0
     NET_RX:  4294967290
END
start
overwrite proc/stat <<<'cpu0 1100 0 1000 5300 450 0 0 0 0 0'
overwrite proc/softirqs <<'END'
                    CPU0
     NET_RX:  0000000005
END
overwrite proc/interrupts <<'END'
           CPU0
 30: 0000000005  PCI-MSI 1-edge  eth0
LOC: 0000000400  Local timer interrupts
END
step
unwatch
about 'a softirq passes 2^32' 11 "$(sum softirqs CPU=0 NET_RX)"
about 'an interrupt passes 2^32' 11 "$(sum interrupts IRQ=30 /s)"
about 'another does not' 300 "$(sum interrupts IRQ=LOC /s)"
same 'iowait that falls is none, the others are what they are' '25.00 0.00 75.00 0.00' "$(measured '
  pane == "cpus" && cell("CPU") == 0 && cell("us") != "-" {
    print cell("us"), cell("sy"), cell("id"), cell("wa")
  }')"
same 'a dump that stands still shows what it showed' since-boot \
  "$(grep '^# cpus' "$scratch/text" | tail -n 1 | sed 's/.*=//')"

# CPUs come, and go, the first of them too; columns change places.
afresh
put proc/stat <<'END'
cpu0 1000 0 0 1000 0 0 0 0 0 0
cpu1 1000 0 0 1000 0 0 0 0 0 0
END
put proc/interrupts <<'END'
           CPU0       CPU1
 30:       1000         50  PCI-MSI 1-edge  eth0
END
put proc/softirqs <<'END'
                    CPU0       CPU1       CPU2
     NET_RX:        2000         70          0
END
start
put proc/stat <<'END'
cpu0 1000 0 0 1100 0 0 0 0 0 0
cpu1 1060 0 0 1040 0 0 0 0 0 0
cpu2 77 0 0 88 0 0 0 0 0 0
END
step
put proc/stat <<'END'
cpu0 1000 0 0 1200 0 0 0 0 0 0
cpu1 1120 0 0 1080 0 0 0 0 0 0
cpu2 107 0 0 158 0 0 0 0 0 0
END
step
put proc/interrupts <<'END'
           CPU1
 30:         60  PCI-MSI 1-edge  eth0
END
step
put proc/softirqs <<'END'
                    CPU1       CPU2       CPU0
     NET_RX:          90          0       2005
END
step
put proc/stat <<'END'
cpu1 1180 0 0 1120 0 0 0 0 0 0
END
step
unwatch
same 'the CPUs there are' '0,1 0,1,2 1' "$(tabulate '
  pane != "cpus" { next }
  cell("CPU") == "all" { say(); row = "" }
  function say() {
    if (row != "" && row != said)
      printf "%s%s", said == "" ? "" : " ", said = row
  }
  cell("CPU") != "all" { row = row (row == "" ? "" : ",") cell("CPU") }
  END { say() }' "$scratch/text")"
# A row in which nothing changed says nothing; one that is new has no share yet.
same 'the shares of each' '0:0.00 0:0.00 1:60.00 1:60.00 1:60.00 2:30.00' "$(measured '
  pane == "cpus" && cell("CPU") != "all" && cell("us") != "-" { print cell("CPU") ":" cell("us") }
  ' | sort | xargs)"
about 'an interrupt whose CPU is another column now' 10 "$(sum interrupts IRQ=30 /s)"
about 'a softirq whose CPU is another column now' 20 "$(sum softirqs CPU=1 NET_RX)"
about 'and the other' 5 "$(sum softirqs CPU=0 NET_RX)"

# Interrupts come and go and pass to another device; rows change places; a count touches its label.
afresh
put proc/stat <<<'cpu0 1000 0 1000 5000 500 0 0 0 0 0'
put proc/interrupts <<'END'
           CPU0
 30:       1000  PCI-MSI 1-edge  eth0
 31:       1000  PCI-MSI 2-edge  eth1
IPI0:2768808080  Rescheduling interrupts
END
task 77 100 5000 1000
task 78 100 5000 1000
start
# interrupts IPI0 30 31 32: with these counts.
interrupts() {
  put proc/interrupts <<END
           CPU0
IPI0:$1  Rescheduling interrupts
 30:       $2  PCI-MSI 3-edge  nvme0
 31:       $3  PCI-MSI 2-edge  eth1
 32:       $4  PCI-MSI 4-edge  eth2
END
}
interrupts 2768808180 5000 1020 9999
step
for i in 3 4 5 6 7; do
  interrupts "27688082${i}0" "5${i}00" "10${i}0" "99${i}0"
  step
done
# The system's files tell whether a dump has changed: one does so, before and after the task's.
interrupts 2768808271 5700 1070 9970
task 77 200 5000 1500
interrupts 2768808272 5700 1070 9970
step
# The same number, another task.
interrupts 2768808273 5700 1070 9970
task 78 300 6000 9000
interrupts 2768808274 5700 1070 9970
step
unwatch
same 'the rows of interrupts, sorted' '30 31 32 IPI0' \
  "$(tabulate 'pane == "interrupts" { print cell("IRQ") }' "$scratch/text" | sort -u | xargs)"
about 'an interrupt that passed to another device' 700 "$(sum interrupts IRQ=30 /s)"
about 'one that changed its place' 70 "$(sum interrupts IRQ=31 /s)"
about 'one whose count touches its label' 194 "$(sum interrupts IRQ=IPI0 /s)"
none 'no rate is a spike' "$(measured '
  pane == "interrupts" && cell("IRQ") ~ /^3[012]$/ && cell("/s") * seconds > 900')"
about 'a task that switched' 500 "$(sum tasks PID=77 cswch/s)"
same 'another with its number has no rate yet' '0 0' \
  "$(sum tasks PID=78 cswch/s) $(sum tasks PID=78 %usr)"
end
