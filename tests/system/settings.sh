#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# The settings file: the user's own, and that of --settings.
. "$(dirname "$0")/lib.sh"
need timeout

export XDG_CONFIG_HOME=$scratch/config
own=$XDG_CONFIG_HOME/overtop/settings
recording=$scratch/recording.jsonl

# Two percent of a CPU that no tick saw: by itself not worth a word.
for second in 0 1 2 3 4 5; do
  printf '{"overtop":1,"time":"2026-11-30T16:05:0%dZ","since_boot":false,"live":true,' $second
  printf '"ticks_per_s":100,"seconds":1,"has_tasks":false,"has_wait":false,"has_unseen":true,'
  printf '"hides_irq_time":false,"cpu_numbers":[0],"cpus":[{"cpu":0,"busy":50,"unseen":2}]}\n'
done >"$recording"

# found N OPTION...: so many findings.
found() {
  local want=$1 text
  shift
  text=$(timeout "$patience" "$overtop" --check --replay "$recording" "$@" 2>"$scratch/errors")
  same "overtop --check $* finds so many" "$want" "$(grep -c '^info V7 ' <<<"$text")"
}

found 0
same 'there need be no settings' 0 "$(complaints)"
mkdir -p "${own%/*}"
printf '# the ticks of this one\nV7.unseen_pct = 1\n' >"$own"
found 1
same 'and nothing is wrong with these' 0 "$(complaints)"
printf 'V7.unseen_pct = 1.5 # more\n\nV7.seen = 1\nwhat\033[31m\nV7.unseen_pct = few\n' >"$scratch/other"
: >"$own"
found 0 --settings "$scratch/other"
same 'what is wrong is said' 3 "$(complaints)"
check 'with its line' grep -q "^overtop: $scratch/other:3: there is no setting V7.seen$" \
  "$scratch/errors"
same 'and cleaned' 0 "$(grep -c $'\033' "$scratch/errors")"
timeout "$patience" "$overtop" --check --replay "$recording" --settings "$scratch/other" >"$scratch/out" 2>&1
same 'and nothing is looked for with half of the thresholds that were asked for' 3 $?
# In the user's own it changes nothing else.
cp "$scratch/other" "$own"
found 1
same 'what is wrong is said there, too' 3 "$(complaints)"
printf 'V7.unseen_pct = 1\n' >"$own"
found 0 --settings /dev/null
refuses 1 -b -n 0 --settings "$scratch/none"
rm "$own" && mkdir "$own"
found 0
same 'a folder is no file, but no reason to fail' 1 "$(complaints)"
HOME=relative XDG_CONFIG_HOME='' found 0
same 'who has no place for settings has none' 0 "$(complaints)"
end
