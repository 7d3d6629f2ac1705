#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# What overtop --bench measures is plausible, and it leaves nothing behind, however it ends.
. "$(dirname "$0")/lib.sh"
need timeout setsid setpriv taskset ss python3 pgrep
mkdir "$scratch/cache" "$scratch/tmp"
export XDG_CACHE_HOME=$scratch/cache TMPDIR=$scratch/tmp
cd "$scratch/tmp" || exit 1

# Processes that run this program, but zombies of others.
running() {
  pgrep -f -r R,S,D,T -- "^$overtop --bench" | sort
}

time_wait() {
  ss -Htan state time-wait src 127.0.0.0/8 | wc -l
}

# What lies about that is not the list.
litter() {
  find "$scratch/tmp" "$scratch/cache" -mindepth 1 |
    grep -vxE "$scratch/cache/overtop(/prices-[0-9a-f]{16}\.json)?"
}

nothing_left() {
  same "$1: no process is left" '' "$(running)"
  none "$1: no file is left" "$(litter)"
}

# bench OPTION...: overtop --bench to its end; its table is $text.
bench() {
  text=$(timeout "$patience" "${as[@]}" "$overtop" "$@" 2>"$scratch/errors" </dev/null)
  same "overtop $* ends well" 0 $?
  # The sanitizer has one of its own, about coroutines.
  same "overtop $* has no complaints" '' "$(grep -v makecontext "$scratch/errors")"
  nothing_left "overtop $*"
}

# From far below what any machine does to far above what a busy one does, in ns.
plausible='
  BEGIN {
    split("call 0.05 1000 syscall. 10 1e6 clock. 1 1e5 switch. 20 1e7 wake. 50 1e8 yield 10 1e7 " \
      "coroutine 1 1e6 softirq. 10 1e7 fault. 20 1e7 fork 1e3 1e9 exec 1e4 1e9 connect 500 1e8 " \
      "mem. 0.1 1e5 tlb. 0.1 1e5", words, " ")
  }
  NR == 1 {
    for (i = 1; i <= NF; i++)
      at[$i] = i
    next
  }
  { n++ }
  $at["UNIT"] != "ns" || $at["CPU"] !~ /^[0-9]+$/ { print "odd: " $0 }
  $at["MEDIAN"] == "-" { next }
  {
    for (i = 1; i in words && index($1, words[i]) != 1; i += 3)
      ;
    median = $at["MEDIAN"]
    if (!(i in words) || median !~ /^[0-9.]+$/ || median < words[i + 1] + 0 || median > words[i + 2] + 0)
      print "not plausible: " $0
    if ($at["MIN"] != "-" && $at["MIN"] + 0 > median + 0)
      print "a minimum above the median: " $0
    known++
  }
  END {
    if (known < n / 4 || !n)
      print known + 0 " of " n + 0 " are known"
  }'

before=$(time_wait)
bench --bench
none 'the quick prices are plausible' "$(awk "$plausible" <<<"$text")"
n_quick=$(wc -l <<<"$text")
bench --bench=all
none 'all prices are plausible' "$(awk "$plausible" <<<"$text")"
check 'all are more than the quick ones' [ "$(wc -l <<<"$text")" -gt "$n_quick" ]
same 'no connection is left' "$before" "$(time_wait)"
bench --bench=fork,call
same 'those that are asked for, in that order' 'KEY fork call' \
  "$(awk '{ print $1 }' <<<"$text" | xargs)"

# The list that is kept has all that were ever known; --json prints what was measured now.
bench --bench=syscall.getpid --json
none 'the object and the list' "$(python3 - "$scratch"/cache/overtop/prices-*.json <<END
import json
import sys

now = json.loads('''$text''')
kept = json.load(open(sys.argv[1]))
if [price['key'] for price in now['prices']] != ['syscall.getpid'] * len(now['prices']):
    print(now)
if not {'call', 'fork', 'exec'} <= {price['key'] for price in kept['prices']}:
    print(kept)
for member in 'cpu_model', 'kernel', 'mitigations', 'overtop_prices':
    if now[member] != kept[member]:
        print(member)
END
)"

# On any one CPU that is allowed.
for cpu in $(printf '%s\n' "$(first_cpu)" "$(last_cpu)" | sort -u); do
  as=(taskset -c "$cpu")
  bench --bench=syscall.getpid,switch.process,fork
  same "on CPU $cpu alone" "$cpu" "$(awk 'NR > 1 { print $6 }' <<<"$text" | sort -u)"
done
as=()

# An ordinary user, who may not write here.
chmod 755 "$scratch"
cp "$overtop" "$scratch/overtop"
if is_root && setpriv --reuid=65534 --regid=65534 --clear-groups "$scratch/overtop" --version \
  >/dev/null 2>&1; then
  mine=$overtop overtop=$scratch/overtop as=(setpriv --reuid=65534 --regid=65534 --clear-groups)
  mkdir -m 700 "$scratch/nobody"
  chown 65534 "$scratch/nobody"
  XDG_CACHE_HOME=$scratch/nobody bench --bench
  none 'the prices of an ordinary user are plausible' "$(awk "$plausible" <<<"$text")"
  overtop=$mine as=()
else
  leave_out 'an ordinary user'
fi

# Where nothing can be kept, it is said, and all is as ever.
text=$(XDG_CACHE_HOME=/proc/nowhere timeout "$patience" "$overtop" --bench=syscall.getpid 2>"$scratch/errors")
same 'no place for the list' '0, 2 lines, 1 complaints' \
  "$?, $(wc -l <<<"$text") lines, $(complaints) complaints"

refuses 2 --bench=nonsense
refuses 2 --bench=
refuses 2 --bench --root /
refuses 2 --bench --replay -
"$overtop" --bench=syscall.getpid >/dev/full 2>"$scratch/errors"
same 'a full disk' '1, 1 complaints' "$?, $(complaints) complaints"

is_measuring() {
  [ "$(running | wc -l)" -ge 2 ]
}

has_none() {
  [ -z "$(running)" ]
}

# The end may come at any time.  From the keyboard it comes to all of the foreground.
for signal in INT TERM HUP QUIT KILL; do
  setsid "$overtop" --bench=all >"$scratch/out" 2>"$scratch/errors" </dev/null &
  begun=$!
  check "SIG$signal: it has begun" await is_measuring
  kill -"$signal" "$begun"
  check "SIG$signal: all of it ends" await has_none
  wait "$begun" 2>/dev/null
  status=$?
  [ "$signal" = KILL ] || same "SIG$signal: the status" 1 "$status"
  same "SIG$signal: nothing is printed" '0 0' "$(wc -c <"$scratch/out") $(wc -c <"$scratch/errors")"
  nothing_left "SIG$signal"
done

# The reader goes away.
timeout "$patience" "$overtop" --bench 2>"$scratch/errors" | true
nothing_left 'no reader'
same 'no reader: no complaints' 0 "$(complaints)"
same 'no connection is left at last' "$before" "$(time_wait)"
end
