#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Screens of recordings are as they were accepted (screens/), cell by cell, for each line of cases.
#
#     run.sh                   compares all
#     run.sh NAME...           compares these
#     run.sh --accept NAME...  takes what is drawn now for what is wanted; no NAME: of all
#
# By hand in the build directory, after make tests/golden/render.
here=$(cd "$(dirname "$0")" && pwd) || exit 1
render=${builddir:-.}/tests/golden/render
[ -x "$render" ] || {
  echo "there is no $render: make tests/golden/render"
  exit 1
}
mode=compare
[ "$1" = --accept ] && {
  mode=accept
  shift
}
names=" $* "
n_cases=0
n_failed=0
scratch=$(mktemp -d) || exit 1
trap 'rm -rf "$scratch"' EXIT
trap 'exit 1' HUP INT TERM

# Nothing that the machine or the user has set may show.
unset LANGUAGE LOCPATH
TZ=UTC
export TZ

fail() {
  n_failed=$((n_failed + 1))
  printf 'not so: %s\n' "$1"
}

# draw RECORDING SIZE LOCALE KEYS: the screen; where it can tell all characters, with its styles.
draw() {
  case $3 in
  UTF-8) LC_ALL=C.UTF-8 "$render" -s "$here/recordings/$1" "$2" "$4" ;;
  C) LC_ALL=C "$render" "$here/recordings/$1" "$2" "$4" ;;
  *) echo "no such locale: $3" && false ;;
  esac
}

compare() {
  diff -u --label "accepted: $1" --label "drawn now: $1" "$here/screens/$1.txt" \
    "$scratch/$1.txt" && return
  fail "$1 is drawn as it was; if the new screen is right:
    (cd $(pwd) && $here/run.sh --accept $1)"
}

accept() {
  cmp -s "$scratch/$1.txt" "$here/screens/$1.txt" && return
  if cp "$scratch/$1.txt" "$here/screens/$1.txt"; then
    echo "accepted: $here/screens/$1.txt"
  else
    fail "$1 can be accepted"
  fi
}

while read -r name recording size locale keys; do
  case $name in '' | '#'*) continue ;; esac
  [ "$names" = '  ' ] || case $names in *" $name "*) ;; *) continue ;; esac
  n_cases=$((n_cases + 1))
  [ -e "$scratch/$name.txt" ] && fail "there is one case of the name $name"
  if draw "$recording" "$size" "$locale" "$keys" >"$scratch/$name.txt" 2>&1; then
    "$mode" "$name"
  else
    cat "$scratch/$name.txt"
    fail "$name can be drawn"
  fi
done <"$here/cases"

[ "$n_cases" -gt 0 ] || fail 'there are cases of these names'
for screen in "$here"/screens/*.txt; do
  grep -q "^$(basename "$screen" .txt) " "$here/cases" || fail "$screen is of a case"
done
echo "$n_cases screens, $n_failed not as they should be"
[ "$n_failed" -eq 0 ]
