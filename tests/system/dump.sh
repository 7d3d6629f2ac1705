# SPDX-License-Identifier: GPL-2.0-or-later
# Sourced by the scripts here that make dumps of machines by hand.
. "$(dirname "$0")/lib.sh"
need timeout unshare

# Where a dump is shown, the leak checker does not find its own process.
export "${without_leaks?}"
chmod 755 "$scratch"
dump=$scratch/dump
unshare -m true 2>/dev/null || unshare -Urm true 2>/dev/null ||
  skip 'neither root nor user namespaces'

# put FILE: stdin becomes this file of the dump, in one go: who reads it sees the one or the other.
put() {
  mkdir -p "$dump/$(dirname "$1")"
  cat >"$dump/$1.new"
  mv "$dump/$1.new" "$dump/$1"
}

# overwrite FILE: the same, in place, with a text of the same length.
overwrite() {
  dd of="$dump/$1" bs=64k conv=notrunc iflag=fullblock status=none
}

afresh() {
  rm -rf "$dump"
  put proc/uptime <<<'1000.00 500.00'
}

# shows TEXT PANES WANTED: what follows the heads, blanks squeezed.
shows() {
  show --root "$dump" --pane "$2"
  same "$1" "$3" "$(sed '/^# /d; s/  */ /g; s/^ //' <<<"$text")"
}
