#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# Settings of this kernel, limits of CPU time and closer looks at threads, as --json tells them, compared with
# what the kernel says itself.
. "$(dirname "$0")/lib.sh"
need timeout jq unshare setpriv
need_helper blocked hogs switcher

# follow OPTION...: overtop --json in the background, its lines in $scratch/lines.
follow() {
  : >"$scratch/lines"
  "$overtop" --json "$@" >"$scratch/lines" 2>"$scratch/errors" &
  followed=$!
}

# later_lines N: waits for N more, of intervals that begin from now on.
later_lines() {
  await has_lines "$scratch/lines" $(($(wc -l <"$scratch/lines") + 1 + $1)) ||
    fail 'overtop goes on printing'
}

unfollow() {
  kill -TERM "$followed"
  wait "$followed"
  same 'overtop has no complaints' '' "$(<"$scratch/errors")"
}

setting() {
  jq -r --arg name "$1" '.settings[] | select(.name == $name).value' "${2:-$scratch/first}"
}

# Those of sysctl have its names.
"$overtop" --json -n 1 -d 0.1 >"$scratch/both"
head -n 1 "$scratch/both" >"$scratch/first"
none 'settings are what the kernel says' "$(
  jq -r '.settings[] | select(.name | test("^(net|kernel)[.]")) | .name' "$scratch/first" |
    while read -r name; do
      want=$(cat "/proc/sys/${name//./\/}")
      [ "$name" = net.netfilter.nf_conntrack_count ] && continue
      [ "$(setting "$name")" = "$want" ] || echo "$name: $(setting "$name"), not $want"
    done
)"
same 'a setting that is always there' "$(</proc/sys/kernel/pid_max)" "$(setting kernel.pid_max)"
same 'whose process it is' "$(id -u)" "$(setting overtop.uid)"
same 'they ascend' "$(jq -c '[.settings[].name] | sort' "$scratch/first")" \
  "$(jq -c '[.settings[].name]' "$scratch/first")"

# What hides from whom.
chmod 755 "$scratch"
cp "$overtop" "$scratch/overtop"
nobody=(setpriv --reuid=65534 --regid=65534 --clear-groups)
if is_root && "${nobody[@]}" "$scratch/overtop" --version >/dev/null 2>&1; then
  # The leak checker needs a /proc that has everything.
  env HOME="$scratch" "${without_leaks?}" unshare -mpf sh -c 'mount -t proc -o hidepid=2 proc /proc && exec "$@"' - \
    "${nobody[@]}" "$scratch/overtop" --json -n 0 >"$scratch/hidden"
  same 'hidepid is told' 2 "$(setting proc.hidepid "$scratch/hidden")"
  same 'a namespace of processes is told' 0 "$(setting pidns.is_first "$scratch/hidden")"
  same 'privilege is told' 0 "$(setting overtop.is_privileged "$scratch/hidden")"
else
  leave_out 'hidepid: not root, or others cannot run the program'
fi

# closer PID KEY: of its thread, in the last line.
closer() {
  tail -n 1 "$scratch/lines" | jq -r ".threads[] | select(.tid == $1) | .$2 // empty"
}

begin blocked "$helpers/blocked"
blocked=$begun
await grep -q '^State:.D' "/proc/$blocked/status" || fail 'the helper is blocked'
begin switcher "$helpers/switcher" 0 1 5000
switching=$(cut -d ' ' -f 2 "$scratch/switcher")
where=$(cat "/proc/$blocked/wchan")
follow -d 0.2
later_lines 2
unfollow
if [ -n "$where" ] && [ "$where" != 0 ]; then
  same 'where one in state D sleeps is told' "$where" "$(closer "$blocked" wchan)"
else
  leave_out 'where one sleeps: this kernel does not tell, or not us'
fi
for tid in "$blocked" "$switching"; do
  same 'the CPUs that it may run on' \
    "$(sed -n 's/^Cpus_allowed_list:[^0-9]*//p' "/proc/$tid/status")" "$(closer "$tid" allowed)"
done
{
  kill -KILL "$blocked" "$begun"
  wait "$blocked" "$begun"
} 2>/dev/null

# A cgroup with a limit.
trees=/sys/fs/cgroup
name=overtop-test-$$
groups=()
leave_groups() {
  [ -n "$hog" ] && kill -CONT "$hog" && kill -KILL "$hog" && wait "$hog"
  for group in "${groups[@]}"; do
    await rmdir "$group"
  done
} 2>/dev/null
trap 'leave_groups; finish' EXIT
if ! is_root; then
  leave_out 'a limit of CPU time: not root'
  end
fi
if [ -e "$trees/cpu/cpu.cfs_quota_us" ] && mkdir "$trees/cpu/$name" 2>/dev/null; then
  group=$trees/cpu/$name
  groups=("$group")
  [ -e "$trees/cpuacct/cpuacct.usage" ] && [ ! "$trees/cpuacct" -ef "$trees/cpu" ] &&
    mkdir "$trees/cpuacct/$name" && groups+=("$trees/cpuacct/$name")
  echo 20000 >"$group/cpu.cfs_quota_us"
elif grep -qsw cpu "$trees/cgroup.subtree_control" && mkdir "$trees/$name" 2>/dev/null; then
  group=$trees/$name
  groups=("$group")
  echo '20000 100000' >"$group/cpu.max"
else
  leave_out 'a limit of CPU time: no cgroup can be made'
  end
fi

counted() {
  sed -n "s/^$1 //p" "$group/cpu.stat"
}

# It is stopped while the kernel is asked, and counts of it are those that overtop then has, too.
begin hog "$helpers/hogs" 1 "$(first_cpu)"
hog=$begun
kill -STOP "$hog"
for into in "${groups[@]}"; do
  echo "$hog" >"$into/cgroup.procs"
done
follow -d 0.2
later_lines 1
before=$(wc -l <"$scratch/lines")
periods=$(counted nr_periods)
throttled=$(counted nr_throttled)
kill -CONT "$hog"
later_lines 4
kill -STOP "$hog"
later_lines 2
unfollow
# told RATE: summed over the seconds of all intervals since then.
told() {
  tail -n +$((before + 1)) "$scratch/lines" | jq -s --arg path "/$name" "[.[] | .seconds as \$s | .cgroups[] |
    select(.path == \$path) | $1 * \$s] | add"
}
periods=$(($(counted nr_periods) - periods))
throttled=$(($(counted nr_throttled) - throttled))
[ "$throttled" -gt 3 ] || fail 'it was throttled'
near 'periods in which it had work' "$periods" "$(told .periods)" 0.5
near 'of these, in which it was stopped' "$throttled" \
  "$(told '.periods * ((.throttled // 0) / 100)')" 0.5
same 'its quota' 0.2 "$(tail -n 1 "$scratch/lines" |
  jq --arg path "/$name" '.cgroups[] | select(.path == $path).quota')"
end
