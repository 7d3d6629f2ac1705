#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Keys, sequences and the mouse as a terminal sends them.
. "$(dirname "$0")/terminal"

# Bytes as they are.
send() {
  for byte in $(printf "$1" | od -An -v -tx1); do
    tm send-keys -H "$byte"
  done
}

send_at_once() {
  # shellcheck disable=SC2046
  tm send-keys -H $(printf "$1" | od -An -v -tx1)
}

shows_no() {
  ! shows "$1"
}

start 80 24 "TERM=xterm-256color $overtop -d 0.5 --pane tasks; echo status \$?"
check 'it is drawn' shows 'tasks .*own'
press 1
check 'a digit opens a pane' shows 'CPUs .*own'
press Tab
check 'Tab opens the next' shows 'tasks .*own'
press BTab
check 'Shift-Tab the one before' shows 'CPUs .*own'
press F1
check 'F1 is help' shows '^help '
press Escape
check 'Esc ends it' shows 'CPUs .*own'
press 2
check 'tasks are listed' shows '^ *[1-9][0-9]* '
press Down Enter
check 'Enter opens details' shows '^details '
check 'which name the process' shows '^process\|^thread'
press q
check 'q closes them' shows_no '^details '

# Keys that overtop does not have are one unknown key, not the letters of their sequences.
send_at_once '\033[1;5A\033[200~\033[15;2~\033[99;7u\033Ox'
press 4
check 'unknown sequences do nothing' shows 'interrupts .*own'

# Multibyte input, and Esc and a letter at once.
press 2 /
send_at_once 'caf\303\251'
check 'UTF-8 is typed' shows '^find: café'
press BSpace BSpace
check 'and deleted by character' shows '^find: ca$'
send_at_once '\033?'
check 'Esc and a key at once are both' shows '^help '
press Escape

# The mouse, as xterm tells it in SGR form: press of button 1 on the seventh line, the wheel.
check 'the mouse is asked for' is mouse_any_flag 1
press 1
check 'CPUs again' shows '^CPU  '
send_at_once '\033[<0;2;9M\033[<0;2;9m'
send_at_once '\033[<0;2;9M\033[<0;2;9m'
check 'a double click is heard' shows '^details \|no details\|select a row'
press Escape Escape
press '?'
check 'help' shows '^help  *.*1-'
send_at_once '\033[<65;2;9M'
check 'the wheel scrolls' shows '^help .* 4-'
press q
press q
check 'q ends it' shows 'status 0'
