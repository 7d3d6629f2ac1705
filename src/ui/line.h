/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A line of items, the least important of which leave when it is too narrow for all.
 *
 * An item is a few pieces of text, each in its own style.  It may have a slot: cells that it takes even
 * when its text is shorter, so that what follows stands still while numbers change.
 */
#ifndef OVERTOP_UI_LINE_H
#define OVERTOP_UI_LINE_H

#include <stdbool.h>

#include "base/arena.h"
#include "ui/grid.h"

struct line_piece {
	const char *text; /* raw */
	int width;
	enum style style;
	struct line_piece *next;
};

struct line_item {
	int priority; /* from 0; the highest leaves first, of equals the rightmost */
	int slot;
	int width;     /* of its pieces */
	bool is_right; /* at the right end of the line, and of its slot */
	bool is_left_out;
	struct line_piece *first, *last;
	struct line_item *next;
};

/* All zero but for the arena is an empty line. */
struct line {
	struct arena *arena;
	struct line_item *first, *last;
};

/* Begins an item; what is added to the line from now on are its pieces. */
struct line_item *line_begin(struct line *line, int priority, int slot);
/* @text stays with the caller, and must stay. */
void line_add(struct line *line, enum style style, const char *text);
/* At most @width cells of it. */
void line_add_cut(struct line *line, enum style style, const char *text, int width);

/*
 * Leaves out what does not fit @width beside what is more important; false if something had to be.  Where
 * a wide item left, a narrower one that is less important may have room.
 */
bool line_fit(struct line *line, int width);
/* Draws what was not left out into the first line of @rect. */
void line_draw(const struct line *line, struct grid *grid, struct rect rect);

#endif
