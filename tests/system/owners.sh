#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# Whose CPU it was: programs that live for milliseconds are on the row of their parent, all of them, and what was on
# a row of its own is not there again.  The truth is what the kernel tells the parent when it waits for them.
#
# All is seen by two at once: by one who may do what we may, and by one who may nothing.
. "$(dirname "$0")/lib.sh"
need timeout jq setpriv
need_helper breeder

plain=()
is_root && plain=(setpriv --reuid=65534 --regid=65534 --clear-groups --inh-caps=-all --bounding-set=-all)
"${plain[@]}" test -x "$overtop" || skip "$overtop cannot be run by others"

observe() {
  local name=$1
  shift
  "$@" "$overtop" --json -y -d 0.5 >"$scratch/$name" 2>"$scratch/$name.errors" &
  observers+=($!)
}

# Two more intervals of both, one of which began after now.
two_more() {
  local name
  for name in able plain; do
    await has_lines "$scratch/$name" $(($(wc -l <"$scratch/$name") + 2)) || fail "$name goes on"
  done
}

# breed NAME KIND N MS: to its end.
breed() {
  local name=$1
  shift
  kill -USR1 "${parents[$name]}"
  await has_lines "$scratch/$name" 2 || fail "$name comes to its end"
  used[$name]=$(awk 'NR == 2 { print $2 }' "$scratch/$name")
}

declare -A parents used
for parent in 'many waits 500 1' 'one waits 1 1000' 'orphans reaps 100 2' 'unwanted ignores 100 2'; do
  read -r name kind n ms <<<"$parent"
  begin "$name" "$helpers/breeder" "$kind" "$n" "$ms"
  parents[$name]=$begun
done
observe able
observe plain "${plain[@]}"
two_more
for name in many one orphans unwanted; do
  breed "$name"
done
two_more
kill "${observers[@]}"
wait "${observers[@]}"

# sum WHO NAME WHAT: CPU seconds in the rows of that parent.
sum() {
  jq -s --argjson pid "${parents[$2]}" "[.[].processes[] | $3 | select(. != null)] | add // 0" "$scratch/$1"
}
on_parent='select(.pid == $pid) | .chld / 100 * .seconds'
on_children='select(.ppid == $pid and .cpu != null) | .cpu / 100 * .seconds'

# within TEXT LEAST VALUE MOST
within() {
  printf '%s: %s, wanted %s to %s\n' "$1" "$3" "$2" "$4"
  awk -v least="$2" -v value="$3" -v most="$4" 'BEGIN { exit !(value >= least && value <= most) }' || fail "$1"
}

# times FACTOR NUMBER
times() {
  awk -v a="$1" -v b="$2" 'BEGIN { print a * b }'
}

plus() {
  awk -v a="$1" -v b="$2" 'BEGIN { print a + b }'
}

for who in able plain; do
  same "$who has no complaints" '' "$(<"$scratch/$who.errors")"
  for name in many orphans one; do
    all=$(plus "$(sum $who $name "$on_parent")" "$(sum $who $name "$on_children")")
    within "$who: CPU of $name" "$(plus -0.03 "$(times 0.96 "${used[$name]}")")" "$all" "$(plus 0.05 "$(times 1.05 "${used[$name]}")")"
  done
  # It lived for several intervals; then all its life came to its parent, who has what it did since the last look.
  within "$who: of one that was seen, on its parent" 0 "$(sum $who one "$on_parent")" 0.6
done

# Nobody waited for them: only what the kernel tells of exits can say it.
if jq -se 'any(.[]; .totals.exit != null)' "$scratch/able" >/dev/null; then
  all=$(plus "$(sum able unwanted "$on_parent")" "$(sum able unwanted "$on_children")")
  within 'able: CPU of the unwanted' "$(times 0.85 "${used[unwanted]}")" "$all" "$(plus 0.3 "$(times 1.3 "${used[unwanted]}")")"
else
  leave_out 'children nobody waits for: the kernel does not tell us of exits'
fi

# What nobody owns is known only where nobody is hidden.
if jq -se 'any(.[]; .totals.all_threads != null and .totals.all_threads <= .totals.threads + 2)' \
  "$scratch/able" >/dev/null; then
  seconds='[.[] | .seconds * .totals.unowned / 100 | select(. != null)] | add'
  busy=$(jq -s '[.[] | .all.busy / 100 * .all.capacity | select(. != null)] | add' "$scratch/able")
  within 'able: CPU nobody owns' 0 "$(jq -s "$seconds" "$scratch/able")" "$(plus 0.05 "$(times 0.05 "$busy")")"
else
  leave_out 'what nobody owns: some tasks are hidden from us'
fi
end
