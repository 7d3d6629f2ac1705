#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# Metrics for Prometheus, of the live machine: in its own checker's eyes, beside the kernel's counters, and
# as a file that others read while it is written.
. "$(dirname "$0")/lib.sh"
need timeout promtool

# lint NAME: what promtool has to say of the page in $scratch/NAME, or that it ends too early.
lint() {
  promtool check metrics <"$scratch/$1" 2>&1
  [ "$(tail -n 1 "$scratch/$1")" = '# EOF' ] || echo "$1 does not end with # EOF"
}

# take WHEN: counters as they are now, as lines "WHEN SERIES COUNT".
take() {
  cat /proc/stat /proc/softirqs /proc/interrupts | awk -v when="$1" '
    function say(series, count) {
      printf "%s overtop_%s %.2f\n", when, series, count
    }
    $1 == "ctxt" { say("context_switches_total", $2) }
    $1 == "intr" { say("interrupts_total", $2) }
    $1 == "processes" { say("forks_total", $2) }
    /^ +CPU[0-9]/ {
      n_files++
      n_cpus = NF
      for (i = 1; i <= NF; i++)
        cpu[i + 1] = substr($i, 4)
      next
    }
    { sub(":", "", $1) }
    n_files == 1 {
      for (i = 2; i <= n_cpus + 1; i++)
        say("softirqs_total{type=\"" $1 "\",cpu=\"" cpu[i] "\"}", $i)
    }
    n_files == 2 && $1 ~ /^(LOC|RES|CAL|TLB)$/ {
      total = 0
      for (i = 2; i <= n_cpus + 1; i++)
        total += $i
      say("irqs_total{irq=\"" $1 "\"}", total)
    }' >>"$scratch/taken"
}

# Prints each counter of $scratch/page that is not between what was taken before and after.
outside() {
  {
    sed -E 's/(overtop_irqs_total\{irq="[A-Z]+"),name=.*\}/\1}/; /^#/d; s/^/page /' "$scratch/page"
    cat "$scratch/taken"
  } | awk '
    { count[$1, $2] = $3 }
    $1 == "before" && $3 > 0 { wanted[$2] }
    END {
      for (series in wanted) {
        n++
        if (!(("page", series) in count))
          missing = missing " " series
        else if (count["page", series] < count["before", series] ||
                 count["page", series] > count["after", series])
          print series ": " count["page", series] " is not in " count["before", series] \
            " .. " count["after", series]
        else
          n_right++
      }
      # Softirqs are counted of CPUs that are not there, too.
      if (n_right < 8 || missing ~ /switches|forks|irq="/)
        print "only " n_right + 0 " of " n " are right; missing:" missing
    }'
}

take before
timeout "$patience" "$overtop" --openmetrics -n 1 -d 0.5 >"$scratch/page" 2>"$scratch/errors"
same 'overtop --openmetrics ends well' 0 $?
take after
same 'it has no complaints' '' "$(<"$scratch/errors")"
none 'promtool finds nothing in a page' "$(lint page)"
none 'counters are those of the kernel' "$(outside)"
same 'the last interval was measured' 1 "$(awk '
  $1 == "overtop_interval_seconds" { n += $2 >= 0.45 && $2 < 60 }
  END { print n + 0 }' "$scratch/page")"

# A file that is replaced ten times a second.
file=$scratch/overtop.prom
umask 022
"$overtop" --openmetrics="$file" -d 0.1 >"$scratch/writer" 2>&1 &
writer=$!
await test -e "$file" || fail 'the file appears'

# Reads it until it has been replaced ten times, and prints what is wrong with what it read.
read_often() {
  local text seen='' n_seen=0 inode
  while [ "$n_seen" -lt 10 ] && [ "$SECONDS" -lt "$1" ]; do
    text=$(<"$file") || echo 'the file is not there'
    [[ $text == '# HELP overtop_build_info '*'# EOF' ]] || echo "a part of it: ${text:0:60} ..."
    inode=$(stat -c '%i %y' "$file")
    [ "$inode" = "$seen" ] || n_seen=$((n_seen + 1))
    seen=$inode
  done
  [ "$n_seen" -ge 10 ] || echo "it was replaced $n_seen times only"
}
none 'a reader never sees a part' "$(read_often $((SECONDS + patience)))"

timeout "$patience" "$overtop" --openmetrics="$file" -n 1 -d 0.1 >"$scratch/second" 2>&1
same 'a second writer is refused' 1 $?
same 'with one line' 1 "$(wc -l <"$scratch/second")"
check 'that names the file' grep -qF "$file" "$scratch/second"

kill -TERM "$writer"
wait "$writer"
same 'the writer ends well' 0 $?
same 'it has nothing to say' '' "$(<"$scratch/writer")"
none 'promtool finds nothing in the file' "$(lint overtop.prom)"
same 'others may read it' 644 "$(stat -c %a "$file")"
same 'nothing is left beside it' "$file" "$(ls -d "$file"*)"

# Counters go on where the kernel is, also those of the next process; nobody counts the switches of a CPU, or who
# exits, between the two.
cp "$file" "$scratch/before.prom"
timeout "$patience" "$overtop" --openmetrics="$file" -n 1 -d 0.1 >"$scratch/next" 2>&1
same 'the next writer is not refused' 0 $?
none 'no counter has fallen' "$(awk '
  /^#/ { next }
  { series = $0; sub(/ [^ ]*$/, "", series) }
  FNR == NR { before[series] = $NF; next }
  series ~ /^overtop_(cpu_context_switches|exits)_total/ { next }
  series ~ /_total/ && series in before && $NF < before[series] - 0.05 {
    print series ": from " before[series] " to " $NF
  }' "$scratch/before.prom" "$file")"
end
