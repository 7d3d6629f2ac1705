#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# The command line of overtop -b, and the form of what it prints.
. "$(dirname "$0")/lib.sh"
need timeout pgrep
need_helper sleepers

all_panes=dashboard,cpus,tasks,softirqs,interrupts,history,topology
softirq_types=$(awk 'NR > 1 { sub(":", "", $1); printf " %s", $1 }' /proc/softirqs)
shares='us ni sy id wa hi si st ??'
declare -A titles=(
  [dashboard]="r b cs/s in/s fork/s sirq/s load1 $shares busiest softirq irq task"
  [cpus]="CPU $shares gu gn cs/s in/s sirq/s busy"
  [tasks]='PID TID USER S CPU %usr %sys %wait %CPU %chld %tot cswch/s nvcswch/s cs/s #TH PRI NI TIME+ COMMAND'
  [softirqs]="CPU$softirq_types"
  [interrupts]='IRQ total /s on hottest share asked effective pin queue RPS node chip NAME'
  [history]='TIME r b swpd free buff cache si so bi bo in cs fork us sy id wa st ??'
  [topology]='CPU STATE SOCKET DIE CORE NODE SMT SIBLINGS L1d L1i L2 L3 CAPACITY'
)

heads() {
  grep '^# ' <<<"$text" | sed -E 's/ time=[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:]{8}[+-][0-9]{4}$//; s/seconds=[0-9]*\.[0-9][0-9][0-9]$/seconds=S/'
}

blocks_of() {
  local when pane
  for when in since-boot S S; do
    for pane; do
      echo "# $pane seconds=$when"
    done
  done
}

# Columns are aligned when in each of them all words begin, or all end, in the same place.
misaligned() {
  tabulate '
    function place(line, i,    from, n) {
      from = 1
      for (n = 1; n <= i; n++) {
        match(substr(line, from), /[^ ]+/)
        from += RSTART - 1
        begins = from
        from += RLENGTH
        ends = from - 1
      }
    }
    {
      for (i = 1; i <= n_titles; i++) {
        place($0, i)
        key = pane " " block " " i
        if ((key in first_begin) && first_begin[key] != begins)
          ragged_begin[key] = FNR
        if ((key in first_end) && first_end[key] != ends)
          ragged_end[key] = FNR
        first_begin[key] = begins
        first_end[key] = ends
      }
    }
    END {
      for (key in ragged_begin)
        if (key in ragged_end && key !~ / 1[0-9]$/)
          print "pane, block, column " key ": lines " ragged_begin[key] ", " ragged_end[key]
    }' <<<"$text"
}

show -n 2 -d 0.1
same 'without --pane: the dashboard and what it stacks' \
  "$(blocks_of dashboard cpus softirqs interrupts tasks)" "$(heads)"

show -n 2 -d 0.1 --pane "$all_panes"
same 'one block before -n of them, in the order of --pane' \
  "$(blocks_of ${all_panes//,/ })" "$(heads)"
for pane in "${!titles[@]}"; do
  same "the titles of $pane" "${titles[$pane]}" \
    "$(grep -A 1 "^# $pane " <<<"$text" | sed '/^#\|^--/d' | sed 's/  */ /g; s/^ //' | sort -u)"
done
none 'a row has a word for each title' "$(tabulate '
  NF < n_titles || (NF > n_titles && pane != "tasks" && pane != "interrupts") {
    print pane ": " NF " words for " n_titles " titles: " $0
  }' <<<"$text")"
none 'every block but that of tasks has rows' "$(tabulate '
  { rows[pane " " block]++ }
  END {
    for (name in n_blocks)
      for (i = 0; i < n_blocks[name]; i++)
        if (!rows[name " " i])
          print name " " i
  }' <<<"$text")"
none 'rates and shares have two decimals, or are unknown' "$(tabulate '
  function look(name) {
    if (cell(name) !~ /^([0-9]+\.[0-9][0-9]|-)$/)
      print pane " " name ": " cell(name)
  }
  pane == "cpus" { for (i in at) if (i != "CPU") look(i) }
  pane == "softirqs" { for (i in at) if (i != "CPU") look(i) }
  pane == "interrupts" { look("/s"); look("share") }
  pane == "tasks" { look("%usr"); look("%wait"); look("%CPU"); look("cswch/s"); look("nvcswch/s") }
  pane == "dashboard" { look("cs/s"); look("us"); look("??") }
  ' <<<"$text")"
same 'rows of cpus' "all $(sed -n 's/^cpu\([0-9]*\).*/\1/p' /proc/stat | xargs)" \
  "$(tabulate 'pane == "cpus" && is_since_boot { print cell("CPU") }' <<<"$text" | xargs)"
none 'columns are aligned' "$(misaligned)"

SECONDS=0
show -n 0 -d 3600 --pane tasks,cpus
same 'the order of --pane' '# tasks seconds=since-boot # cpus seconds=since-boot' "$(heads | xargs)"
show -bn0 -d3600 --pane=cpus
same 'options in one word' '# cpus seconds=since-boot' "$(heads)"
show --intervals=0 --delay=3600 --pane softirqs,softirqs
same 'long options' '# softirqs seconds=since-boot # softirqs seconds=since-boot' "$(heads | xargs)"
check '-n 0 waits for nothing' [ "$SECONDS" -lt 600 ]

for key in pid PID %CPU nvcswch; do
  show -n 0 --pane tasks --sort "$key"
  none "--sort $key: the highest first, the unknown last" "$(tabulate -v key="$key" '
    {
      value = cell(key == "pid" ? "PID" : key == "nvcswch" ? "nvcswch/s" : key)
      if (FNR > 3 && (before == "-" ? value != "-" : value != "-" && value + 0 > before + 0))
        print before " is above " value
      before = value
    }' <<<"$text")"
done
show -n 0 --pane tasks --sort command
# Names that were cleaned are sorted by what they were.
names=$(sed '1,2d; /?/d; s/^.* [0-9.]*[0-9] //' <<<"$text" | tr A-Z a-z)
same '--sort command: by the alphabet' "$(sort <<<"$names")" "$names"
show -n 0 --pane cpus,tasks --sort pid
same '--sort, where a pane has no such column' 2 "$(heads | wc -l)"

show -n 0 --pane interrupts --filter '^LOC$'
same '--filter leaves the rows that match' LOC "$(tabulate '{ print cell("IRQ") }' <<<"$text")"
show -n 0 --pane tasks --filter 'no such command'
same '--filter may leave none' 0 "$(tabulate '{ n++ } END { print n + 0 }' <<<"$text")"

show -n 0 --pane tasks -p $$
same '-p: that process' "$$ -" "$(tabulate '{ print cell("PID"), cell("TID") }' <<<"$text")"
show -n 0 --pane tasks -H -p "$$,$PPID"
same '-p: several, -H: threads' "$(printf '%s\n' "$$ $$" "$PPID $PPID" | sort)" \
  "$(tabulate 'cell("PID") == cell("TID") { print cell("PID"), cell("TID") }' <<<"$text" | sort)"

begin sleepers "${helpers}/sleepers" 1 4 0
sleeper=$(pgrep -P "$begun")
threads=$(ls "/proc/$sleeper/task" | sort)
show -n 0 --pane tasks -p "$sleeper"
same 'a process: one row, and how many threads it has' "$sleeper - 4" \
  "$(tabulate '{ print cell("PID"), cell("TID"), cell("#TH") }' <<<"$text")"
show -n 0 --pane tasks -H -p "$sleeper"
same '-H: a row for each' "$threads" "$(tabulate '{ print cell("TID") }' <<<"$text" | sort)"
thread=$(tail -n 1 <<<"$threads")
show -n 0 --pane tasks -H -p "$thread"
same '-p: a thread' "$thread" "$(tabulate '{ print cell("TID") }' <<<"$text")"

show -n 0 --pane tasks -u "$(id -u)"
same '-u: by number' 'yes' "$(tabulate -v pid=$$ 'cell("PID") == pid { print "yes" }' <<<"$text")"
none '-u: nobody else' "$(tabulate -v user="$(id -un)" '
  cell("USER") != user && substr(cell("USER"), 1, 1) != "#" { print }' <<<"$text")"
show -n 0 --pane tasks -u "$(id -un)"
same '-u: by name' 'yes' "$(tabulate -v pid=$$ 'cell("PID") == pid { print "yes" }' <<<"$text")"
end
