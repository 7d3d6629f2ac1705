#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# Findings without privilege: what is hidden is said, what can be found is found, and nothing ends for lack of
# rights.  All look at the same five seconds.
. "$(dirname "$0")/lib.sh"
need timeout setpriv unshare mount
is_root || skip 'only root can be somebody else'
nobody=(setpriv --reuid=65534 --regid=65534 --clear-groups --inh-caps=-all --bounding-set=-all)
"${nobody[@]}" true 2>/dev/null || skip 'nobody cannot be set here'
unshare -mpf --mount-proc true 2>/dev/null || skip 'no namespaces of mounts and processes'

# Nobody must reach it; the leak checker cannot do without /proc.
chmod 755 "$scratch"
cp "$overtop" "$scratch/overtop"
mkdir -m 700 "$scratch/home"
export "${without_leaks?}"
export HOME=$scratch/home
unset XDG_CONFIG_HOME XDG_CACHE_HOME
seconds=(-n 3 -d 1.7)

# found NAME COMMAND...: what overtop finds through it, in the background.
found() {
  local name=$1
  shift
  {
    timeout "$patience" "$@" "$scratch/overtop" --check "${seconds[@]}" 2>"$scratch/$name.errors"
    echo "ends: $?"
  } >"$scratch/$name" &
  runs+=($!)
}

found root env
found nobody "${nobody[@]}"
# A new mount: another option would be of all that share the old one.
found hidden unshare -m sh -c 'mount -t proc -o hidepid=2 proc /proc && exec "$@"' - "${nobody[@]}"
found container unshare -mpf --mount-proc
found bare unshare -mpf sh -c 'mount -t proc -o subset=pid proc /proc && exec "$@"' - "${nobody[@]}"
wait "${runs[@]}"

# has NAME PATTERN
has() {
  grep -q "$2" "$scratch/$1" || none "$1: there is $2" "$(<"$scratch/$1")
$(<"$scratch/$1.errors")"
}

for name in root nobody hidden container bare; do
  same "$name: no complaints" '' "$(<"$scratch/$name.errors")"
done
for name in root nobody hidden container; do
  has "$name" '^OVERTOP [OWC]'
  has "$name" '^ends: [012]$'
done
# What /proc does not have, nobody can judge.
has bare '^OVERTOP UNKNOWN'
has bare '^ends: 3$'

# Whether the kernel hides the time of interrupts, everybody can see.
for name in nobody hidden container; do
  same "$name: interrupts" "$(grep -c '^info V1 ' "$scratch/root")" \
    "$(grep -c '^info V1 ' "$scratch/$name")"
done
none 'root sees all' "$(grep -E ' V[23] ' "$scratch/root")"
none 'nobody sees all, where nothing is hidden' "$(grep ' V2 ' "$scratch/nobody")"
has hidden '^info V2 .* [0-9]* of [0-9]* threads are hidden'
has hidden 'cause: .*hidepid=2'
has hidden 'mend: sudo overtop'
none 'outside of a container nothing is hidden' "$(grep ' V2 ' "$scratch/container")"
has container '^info V3 '
end
