#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# How overtop ends: bad usage, failures, readers that go away, signals, other users and languages.
. "$(dirname "$0")/lib.sh"
need timeout setsid setpriv env

gone_pid() {
  local pid
  (exit 0) &
  pid=$!
  wait "$pid"
  echo "$pid"
}

refuses 2 -b -x
refuses 2 -b --nonsense
refuses 2 -b --pane
refuses 2 -b what
refuses 2 -b --pane nonsense
refuses 2 -b --pane cpus,nonsense
refuses 2 -b --pane cpus,
refuses 2 -b --pane ''
refuses 2 -b --sort nonsense
refuses 2 -b --pane cpus --sort pid
refuses 2 -b -p 1x
refuses 2 -b -p 1,
refuses 2 -b -p -1
refuses 2 -b -p 0
refuses 2 -b -u no-such-user
refuses 2 -b -u ''
refuses 2 -b --filter '('
refuses 2 -b --filter '['
refuses 2 -b -d 0
refuses 2 -b -d 0.09
refuses 2 -b -d 3601
refuses 2 -b -d -1
refuses 2 -b -d 1x
refuses 2 -b -d 0,5
refuses 2 -b -d nan
refuses 2 -b -d ''
refuses 2 -b -n -1
refuses 2 -b -n 1.5
refuses 2 -b -n x
refuses 2 -b -n ''
refuses 1 -b -p 2147483647
refuses 1 -b -p "$(gone_pid)"
refuses 1 -b --root "$scratch/none"
refuses 1 -b --root "$scratch/errors"
mkdir "$scratch/empty" "$scratch/closed"
refuses 1 -b --root "$scratch/empty"
mkdir "$scratch/closed/proc"
chmod 755 "$scratch"
cp "$overtop" "$scratch/overtop"
is_root && as=(setpriv --reuid=65534 --regid=65534 --clear-groups)
chmod 0 "$scratch/closed"
if "${as[@]}" "$scratch/overtop" --version >/dev/null 2>&1; then
  mine=$overtop overtop=$scratch/overtop
  refuses 1 -b --root "$scratch/closed"
  show -n 1 -d 0.1
  same 'an ordinary user sees every pane' 10 "$(grep -c '^# ' <<<"$text")"
  none 'and knows what others do' "$(tabulate '
    pane == "tasks" && cell("PID") == 1 && cell("cswch/s") != "-" { seen = 1 }
    END { if (!seen) print "no switches of process 1" }' <<<"$text")"
  overtop=$mine
else
  leave_out 'an ordinary user: the program cannot be run by one here'
fi
as=()
chmod 755 "$scratch/closed"

for option in --help --version -h -V; do
  timeout "$patience" "$overtop" "$option" >"$scratch/out" 2>"$scratch/errors" </dev/null
  same "overtop $option" '0, 0 complaints' "$?, $(complaints) complaints"
  check "overtop $option prints" [ -s "$scratch/out" ]
  "$overtop" "$option" 2>"$scratch/errors" >/dev/full
  same "overtop $option to a full disk" '1, 1 complaints' "$?, $(complaints) complaints"
done

# The reader goes away: quietly, and long before the next interval.
SECONDS=0
timeout "$patience" "$overtop" -b -d 3600 2>"$scratch/errors" | head -n 3 >"$scratch/out"
same '| head -n 3' '0 0' "${PIPESTATUS[*]}"
same '| head -n 3 leaves three lines' 3 "$(wc -l <"$scratch/out")"
same '| head -n 3 is quiet' '' "$(<"$scratch/errors")"
same '| head -n 1, SIGPIPE ignored' '0 0' "$(
  trap '' PIPE
  timeout "$patience" "$overtop" -b -d 0.1 2>"$scratch/errors" | head -n 1 >"$scratch/out"
  echo "${PIPESTATUS[*]}"
)"
same '| head -n 1, SIGPIPE ignored, is quiet' '' "$(<"$scratch/errors")"
# The reader is there, takes one block and leaves while overtop waits.
timeout "$patience" "$overtop" -b -d 3600 --pane cpus 2>"$scratch/errors" |
  (sed 2q; sleep 0.3) >"$scratch/out"
same 'a reader that leaves later' '0 0' "${PIPESTATUS[*]}"
check 'readers that left are not waited for' [ "$SECONDS" -lt 600 ]

timeout "$patience" "$overtop" -b -d 0.1 >/dev/full 2>"$scratch/errors"
same 'a full disk ends it' 1 $?
same 'a full disk: one line' 1 "$(grep -c 'overtop: .*space' "$scratch/errors")"
timeout "$patience" "$overtop" -b -n 0 >&- 2>"$scratch/errors"
same 'no output at all ends it' 1 $?

# No terminal, nothing to read, not even descriptors.
setsid --wait timeout "$patience" "$overtop" -b -n 1 -d 0.1 --pane cpus \
  </dev/null >"$scratch/out" 2>"$scratch/errors"
same 'no terminal' '0, 2 blocks, 0 complaints' \
  "$?, $(grep -c '^# cpus' "$scratch/out") blocks, $(complaints) complaints"
env -i setsid --wait "$overtop" -b -n 1 -d 0.1 --pane tasks >"$scratch/out" 2>/dev/null <&-
same 'no stdin, no environment' '0, 2 blocks' "$?, $(grep -c '^# tasks' "$scratch/out") blocks"
"$overtop" -b -n 1 -d 0.1 --pane cpus,tasks <&- 2>&- >"$scratch/out"
same 'no stderr' '0, 4 blocks' "$?, $(grep -c '^# ' "$scratch/out") blocks"

# A shell has its background ignore the signals of a keyboard: they end it all the same.
for signal in INT TERM HUP QUIT; do
  watch -d 3600 --pane cpus
  blocks 1
  kill -"$signal" "$watched"
  unwatch ended
  same "SIG$signal ends it after whole lines" 0 "$(tail -c 1 "$scratch/text" | tr -d '\n' | wc -c)"
done

# A reader that does not read: a pipe takes 64 KiB, and then no more.
has_written() {
  awk -v least="$2" '$1 == "wchar:" { n = $2 } END { exit n < least }' "/proc/$1/io"
}
mkfifo "$scratch/unread"
"$overtop" -b -n 0 --pane "cpus$(printf ',cpus%.0s' {1..1000})" >"$scratch/unread" 2>"$scratch/errors" &
stuck=$!
exec 7<"$scratch/unread"
await has_written "$stuck" 65536
kill -TERM "$stuck"
await has_ended "$stuck" || kill -KILL "$stuck"
wait "$stuck"
same 'SIGTERM ends it while nobody reads' '0, 0 complaints' "$?, $(complaints) complaints"
exec 7<&-

# As under nohup.
as=(env --ignore-signal=HUP)
watch -d 0.1 --pane cpus
blocks 1
kill -HUP "$watched"
later_samples 1 1
unwatch
as=()

if [ "$(LC_ALL=de_DE.UTF-8 locale decimal_point 2>/dev/null)" = , ]; then
  as=(env LC_ALL=de_DE.UTF-8)
  before=$(cut -d ' ' -f 1 /proc/loadavg)
  show -n 1 -d 0.1 --pane dashboard,cpus,softirqs,history
  after=$(cut -d ' ' -f 1 /proc/loadavg)
  none 'a language with a decimal comma: none is written' \
    "$(tabulate '/[0-9],[0-9]/' <<<"$text"; grep '^#.*,' <<<"$text")"
  # A reader that follows the language stops at the point.
  none 'nor read' "$(tabulate -v before="$before" -v after="$after" '
    pane == "dashboard" && cell("load1") != before && cell("load1") != after {
      print cell("load1") " is not " before " or " after
    }' <<<"$text")"
  show -n 0 -d 0.5 --pane cpus
  as=()
else
  leave_out 'a decimal comma: no locale de_DE.UTF-8'
fi
end
