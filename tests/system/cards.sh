#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# Interfaces with several queues in a network namespace: their masks as they were written; the connections to
# one destination counted one by one, and the listener at which some wait.
. "$(dirname "$0")/lib.sh"
need timeout ip jq python3 nsenter
is_root || skip 'network namespaces are made by root'

space=overtop-cards-$$ other=overtop-others-$$
leave() {
  ip netns del "$space" 2>/dev/null
  ip netns del "$other" 2>/dev/null
  finish
}
trap leave EXIT
last=$(last_cpu)
{
  ip netns add "$space" && ip -n "$space" link set lo up &&
    ip -n "$space" link add many numrxqueues 4 numtxqueues 2 type veth peer name few &&
    ip -n "$space" link set many up
} 2>"$scratch/errors" || skip "no network namespaces: $(head -n 1 "$scratch/errors")"
# A mask as the kernel writes it: words of 32 CPUs, the highest first.
mask=$(printf %x $((1 << last % 32)))
for ((word = 0; word < last / 32; word++)); do
  mask=$mask,00000000
done
# ip netns exec shows the /sys of that namespace, too.
as=(ip netns exec "$space")
"${as[@]}" sh -c "cd /sys/class/net/many/queues &&
  echo $mask >rx-2/rps_cpus && echo 64 >rx-2/rps_flow_cnt && echo 1 >tx-1/xps_cpus" ||
  skip 'queues cannot be steered here'

# line: what one line of JSON says, into $said.
line() {
  said=$(timeout "$patience" "${as[@]}" "$overtop" -J -n 1 -d 0.1 | tail -n 1)
}

# says TEXT PROGRAM WANTED
says() {
  same "$1" "$3" "$(jq -c "$2" <<<"$said" 2>&1)"
}

line
many='.netdevs[] | select(.name == "many")'
says 'receive queues' "$many | [.queues[] | select(.kind == \"r\") | [.number, .cpus, .flow_cnt]]" \
  "[[0,\"\",0],[1,\"\",0],[2,\"$last\",64],[3,\"\",0]]"
says 'transmit queues' "$many | [.queues[] | select(.kind == \"t\") | [.number, .cpus]]" \
  '[[0,""],[1,"0"]]'
says 'how many' "$many | [.rxq, .txq]" '[4,2]'
says 'a device that is none' "$many | [.driver, .node, (.queues | map(.irq) | unique)]" \
  '[null,null,[null]]'
says 'each interface there is, and no other' '[.netdevs[].name] | sort' '["few","lo","many"]'

# One that takes its name is another: its queues are its own, at once.
exec 7< <("${as[@]}" "$overtop" -J -n 100 -d 0.2)
read -r -t "$patience" -u 7 said
says 'four queues, at first' "$many | .rxq" 4
ip -n "$space" link del many &&
  ip -n "$space" link add many index 77 numrxqueues 3 numtxqueues 1 type veth peer name few
since=$(date -u +%FT%T.%NZ)
until [[ $(jq -r .time <<<"$said") > $since ]]; do
  read -r -t "$patience" -u 7 said || break
done
says 'another of the same name' "$many | [.rxq, .txq, .queues[2].cpus]" '[3,1,""]'
exec 7<&-

# A process that is in one namespace while its /sys shows another, which has the same name and number.
ip netns add "$other" && ip -n "$other" link add many index 77 type veth peer name few
as=(ip netns exec "$space" nsenter --net="/run/netns/$other")
line
says 'queues of another namespace are not shown' "$many | [.rxq, .queues]" '[null,[]]'
as=(ip netns exec "$space")

# 200 connections that were closed here, 5 more to another destination that are open, 3 of them not accepted, and
# some of IPv6 if there is any.
begin connections "${as[@]}" python3 -c '
import signal, socket

def listener(port):
    one = socket.socket()
    one.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    one.bind(("127.0.0.1", port))
    one.listen(16)
    return one

busy, calm = listener(7001), listener(7002)
for i in range(200):
    near = socket.create_connection(("127.0.0.1", 7001))
    far = busy.accept()[0]
    near.close()
    while far.recv(1):
        pass
    far.close()
held = [socket.create_connection(("127.0.0.1", 7002)) for i in range(5)]
held += [calm.accept()[0] for i in range(2)]
sixes = 0
try:
    six = socket.create_server(("::1", 7003), family=socket.AF_INET6)
    for i in range(4):
        held += [socket.create_connection(("::1", 7003)), six.accept()[0]]
        sixes += 2
except OSError:
    pass
print(sixes, flush=True)
signal.pause()'
line
says 'the destination that holds most ports' '.sockets | [.top, .top_ports]' '["127.0.0.1:7001",200]'
says 'those established, both ends of each' .sockets.established \
  $((10 + $(<"$scratch/connections")))
says 'the fullest listener' '.sockets | [.listener, .listen_queue, .listen_queue_most]' \
  '["127.0.0.1:7002",3,16]'
read -r first last_port < <("${as[@]}" cat /proc/sys/net/ipv4/ip_local_port_range)
says 'how many ports there are' .sockets.ports $((last_port - first + 1))

# Where the range holds the ports of listeners, what these accepted is not outgoing.
"${as[@]}" sh -c 'echo 7000 7999 >/proc/sys/net/ipv4/ip_local_port_range'
line
says 'no port of the range is held' '.sockets | [.top, .top_ports, .ports]' '[null,0,1000]'
end
