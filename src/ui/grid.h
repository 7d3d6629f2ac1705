/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The screen as cells, each a character and a style: what everything above curses draws into.
 *
 * A character of width 2 takes a cell and leaves the next one empty (ch 0).  Everything is clipped to
 * the grid and to the given width; text is cleaned on its way in (base/text.h), so nothing raw from the
 * kernel can get past here.
 */
#ifndef OVERTOP_UI_GRID_H
#define OVERTOP_UI_GRID_H

#include <stdbool.h>
#include <stdio.h>
#include <wchar.h>

#include "ui/style.h"

struct grid_cell {
	wchar_t ch; /* 0: right half of the character before */
	enum style style;
};

struct grid {
	int width, height;
	struct grid_cell *cells; /* [y * width + x] */
	size_t capacity;
};

struct rect {
	int x, y, width, height;
};

void grid_init(struct grid *grid);
void grid_fini(struct grid *grid);
/* Sizes it (each at least 0) and fills it with blanks. */
void grid_resize(struct grid *grid, int width, int height);

const struct grid_cell *grid_at(const struct grid *grid, int x, int y);

/* One character of width 1; nothing outside the grid. */
void grid_put(struct grid *grid, int x, int y, wchar_t ch, enum style style);

/*
 * Cleaned text from @x on, at most @width cells; what is too long ends in '~' (in the last cell).
 * Returns the cells taken.
 */
int grid_text(struct grid *grid, int x, int y, int width, const char *text, size_t len,
	      enum style style);
int grid_string(struct grid *grid, int x, int y, int width, const char *text, enum style style);
/* The same, ending at the right edge of @width. */
void grid_string_right(struct grid *grid, int x, int y, int width, const char *text,
		       enum style style);
int grid_printf(struct grid *grid, int x, int y, int width, enum style style, const char *format,
		...) __attribute__((format(printf, 6, 7)));
/* Gives @width cells of a line a style, keeping what is written there. */
void grid_restyle(struct grid *grid, int x, int y, int width, enum style style);
void grid_clear(struct grid *grid, struct rect rect);

/* For tests: the lines of text without trailing blanks, then (@styles) the lines of style letters. */
void grid_dump(const struct grid *grid, FILE *out, bool styles);

#endif
