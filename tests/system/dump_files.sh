#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# Dumps of machines, made by hand in the shapes that real kernels print: --root shows what is in
# them and nothing of the machine this runs on.
. "$(dirname "$0")/dump.sh"

# CPUs that are not numbered one after the other.
afresh
put proc/stat <<'END'
cpu  700 100 400 3100 300 200 100 100 50 50
cpu0 100 0 100 800 0 0 0 0 0 0
cpu1 100 0 100 700 100 0 0 0 0 0
cpu8 200 0 100 600 100 0 0 0 0 0
cpu9 100 100 0 700 0 0 0 100 50 50
cpu96 200 0 100 300 100 200 100 0 0 0
intr 5000 1 2
ctxt 20000
btime 1000000000
processes 300
procs_running 3
procs_blocked 1
softirq 4000 0 1000
END
put proc/interrupts <<'END'
           CPU0       CPU1       CPU8       CPU9       CPU96
  0:         10          0          0          0          0  IO-APIC    2-edge      timer
 30:          0          0          0        100        900  PCI-MSI 524288-edge      eth0-rx 0
NMI:          1          2          3          4          5  Non-maskable interrupts
LOC: 4294967295 4294967295 4294967295 4294967295 4294967295  Local timer interrupts
ERR:          7
END
{
  printf '                   '
  printf ' CPU%-7d' $(seq 0 127)
  printf '\n     NET_RX:'
  for i in $(seq 0 127); do
    case $i in
      96) printf ' %10d' 3000 ;;
      9) printf ' %10d' 1000 ;;
      2 | 127) printf ' %10d' 77777 ;;
      *) printf ' %10d' 0 ;;
    esac
  done
  printf '\n'
} | put proc/softirqs
put proc/irq/30/smp_affinity_list <<<'9,96'
put proc/irq/30/effective_affinity_list <<<'96'
put proc/irq/30/node <<<'1'

shows 'CPUs with gaps: shares' cpus \
  'CPU us ni sy id wa hi si st ?? gu gn cs/s in/s sirq/s busy
all 13.00 1.00 8.00 62.00 6.00 4.00 2.00 2.00 - 1.00 1.00 20.00 21474837.50 4.00 32.00
0 10.00 0.00 10.00 80.00 0.00 0.00 0.00 0.00 - 0.00 0.00 - 4294967.31 0.00 20.00
1 10.00 0.00 10.00 70.00 10.00 0.00 0.00 0.00 - 0.00 0.00 - 4294967.30 0.00 20.00
8 20.00 0.00 10.00 60.00 10.00 0.00 0.00 0.00 - 0.00 0.00 - 4294967.30 0.00 30.00
9 5.00 5.00 0.00 70.00 0.00 0.00 0.00 10.00 - 5.00 5.00 - 4294967.40 1.00 30.00
96 20.00 0.00 10.00 30.00 10.00 20.00 10.00 0.00 - 0.00 0.00 - 4294968.20 3.00 60.00'
shows 'CPUs with gaps: softirqs, 128 of which are possible' softirqs \
  'CPU NET_RX
all 4.00
0 0.00
1 0.00
8 0.00
9 1.00
96 3.00'
shows 'CPUs with gaps: interrupts, whose sums pass 32 bits' interrupts \
  'IRQ total /s on hottest share asked effective pin queue RPS node chip NAME
LOC 21474836475 21474836.48 0-1,8-9,96 0 20.00 - - - - - - - Local timer interrupts
30 1000 1.00 9,96 96 90.00 9,96 96 - eth0 - 1 PCI-MSI_524288-edge eth0-rx 0
NMI 15 0.01 0-1,8-9,96 96 33.33 - - - - - - - Non-maskable interrupts
0 10 0.01 0 0 100.00 - - - - - - IO-APIC_2-edge timer
ERR 7 0.01 - - - - - - - - - - -'
shares='13.00 1.00 8.00 62.00 6.00 4.00 2.00 2.00 -'
shows 'CPUs with gaps: totals' dashboard \
  "r b cs/s in/s fork/s sirq/s load1 us ni sy id wa hi si st ?? busiest softirq irq task
2 1 20.00 5.00 0.30 4.00 - $shares cpu96:60.00 NET_RX:cpu96:75.00 30:eth0-rx_0:1.00 -"

# What a dump lacks is unknown: nothing of this machine takes its place.
shows 'nothing shines through: tasks' tasks \
  'PID TID USER S CPU %usr %sys %wait %CPU %chld %tot cswch/s nvcswch/s cs/s #TH PRI NI TIME+ COMMAND'
shows 'nothing shines through: memory' history \
  'TIME r b swpd free buff cache si so bi bo in cs fork us sy id wa st ??
boot 2 1 - - - - - - - - 5.00 20.00 0.30 14.00 14.00 62.00 6.00 2.00 -'
shows 'nothing shines through: topology' topology \
  'CPU STATE SOCKET DIE CORE NODE SMT SIBLINGS L1d L1i L2 L3 CAPACITY'
rm "$dump/proc/uptime" "$dump/proc/interrupts" "$dump/proc/softirqs"
shows 'nothing shines through: uptime, softirqs' dashboard,softirqs \
  "r b cs/s in/s fork/s sirq/s load1 us ni sy id wa hi si st ?? busiest softirq irq task
2 1 - - - - - $shares cpu96:60.00 - - -
CPU"
rm -r "$dump/proc"
mkdir -p "$dump/sys"
shows 'a dump without proc' cpus,interrupts,tasks \
  'CPU us ni sy id wa hi si st ?? gu gn cs/s in/s sirq/s busy
all - - - - - - - - - - - - - - -
IRQ total /s on hottest share asked effective pin queue RPS node chip NAME
PID TID USER S CPU %usr %sys %wait %CPU %chld %tot cswch/s nvcswch/s cs/s #TH PRI NI TIME+ COMMAND'

# Old kernels: seven fields, no steal, no guests; two machines' files one after the other.
afresh
put proc/stat <<'END'
cpu  400 0 200 1200 100 50 50
cpu0 200 0 100 600 50 25 25
cpu1 200 0 100 600 50 25 25
intr 1000
ctxt 1000
cpu  1 1 1 1 1 1 1
cpu0 1 1 1 1 1 1 1
END
shows 'seven fields' cpus \
  'CPU us ni sy id wa hi si st ?? gu gn cs/s in/s sirq/s busy
all 20.00 0.00 10.00 60.00 5.00 2.50 2.50 - - - - 1.00 - - 35.00
0 20.00 0.00 10.00 60.00 5.00 2.50 2.50 - - - - - - - 35.00
1 20.00 0.00 10.00 60.00 5.00 2.50 2.50 - - - - - - - 35.00'

# ARM: rows without a count, with more counts than CPUs, with a count that touches the label.
afresh
put proc/stat <<<'cpu0 100 0 100 800 0 0 0 0 0 0'
put proc/interrupts <<'END'
           CPU0
 29:       1000       GIC  29 Level     arch_timer
 52:          0  12000000.gpio   7 Edge
FIQ:              usb_fiq
IPI0:2768808080          6         7         8       Rescheduling interrupts
IPI1:       500       4         4         4       Function call interrupts
Err:          0
END
shows 'ARM' interrupts \
  'IRQ total /s on hottest share asked effective pin queue RPS node chip NAME
IPI0 2768808080 2768808.08 0 0 100.00 - - - - - - - Rescheduling interrupts
29 1000 1.00 0 0 100.00 - - - - - - GIC_29_Level arch_timer
IPI1 500 0.50 0 0 100.00 - - - - - - - Function call interrupts
52 0 0.00 - - - - - - - - - 12000000.gpio_7_Edge -
Err 0 0.00 - - - - - - - - - - -
FIQ - - - - - - - - - - - - usb_fiq'

# A container's stat: blank lines, no totals but ctxt, and an intr line of many kilobytes.
afresh
{
  printf 'cpu  1 1 1 1\n\ncpu0 100 0 100 800\n\nintr 5000%s\n' "$(printf ' 0%.0s' {1..60000})"
  printf '\nctxt 20000\n'
} | put proc/stat
shows 'blank lines and a long one' dashboard \
  'r b cs/s in/s fork/s sirq/s load1 us ni sy id wa hi si st ?? busiest softirq irq task
- - 20.00 5.00 - - - 10.00 0.00 10.00 80.00 - - - - - cpu0:20.00 - - -'

# No limit of CPUs, interrupts, or bytes in a line.
afresh
awk 'BEGIN {
  for (cpu = 0; cpu < 1152; cpu++)
    print "cpu" cpu, 100 + cpu, 0, 0, 900 - int(cpu / 2), 0, 0, 0, 0, 0, 0
}' | put proc/stat
awk 'BEGIN {
  for (cpu = 0; cpu < 1152; cpu++)
    printf " CPU%d", cpu
  for (irq = 1; irq <= 1700; irq += irq < 1500 ? 10 : 1) {
    printf "\n%d:", irq
    for (cpu = 0; cpu < 1152; cpu++)
      printf " %d", cpu == 1151 ? irq : 0
    printf " PCI-MSI %d-edge dev%d", irq, irq
  }
  print ""
}' | put proc/interrupts
show --root "$dump" --pane cpus,interrupts
same 'the last of 1152 CPUs' '1151 79.38' "$(tabulate '
  pane == "cpus" { last = cell("CPU") " " cell("us") }
  END { print last }' <<<"$text")"
same '350 interrupts, the last of which is 1700' '350 1700 1700 1151 dev1700' "$(tabulate '
  pane == "interrupts" { n++ }
  pane == "interrupts" && cell("IRQ") == 1700 {
    last = cell("IRQ") " " cell("total") " " cell("on") " " cell("NAME")
  }
  END { print n, last }' <<<"$text")"
end
