#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# overtop --check: how it exits, and its first line.
. "$(dirname "$0")/lib.sh"
need timeout gzip sed

recordings=${top_srcdir:-$(dirname "$0")/../..}/tests/golden/recordings

# exits STATUS FIRST-LINE OPTION...: the line begins so.
exits() {
  local wanted=$1 begin=$2
  shift 2
  text=$(TZ=UTC timeout "$patience" "$overtop" --check "$@" 2>"$scratch/errors")
  same "overtop --check $* exits so" "$wanted" $?
  case $text in
  "$begin"*) ;;
  *) none "overtop --check $* begins with $begin" "${text:-nothing}" ;;
  esac
}

gzip -dc "$recordings/found.jsonl.gz" >"$scratch/crit.jsonl" || exit 1
sed 's/"grade":"crit"/"grade":"warn"/g' "$scratch/crit.jsonl" >"$scratch/warn.jsonl"
sed 's/"grade":"[a-z]*"/"grade":"info"/g' "$scratch/crit.jsonl" >"$scratch/info.jsonl"
head -n 1 "$scratch/crit.jsonl" >"$scratch/boot.jsonl"
: >"$scratch/empty.jsonl"

exits 0 'OVERTOP OK: 3 findings: ' --replay "$scratch/info.jsonl"
exits 1 'OVERTOP WARN: 3 findings: ' --replay "$scratch/warn.jsonl"
exits 2 'OVERTOP CRIT: 3 findings: NET_RX: 97% on CPU1' --replay "$scratch/crit.jsonl"
check 'the first line ends in numbers' grep -q '| info=1 warn=1 crit=1$' <<<"${text%%$'\n'*}"
check 'each finding has a line' grep -q \
  '^crit R91 irq30 since 14:01:27: NET_RX: 97% on CPU1 (12.6k/s) from IRQ 30' <<<"$text"
same 'and no other has' 3 "$(grep -c '^[a-z]* R9' <<<"$text")"
# What stands at the end, not what stood.
exits 0 'OVERTOP OK: nothing found | info=0 warn=0 crit=0' --replay "$scratch/crit.jsonl" \
  --to 14:02:09
exits 3 'OVERTOP UNKNOWN: there is nothing but' --replay "$scratch/boot.jsonl"
exits 3 'OVERTOP UNKNOWN: there is no interval' --replay "$scratch/empty.jsonl"
exits 3 'OVERTOP UNKNOWN: a finding needs' --replay "$recordings/web.jsonl.gz"
exits 3 '' --replay "$scratch/none"
exits 3 '' --json
exits 3 '' --nonsense
exits 3 'OVERTOP UNKNOWN: a finding needs' -n 2 -d 0.1

# Of this machine it may be anything, but it can be told.
text=$(timeout "$patience" "$overtop" --check -n 3 -d 1.7 2>"$scratch/errors")
status=$?
check 'in five seconds it can be told' test "$status" -le 2
same 'without complaints' '' "$(<"$scratch/errors")"
check 'the word is that of the status' grep -q \
  "^OVERTOP $(sed -n "$((status + 1))p" <<<$'OK\nWARN\nCRIT'):" <<<"$text"
end
