#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# A terminal that goes away takes the program with it, whether a signal tells of it or not.
overtop=${OVERTOP:-./overtop}
vanish=${builddir:-.}/tests/helpers/vanish
[ -x "$vanish" ] || {
  echo "skipped: there is no $vanish"
  exit 77
}
status=0
for how in '' -i -n '-i -n'; do
  for pane in dashboard topology; do
    # shellcheck disable=SC2086
    "$vanish" $how "$overtop" -d 0.5 --pane $pane || {
      echo "not so: it ends with its terminal (vanish $how, $pane)"
      status=1
    }
  done
done
exit $status
