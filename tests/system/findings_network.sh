#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# What is wrong with the network, done for real, is found with the right CPU and interface: packets of a veth
# pair that are steered to one CPU, more of them than its queue holds, a listener that accepts nobody, ports that
# are used up.  Before that, with one busy program, nothing of the kind is found.

# Who floods leaves nothing to others.  All of this goes before them, in a session of its own.
if [ -z "$is_first" ] && [ "$(id -u)" -eq 0 ] && command -v setsid >/dev/null; then
  export is_first=1
  exec setsid -w nice -n -20 "$BASH" "$0"
fi
. "$(dirname "$0")/lib.sh"
need timeout ip python3 pgrep renice setsid
is_root || skip 'network namespaces are made by root'
sender=$(first_cpu)
taker=$(last_cpu)
[ "$sender" != "$taker" ] || skip 'one CPU takes in what it sends'
{ echo -20 >/proc/self/autogroup; } 2>/dev/null
# Only the first network namespace has it.
backlog=/proc/sys/net/core/netdev_max_backlog
[ -w "$backlog" ] || skip "$backlog cannot be lowered"

near=overtop-near-$$ far=overtop-far-$$
was=$(<"$backlog")
taking=$(pgrep -x "ksoftirqd/$taker")
leave() {
  echo "$was" >"$backlog"
  [ -z "$taking" ] || renice -n 0 -p "$taking" >/dev/null
  finish
  ip netns del "$near" 2>/dev/null
  ip netns del "$far" 2>/dev/null
}
trap leave EXIT
{
  ip netns add "$near" && ip netns add "$far" &&
    ip link add v0 netns "$near" type veth peer name v1 netns "$far" &&
    ip -n "$near" address add 10.9.8.1/24 dev v0 && ip -n "$near" link set v0 up gso_max_segs 1 &&
    ip -n "$far" address add 10.9.8.2/24 dev v1 && ip -n "$far" link set v1 up &&
    ip -n "$far" link set lo up
} 2>"$scratch/errors" || skip "no network namespaces: $(head -n 1 "$scratch/errors")"
there=(ip netns exec "$far")
# A mask as the kernel writes it: words of 32 CPUs, the highest first.
mask=$(printf %x $((1 << taker % 32)))
for ((word = 0; word < taker / 32; word++)); do
  mask=$mask,00000000
done
"${there[@]}" sh -c "echo $mask >/sys/class/net/v1/queues/rx-0/rps_cpus" || skip 'queues cannot be steered here'
"${there[@]}" sysctl -qw net.ipv4.ip_local_port_range='40000 40099' net.ipv4.tcp_max_tw_buckets=1000

# Datagrams of 64 bytes, 64 of them by one call: the sender has time enough to drown who takes them in.
cat >"$scratch/flood" <<'END'
import os, socket, sys
os.sched_setaffinity(0, {int(sys.argv[1])})
out = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
UDP_SEGMENT = 103
out.setsockopt(socket.IPPROTO_UDP, UDP_SEGMENT, 64)
while True:
    try:
        out.sendto(bytes(64 * 64), ("10.9.8.2", 9))
    except OSError:
        pass
END

# Nine of ten ports in TIME_WAIT, of connections to one server; and a listener with room for one, whom many call
# and nobody answers.
cat >"$scratch/callers.py" <<'END'
import socket, time
server = socket.create_server(("127.0.0.1", 7002))
for _ in range(90):
    out = socket.create_connection(("127.0.0.1", 7002))
    taken, _ = server.accept()
    out.close()
    taken.close()
deaf = socket.create_server(("127.0.0.1", 7001), backlog=1)
print("ready", flush=True)
while True:
    callers = []
    for _ in range(10):
        caller = socket.socket()
        caller.setblocking(False)
        caller.connect_ex(("127.0.0.1", 7001))
        callers.append(caller)
    time.sleep(0.1)
    for caller in callers:
        caller.close()
END

# look NAME COMMAND...: what overtop finds through it in five seconds.
look() {
  local name=$1
  shift
  timeout "$patience" "$@" "$overtop" --check -d 1.3 -n 4 >"$scratch/$name" 2>"$scratch/$name.errors"
  [ $? -le 2 ] || fail "overtop --check $name can tell"
  same "$name: no complaints" '' "$(<"$scratch/$name.errors")"
}

# drowned: how much of the CPU that takes in the flood was for packets so far, in ticks; by what its thread used, or
# by what the tick saw.
drowned() {
  local thread
  thread=$(awk '{ sub(/.*[)] /, ""); print $12 + $13 }' "/proc/$taking/stat" 2>/dev/null)
  awk -v cpu="cpu$taker" -v thread="${thread:-0}" '$1 == cpu { print thread, $8 }' /proc/stat
}

# drown: two look at once, one of them where the flood comes in; once more if it does not see what the flood does, for
# others may have kept that from being much.  $drowned_pct is how much it was of the last time.
drown() {
  local try before after from to looking
  for try in 1 2; do
    before=$(drowned) from=${EPOCHREALTIME/[^0-9]/}
    look first env &
    looking=$!
    look there "${there[@]}"
    wait "$looking"
    after=$(drowned) to=${EPOCHREALTIME/[^0-9]/}
    drowned_pct=$(awk -v us=$((to - from)) -v hz="$(getconf CLK_TCK)" -v before="$before" -v after="$after" 'BEGIN {
      split(before, old); split(after, new)
      thread = new[1] - old[1]; tick = new[2] - old[2]
      printf "%d", 100 * (thread > tick ? thread : tick) / hz / (us / 1000000)
    }')
    grep -qE ' R1 ' "$scratch/there" && return
  done
}

# finds NAME PATTERN: the head of a finding, or a line of what is said of one.
finds() {
  grep -qE "$2" "$scratch/$1" || none "$1: found: $2" "$(<"$scratch/$1")"
}

# As anybody's.
setsid nice -n 20 python3 -c 'while True: pass' &
hog=$!
look calm "${there[@]}"
kill -KILL $hog
wait $hog 2>/dev/null
none 'one busy program is no fault of the network' \
  "$(grep -E '^(warn|crit) (R[1-8]|R1[0-5]|R38|R39|R4[0-5]) ' "$scratch/calm")"

begin callers "${there[@]}" python3 "$scratch/callers.py"
# Whatever else the machine does: that CPU is for packets.
[ -z "$taking" ] || renice -n -20 -p "$taking" >/dev/null
echo 100 >"$backlog"
ip netns exec "$near" python3 "$scratch/flood" "$sender" &
drown
echo "$was" >"$backlog"
# It takes half of a CPU in each interval.
if [ "$drowned_pct" -ge 75 ] || grep -qE ' R1 ' "$scratch/there"; then
  finds there "^(warn|crit) R1 cpu$taker since .*: cpu$taker is .* NET_RX: RPS gives it the packets of v1"
  finds there "^  undo: echo $mask >/sys/class/net/v1/queues/rx-0/rps_cpus"
else
  leave_out "what is found of a flood: on this busy machine it is $drowned_pct% of a CPU"
fi
finds there "^(warn|crit) R3 since .*: cpu$taker drops "
finds first "^(warn|crit) R3 since .*: cpu$taker drops "
finds first '^  mend: sysctl -w net.core.netdev_max_backlog=200'
finds first '^  undo: sysctl -w net.core.netdev_max_backlog=100'
finds there '^crit R39 since .*: 127\.0\.0\.1:7001 has 2 waiting, room for 1'
finds there '^warn R41 since .*: 127\.0\.0\.1:7002: connections to it hold 9[0-9] of 100 ephemeral ports'
finds there "^  undo: sysctl -w net.ipv4.ip_local_port_range='40000 40099'"
end
