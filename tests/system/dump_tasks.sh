#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# Tasks of dumps, whose names and users are what the dump says; no byte of a name gets out as it is.
. "$(dirname "$0")/dump.sh"

# task FOLDER PID TID NAME STATE UTIME STIME START CPU RUN_NS WAIT_NS CSWCH NVCSWCH UID: its files.
task() {
  local folder=$1 pid=$2 tid=$3 name=$4
  shift 4
  printf '%d (%b) %s 1 1 1 0 -1 4194304 0 0 0 0 %d %d 0 0 20 0 %d 0 %d 0 0 %s 17 %d 0 0\n' \
    "$tid" "$name" "$1" "$2" "$3" "$n_threads" "$4" '0 0 0 0 0 0 0 0 0 0 0 0 0' "$5" |
    put "proc/$folder/stat"
  printf 'Name:\t%s\nState:\t%s (?)\nTgid:\t%d\nPid:\t%d\nUid:\t%d\t%d\t%d\t%d\n' \
    name "$1" "$pid" "$tid" "${10}" "${10}" "${10}" "${10}" >"$scratch/status"
  printf 'Threads:\t%d\nvoluntary_ctxt_switches:\t%d\nnonvoluntary_ctxt_switches:\t%d\n' \
    "$n_threads" "$8" "$9" >>"$scratch/status"
  put "proc/$folder/status" <"$scratch/status"
  put "proc/$folder/schedstat" <<<"$6 $7 $(($8 + $9))"
}

afresh
put proc/stat <<<'cpu0 100 0 100 800 0 0 0 0 0 0'
mkdir "$dump/etc"
printf 'root:x:0:0::/:/bin/sh\nalice:x:1000:1000::/:/bin/sh\n' >"$dump/etc/passwd"

# Ticks say how the time of schedstat is shared by user and system.  A process of two threads, 100
# seconds old, one with a number of seven digits, and one whose threads the dump does not have.
n_threads=2
task 77 77 77 worker S 1000 500 90000 3 12000000000 30000000000 500 200 1000
task 77/task/77 77 77 worker S 600 300 90000 3 12000000000 30000000000 500 200 1000
task 77/task/78 77 78 helper R 400 200 90000 5 8000000000 1000000000 1500 300 1000
n_threads=1
task 4194000 4194000 4194000 big D 0 0 95000 0 0 0 50 0 4242
task 4194000/task/4194000 4194000 4194000 big D 0 0 95000 0 0 0 50 0 4242
task 9 9 9 flat S 100 0 0 1 1000000000 0 10 20 0

titles='PID TID USER S CPU %usr %sys %wait %CPU %chld %tot cswch/s nvcswch/s cs/s #TH PRI NI TIME+ COMMAND'
process='77 - alice R 3 13.33 6.67 31.00 20.00 0.00 20.00 20.00 5.00 25.00 2 - 0 15.00 worker'
shows 'processes' tasks "$titles
$process
9 - root S 1 0.10 0.00 0.00 0.10 0.00 0.10 0.01 0.02 0.03 1 - 0 1.00 flat
4194000 - 4242 D 0 0.00 0.00 0.00 0.00 0.00 0.00 1.00 0.00 1.00 1 - 0 0.00 big"
show --root "$dump" --pane tasks -H
same 'threads' "$titles
77 77 alice S 3 8.00 4.00 30.00 12.00 0.00 12.00 5.00 2.00 7.00 2 - 0 12.00 worker
77 78 alice R 5 5.33 2.67 1.00 8.00 - 8.00 15.00 3.00 18.00 2 - 0 8.00 helper
9 9 root S 1 0.10 0.00 0.00 0.10 0.00 0.10 0.01 0.02 0.03 1 - 0 1.00 flat
4194000 4194000 4242 D 0 0.00 0.00 0.00 0.00 0.00 0.00 1.00 0.00 1.00 1 - 0 0.00 big" \
  "$(sed '/^# /d; s/  */ /g; s/^ //' <<<"$text")"
show --root "$dump" --pane tasks -u alice
same '-u: users of the dump' "$titles
$process" "$(sed '/^# /d; s/  */ /g; s/^ //' <<<"$text")"
show --root "$dump" --pane tasks -p 77
same '-p: tasks of the dump' "$titles
$process" "$(sed '/^# /d; s/  */ /g; s/^ //' <<<"$text")"
timeout "$patience" "$overtop" -b --root "$dump" -p 1 >"$scratch/out" 2>"$scratch/errors"
same '-p: a task of this machine is none' "1, '', 1" \
  "$?, '$(<"$scratch/out")', $(wc -l <"$scratch/errors")"
timeout "$patience" "$overtop" -b --root "$dump" -u daemon >"$scratch/out" 2>"$scratch/errors"
same '-u: a user of this machine is none' "2, '', 1" \
  "$?, '$(<"$scratch/out")', $(wc -l <"$scratch/errors")"
rm "$dump/etc/passwd"
show --root "$dump" --pane tasks
# Root's name is one that some C libraries know by themselves.
same 'without etc/passwd users are numbers' '1000 0 4242' \
  "$(tabulate '{ printf "%s%s", blank, cell("USER"); blank = " " }' <<<"$text" | sed 's/root/0/')"
(cd "$dump" && timeout "$patience" "$overtop" -b --root . --pane tasks) >"$scratch/out"
same 'the folder may be named from within' "0, $text" "$?, $(<"$scratch/out")"

# An ordinary user sees the same; only the names of users may be out of reach.
as_user=(setpriv --reuid=65534 --regid=65534 --clear-groups)
cp "$overtop" "$scratch/overtop"
if is_root && "${as_user[@]}" unshare -Urm "$scratch/overtop" --version >/dev/null 2>&1; then
  (
    as=("${as_user[@]}") overtop=$scratch/overtop failures=0
    show --root "$dump" --pane cpus,tasks
    printf '%s\n' "$failures" "$text" >"$scratch/by-user"
  )
  show --root "$dump" --pane cpus,tasks
  same 'an ordinary user' "0
$text" "$(<"$scratch/by-user")"
else
  leave_out 'an ordinary user: no user namespaces, or not root here'
fi

# Names with any byte.  The numbers say how each is to be shown.
afresh
put proc/stat <<<'cpu0 100 0 100 800 0 0 0 0 0 0'
names=(
  '\033[31mEVIL\033[0m' 'a\rb\tc\001' 'x\ny' '%n%s%1000d' '\377\376\303(' 'x) R 1 (y' ''
  '\033]0;T\007' 'del\177 \302\23331m' '\346\227\245\346\234\254\350\252\236' ' two  words '
)
clean=(
  '?[31mEVIL?[0m' 'a?b?c?' 'x?y' '%n%s%1000d' '???(' 'x) R 1 (y' '-'
  '?]0;T?' 'del? ?31m' '日本語' ' two  words '
)
for i in "${!names[@]}"; do
  pid=$((100 + i))
  task "$pid" "$pid" "$pid" "${names[i]}" S $((1000 - 10 * i)) 0 0 0 0 0 0 0 0
done
printf '%b\n' '           CPU0' ' 7\033[5m:  1  chip\033[1m 1-\001edge  eth\033]0;T\007' \
  ' 8: 1 PCI 1-edge d\303\251j\303\240\302\205' | put proc/interrupts
printf '%b\n' '           CPU0' ' NET\033[5m_RX:  1' | put proc/softirqs

for locale in C.UTF-8 C; do
  export LC_ALL=$locale
  show --root "$dump" --pane dashboard,tasks,interrupts,softirqs
  # There each byte of a character is one.
  [ "$locale" = C ] && clean[8]='del? ??31m' clean[9]='?????????'
  same "names, $locale" "$(printf '%s\n' "${clean[@]}")" "$(sed -n '
    /^# tasks/,/^# interrupts/ { /^# \|COMMAND$/d; s/^.*  *0  *[0-9.]* \(.*\)/\1/; p }' <<<"$text" |
    LC_ALL=C sed 's/^ *0 *[0-9]*\.[0-9][0-9] //')"
  none "no control bytes, $locale" "$(control_bytes <<<"$text")"
  check "whole characters, $locale" iconv -f UTF-8 -t UTF-8 -o /dev/null <<<"$text"
done
none 'without UTF-8 there is ASCII alone' "$(LC_ALL=C grep -n "$(printf '[\200-\377]')" <<<"$text")"
end
