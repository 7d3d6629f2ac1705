#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# refresh.sh [THREADS...]
#
# What a refresh costs, overtop and its peers side by side on this machine, as a table in Markdown.  For
# each number of THREADS (100 1000 10000) that many sleeping threads in processes of 10 are started, of
# which 1 % run; then each program runs on a terminal of 200x50 with a refresh of 1 s, one after the
# other, ROUNDS times over (3); the figures are medians.  Build first: make overtop check_PROGRAMS.
#
# Environment: builddir (.), OVERTOP, ROUNDS, WARM and WINDOW (seconds: 4 and 8), PEERS (names below).
builddir=${builddir:-.}
OVERTOP=${OVERTOP:-$builddir/overtop}
ROUNDS=${ROUNDS:-3}
WARM=${WARM:-4}
WINDOW=${WINDOW:-8}
PEERS=${PEERS:-overtop-H top-H overtop top htop pidstat atop btop}
helpers=$builddir/tests/helpers
scratch=$(mktemp -d) || exit 1
load=

finish() {
  [ -n "$load" ] && kill "$load" && wait "$load"
  rm -rf "$scratch"
}
trap finish EXIT
trap 'exit 1' INT TERM

for needed in "$OVERTOP" "$helpers/sleepers" "$helpers/onpty"; do
  [ -x "$needed" ] || { echo "refresh.sh: no $needed" >&2; exit 1; }
done
export TERM=xterm-256color LC_ALL=C.UTF-8
# The peers as they are out of the box, but for the interval.
export XDG_CONFIG_HOME="$scratch" HTOPRC="$scratch/htoprc" HOME="$scratch"
mkdir "$scratch/btop" && echo 'update_ms = 1000' >"$scratch/btop/btop.conf"

command_of() {
  case $1 in
  overtop-H) echo "$OVERTOP -H -d 1 --pane tasks" ;;
  files-H) echo "$OVERTOP -H -d 1 --pane tasks --no-netlink" ;;
  overtop) echo "$OVERTOP -d 1 --pane tasks" ;;
  forgetful) echo "$OVERTOP -H -d 1 --pane tasks --remember=0" ;;
  dashboard) echo "$OVERTOP -d 1" ;;
  top-H) echo top -H -d 1 ;;
  top) echo top -d 1 ;;
  htop) echo htop -d 10 ;;
  pidstat) echo pidstat -wt 1 ;;
  atop) echo atop 1 ;;
  btop) echo btop --utf-force ;;
  esac
}

# Text of the first lines that a program shows.
head_of() {
  case $1 in
  top*) echo 'load average' ;;
  htop) echo Load ;;
  pidstat) echo Linux ;;
  atop) echo CPL ;;
  btop) echo sleepers ;;
  *) echo load ;;
  esac
}

# Text that shows that the tasks are there; those that sleep may not be on the screen.
row_of() {
  case $1 in
  top* | htop) head_of "$1" ;;
  *) echo sleepers ;;
  esac
}

median() {
  sort -n | awk '{ v[NR] = $1 } END { print NR ? v[int((NR + 1) / 2)] : "-" }'
}

# field NAME FILE: the median of the pairs called NAME.
field() {
  awk -v name="$1" '{ for (i = 1; i < NF; i += 2) if ($i == name && $(i + 1) != "-") print $(i + 1) }' \
    "$2" | median
}

measure_all() {
  left=$ROUNDS
  while [ "$left" -gt 0 ]; do
    left=$((left - 1))
    for peer in $PEERS; do
      command=$(command_of "$peer")
      command -v "${command%% *}" >/dev/null || continue
      # shellcheck disable=SC2086
      "$helpers/onpty" 200x50 "$WARM" "$WINDOW" '' "$(head_of "$peer")" \
        "$(row_of "$peer")" $command >>"$scratch/$peer.$1"
    done
  done
}

print_rows() {
  base=$(field cpu_ms "$scratch/overtop-H.$1")
  for peer in $PEERS; do
    file=$scratch/$peer.$1
    [ -s "$file" ] || continue
    awk -v n="$1" -v peer="$peer" -v cpu="$(field cpu_ms "$file")" -v base="$base" \
      -v frame="$(field frame_ms "$file")" -v shown="$(field rows_ms "$file")" \
      -v start="$(field start_ms "$file")" -v rss="$(field rss_kib "$file")" \
      -v bytes="$(field bytes "$file")" 'BEGIN {
        printf "| %d | %s | %.1f | %.2f | %s | %s | %.1f | %d |\n", n, peer, cpu,
          (base > 0 ? cpu / base : 0), frame, shown, rss / 1024, bytes
      }'
  done
}

echo "Linux $(uname -r), $(nproc) CPUs, $(date -u +%Y-%m-%d); medians of $ROUNDS rounds of $WINDOW s."
echo
echo '| threads | program | CPU ms/refresh | × overtop -H | first frame ms | tasks shown ms | RSS MiB | bytes/refresh |'
echo '|---|---|---|---|---|---|---|---|'
[ $# -gt 0 ] || set -- 100 1000 10000
for n; do
  mkfifo "$scratch/ready.$n"
  "$helpers/sleepers" $((n / 10)) 10 $((n / 100)) >"$scratch/ready.$n" &
  load=$!
  read -r _ <"$scratch/ready.$n" || exit 1
  measure_all "$n"
  kill "$load" && wait "$load"
  load=
  print_rows "$n"
done
