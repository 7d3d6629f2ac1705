#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Prices are measured while the screen goes on, used at once and kept; nothing goes on measuring afterwards.
. "$(dirname "$0")/terminal"
command -v pgrep >/dev/null || {
  echo 'skipped: there is no pgrep'
  exit 77
}

# Of a name of its own, so that its processes can be told.
cp "$overtop" "$scratch/overtop" || exit 1
overtop=$scratch/overtop
mkdir "$scratch/cache" && export XDG_CACHE_HOME="$scratch/cache"

# How many processes of it there are, with those that benchmarks forked.
running() {
  pgrep -f -r R,S,D,T -- "^$overtop" | wc -l
}

has_processes() {
  [ "$(running)" -ge "$1" ]
}

is_alone() {
  [ "$(running)" -eq 1 ]
}

has_none() {
  [ "$(running)" -eq 0 ]
}

are_kept() {
  [ "$(find "$scratch/cache" -name 'prices-*.json' | wc -l)" -eq 1 ]
}

# In the first line of the bill: ms of CPU, from and to, then shares of all CPUs.
has_costs() {
  shows '^all  *[0-9.]\+  *[0-9.]\+  *[0-9.]\+  *[0-9.]\+'
}

changes() {
  [ "$(screen | sed -n 1,2p)" != "$begun" ]
}

start 80 24 "$overtop -d 0.3 --pane bill; echo status \$?"
check 'what nobody measured has no price' shows '^all .*not measured: press b'
check 'the header says nothing of it' shows '^r .* cs [0-9.kM]*/s  *in '
press b
check 'it is measured' shows '^measuring [0-9]\+/[0-9]\+ [a-z]'
check 'in processes of its own' has_processes 2
begun=$(screen | sed -n 1,2p)
check 'the screen goes on meanwhile' changes
check 'it ends, and says so' shows '^[0-9]\+ prices\? measured'
check 'the bill has costs' has_costs
check 'the prices stand below it' shows '^switch\.'
check 'they are kept' are_kept
check 'nothing goes on measuring' is_alone
press q
check 'it has ended' shows '^status 0'

start 80 24 "$overtop -d 0.3 --pane bill; echo status \$?"
check 'another one has them from the start' has_costs
press B
check 'all are measured' shows '^measuring [0-9]\+/'
press Escape
check 'until Esc' shows '^[0-9]\+ prices\? measured'
check 'nothing goes on measuring after it' is_alone
press B
check 'all are measured again' shows '^measuring [0-9]\+/'
check 'in processes of their own' has_processes 2
press q
check 'it has ended while it measured' shows '^status 0'
check 'and left nothing' has_none

start 80 24 "$overtop -d 0.3 --pane bill; echo status \$?"
check 'it has begun' has_costs
press B
check 'all are measured once more' has_processes 2
kill -KILL "$(pgrep -o -f -- "^$overtop")"
check 'killed, it leaves nothing either' has_none

start 80 24 "$overtop --replay $(dirname "$0")/../golden/recordings/web.jsonl.gz --pane bill"
check 'another machine has no prices' shows '^all .*not this machine'
press b
check 'and a recording is not measured' shows '^only this machine can be measured'
