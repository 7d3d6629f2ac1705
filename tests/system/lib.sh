# SPDX-License-Identifier: GPL-2.0-or-later
# Sourced by the scripts here: overtop -b, its output taken as tables.
#
# Nothing waits for a time: what is awaited is a block of output, a line of a helper, the end of a
# process.  A rate is never compared with one of other seconds: rate times seconds, summed over the
# blocks, gives counts again, and these must lie between what the kernel said just before and after.

overtop=${OVERTOP:-$PWD/overtop}
helpers=${builddir:-$PWD}/tests/helpers
scratch=$(mktemp -d) || exit 1
patience=60
[ -n "$OVERTOP_SANITIZED" ] && patience=180
failures=0
# What to run overtop through: another user, another namespace.
as=()

export LC_ALL=C.UTF-8
unset LANGUAGE
# What the user has set or measured is no part of a test.
export XDG_CONFIG_HOME=$scratch/config XDG_CACHE_HOME=$scratch/cache
# The leak checker needs the /proc of this machine, and cannot work while it is traced.
without_leaks="ASAN_OPTIONS=$ASAN_OPTIONS:detect_leaks=0"

finish() {
  local children
  mapfile -t children < <(jobs -p)
  if [ ${#children[@]} -gt 0 ]; then
    kill -KILL "${children[@]}"
    wait "${children[@]}"
  fi 2>/dev/null
  rm -rf "$scratch"
}
trap finish EXIT
trap 'exit 1' HUP INT TERM

skip() {
  printf 'skipped: %s\n' "$1"
  exit 77
}

# A part that cannot be tested here.
leave_out() {
  printf 'not tested: %s\n' "$1"
}

need() {
  local tool
  for tool; do
    command -v "$tool" >/dev/null || skip "there is no $tool"
  done
}

need_helper() {
  local name
  for name; do
    [ -x "$helpers/$name" ] || skip "the helper $name is not built"
  done
}

is_root() {
  [ "$(id -u)" -eq 0 ]
}

# The first and the last CPU that this script may run on.
first_cpu() {
  sed -n 's/^Cpus_allowed_list:[^0-9]*\([0-9]*\).*/\1/p' /proc/self/status
}

last_cpu() {
  sed -n 's/^Cpus_allowed_list:.*[^0-9]\([0-9]*\)$/\1/p' /proc/self/status
}

fail() {
  failures=$((failures + 1))
  printf 'not so: %s\n' "$1"
}

# check TEXT COMMAND...: it succeeds.
check() {
  local text=$1
  shift
  "$@" || fail "$text"
}

# none TEXT COMPLAINTS: there are none.
none() {
  [ -z "$2" ] && return
  fail "$1"
  printf -- '---\n%s\n---\n' "$2" | head -n 40
}

# same TEXT WANTED GOT
same() {
  [ "$2" = "$3" ] || none "$1" "wanted: $2
got:    $3"
}

# near TEXT WANTED GOT TOLERANCE
near() {
  printf '%s: %s, wanted %s +- %s\n' "$1" "$3" "$2" "$4"
  awk -v want="$2" -v got="$3" -v by="$4" \
    'BEGIN { exit !(got != "" && got - want <= by && want - got <= by) }' || fail "$1"
}

# Waits for the command to succeed.
await() {
  local deadline=$((SECONDS + patience))
  until "$@"; do
    [ "$SECONDS" -ge "$deadline" ] && return 1
    sleep 0.02
  done
}

has_lines() {
  [ "$(wc -l <"$1")" -ge "$2" ]
}

# begin NAME COMMAND...: in the background until the script ends, its output in $scratch/NAME;
# returns when it has printed a line.  $begun is its pid.
begin() {
  local name=$1
  shift
  : >"$scratch/$name"
  "$@" >"$scratch/$name" &
  begun=$!
  await has_lines "$scratch/$name" 1 || fail "$name says that it is ready"
}

# show OPTION...: overtop -b to its end; $text is its output.
show() {
  text=$(timeout "$patience" "${as[@]}" "$overtop" -b "$@" 2>"$scratch/errors")
  status=$?
  same "overtop -b $* ends well" 0 "$status"
  same "overtop -b $* has no complaints" '' "$(<"$scratch/errors")"
}

# watch OPTION...: overtop -b in the background, its output in $scratch/text.
watch() {
  rm -f "$scratch"/{pipe,heads}
  mkfifo "$scratch/pipe" "$scratch/heads"
  "${as[@]}" "$overtop" -b "$@" >"$scratch/pipe" 2>"$scratch/errors" &
  watched=$!
  tee "$scratch/text" <"$scratch/pipe" | grep --line-buffered '^# ' >"$scratch/heads" &
  watching=$!
  exec 8<"$scratch/heads"
}

# blocks N: waits for the heads of N more blocks; all that such a block tells has been read by then.
blocks() {
  local i
  for ((i = 0; i < $1; i++)); do
    read -r -t "$patience" -u 8 || {
      fail 'overtop goes on printing'
      return 1
    }
  done
}

# later_samples N PANES: waits for N more samples, of that many panes, taken from now on; one may
# be on its way.
later_samples() {
  while read -r -t 0 -u 8; do
    read -r -u 8
  done
  blocks $((($1 + 1) * $2))
}

has_ended() {
  ! grep -qs '^State:.[^Z]' "/proc/$1/status"
}

# Ends it, unless it ends itself.
unwatch() {
  [ "$1" = ended ] || kill -TERM "$watched"
  await has_ended "$watched" || kill -KILL "$watched"
  wait "$watched"
  same 'overtop ends well' 0 $?
  cat <&8 >/dev/null
  exec 8<&-
  wait "$watching"
  same 'overtop has no complaints' '' "$(<"$scratch/errors")"
}

# tabulate [-v NAME=VALUE]... PROGRAM [FILE...]: awk, with the heads and titles of blocks taken care
# of.  For each row there are pane, seconds, is_since_boot, block (its number within its pane, from
# 0), cell("TITLE") and n_titles.
tabulate() {
  local values=() program
  while [ "$1" = -v ]; do
    values+=("$1" "$2")
    shift 2
  done
  program=$1
  shift
  awk "${values[@]}" '
    function cell(name) {
      if (name in at)
        return $at[name]
      print "no column " name
      exit 1
    }
    /^# / {
      pane = $2
      seconds = substr($3, 9)
      is_since_boot = seconds == "since-boot"
      block = n_blocks[pane]++ + 0
      n_titles = 0
      next
    }
    !n_titles {
      split("", at)
      for (n_titles = 1; n_titles <= NF; n_titles++)
        at[$n_titles] = n_titles
      n_titles = NF
      next
    }
    '"$program" "$@" || echo 'this is no table'
}

complaints() {
  wc -l <"$scratch/errors"
}

# refuses STATUS OPTION...: that status at once, nothing on stdout, one harmless line on stderr.
refuses() {
  local want=$1 status said=$scratch/refusal
  shift
  timeout "$patience" "${as[@]}" "$overtop" "$@" >"$scratch/out" 2>"$said" </dev/null
  status=$?
  same "overtop $* ends" "$want" "$status"
  same "overtop $* prints nothing" '' "$(<"$scratch/out")"
  same "overtop $* says why, in one line" 1 "$(wc -l <"$said")"
  grep -q 'overtop: ..' "$said" || fail "overtop $* says why: $(<"$said")"
  none "overtop $* says it in print" "$(control_bytes <"$said")"
}

# Prints each line that has a control character, of one byte or two.
control_bytes() {
  LC_ALL=C grep -nE "$(printf '[\001-\037\177]|\302[\200-\237]')"
}

end() {
  [ "$failures" -eq 0 ]
  exit
}
