#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# What is remembered, written to a file.
. "$(dirname "$0")/terminal"

wrote() {
  [ "$(grep -c '^{"overtop":1,.*}$' "$scratch/$1")" -ge "$2" ]
}

start 80 24 "$overtop -d 0.1 --pane history; echo status \$?"
check 'some intervals are remembered' shows 'history 1-[0-9]*/[3-9][0-9]'
press w
check 'a name is asked for' shows '^file: overtop-'
press C-u "$scratch/past.jsonl" Enter
check 'they are written' shows 'intervals written to .*/past.jsonl'
check 'all of them' wrote past.jsonl 30

# Whoever asks for it and leaves has it all the same.
press w C-u "$scratch/last.jsonl" Enter q
check 'it has ended' shows '^status 0'
check 'and what was remembered is written' wrote last.jsonl 30
