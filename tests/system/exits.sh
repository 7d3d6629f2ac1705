#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# Tasks that exit, as the kernel tells of them: all of them, by name and parent, each process once however many
# threads it had; and when there were more than it had room for, that is said and costs no memory afterwards.
. "$(dirname "$0")/lib.sh"
need timeout jq
need_helper brood
is_root || skip 'needs root (CAP_NET_ADMIN)'

# start NAME THREADS: a brood, which is told by a line to $tell how many to breed.
start() {
  rm -f "$scratch/orders"
  mkfifo "$scratch/orders"
  : >"$scratch/bred"
  "$helpers/brood" "$@" <"$scratch/orders" >"$scratch/bred" &
  brood=$!
  exec 9>"$scratch/orders"
}

breed() {
  local before
  before=$(wc -l <"$scratch/bred")
  echo "$1" >&9
  await has_lines "$scratch/bred" $((before + 1)) || fail "$1 children live and die"
}

# listen OPTION...: overtop --json in the background, its lines in $scratch/json; it has heard from the first on.
listen() {
  : >"$scratch/json"
  "$overtop" --json "$@" >"$scratch/json" 2>"$scratch/errors" &
  listener=$!
  await has_lines "$scratch/json" 1 || fail 'overtop prints'
}

# Waits for intervals that are made from now on; one may be on its way.
later_lines() {
  await has_lines "$scratch/json" $(($(wc -l <"$scratch/json") + $1 + 1)) || fail 'overtop goes on'
}

stop_listening() {
  kill -TERM "$listener"
  wait "$listener"
  same 'overtop has no complaints' '' "$(<"$scratch/errors")"
}

# How many of that name and parent exited in all that was heard, and what the parent was called.
heard() {
  jq -rs --arg name "$1" --argjson ppid "$brood" '[.[].exited[]? | select(.name == $name and .ppid == $ppid)]
    | "\(map(.n) | add) \(map(.parent) | unique | join(","))"' "$scratch/json"
}

lost() {
  jq -s '[.[].totals | select(.exits_lost) | .exits_lost * .seconds] | add | round' "$scratch/json"
}

listen -n 1 -d 0.1
wait "$listener"
[ "$(jq -s '.[1].totals.exit' "$scratch/json")" = null ] && skip 'the kernel does not tell of exits here'

start fledgling 0
listen -d 0.2
breed 1007
later_lines 1
stop_listening
same 'each exit is told of, with its parent' '1007 brood' "$(heard fledgling)"
exec 9>&-
wait "$brood"

# Of each thread there is a record, and of the process one more.
start flock 3
listen -d 0.2
breed 53
later_lines 1
stop_listening
same 'a process is one however many threads it had' '53 brood' "$(heard flock)"
same 'nothing was lost' 0 "$(lost)"
exec 9>&-
wait "$brood"

# More at once than there is room for, while overtop stands still.
rss_kib() {
  awk '/^VmRSS:/ { print $2 }' "/proc/$listener/status"
}

start swarm 30000
listen -d 0.2
later_lines 3
before=$(rss_kib)
for burst in 1 2; do
  kill -STOP "$listener"
  breed 1
  kill -CONT "$listener"
  later_lines 3
done
after=$(rss_kib)
stop_listening
exec 9>&-
wait "$brood"
check "what was lost is said ($(lost))" [ "$(lost)" -gt 1000 ]
check "and no more than there were" [ "$(lost)" -lt 60000 ]
if [ -z "$OVERTOP_SANITIZED" ]; then
  check "the memory is given back: $before, then $after KiB" [ $((after - before)) -lt 1024 ]
fi

# Files only.
if [ -z "$OVERTOP_SANITIZED" ] && strace -o /dev/null true 2>/dev/null; then
  strace -f -o "$scratch/trace" -e trace=socket "$overtop" --json --no-netlink -n 1 -d 0.1 >"$scratch/json"
  same '--no-netlink opens no such socket' 0 "$(grep -c AF_NETLINK "$scratch/trace")"
  same '--no-netlink knows of no exits' null "$(jq -s '.[1].totals.exit' "$scratch/json")"
else
  leave_out '--no-netlink'
fi

nobody=(env HOME=/nonexistent setpriv --reuid 65534 --regid 65534 --clear-groups --inh-caps=-all --bounding-set=-all)
if "${nobody[@]}" "$overtop" --version >/dev/null 2>&1; then
  "${nobody[@]}" "$overtop" --json -n 1 -d 0.1 >"$scratch/json" 2>"$scratch/errors"
  same 'a user is told nothing' null "$(jq -s '.[1].totals.exit' "$scratch/json")"
  same 'and nothing is the matter' '' "$(<"$scratch/errors")"
else
  leave_out 'a user: the program is where only root can read it'
fi
end
