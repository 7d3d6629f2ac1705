#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# costs.sh
#
# Are the prices right, and is the bill true?  As tables in Markdown.
#
# The experiment: tests/helpers/handover hands the same items over in batches of 1, 4, 16 and 64, between
# two threads and between two processes on one CPU.  What batches save in CPU time, over the switches
# that they save, less the system calls saved with them at what they cost alone (tests/helpers/callcost),
# is what a switch truly costs: the bill's low and high end should have it between them.
#
# The peers: perf bench sched pipe, a plain loop of getpid(), a ring of processes (tests/helpers/ringcost).
#
# All of it is done in turns on one CPU, ROUNDS times over (9), prices first; each round is compared with
# itself, and the figures are medians of rounds.  Build first: make overtop check_PROGRAMS.
#
# Environment: builddir (.), OVERTOP, ROUNDS, CPU (the last one allowed), ITEMS (64000, in each run).
# shellcheck disable=SC2046
builddir=${builddir:-.}
OVERTOP=${OVERTOP:-$builddir/overtop}
ROUNDS=${ROUNDS:-9}
ITEMS=${ITEMS:-64000}
CPU=${CPU:-$(taskset -cp $$ | sed 's/.*[^0-9]//')}
helpers=$builddir/tests/helpers
scratch=$(mktemp -d) || exit 1
trap 'rm -rf "$scratch"' EXIT
trap 'exit 1' INT TERM
export LC_ALL=C XDG_CACHE_HOME="$scratch"

for needed in "$OVERTOP" "$helpers/handover" "$helpers/callcost" "$helpers/ringcost"; do
  [ -x "$needed" ] || { echo "costs.sh: no $needed" >&2; exit 1; }
done

# All values go to one file, a line each: "ROUND NAME VALUE".
put() {
  echo "$round $1 $2" >>"$scratch/values"
}

on_cpu() {
  taskset -c "$CPU" "$@"
}

prices() {
  on_cpu "$OVERTOP" --bench=switch.process,switch.thread,switch.ring.16x64,switch.ring.2x0 >"$scratch/1"
  on_cpu "$OVERTOP" --bench=switch.futex,yield,syscall.getpid,syscall.read0 >"$scratch/2"
  awk -v round="$round" '
    FNR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
    {
      print round, $1, $at["MEDIAN"]
      print round, $1 ".min", $at["MIN"]
      print round, $1 ".disturbed", / disturbed$/ ? 1 : 0
    }' "$scratch/1" "$scratch/2" >>"$scratch/values"
  # What the bill makes of them.
  "$OVERTOP" -b -n 1 --pane bill |
    awk -v round="$round" '
      $1 == "ITEM" { for (i = 1; i <= NF; i++) at[$i] = i }
      $1 == "context_switches" { print round, "low", $at["lo.ns"]; print round, "high", $at["hi.ns"] }
      ' >>"$scratch/values"
  for call in getpid futex socket pipe; do
    set -- $(on_cpu "$helpers/callcost" "$call")
    put "$call" "$1"
    put "$call.min" "$2"
  done
}

peers() {
  set -- $(on_cpu "$helpers/ringcost" 2 0)
  put ring.2x0 "$1"
  put ring.2x0.min "$2"
  # As overtop's: a member that wakes the next one runs on until it waits, or there are more switches.
  set -- $(on_cpu chrt --batch 0 "$helpers/ringcost" 16 64)
  put ring.16x64 "$1"
  put ring.16x64.min "$2"
  # It tells one mean of the time that passed: short ones, some of which nobody disturbed.
  for how in '' -T; do
    for _ in 1 2 3 4 5; do
      # shellcheck disable=SC2086
      on_cpu perf bench sched pipe $how -l 20000 2>/dev/null
    done | awk '/usecs\/op/ { print 1000 * $1 }' | sort -n >"$scratch/runs"
    [ -s "$scratch/runs" ] || continue
    put "perf$how" "$(sed -n 3p "$scratch/runs")"
    put "perf$how.min" "$(sed -n 1p "$scratch/runs")"
  done
}

experiment() {
  for batch in 1 4 16 64; do
    for kind in threads processes; do
      set -- $(on_cpu "$helpers/handover" "$kind" "$batch" "$ITEMS")
      put "$kind.$batch.cpu" "$2"
      put "$kind.$batch.voluntary" "$3"
      put "$kind.$batch.involuntary" "$4"
      put "$kind.$batch.calls" "$5"
    done
  done
}

# "STOLEN ALL", in ticks since boot.
ticks() {
  awk -v name="cpu$CPU" '$1 == name { print $9, $2 + $3 + $4 + $5 + $6 + $7 + $8 + $9 }' /proc/stat
}

echo "Linux $(uname -r), $(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -n 1), CPU $CPU of $(nproc --all)," \
  "$(date -u '+%Y-%m-%d %H:%M') UTC; medians of $ROUNDS rounds of $ITEMS items."
before="$(cut -d' ' -f1 /proc/loadavg) $(ticks)"
round=0
while [ "$round" -lt "$ROUNDS" ]; do
  round=$((round + 1))
  prices
  experiment
  peers
done
echo "$before $(cut -d' ' -f1 /proc/loadavg) $(ticks)" |
  awk '{ printf "Load %s before, %s after; %.1f %% of the CPU stolen meanwhile.\n", $1, $4,
    ($6 > $3 ? 100 * ($5 - $2) / ($6 - $3) : 0) }'

awk -v items="$ITEMS" -v rounds="$ROUNDS" '
  { value[$1, $2] = $3 }

  function get(round, name) { return (round, name) in value ? value[round, name] : "-" }

  # Fills sorted[] with the values of that name; their number.
  function sort_values(name,    r, i, n, v) {
    n = 0
    for (r = 1; r <= rounds; r++) {
      v = get(r, name)
      if (v == "-")
        continue
      for (i = ++n; i > 1 && sorted[i - 1] > v + 0; i--)
        sorted[i] = sorted[i - 1]
      sorted[i] = v + 0
    }
    return n
  }
  function median(name,    n) {
    n = sort_values(name)
    return n ? n % 2 ? sorted[(n + 1) / 2] : (sorted[n / 2] + sorted[n / 2 + 1]) / 2 : "-"
  }
  # Of the middle rounds: without the lowest and the highest fifth.
  function range(name, format,    n, cut) {
    n = sort_values(name)
    cut = int(n / 5)
    return n ? sprintf(format ".." format, sorted[1 + cut], sorted[n - cut]) : "-"
  }
  # In percent of the median, without as many of the lowest and of the highest.
  function spread(name, share,    n, cut) {
    n = sort_values(name)
    cut = int(n * share)
    return n && median(name) ? 100 * (sorted[n - cut] - sorted[1 + cut]) / median(name) : 0
  }
  function number(format, v) { return v == "-" ? v : sprintf(format, v) }

  function switches(r, run) { return get(r, run ".voluntary") + get(r, run ".involuntary") }

  function derive(r, kind, batch, call,    one, many, saved, all, calls) {
    one = kind ".1"
    many = kind "." batch
    saved = switches(r, one) - switches(r, many)
    all = (get(r, one ".cpu") - get(r, many ".cpu")) / saved
    calls = (get(r, one ".calls") - get(r, many ".calls")) / saved
    value[r, many ".saved"] = all
    value[r, many ".per"] = calls
    value[r, many ".true"] = all - calls * get(r, call)
    value[r, many ".read0"] = all - calls * get(r, "syscall.read0")
    if (get(r, "low") == "-" || get(r, "high") == "-")
      return
    value[r, many ".inside"] = get(r, "low") <= value[r, many ".true"] && value[r, many ".true"] <= get(r, "high")
    value[r, many ".ratio"] = get(r, "low") / value[r, many ".true"]
  }

  function peer(r, name, ours, theirs) {
    if (ours != "-" && theirs != "-" && theirs)
      value[r, "ratio " name] = ours / theirs
    value[r, "ours " name] = ours
    value[r, "theirs " name] = theirs
  }
  # There and back.
  function trip(r, key, sort) {
    return get(r, key sort) == "-" ? "-" : 2 * (get(r, key sort) + 2 * get(r, "pipe" sort))
  }
  # Of two sorts: medians, and ".min", the quickest batches or runs.
  function peers(r, sort) {
    peer(r, "getpid" sort, get(r, "syscall.getpid" sort), get(r, "getpid" sort))
    peer(r, "ring" sort, get(r, "switch.process" sort), get(r, "ring.2x0" sort))
    peer(r, "16x64" sort, get(r, "switch.ring.16x64" sort), get(r, "ring.16x64" sort))
    peer(r, "perf" sort, trip(r, "switch.process", sort), get(r, "perf" sort))
    peer(r, "perf -T" sort, trip(r, "switch.thread", sort), get(r, "perf-T" sort))
  }
  function least(name) { return sort_values(name) ? sorted[1] : "-" }
  function verdict(ratio, most) {
    return ratio == "-" ? "-" : sprintf(ratio > 1 + most || ratio < 1 - most ? "**%.2f**" : "%.2f", ratio)
  }
  function print_peer(title, name, most,    ours, theirs) {
    ours = least("ours " name ".min")
    theirs = least("theirs " name ".min")
    printf "| %s | %s | %s | %s | %s | %s | %s | %s |\n", title, number("%.0f", median("ours " name)),
      number("%.0f", median("theirs " name)), verdict(median("ratio " name), most),
      range("ratio " name, "%.2f"), number("%.0f", ours), number("%.0f", theirs),
      verdict(theirs == "-" || ours == "-" ? "-" : ours / theirs, most)
  }
  function sum(name,    r, total) {
    for (r = 1; r <= rounds; r++)
      total += value[r, name]
    return total + 0
  }
  function print_price(key) {
    printf "| %s | %.0f | %.0f | %.1f %% | %.1f %% | %.1f %% | %d |\n", key, median(key),
      median(key ".min"), spread(key, 0), spread(key, 0.2), spread(key ".min", 0), sum(key ".disturbed")
  }

  END {
    n_kinds = split("threads processes", kinds)
    split("futex socket", calls)
    n_batches = split("1 4 16 64", batches)
    for (r = 1; r <= rounds; r++) {
      for (k = 1; k <= n_kinds; k++)
        for (b = 2; b <= n_batches; b++)
          derive(r, kinds[k], batches[b], calls[k])
      peers(r, "")
      peers(r, ".min")
    }

    print "\n| what | batch | CPU ms | switches | of them involuntary | system calls |"
    print "|---|---|---|---|---|---|"
    for (k = 1; k <= n_kinds; k++)
      for (b = 1; b <= n_batches; b++) {
        run = kinds[k] "." batches[b]
        printf "| %s | %s | %.1f | %.0f | %.0f | %.0f |\n", kinds[k], batches[b],
          median(run ".cpu") / 1e6, median(run ".voluntary") + median(run ".involuntary"),
          median(run ".involuntary"), median(run ".calls")
      }

    low = median("low")
    high = median("high")
    printf "\nThe bill: %.0f..%.0f ns a switch.  A call alone: futex %.0f, socket %.0f, syscall.read0 %.0f ns.\n\n",
      low, high, median("futex"), median("socket"), median("syscall.read0")
    print "| what | batch 1 against | saved a switch, ns | calls a switch | **true cost, ns** | middle rounds | with read0 instead | inside low..high | rounds inside | low ÷ true |"
    print "|---|---|---|---|---|---|---|---|---|---|"
    for (k = 1; k <= n_kinds; k++)
      for (b = 2; b <= n_batches; b++) {
        run = kinds[k] "." batches[b]
        cost = median(run ".true")
        printf "| %s | %s | %.0f | %.2f | **%.0f** | %s | %.0f | %s | %d of %d | %s |\n", kinds[k],
          batches[b], median(run ".saved"), median(run ".per"), cost, range(run ".true", "%.0f"),
          median(run ".read0"), (low <= cost && cost <= high ? "yes" : "**no**"), sum(run ".inside"),
          rounds, number("%.2f", median(run ".ratio"))
      }

    print "\n| price | median, ns | min, ns | spread of medians | of the middle rounds | spread of minima | rounds disturbed |"
    print "|---|---|---|---|---|---|---|"
    n = split("switch.process switch.thread switch.futex yield switch.ring.2x0 switch.ring.16x64 syscall.getpid syscall.read0", keys)
    for (i = 1; i <= n; i++)
      print_price(keys[i])

    print "\n| peer | overtop, ns | peer, ns | ratio | middle rounds | least of all: overtop | peer | ratio |"
    print "|---|---|---|---|---|---|---|---|"
    print_peer("perf bench sched pipe: 2 × (switch.process + pipe)", "perf", 0.2)
    print_peer("the same with -T: 2 × (switch.thread + pipe)", "perf -T", 0.2)
    print_peer("ring of 2 processes: switch.process", "ring", 0.2)
    print_peer("ring of 16 × 64 KiB: switch.ring.16x64", "16x64", 0.2)
    print_peer("loop of getpid(): syscall.getpid", "getpid", 0.05)
    print "\nBold: not within 20 %, of getpid 5 %."
  }' "$scratch/values"
