#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# The recordings of the golden screens are those that make writes, and as the format says.
here=$(cd "$(dirname "$0")" && pwd) || exit 1
command -v python3 >/dev/null || {
  echo 'skipped: there is no python3'
  exit 77
}
python3 "$here/make" --check || {
  echo "not so: the recordings are those of $here/make; run it, and then run.sh"
  exit 1
}
python3 -c 'import jsonschema' 2>/dev/null || {
  echo 'not tested: the schema, for python3 has no jsonschema'
  exit 0
}
python3 "$here/make" --validate "$here/../../doc/overtop.schema.json" || {
  echo 'not so: the recordings are as the schema says'
  exit 1
}
