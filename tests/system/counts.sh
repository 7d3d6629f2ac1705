#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# Totals of the kernel's counters: what overtop saw in its intervals lies between what the files say
# that were read just outside and just inside of them.
. "$(dirname "$0")/lib.sh"
need timeout
need_helper switcher

# take WHEN: all counters as they are now, as lines "WHEN KEY COUNT".
take() {
  cat /proc/uptime /proc/stat /proc/softirqs /proc/interrupts >"$scratch/raw"
  awk -v when="$1" '
    function say(key, count) {
      printf "%s %s %.0f\n", when, key, count
    }
    FNR == 1 { print when, "uptime", $1 }
    $1 ~ /^(ctxt|intr|processes|softirq)$/ { say("stat/" $1, $2) }
    /^ +CPU[0-9]/ {
      n_files++
      n_cpus = NF
      for (i = 1; i <= NF; i++)
        cpu[i + 1] = substr($i, 4)
      next
    }
    n_files == 1 {
      sub(":", "", $1)
      for (i = 2; i <= n_cpus + 1; i++) {
        say("softirq/" cpu[i] "/" $1, $i)
        all[$1] += $i
      }
    }
    n_files == 2 {
      sub(":", "", $1)
      total = 0
      for (i = 2; i <= n_cpus + 1 && $i ~ /^[0-9]+$/; i++) {
        total += $i
        # What is in CAL and in NMI, too.
        if ((n_cpus == 1 || $3 ~ /^[0-9]+$/) && $1 !~ /^(TLB|PMI)$/)
          on[cpu[i]] += $i
      }
      say("irq/" $1, total)
    }
    END {
      for (type in all)
        say("softirq/all/" type, all[type])
      for (i in on)
        say("in/" i, on[i])
    }' "$scratch/raw" >>"$scratch/taken"
}

# Something to be counted: timers, forks, pages that are unmapped.
begin switcher "$helpers/switcher" 0 4 200
(while :; do /bin/true; done) &

take outer_begin
watch -d 0.1 --pane dashboard,softirqs,interrupts,cpus
blocks 4
take inner_begin
blocks $((4 * 40))
take inner_end
later_samples 1 4
unwatch
take outer_end

tabulate '
  function see(key, title) {
    seen[key] += cell(title) * seconds
  }
  is_since_boot && pane == "dashboard" { print "boot", "stat/ctxt", cell("cs/s") }
  is_since_boot && pane == "interrupts" { print "boot", "irq/" cell("IRQ"), cell("/s") }
  pane == "interrupts" { total["irq/" cell("IRQ")] = cell("total") }
  is_since_boot { next }
  pane == "dashboard" {
    see("stat/ctxt", "cs/s")
    see("stat/intr", "in/s")
    see("stat/processes", "fork/s")
    see("stat/softirq", "sirq/s")
  }
  pane == "softirqs" {
    for (type in at)
      if (type != "CPU")
        see("softirq/" cell("CPU") "/" type, type)
  }
  pane == "interrupts" { see("irq/" cell("IRQ"), "/s") }
  pane == "cpus" && cell("CPU") != "all" { see("in/" cell("CPU"), "in/s") }
  END {
    for (key in seen)
      printf "seen %s %.2f\n", key, seen[key]
    for (key in total)
      print "total", key, total[key]
  }' "$scratch/text" >>"$scratch/taken"

# compare PROGRAM: awk, at whose end count[WHEN, KEY] is all of it.
compare() {
  awk "{ count[\$1, \$2] = \$3; keys[\$2] } $1" "$scratch/taken"
}

# It may be 2% off: rates have two decimals, seconds three, and each file has its own moment.
# Softirqs have a column for each CPU that is possible, rows for those that are there.
none 'what was counted' "$(compare '
  END {
    for (key in keys) {
      least = (count["inner_end", key] - count["inner_begin", key]) * 0.98 - 10
      most = (count["outer_end", key] - count["outer_begin", key]) * 1.02 + 10
      if (key == "uptime")
        continue
      if (!(("outer_end", key) in count))
        print key " is invented"
      else if (("seen", key) in count)
        n_seen += seen_well(key)
      else if (key !~ /^softirq/ || count["outer_end", key])
        print key " is not shown"
    }
    if (n_seen < 20)
      print "only " n_seen " counters are shown"
  }
  function seen_well(key) {
    if (count["seen", key] < least || count["seen", key] > most)
      print key ": " count["seen", key] " is not in " least " .. " most
    return 1
  }')"
none 'totals of interrupts' "$(compare '
  $1 == "total" && ($3 < count["inner_end", $2] || $3 > count["outer_end", $2]) {
    print $2 ": " $3 " is not in " count["inner_end", $2] " .. " count["outer_end", $2]
  }
  $1 == "total" { n++ }
  END { if (!n) print "there are none" }')"
none 'rates since boot' "$(compare '
  $1 == "boot" {
    least = count["outer_begin", $2] / count["inner_begin", "uptime"] - 0.01
    most = count["inner_begin", $2] / count["outer_begin", "uptime"] + 0.01
    if ($3 < least || $3 > most)
      print $2 ": " $3 " is not in " least " .. " most
    n++
  }
  END { if (!n) print "there are none" }')"
compare '
  $2 ~ /^(stat.(ctxt|intr|processes)|irq.LOC|softirq.all.(TIMER|SCHED))$/ { shown[$2] }
  END {
    for (key in shown)
      printf "%s: %d in %d .. %d\n", key, count["seen", key],
        count["inner_end", key] - count["inner_begin", key],
        count["outer_end", key] - count["outer_begin", key]
  }'
end
