#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# Softirqs that one CPU runs: packets between two network namespaces, sent by two CPUs, their
# receive side steered to one of them by rps_cpus.
. "$(dirname "$0")/lib.sh"
need timeout ip taskset
is_root || skip 'network namespaces are made by root'

other=$(first_cpu)
target=$(last_cpu)
[ "$target" != "$other" ] || skip 'there is only one CPU'

near=overtop-near-$$ far=overtop-far-$$
address=10.98.76.54
leave() {
  ip netns del "$near" 2>/dev/null
  ip netns del "$far" 2>/dev/null
  finish
}
trap leave EXIT

# A mask as the kernel writes it: words of 32 CPUs, the highest first.
mask=$(printf %x $((1 << target % 32)))
for ((word = 0; word < target / 32; word++)); do
  mask=$mask,00000000
done

# The packets are for an address that nobody has: they are received, and dropped without an answer.
{
  ip netns add "$near" && ip netns add "$far" &&
    ip link add near netns "$near" type veth peer name far netns "$far" &&
    ip -n "$near" address add 10.98.76.1/24 dev near && ip -n "$near" link set near up &&
    ip -n "$far" link set far up &&
    ip -n "$near" neighbour add "$address" dev near nud permanent \
      lladdr "$(ip netns exec "$far" cat /sys/class/net/far/address)" &&
    ip netns exec "$far" sh -c "echo $mask >/sys/class/net/far/queues/rx-0/rps_cpus"
} 2>"$scratch/errors" || skip "no network namespaces: $(head -n 1 "$scratch/errors")"

# send CPU PACKETS
send() {
  ip netns exec "$near" taskset -c "$1" bash -c '
    exec 3>/dev/udp/$1/9
    for ((i = 0; i < $2; i++)); do echo >&3; done' - "$address" "$2"
}

# take WHEN: lines "WHEN CPU NET_RX".
take() {
  awk -v when="$1" '
    NR == 1 { for (i = 1; i <= NF; i++) cpu[i + 1] = substr($i, 4) }
    $1 == "NET_RX:" { for (i = 2; i <= NF; i++) print when, cpu[i], $i }' /proc/softirqs \
    >>"$scratch/taken"
}

take outer_begin
watch -d 1 --pane dashboard,softirqs
blocks 2
take inner_begin
send "$other" 10000 &
sender=$!
send "$target" 20000
wait "$sender"
take inner_end
later_samples 1 2
unwatch
take outer_end

# 20,000 that it sent itself, and those that were steered to it; for each of these the sender has
# one, too, unless the other was at work already.
none 'NET_RX of each CPU' "$(tabulate '
  pane == "softirqs" && !is_since_boot && cell("CPU") != "all" {
    seen[cell("CPU")] += cell("NET_RX") * seconds
  }
  END { for (cpu in seen) print "seen", cpu, seen[cpu] }' "$scratch/text" | awk '
  $1 == "seen" {
    least = (count["inner_end", $2] - count["inner_begin", $2]) * 0.97 - 5
    most = (count["outer_end", $2] - count["outer_begin", $2]) * 1.03 + 5
    printf "CPU %d: %d NET_RX, in %d .. %d\n", $2, $3, least, most >"/dev/stderr"
    if ($3 < least || $3 > most)
      print "CPU " $2 ": " $3 " is not in " least " .. " most
    n++
  }
  { count[$1, $2] = $3 }
  END { if (n < 2) print "there are " n " CPUs" }' "$scratch/taken" -)"
none 'the CPU that it was steered to has most' "$(tabulate -v target="$target" '
  pane == "softirqs" && !is_since_boot && cell("CPU") != "all" {
    seen[cell("CPU")] += cell("NET_RX") * seconds
    all += cell("NET_RX") * seconds
  }
  END {
    if (seen[target] < 20000 || seen[target] < 0.6 * all)
      print seen[target] " of " all
  }' "$scratch/text")"
none 'the dashboard says so, in the second when it happened' "$(tabulate -v target="$target" '
  is_since_boot { next }
  pane == "dashboard" { said = cell("softirq") }
  pane == "softirqs" && cell("CPU") == "all" { rate = cell("NET_RX") }
  pane == "softirqs" && cell("CPU") == target && rate > most {
    most = rate
    told = said
    share = 100 * cell("NET_RX") / rate
  }
  END {
    split(told, word, ":")
    if (word[1] != "NET_RX" || word[2] != "cpu" target || word[3] - share > 0.1 ||
        share - word[3] > 0.1)
      print told " for " share "% on CPU " target
  }' "$scratch/text")"
end
