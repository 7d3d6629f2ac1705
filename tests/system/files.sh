#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# Which files of the kernel are opened how often, and how overtop waits, as strace sees it.
. "$(dirname "$0")/lib.sh"
need timeout strace
[ -n "$OVERTOP_SANITIZED" ] && skip 'the sanitizers open files of their own'
strace -o /dev/null true 2>/dev/null || skip 'nothing can be traced here'

intervals=5
waits=poll,ppoll,select,pselect6,nanosleep,clock_nanosleep,pause,epoll_wait,epoll_pwait,epoll_pwait2
calls=open,openat,openat2,fork,vfork,clone,clone3,$waits
as=(strace -f -o "$scratch/trace" -e "trace=?${calls//,/,?}")

# opened PANES: lines "PATH TIMES" of what is opened by its whole path.
opened() {
  show -n "$intervals" -d 0.1 --pane "$1"
  sed -n 's/.*open[at2]*(\(AT_FDCWD, \)*"\(\/proc[^"]*\|\/sys[^"]*\)".*/\2/p' "$scratch/trace" |
    sort | uniq -c | awk '{ print $2, $1 }' | LC_ALL=C sort
}

# opens PANES FILE...: each of these once, whatever the number of refreshes, and no other.
opens() {
  local panes=$1
  shift
  same "files of $panes" "$(printf '%s 1\n' "$@" | LC_ALL=C sort)" "$(opened "$panes")"
}

# Rates since boot are over the uptime, which libproc2 reads together with the load.
once=(/proc/loadavg /proc/uptime)
# What the kept prices are of.
priced=(/proc/cpuinfo /sys/devices/system/cpu/vulnerabilities)
opens cpus "${once[@]}" "${priced[@]}" /proc/{stat,interrupts,softirqs} /sys/devices/system/cpu/nohz_full
opens softirqs "${once[@]}" /proc/stat /proc/softirqs
opens history "${once[@]}" /proc/stat /proc/meminfo /proc/vmstat
opens cpus,softirqs,history,cpus "${once[@]}" "${priced[@]}" \
  /proc/{stat,interrupts,softirqs,meminfo,vmstat} /sys/devices/system/cpu/nohz_full
# Whose interrupts they are, who steers their queues, on which node, and where new ones go: of the cards, the
# topology and the settings, each read once.  Two of these look below the same folders.
opened interrupts | awk '
  $1 ~ /^\/proc\/(interrupts|loadavg|net\/dev|stat|uptime)$/ { print }
  $1 !~ /^\/(sys\/|proc\/(interrupts|irq|loadavg|net\/dev|self|stat|sys|uptime)(\/|$))/ { print }
  $2 > 1 && ($1 !~ /^\/proc\/irq$|^\/sys\/(class\/net|devices\/system\/cpu)$/ || $2 > 2) { print }
  ' >"$scratch/opened"
same 'files of interrupts' "$(printf '%s 1\n' "${once[@]}" /proc/{interrupts,net/dev,stat} | LC_ALL=C sort)" \
  "$(<"$scratch/opened")"
# The folders of single IRQs are opened below /proc/irq.
n_irqs=$(ls -d /proc/irq/[0-9]* | wc -l)
check 'affinities are not read again at every refresh' \
  [ "$(grep -c smp_affinity_list "$scratch/trace")" -le "$n_irqs" ]
opens topology "${once[@]}" /proc/stat /sys/devices/system/cpu /sys/devices/system/node
none 'the topology is read once' "$(sed -n 's/.*openat(\([^)]*\)).*/\1/p' "$scratch/trace" |
  grep 'cpu[0-9]\|/index' | sort | uniq -d)"

# libproc2 opens the load and the uptime anew each time; the scan of tasks keeps a load open itself.  What the
# kept prices are of is read once, and so is for which CPUs the kernel is to tell of exits.
none 'files of tasks' "$(opened tasks | awk -v samples=$((intervals + 1)) '
  $1 !~ /^\/proc(|\/stat|\/loadavg|\/uptime|\/cpuinfo)$|\/cpu\/(vulnerabilities|possible)$/ { print }
  $2 > 1 && $1 ~ /^\/proc(|\/stat|\/cpuinfo)$|\/cpu\/(vulnerabilities|possible)$/ { print }
  $2 > samples + ($1 == "/proc/loadavg") { print }')"
check 'tasks are read, below /proc' grep -q "openat([0-9]*, \"$$/stat\"" "$scratch/trace"

# Who wants everything reads the network, too: each file is kept open.
timeout "$patience" "${as[@]}" "$overtop" -J -n "$intervals" -d 0.1 >"$scratch/lines" 2>"$scratch/errors"
same 'overtop -J ends well' 0 $?
network=(/proc/net/{dev,netstat,snmp,sockstat,softnet_stat})
[ -e /proc/net/snmp6 ] && network+=(/proc/net/{snmp6,sockstat6})
for file in "${network[@]}"; do
  same "$file is opened once" 1 "$(grep -cF "\"$file\"" "$scratch/trace")"
done

# The settings have it, too, and so has who counts connections.
n_ranges=$(grep -c '"[^"]*ip_local_port_range"' "$scratch/trace")
check 'the range of ports is not opened again at every refresh' [ "$n_ranges" -le 3 ]

for panes in cpus tasks dashboard; do
  opened "$panes" >"$scratch/opened"
  none "$panes: one place to wait" \
    "$(grep -E "(${waits//,/|})\(" "$scratch/trace" | grep -v 'epoll_wait(.*, \(-1\|0\)) *=')"
  # None for a tick that came while tasks were read.
  n_waits=$(grep 'epoll_wait(.*, -1) *=' "$scratch/trace" | grep -vc EPOLLOUT)
  check "$panes: one wait for each interval" [ "$n_waits" -ge 1 -a "$n_waits" -le "$intervals" ]
  none "$panes: no thread, no child" "$(grep -E '(fork|clone3?)\(' "$scratch/trace")"
done
end
