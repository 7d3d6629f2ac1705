/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The terminal: the only file that knows curses.
 *
 * Only cells that changed travel.  Whatever ends the program (return, signal, crash) or stops it
 * (Ctrl-Z), the terminal is as it was before.
 */
#ifndef OVERTOP_UI_SCREEN_H
#define OVERTOP_UI_SCREEN_H

#include <stdbool.h>

#include "ui/event.h"
#include "ui/grid.h"

struct screen;

/*
 * Takes the terminal of stdin and stdout.  On an error returns NULL with *why set to one line for the
 * user (static), the terminal untouched: no terminal, TERM unset or unknown.
 * @has_color false: attributes only (NO_COLOR, --no-color).
 */
struct screen *screen_new(bool has_color, const char **why);
/* Gives the terminal back. */
void screen_free(struct screen *screen);

void screen_size(const struct screen *screen, int *width, int *height);
int screen_fd(const struct screen *screen);

/* Shows the grid (of the screen's size); @repaint: everything, trusting nothing on the terminal. */
void screen_show(struct screen *screen, const struct grid *grid, bool repaint);

/* Takes the terminal's present size, after SIGWINCH; true: what was shown is to be repainted. */
bool screen_resized(struct screen *screen);

/* The next event without waiting; EVENT_NONE when there is none, EVENT_GONE on EOF or EIO. */
struct event screen_read(struct screen *screen);

/* Around a stop (SIGTSTP): gives the terminal back, takes it again. */
void screen_suspend(struct screen *screen);
void screen_resume(struct screen *screen);

/* Gives the terminal back from a signal handler or when memory is out; safe at any time. */
void screen_emergency(void);

#endif
