#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# The lines of --json are what doc/overtop.schema.json says, and nothing besides.
. "$(dirname "$0")/lib.sh"
need timeout python3
python3 -c 'from jsonschema import Draft202012Validator' 2>/dev/null || skip 'there is no python3-jsonschema'
schema=${top_srcdir:-$(dirname "$0")/../..}/doc/overtop.schema.json

# complaints FILE: a line for each thing in it that is not as the schema says.
complaints() {
  python3 - "$schema" "$1" <<'END'
import json, sys
from jsonschema import Draft202012Validator

schema = json.load(open(sys.argv[1]))
Draft202012Validator.check_schema(schema)
validator = Draft202012Validator(schema)

def definition(described):
    while "$ref" in described:
        described = schema["$defs"][described["$ref"].rsplit("/", 1)[1]]
    return described

# Readers must take members they do not know, but a writer has none that are not described.
def strangers(value, described, where):
    described = definition(described)
    if isinstance(value, list):
        for i, row in enumerate(value):
            yield from strangers(row, described["items"], f"{where}[{i}]")
    elif isinstance(value, dict) and "properties" in described:
        for key in value:
            if key in described["properties"]:
                yield from strangers(value[key], described["properties"][key], f"{where}.{key}")
            else:
                yield f"{where}.{key} is not described"

for number, text in enumerate(open(sys.argv[2], encoding="ascii"), 1):
    line = json.loads(text, parse_constant=lambda name: sys.exit(f"{name} is no JSON"))
    for error in validator.iter_errors(line):
        print(f"line {number}: {error.json_path}: {error.message}"[:200])
    for stranger in strangers(line, schema, ""):
        print(f"line {number}: {stranger}")
END
}

# conforms N OPTION...: N lines, each as the schema says.
conforms() {
  local n=$1
  shift
  timeout "$patience" "$overtop" --json "$@" >"$scratch/lines" 2>"$scratch/errors"
  same "overtop --json $* ends well" 0 $?
  same "overtop --json $* has no complaints" '' "$(<"$scratch/errors")"
  same "overtop --json $* prints so many lines" "$n" "$(wc -l <"$scratch/lines")"
  none "overtop --json $* is as described" "$(complaints "$scratch/lines")"
}

# has TEXT PATTERN: some line of the last output matches.
has() {
  grep -q -- "$2" "$scratch/lines" || fail "$1"
}

conforms 3 -n 2 -d 0.5
has 'the first interval is since boot' '"since_boot":true'
has 'the others are not' '"since_boot":false'
has 'there are CPUs' '"cpus":\[{"cpu":0,'
has 'there are threads' '"threads":\[{"tid":'
grep -q command_line "$scratch/lines" && fail 'command lines are told only if asked for'

conforms 2 -n 1 -d 0.1 --all-tasks --with-command-lines
has 'command lines are told if asked for' '"command_line":"'
has 'and users' '"users":\[{"uid":0,"name":"root"}'

if [ "$(LC_ALL=de_DE.UTF-8 locale decimal_point 2>/dev/null)" = , ]; then
  LC_ALL=de_DE.UTF-8 conforms 2 -n 1 -d 0.1
else
  leave_out 'a decimal comma: no locale de_DE.UTF-8'
fi

# Machines that have less, or other things.
mkdir -p "$scratch/dump/proc/1/task/1"
printf 'cpu 10 0 10 80 0 0 0\ncpu4 10 0 10 80 0 0 0\n' >"$scratch/dump/proc/stat"
printf '     CPU4\n  7:  12  some-chip  7-edge  disk \033[31m\377\nERR:  0\n' >"$scratch/dump/proc/interrupts"
if "$overtop" -b -n 0 --root "$scratch/dump" >/dev/null 2>&1; then
  conforms 1 --root "$scratch/dump"
  has 'a CPU by its number' '"cpus":\[{"cpu":4,'
  has 'names have no control characters' 'u001B\[31m?"'
else
  leave_out 'a dump: no namespaces here'
fi
end
