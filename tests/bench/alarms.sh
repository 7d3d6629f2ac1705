#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# What is found while a command runs, or while nothing does: alarms.sh [SECONDS [COMMAND...]].
# A line of doc/findings.md, then each finding once, with the sentence that was said first.
overtop=${OVERTOP:-$PWD/overtop}
seconds=${1:-600}
shift
scratch=$(mktemp -d) || exit 1
trap '[ -n "$load" ] && kill "$load" 2>/dev/null; rm -rf "$scratch"' EXIT

if [ $# -gt 0 ]; then
  "$@" >/dev/null 2>&1 &
  load=$!
fi
LC_ALL=C "$overtop" -b -y -n "$seconds" --settings /dev/null --pane findings >"$scratch/found" || exit 1
awk -v what="${*:-nothing}" -v seconds="$seconds" '
  /^(info|warn|crit) / && !seen[$1, $2, $3, $4]++ {
    n[$1]++
    said[++lines] = $0
  }
  END {
    printf "| %s | %d | %d | %d | %d |\n", what, seconds, n["info"], n["warn"], n["crit"]
    for (i = 1; i <= lines; i++)
      print said[i]
  }' "$scratch/found"
