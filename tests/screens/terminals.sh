#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Kinds of terminals and locales, NO_COLOR, and terminals that cannot be drawn on.
. "$(dirname "$0")/terminal"

escape=$(printf '\033')

is_drawn() {
  shows '^overtop' && shows '? help' && shows 'PID .*COMMAND'
}

# No byte above ASCII was written.
is_ascii() {
  ! LC_ALL=C grep -q "$(printf '[\200-\377]')" "$scratch/bytes"
}

has_color() {
  LC_ALL=C grep -qE "$escape\\[([0-9]+;)*[34][0-9](;[0-9]+)*m" "$scratch/bytes"
}

has_no_color() {
  ! has_color
}

begin() {
  start 80 24 "$1 $overtop -d 0.5 $2; echo status \$?"
}

end_it() {
  press q
  check "$1: q ends it" shows 'status 0'
  check "$1: the terminal is given back" is_plain
}

for term in vt100 linux xterm-256color tmux-256color; do
  infocmp "$term" >/dev/null 2>&1 || continue
  for locale in C C.UTF-8; do
    begin "TERM=$term LC_ALL=$locale"
    check "$term, $locale: it is drawn" is_drawn
    press 3
    check "$term, $locale: it hears a key" shows '^CPU .*TIMER'
    [ $locale = C.UTF-8 ] || check "$term, $locale: all is ASCII" is_ascii
    end_it "$term, $locale"
  done
done

begin TERM=xterm-256color
check 'xterm-256color: there are colours' has_color
end_it 'colours'
begin 'TERM=xterm-256color NO_COLOR=1'
check 'NO_COLOR: it is drawn' is_drawn
end_it 'NO_COLOR'
check 'NO_COLOR: there are no colours' has_no_color
begin 'TERM=xterm-256color NO_COLOR='
check 'NO_COLOR that is empty asks for nothing' has_color
end_it 'NO_COLOR='
begin TERM=xterm-256color --no-color
check '--no-color: it is drawn' is_drawn
end_it '--no-color'
check '--no-color: there are no colours' has_no_color
begin LC_ALL=C.UTF-8 --ascii
check '--ascii: it is drawn' is_drawn
check '--ascii: all is ASCII' is_ascii
end_it '--ascii'

# One line that says why, and nothing else.
for environment in 'env -u TERM' 'env TERM=' 'env TERM=no-such-terminal' 'env TERM=dumb'; do
  begin "$environment"
  check "$environment: status 1" shows 'status 1'
  check "$environment: it says why" shows '^overtop: '
  [ "$(screen | grep -c .)" -eq 2 ] || check "$environment: in one line" false
  ! LC_ALL=C grep -q "$escape" "$scratch/bytes" || check "$environment: no sequence" false
done
[ "$("$overtop" 2>&1 >"$scratch/out" </dev/null | wc -l)" -eq 1 ] && [ ! -s "$scratch/out" ] ||
  check 'without a terminal: one line on stderr' false
