/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A page to read: names with texts beside them, wrapped to the width and scrolled by line.  Help and
 * details are pages; a text may be a command line of 100 kB.
 */
#ifndef OVERTOP_UI_PAGE_H
#define OVERTOP_UI_PAGE_H

#include <stddef.h>

#include "base/scan.h"
#include "ui/grid.h"

struct page_item {
	const char *name; /* NULL: the text alone, over the whole width */
	const char *text; /* raw; NULL: the name is a heading */
};

/*
 * Draws @title and below it the lines from @top on; corrects @top so that the last line of the page is
 * not above the last line of the rectangle.
 */
void page_draw(struct grid *grid, struct rect rect, const char *title,
	       const struct page_item *items, size_t n_items, int *top);

/*
 * Takes one line of at most @width cells (> 0) off the front of @text: up to the last blank that
 * fits, or as much as fits of a word that is too long.  At least one character is taken.
 */
struct span page_take_line(struct span *text, int width);

#endif
