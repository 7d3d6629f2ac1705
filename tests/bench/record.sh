#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# record.sh [THREADS...]
#
# What recording costs, as a table in Markdown.  For each number of THREADS (1000 10000) that many sleeping
# threads in processes of 10 are started, of which 1 % run; then overtop -b runs with and without a recording,
# in turns, ROUNDS times over (5).  A run of 5 intervals is taken off one of 65, so that what is read and
# written once, at the beginning, does not count; the figures are medians.  CPU is user and system time of
# the process, size is what 60 intervals of a second take, times 60.  Build first: make overtop check_PROGRAMS.
#
# Environment: builddir (.), OVERTOP, ROUNDS, DELAY (0.2 seconds between the intervals whose CPU is taken).
builddir=${builddir:-.}
OVERTOP=${OVERTOP:-$builddir/overtop}
ROUNDS=${ROUNDS:-5}
DELAY=${DELAY:-0.2}
scratch=$(mktemp -d) || exit 1
load=

finish() {
  [ -n "$load" ] && kill "$load" && wait "$load"
  rm -rf "$scratch"
}
trap finish EXIT
trap 'exit 1' INT TERM

for needed in "$OVERTOP" "$builddir/tests/helpers/sleepers"; do
  [ -x "$needed" ] || { echo "record.sh: no $needed" >&2; exit 1; }
done
export LC_ALL=C.UTF-8
TIMEFORMAT='%U %S'

# run INTERVALS DELAY [NAME]: prints seconds of CPU; NAME is recorded to.
run() {
  local record=()
  [ -n "${3-}" ] && record=(--record "$scratch/$3")
  rm -f "$scratch"/recording*
  { time "$OVERTOP" -b -H --pane tasks -n "$1" -d "$2" "${record[@]}" >/dev/null; } 2>&1 |
    awk '{ print $1 + $2 }'
}

median() {
  sort -n | awk '{ v[NR] = $1 } END { print v[int((NR + 1) / 2)] }'
}

# Milliseconds of CPU per interval, one round.
cost() {
  awk -v long="$(run 65 "$DELAY" "$1")" -v short="$(run 5 "$DELAY" "$1")" \
    'BEGIN { printf "%.2f\n", (long - short) / 60 * 1000 }'
}

size() {
  run 60 1 "$1" >/dev/null
  awk -v bytes="$(stat -c %s "$scratch/$1")" 'BEGIN { printf "%.1f MB", bytes * 60 / 1e6 }'
}

echo '| threads | recorded to | CPU per interval | of none | an hour |'
echo '|---|---|---|---|---|'
for threads in "${@:-1000 10000}"; do
  for n in $threads; do
    "$builddir/tests/helpers/sleepers" $((n / 10)) 10 $((n / 100)) >"$scratch/ready.$n" &
    load=$!
    until grep -q ready "$scratch/ready.$n"; do sleep 0.1; done
    for ((round = 0; round < ROUNDS; round++)); do
      for name in '' recording.zst recording.gz recording; do
        cost "$name" >>"$scratch/costs.$n.${name:-none}"
      done
    done
    none=$(median <"$scratch/costs.$n.none")
    for name in none recording.zst recording.gz recording; do
      ms=$(median <"$scratch/costs.$n.$name")
      kept=-
      [ "$name" = none ] || kept=$(size "$name")
      awk -v n="$n" -v name="$name" -v ms="$ms" -v none="$none" -v kept="$kept" \
        'BEGIN { printf "| %d | %s | %.2f ms | %.2f | %s |\n", n, name, ms, ms / none, kept }'
    done
    kill "$load" && wait "$load"
    load=
  done
done 2>/dev/null
