/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * How wide the columns of a table are, and which of them there is room for: the arithmetic of
 * ui/table.c.  Widths are in cells; 0 is a column that is left out; one blank stands between two.
 */
#ifndef OVERTOP_UI_WIDTHS_H
#define OVERTOP_UI_WIDTHS_H

#include <stddef.h>

#include "ui/model.h"
#include "ui/order.h"

/* The rows of a table that are on the screen: no others are asked for their cells. */
struct widths_rows {
	const struct model *model;
	const size_t *pinned; /* of the model */
	size_t n_pinned;
	const size_t *scrolled; /* below them */
	size_t n_scrolled;
	int sorted; /* the column of the order, which no narrow screen leaves out; -1: none */
};

/* Those pinned, and at most @n from @first on (pinned rows not counted). */
struct widths_rows widths_rows(const struct model *model, const struct order *order, size_t first,
			       size_t n);

/* What each column needs: for its title, its minimum, usual numbers of its unit, and its cells. */
void widths_measure(const struct widths_rows *rows, int width, int *widths);

/* How many columns, up to @left, it makes sense to scroll out: then all the others are seen. */
size_t widths_useful_left(const struct model *model, const int *widths, int width, size_t left);

/*
 * Leaves out the columns from the second on of which @left are scrolled out, then others by priority
 * until the rest fits, and gives away what is left of @width.
 */
void widths_fit(const struct widths_rows *rows, size_t left, int width, int *widths);

#endif
