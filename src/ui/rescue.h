/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Giving the terminal back when nothing else can be trusted any more: its modes as they were, and a
 * text that leaves the other screen and shows the cursor.  A signal handler has no argument to find
 * these by, so they are the one piece of state here.
 */
#ifndef OVERTOP_UI_RESCUE_H
#define OVERTOP_UI_RESCUE_H

#include <stdbool.h>

/* Remembers the modes that the terminal has now. */
void rescue_remember_modes(void);
/* Begins the text anew; not armed until told so. */
void rescue_begin(void);
/* Adds a control string of terminfo, its padding left out; NULL: nothing. */
void rescue_add(const char *text);
void rescue_arm(bool is_armed);

/* Async-signal-safe; does its work once. */
void rescue_terminal(void);

#endif
