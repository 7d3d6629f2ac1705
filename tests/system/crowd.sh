#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# A thousand threads that have switched much are gone: the switches of their process do not dip, nor leap.
. "$(dirname "$0")/lib.sh"
need timeout jq
need_helper crowd

n_threads=1000
[ -z "$(nice -n -20 true 2>&1)" ] && as=(nice -n -20)

two_more() {
  await has_lines "$scratch/lines" $(($(wc -l <"$scratch/lines") + 2)) || fail 'overtop goes on'
}

# The switches that the helper has said in its line N.
said() {
  awk -v n="$1" 'NR == n { print $2 }' "$scratch/crowd"
}

begin crowd "$helpers/crowd" "$n_threads" 100 20
crowd=$begun
: >"$scratch/lines"
"${as[@]}" "$overtop" --json -y -d 0.5 >"$scratch/lines" 2>"$scratch/errors" &
watched=$!
two_more
kill -USR1 "$crowd"
await has_lines "$scratch/crowd" 2 || fail 'the switches are made'
two_more
before=$(wc -l <"$scratch/lines")
kill -USR1 "$crowd"
await has_lines "$scratch/crowd" 3 || fail 'the threads are gone'
two_more
kill "$watched"
wait "$watched"
same 'overtop has no complaints' '' "$(<"$scratch/errors")"

rows=".[] | .processes[] | select(.pid == $crowd)"
counted=$(jq -s "[$rows | .switches * .seconds | select(. != null)] | add" "$scratch/lines")
# Each thread has its rate by its own two looks, which lie apart by more or less than those at the process when they
# are many and busy just then: by a tenth.  Were they counted twice, or taken off when they go, it would be all.
least=$((($(said 2) - $(said 1)) * 3 / 4))
most=$((($(said 3) - $(said 1)) * 5 / 4))
printf 'switches: %s, wanted %s to %s\n' "$counted" "$least" "$most"
check 'each switch that was seen counts once' \
  awk -v a="$least" -v b="$counted" -v c="$most" 'BEGIN { exit !(a <= b && b <= c) }'
same 'the switches of its life never become less' true \
  "$(jq -s "[$rows | .cswch_life + .nvcswch_life] | . == sort" "$scratch/lines")"
same 'a rate is never unknown' true "$(jq -s "[$rows | .switches] | all(. != null)" "$scratch/lines")"

# Where the kernel tells of exits, none of those between the last look and the end is missing.
if jq -se 'any(.[]; .totals.exit != null)' "$scratch/lines" >/dev/null; then
  after=$(tail -n +"$before" "$scratch/lines" |
    jq -s "[$rows | .switches * .seconds | select(. != null)] | add")
  least=$((n_threads * 20 * 98 / 100))
  printf 'last switches: %s, wanted %s\n' "$after" "$least"
  check 'what they did at last counts' awk -v a="$least" -v b="$after" 'BEGIN { exit !(a <= b) }'
else
  leave_out 'what threads do at last: the kernel does not tell us of exits'
fi
end
