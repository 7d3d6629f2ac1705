#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# --spread without --apply: a script for a shell that changes nothing by being printed.
. "$(dirname "$0")/lib.sh"
need timeout

affinities() {
  local file
  for file in /proc/irq/*/smp_affinity_list /sys/class/net/*/queues/rx-*/rps_cpus; do
    printf '%s %s\n' "$file" "$(cat "$file" 2>/dev/null)"
  done
}

# apply_there CARD: with copies in place of the files that would be written.
apply_there() {
  local line file n=0
  while read -r line; do
    file=${line##*>}
    n=$((n + 1))
    cat "$file" >"$scratch/copy$n"
    mount --bind "$scratch/copy$n" "$file" || return
  done < <(grep '^echo' "$scratch/plan")
  export XDG_STATE_HOME=$scratch/state
  same "--spread $1 --apply ends well" 0 "$("$overtop" --spread "$1" --apply >"$scratch/done"; echo $?)"
  same 'it has done what was planned' "$(grep '^echo' "$scratch/plan")" "$(grep '^echo' "$scratch/done")"
  same 'it says what undoes it' "$(grep '^# echo' "$scratch/plan")" "$(grep '^# echo' "$scratch/done")"
  while read -r line; do
    read -r _ cpus file <<<"$line"
    same "$file is changed" "$cpus" "$(<"${file#>}")"
  done < <(grep '^echo' "$scratch/plan")
  "$overtop" --spread "$1" >"$scratch/again"
  same 'done again' 0 $?
  check 'there is nothing to do' grep -q '^# nothing is to be done' "$scratch/again"
tac "$scratch"/state/overtop/undo-* | sh
  while read -r line; do
    read -r _ _ cpus file <<<"$line"
    same "$file is as before" "$cpus" "$(<"${file#>}")"
  done < <(grep '^# echo' "$scratch/plan")
  end
}

if [ -n "$1" ]; then
  timeout "$patience" "$overtop" --spread "$1" >"$scratch/plan"
  apply_there "$1"
  exit 1
fi

refuses 1 --spread lo
refuses 1 --spread there-is-none
refuses 2 --apply
refuses 2 --spread lo --apply --read-only
refuses 2 --spread lo --apply --secure
refuses 2 --spread lo --replay nothing
refuses 2 --read-only --record "$scratch/none"
[ -e "$scratch/none" ] && fail '--read-only writes no file'

# A card has a driver, and an interrupt for each queue that a CPU of its own can be planned for.
for device in /sys/class/net/*/device; do
  [ -e "$device" ] || continue
  card=$(basename "$(dirname "$device")")
  affinities >"$scratch/before"
  if ! timeout "$patience" "$overtop" --spread "$card" >"$scratch/plan" 2>"$scratch/errors"; then
    leave_out "$card: $(<"$scratch/errors")"
    continue
  fi
  affinities >"$scratch/after"
  none "--spread $card changes nothing" "$(diff "$scratch/before" "$scratch/after")"
  check "--spread $card is a script" sh -n "$scratch/plan"
  none 'every line is a comment or writes where work runs' \
    "$(grep -vE '^#|^echo [0-9a-f,-]+ >/(proc/irq/[0-9]+/smp_affinity_list|sys/class/net/.*/rps_cpus)$' \
      "$scratch/plan")"
  same 'each line has one that undoes it' "$(grep -c '^echo' "$scratch/plan")" \
    "$(grep -c '^# echo' "$scratch/plan")"
  grep -q '^echo' "$scratch/plan" && is_root && unshare -m true 2>/dev/null || continue
  check "--spread $card --apply" unshare -m bash "$0" "$card"
done

# Queues alone are no card.
if is_root && command -v unshare ip >/dev/null && unshare -nm true 2>/dev/null; then
  unshare -nm sh -c 'ip link add v0 numrxqueues 4 numtxqueues 4 type veth peer name v1 &&
    mount -t sysfs none /sys && exec "$0" --spread v0' "$overtop" \
    >"$scratch/plan" 2>"$scratch/errors"
  same 'a pair without interrupts is refused' 1 $?
  same 'and nothing printed' '' "$(<"$scratch/plan")"
  check 'it says why' grep -q 'overtop: v0: no interrupts' "$scratch/errors"
else
  leave_out 'a network of its own'
fi
end
