#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# How CPUs spend their time: against the ticks of /proc/stat, read just outside and just inside of
# overtop's intervals, and where these see too little, against what a load says that it used.
. "$(dirname "$0")/lib.sh"
need timeout nice
need_helper hogs blindload nothing

hz=$(getconf CLK_TCK)

# take WHEN: lines "WHEN CPU us ni sy id wa hi si st gu gn".
take() {
  sed -n "s/^cpu\\([0-9]\\)/$1 \\1/p" /proc/stat >>"$scratch/taken"
}

begin hog "$helpers/hogs" 1 "$(first_cpu)"
hog=$begun
begin nice_hog nice -n 10 "$helpers/hogs" 1 "$(last_cpu)"
nice_hog=$begun

take outer_begin
watch -d 0.5 --pane cpus
blocks 1
take inner_begin
blocks 8
take inner_end
later_samples 1 1
unwatch
take outer_end
kill -KILL "$hog" "$nice_hog"
wait "$hog" "$nice_hog" 2>/dev/null

# check_sums TEXT: shares are shares of the whole.
check_sums() {
  none "$1: the shares of a row sum to 100, those of busy too" "$(tabulate '
    function say(what, value) {
      if (value < 99.9 || value > 100.1)
        print what " " value ": " $0
    }
    {
      for (title in at)
        if (title !~ /^(CPU|cs.s|in.s|sirq.s|\?\?)$/ && (cell(title) < 0 || cell(title) > 100))
          print title " of: " $0
      say("sum", cell("us") + cell("ni") + cell("sy") + cell("id") + cell("wa") + cell("hi") + \
        cell("si") + cell("st") + cell("??") + cell("gu") + cell("gn"))
      say("busy", cell("busy") + cell("id") + cell("wa"))
    }' "$scratch/text")"
}
check_sums 'a busy machine'

# idle and iowait are exact; the others are, where nothing escaped the tick.  Shares are of what the
# fields sum to, which may differ from the seconds by 3%.
none 'ticks of each CPU lie between those of /proc/stat' "$(tabulate -v hz="$hz" '
  is_since_boot || cell("CPU") == "all" { next }
  {
    line = ""
    n = split("us ni sy id wa hi si st gu gn", title, " ")
    for (i = 1; i <= n; i++)
      seen[cell("CPU"), i] += cell(title[i]) / 100 * seconds * hz
    unseen[cell("CPU")] += cell("??")
  }
  END {
    for (key in seen) {
      split(key, part, SUBSEP)
      print "seen", part[1], part[2], seen[key], unseen[part[1]]
    }
  }' "$scratch/text" | awk '
  $1 == "seen" {
    i = $3 + 2
    least = (ticks["inner_end", $2, i] - ticks["inner_begin", $2, i]) * 0.97 - 2
    most = (ticks["outer_end", $2, i] - ticks["outer_begin", $2, i]) * 1.03 + 2
    is_exact = $3 == 4 || $3 == 5
    if ((is_exact || $5 == 0) && ($4 < least || $4 > most))
      print "field " $3 " of CPU " $2 ": " $4 " is not in " least " .. " most
    n++
    next
  }
  {
    # user and nice time have that of guests in them.
    $3 -= $11
    $4 -= $12
    for (i = 3; i <= NF; i++)
      ticks[$1, $2, i] = $i
    n_cpus += $1 == "outer_end"
  }
  END { if (n != n_cpus * 10) print n " values of " n_cpus " CPUs" }
  ' "$scratch/taken" -)"

none 'all is the mean of the CPUs' "$(tabulate '
  cell("CPU") == "all" { judge() }
  function judge() {
    if (n && (sum / n - all > 0.6 || all - sum / n > 0.6))
      print "all is " all ", the mean is " sum / n
    all = cell("id")
    sum = n = 0
  }
  cell("CPU") != "all" { sum += cell("id"); n++ }
  END { judge() }' "$scratch/text")"

# look: how busy the machine is, over a second: $busy, in percent of one CPU.
n_cpus=$(getconf _NPROCESSORS_ONLN)
look() {
  show -n 2 -d 0.5 --pane cpus
  busy=$(tabulate -v n_cpus="$n_cpus" '
    !is_since_boot && cell("CPU") == "all" { busy += cell("busy") }
    END { printf "%.0f\n", busy / 2 * n_cpus }' <<<"$text")
}

# Two loads that timers start, at such a rate that the tick hardly sees them: what they say by
# rusage, with what else ran, is what busy must be.  $difference is in percent of one CPU.
load_blindly() {
  : >"$scratch/load1" >"$scratch/load2"
  "$helpers/blindload" 4 500 >"$scratch/load1" &
  "$helpers/blindload" 4 500 >"$scratch/load2" &
  watch -d 1 --pane cpus
  blocks 4
  await has_lines "$scratch/load1" 1 && await has_lines "$scratch/load2" 1
  unwatch
  check_sums 'a load that the tick does not see'
  tabulate -v n_cpus="$n_cpus" '
    cell("CPU") == "all" && block >= 1 && block <= 3 {
      print "busy", cell("busy") * n_cpus, cell("??") * n_cpus
    }' "$scratch/text" | awk -v other="$busy" '
    FILENAME != "-" { truth += $6 }
    $1 == "busy" { busy += $2 / 3; unseen += $3 / 3 }
    END {
      printf "by rusage %.1f%% of a CPU, others %d%%, busy %.1f%%, of which ?? %.1f%%\n",
        truth, other, busy, unseen
      printf "%.0f\n", busy - truth - other >"'"$scratch/difference"'"
    }' "$scratch/load1" "$scratch/load2" -
  difference=$(<"$scratch/difference")
}

for ((try = 1; try <= 3; try++)); do
  look
  if [ "$busy" -gt 10 ]; then
    leave_out "what the tick does not see: other things use $busy% of a CPU"
    break
  fi
  load_blindly
  [ "${difference#-}" -le $((5 * n_cpus)) ] && break
  # Or something else began meanwhile, and may be seen to go on.
  [ "$try" -eq 3 ] && look && [ "$busy" -le 10 ] &&
    fail "busy is what the load says: $difference points off"
done
end
