#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# A /proc that does not tell everything: files that are missing, processes that are hidden, tasks
# that go while they are read, numbers that are given out again, the /proc of other namespaces.
. "$(dirname "$0")/lib.sh"
need timeout unshare mount setpriv pgrep
need_helper hogs named sleepers

namespaces=(unshare)
is_root || namespaces=(unshare -Ur)
"${namespaces[@]}" -mpf --mount-proc true 2>/dev/null ||
  skip 'no namespaces of mounts and processes'
chmod 755 "$scratch"
# The leak checker needs a /proc that has everything.
export "${without_leaks?}"

# Runs in a process namespace of its own as its first process: "$0 reuse".
reuse() {
  local number=23456

  # at COMMAND...: in the background, as that very process number.
  at() {
    echo $((number - 1)) >/proc/sys/kernel/ns_last_pid || return
    "$@" >"$scratch/at" &
    [ $! -eq "$number" ]
  }
  at "$helpers/hogs" 1 "$(first_cpu)" || {
    leave_out 'process numbers that are given out again: they cannot be chosen here'
    exit 0
  }
  await has_lines "$scratch/at" 1
  watch -d 0.5 --pane tasks
  blocks 4
  kill -KILL "$number"
  wait "$number" 2>/dev/null
  check 'the number is given out again' at sleep 1000
  later_samples 2 1
  unwatch
  none 'the second task of that number begins at nothing' "$(tabulate -v number="$number" '
    cell("PID") == number && is_since_boot { first = cell("COMMAND") }
    cell("PID") == number && cell("COMMAND") == "hogs" && !is_since_boot { burned += cell("%CPU") }
    cell("PID") == number && cell("COMMAND") == "sleep" {
      seen = 1
      if (cell("%CPU") == "-" || cell("%CPU") > 10 || cell("cswch/s") > 50)
        print
    }
    END {
      if (first != "hogs" || burned < 1)
        print "the first is not seen"
      if (!seen)
        print "the second is not seen"
    }' "$scratch/text")"
  end
}
[ "$1" = reuse ] && reuse

# after SHELL-COMMANDS [COMMAND...]: overtop will run after them in namespaces of its own, and
# through COMMAND.
after() {
  as=("${namespaces[@]}" -mpf --mount-proc sh -c "$1"' && exec "$@"' - "${@:2}")
}

# Only the folders of processes.
if "${namespaces[@]}" -mpf mount -t proc -o subset=pid proc /proc 2>/dev/null; then
  after 'mount -t proc -o subset=pid proc /proc'
  show -n 1 -d 0.1
  same 'without system files: all blocks' 10 "$(grep -c '^# ' <<<"$text")"
  none 'without system files nothing is invented' "$(tabulate '
    pane == "cpus" || pane == "dashboard" {
      for (title in at)
        if (title !~ /^(CPU|task)$/ && cell(title) != "-")
          print pane " " title ": " cell(title)
    }
    pane == "cpus" && cell("CPU") != "all"
    pane == "softirqs" || pane == "interrupts"' <<<"$text")"
  same 'without system files tasks are there' 1 "$(tabulate '
    pane == "tasks" && is_since_boot { print cell("PID") }' <<<"$text" | grep -cx 1)"
  show -n 0 --pane history,topology
else
  leave_out 'only the folders of processes: /proc cannot be mounted so'
fi

# An empty file.
: >"$scratch/empty"
after "mount --bind $scratch/empty /proc/stat && mount --bind $scratch/empty /proc/softirqs"
show -n 1 -d 0.1 --pane cpus,softirqs,interrupts
none 'with an empty stat shares are unknown' "$(tabulate '
  pane == "cpus" && cell("us") != "-"
  pane == "softirqs"' <<<"$text")"
check 'with an empty stat interrupts are there' grep -q 'LOC\|IPI\|arch_timer' <<<"$text"

# Processes of others are hidden.
nobody=(setpriv --reuid=65534 --regid=65534 --clear-groups)
cp "$overtop" "$scratch/overtop"
if is_root && "${nobody[@]}" "$scratch/overtop" --version >/dev/null 2>&1; then
  mine=$overtop overtop=$scratch/overtop
  after 'sleep 1000 & mount -t proc -o hidepid=2 proc /proc' "${nobody[@]}"
  show -n 1 -d 0.1 --pane cpus,tasks
  overtop=$mine
  none 'hidden processes are not shown, others are' "$(tabulate '
    pane == "tasks" && cell("COMMAND") != "overtop"
    pane == "tasks" { n++ }
    END { if (!n) print "there is none" }' <<<"$text")"
  none 'the system is shown' "$(tabulate '
    pane == "cpus" && cell("CPU") == "all" && cell("id") == "-"' <<<"$text")"
else
  leave_out 'hidden processes: not root, or others cannot run the program'
fi

as=()

# The /proc of one namespace, the process in another: its numbers are those of /proc.
begin hogs "$helpers/hogs" 1 "$(first_cpu)"
hog=$begun
as=("${namespaces[@]}" -pf)
show -n 2 -d 0.5 --pane tasks -p "$hog"
as=()
same 'in a namespace within that of /proc a task is seen to run' 3 "$(tabulate '
  is_since_boot || (cell("%CPU") > 1 && cell("nvcswch/s") != "-") { n++ }
  END { print n + 0 }' <<<"$text")"
kill -KILL "$hog"
wait "$hog" 2>/dev/null

# And the other way round: the kernel tells us of exits by numbers that /proc does not have.
if is_root && command -v nsenter >/dev/null && command -v jq >/dev/null; then
  begin inner unshare -mpf --mount-proc sh -c 'echo up; while sleep 0.02; do :; done' 2>/dev/null
  inner=$(pgrep -P "$begun")
  nsenter -t "$inner" -m "$overtop" --json -y -n 2 -d 0.2 >"$scratch/inner"
  same 'with the numbers of a namespace within ours no exits are told of' 'null null' \
    "$(jq -r .totals.exit "$scratch/inner" | paste -sd ' ')"
  kill -KILL "$inner"
  wait "$begun"
else
  leave_out 'the /proc of a namespace within ours: not root, or no nsenter or jq'
fi

# Processes that are gone before they are read, and threads with them.
for i in 1 2 3; do
  (while :; do (:) & /bin/true; done 2>/dev/null) &
done
(
  # It may be ended while the helper has not yet asked to be ended with it.
  trap 'kill $!; exit' TERM
  while :; do
    "$helpers/sleepers" 1 20 20 >"$scratch/ready" &
    await has_lines "$scratch/ready" 1
    kill $!
    wait
  done 2>/dev/null
) &
show -n 20 -d 0.1 -H --pane tasks
none 'while tasks come and go there are always some' "$(tabulate '
  { rows[block]++ }
  END {
    for (i = 0; i <= 20; i++)
      if (rows[i] < 3)
        print "block " i ": " rows[i]
  }' <<<"$text")"
none 'and no share is absurd' "$(tabulate '
  !is_since_boot && (cell("%CPU") > 100 || cell("%wait") > 100 || cell("cswch/s") > 1e6)
  ' <<<"$text")"
show -n 10 -d 0.1 --pane dashboard,tasks
mapfile -t children < <(jobs -p)
kill "${children[@]}"
wait "${children[@]}" 2>/dev/null

# Names of living tasks may hold any byte.
pids=
clean=('%n%s%n' ') R 1 (' '???' '?[31mEVIL' '?]0;T?' 'a?b?c?d' '日本')
for name in '\x1b[31mEVIL' '\x1b]0;T\x07' 'a\x0db\x0ac\x09d' '%n%s%n' '\xff\xfe\x7f' \
  '\xe6\x97\xa5\xe6\x9c\xac' ') R 1 ('; do
  begin "named$begun" "$helpers/named" "$name"
  pids=$pids,$begun
done
for mode in --pane=tasks -H; do
  show -n 2 -d 0.3 --pane tasks $mode -p "${pids#,}"
  same "names are cleaned, $mode" "$(printf '%s\n' "${clean[@]}" | sort)" "$(tabulate '
    is_since_boot { next }
    {
      sub(/^ *[0-9]+ +[0-9-]+ +.* (-|[0-9]+) +-?[0-9]+ +[0-9]+\.[0-9][0-9] /, "")
      print
    }' <<<"$text" | sort -u)"
  none "no control bytes, $mode" "$(control_bytes <<<"$text")"
done

if is_root; then
  unshare -mpf --mount-proc bash "$0" reuse || fail 'process numbers that are given out again'
else
  leave_out 'process numbers that are given out again: not root'
fi
end
