#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# Standard files that are closed: what would have been printed is lost, and goes into no other file.
. "$(dirname "$0")/lib.sh"

recording=$scratch/recording

# recorded N: the recording has N lines, and they are all there is in it.
recorded() {
  same 'what is recorded is lines of a recording' "$1" "$(grep -c '^{"overtop":1,.*}$' "$recording")"
  same 'and nothing else is in the file' "$1" "$(wc -l <"$recording")"
  rm -f "$recording"
}

"$overtop" -b -n 1 -d 0.1 --record "$recording" >&- 2>"$scratch/errors"
same 'tables that nobody can be shown are a failure' 1 $?
same 'and that is said' 1 "$(complaints)"
recorded 1

"$overtop" -n 1 -d 0.1 --record "$recording" --report "$scratch/page" <&- >&- 2>&-
same 'files need none of the standard ones' 0 $?
recorded 2

"$overtop" -b --replay - <&- 2>"$scratch/errors"
same 'stdin that is closed cannot be replayed' 1 $?
check 'and that is said' grep -q '^overtop: -: ' "$scratch/errors"
end
