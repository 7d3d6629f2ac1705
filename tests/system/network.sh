#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# A network of two interfaces with nothing else in it: every packet that is sent there is shown, once.
. "$(dirname "$0")/lib.sh"
need timeout jq unshare ip python3

namespace=(unshare -n)
is_root || namespace=(unshare -Urn)
"${namespace[@]}" ip link add v0 type veth peer name v1 2>/dev/null || skip 'no network of its own can be made'

n_sent=1007
n_heard=503

# Sends so many datagrams of 100 bytes to a neighbour that is not there, and so many to itself: one in three
# of those by IPv6, if there is one.
send() {
  python3 - "$n_sent" "$n_heard" <<END
import socket, sys
sent, heard = map(int, sys.argv[1:])
out = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
for _ in range(sent):
    out.sendto(bytes(100), ("10.9.8.7", 9))
for at in range(heard):
    family, address = (socket.AF_INET, "127.0.0.1")
    if at % 3 == 0:
        family, address = (socket.AF_INET6, "::1")
    try:
        ear = socket.socket(family, socket.SOCK_DGRAM)
        ear.bind((address, 0))
    except OSError:
        ear = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        ear.bind(("127.0.0.1", 0))
    ear.sendto(b"x", ear.getsockname())
    ear.recv(9)
    ear.close()
END
}

# Nothing speaks here unasked: no neighbours are looked for, no IPv6 on the pair.
lay() {
  ip link set lo up
  sysctl -qw net.ipv6.conf.v0.disable_ipv6=1 net.ipv6.conf.v1.disable_ipv6=1 2>/dev/null
  ip address add 10.9.8.6/24 dev v0
  ip link set v1 up
  ip link set v0 up
  ip neighbour replace 10.9.8.7 lladdr 02:00:00:00:00:07 dev v0
  sysctl -qw net.ipv4.ip_local_port_range='40000 40999'
}

carries() {
  ip link show dev "$1" | grep -q LOWER_UP
}

# sum PROGRAM: what all intervals but that since boot have counted of it.
sum() {
  jq -s "[.[1:][] | $1] | add | round" "$scratch/lines"
}

# Runs where nothing else is: "$0 inside".
inside() {
  lay
  check 'the interface carries' await carries v0
  : >"$scratch/lines"
  "$overtop" -J -d 0.2 >"$scratch/lines" 2>"$scratch/errors" &
  watched=$!
  await has_lines "$scratch/lines" 2
  send
  local seen
  seen=$(wc -l <"$scratch/lines")
  # One that was being made, and one that was begun later than all was sent.
  await has_lines "$scratch/lines" $((seen + 2))
  kill -TERM "$watched"
  wait "$watched"
  same 'no complaints' '' "$(<"$scratch/errors")"
  of='.netdevs[] | select(.name == $name) | .seconds *'
  for side in 'v0 tx' 'v1 rx'; do
    set -- $side
    same "$side: packets" "$n_sent" "$(sum "${of/\$name/\"$1\"} .${2}pck")"
    # 14 bytes of Ethernet, 20 of IP, 8 of UDP.
    same "$side: bytes" $((n_sent * 142)) "$(sum "${of/\$name/\"$1\"} .${2}byte")"
  done
  same 'the way back is silent' '0 0' \
    "$(sum "${of/\$name/\"v0\"} .rxpck") $(sum "${of/\$name/\"v1\"} .txpck")"
  same 'lo: both ways' "$n_heard $n_heard" \
    "$(sum "${of/\$name/\"lo\"} .rxpck") $(sum "${of/\$name/\"lo\"} .txpck")"
  same 'datagrams sent' $((n_sent + n_heard)) "$(sum '.sockets | .seconds * .udp_out')"
  same 'datagrams received' "$n_heard" "$(sum '.sockets | .seconds * .udp_in')"
  same 'ports' 1000 "$(jq -s '.[-1].sockets.ports' "$scratch/lines")"
  # Of the whole machine, and by the time of another read.
  taken=$(sum '.seconds * ([.softnets[].processed] | add)')
  check "packets taken in: $taken" [ "$taken" -ge $(((n_sent + n_heard) * 9 / 10)) ]
  same 'a row for each CPU' "$(wc -l </proc/net/softnet_stat)" \
    "$(jq -s '.[-1].softnets | length' "$scratch/lines")"
  end
}
[ "$1" = inside ] && inside
exec "${namespace[@]}" bash -c 'ip link add v0 type veth peer name v1 && exec bash "$0" inside' "$0"
