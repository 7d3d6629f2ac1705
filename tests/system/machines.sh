#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# Files of real machines, where they are at hand: every pane shows each of them, and what it shows
# of CPUs and interrupts is what the files say.
. "$(dirname "$0")/dump.sh"

machines=${top_srcdir:-.}/../shared/machines
[ -d "$machines" ] || skip 'there are no files of other machines'
panes=dashboard,cpus,tasks,softirqs,interrupts,history,topology

# The CPUs that a tree names; rows of stat alone, if it has them.
cpus_of() {
  {
    grep -hso '^cpu[0-9]*' "$1/proc/stat" ||
      grep -hso 'CPU[0-9]*' "$1/proc/interrupts" "$1/proc/softirqs"
  } | tr -dc '0-9\n' | grep . | sort -n -u
}

topology_of() {
  {
    ls "$1/sys/devices/system/cpu" 2>/dev/null | sed -n 's/^cpu\([0-9]*\)$/\1/p'
    cat "$1"/sys/devices/system/cpu/{online,present,possible,offline} 2>/dev/null | tr ',' '\n' |
      awk -F- '/^[0-9]+(-[0-9]+)?$/ { for (i = $1; i <= $NF; i++) print i }'
  } | sort -n -u
}

# Shares since boot, as a reader that knows nothing of overtop has them.
shares_of() {
  awk '
    /^cpu[0-9]/ && !($1 in seen) {
      seen[$1]
      sum = 0
      for (i = 2; i <= 9 && i <= NF; i++)
        sum += $i
      if (sum)
        printf "%d %.2f %.2f %.2f\n", substr($1, 4), 100 * $4 / sum, 100 * $5 / sum, 100 * $6 / sum
    }' "$1/proc/stat" 2>/dev/null | sort -n
}

# label and sum of each row of interrupts.
interrupts_of() {
  awk '
    NR == 1 { n = NF; next }
    match($0, /:/) {
      label = substr($0, 1, RSTART - 1)
      $0 = substr($0, RSTART + 1)
      sub(/^ +/, "", label)
      total = 0
      for (i = 1; i <= n && $i ~ /^[0-9]+$/; i++)
        total += $i
      printf "%s %s\n", label, (i > 1 ? sprintf("%.0f", total) : "-")
    }' "$1/proc/interrupts" 2>/dev/null | LC_ALL=C sort
}

look_at() {
  local name=$1 tree=$2
  show --root "$tree" --pane "$panes"
  same "$name: all panes" 7 "$(grep -c '^# .* seconds=since-boot$' <<<"$text")"
  none "$name: no control bytes" "$(control_bytes <<<"$text")"
  same "$name: its CPUs" "$(cpus_of "$tree" | xargs)" "$(tabulate '
    pane == "cpus" && cell("CPU") != "all" { print cell("CPU") }' <<<"$text" | xargs)"
  same "$name: those of softirqs" "$([ -s "$tree/proc/softirqs" ] && cpus_of "$tree" | xargs)" \
    "$(tabulate '
      pane == "softirqs" && cell("CPU") != "all" { print cell("CPU") }' <<<"$text" | xargs)"
  none "$name: no CPU of the topology is invented" "$(tabulate '
    pane == "topology" { print cell("CPU") }' <<<"$text" | LC_ALL=C sort |
    LC_ALL=C comm -13 <(topology_of "$tree" | LC_ALL=C sort) -)"
  none "$name: shares are from 0 to 100" "$(tabulate '
    function look(title) {
      if (cell(title) != "-" && !(cell(title) >= 0 && cell(title) <= 100))
        print pane " " title ": " cell(title)
    }
    pane == "cpus" {
      for (title in at)
        if (title !~ /^(CPU|cs.s|in.s|sirq.s)$/)
          look(title)
    }
    pane == "interrupts" { look("share") }
    pane == "tasks" { look("%wait"); if (cell("%CPU") != "-" && cell("%CPU") < 0) print }
    ' <<<"$text")"
  same "$name: sy, id and wa" "$(shares_of "$tree")" "$(tabulate '
    pane == "cpus" && cell("CPU") != "all" && cell("sy") != "-" {
      printf "%d %.2f %.2f %.2f\n", cell("CPU"), cell("sy"), cell("id"),
        (cell("wa") == "-" ? 0 : cell("wa"))
    }' <<<"$text" | sort -n)"
  same "$name: interrupts" "$(interrupts_of "$tree")" "$(tabulate '
    pane == "interrupts" { print cell("IRQ"), cell("total") }' <<<"$text" | LC_ALL=C sort)"
}

n=0
while read -r folder; do
  tree=$folder
  if [ -e "$folder/tree.tar.gz" ]; then
    rm -rf "$scratch/tree"
    mkdir "$scratch/tree"
    tar -xzf "$folder/tree.tar.gz" -C "$scratch/tree" || fail "$folder unpacks"
    tree=$(dirname "$(find "$scratch/tree" -maxdepth 3 \( -name proc -o -name sys \) | head -n 1)")
  fi
  look_at "${folder#"$machines/"}" "$tree"
  n=$((n + 1))
done < <(find "$machines" -maxdepth 3 -type d '(' -name proc -o -name sys ')' -printf '%h\n' |
  sort -u)
echo "$n trees"
check 'there are some' [ "$n" -gt 0 ]
end
