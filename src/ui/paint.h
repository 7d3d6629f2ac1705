/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The bytes that make a terminal show one grid where it showed another, and few of them: a screen that
 * stands still costs nothing, one digit a handful.
 *
 * They are of ECMA-48 (CUP, CUF, EL, ED, SGR), which all terminals in use speak.  Nothing is written
 * here: the bytes pile up until their owner has sent them and empties the pile.
 */
#ifndef OVERTOP_UI_PAINT_H
#define OVERTOP_UI_PAINT_H

#include <stdbool.h>
#include <stddef.h>

#include "ui/grid.h"
#include "ui/style.h"

struct paint {
	char *bytes;
	size_t len, capacity;
	const char *sgr[N_STYLES];     /* parameters of SGR: "1;31"; "" for plain */
	bool shows_on_blank[N_STYLES]; /* reverse, underlined, or with a background */
	bool knows_place, knows_style; /* false: the next must be set absolutely */
	int x, y;                      /* where the cursor is */
	enum style style;              /* what characters would get now */
};

/* The strings of @sgr must outlive it.  Place and style of the terminal are unknown at first. */
void paint_init(struct paint *paint, const char *const sgr[N_STYLES]);
void paint_fini(struct paint *paint);

/* What else was written may have changed place and style. */
void paint_forget(struct paint *paint);

/* Clears the terminal: after that it shows a grid of blanks. */
void paint_clear(struct paint *paint);
/* From @shown to @wanted, of one size.  The terminal must not wrap at its right edge. */
void paint_changes(struct paint *paint, const struct grid *shown, const struct grid *wanted);
void paint_move(struct paint *paint, int x, int y);
/* A sequence as it is, which changes neither place nor style. */
void paint_add(struct paint *paint, const char *sequence);
void paint_style(struct paint *paint, enum style style);

#endif
