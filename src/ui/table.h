/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A model drawn into a rectangle: titles, then the rows of an order from some row on. */
#ifndef OVERTOP_UI_TABLE_H
#define OVERTOP_UI_TABLE_H

#include <regex.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "ui/grid.h"
#include "ui/model.h"
#include "ui/order.h"

/* What the user did to one table; kept from frame to frame. */
struct table_state {
	const char *
		sort_key; /* NULL: the model's own; borrowed from a column or owned by the caller */
	bool is_reversed;
	bool has_selection;
	uint64_t selected; /* row id */
	size_t selected_at; /* its position in the order, where the selection stays if the row goes */
	size_t top;         /* first row shown (pinned rows not counted) */
	size_t left;        /* columns scrolled out to the left (the first column stays) */
	size_t n_shown;     /* rows there was room for when it was last drawn, likewise */
	size_t n_rows;      /* and rows there were, likewise */
};

struct table_look {
	bool is_ascii;
	bool has_selection;   /* draw the selected row */
	const regex_t *found; /* highlight rows that match; NULL */
};

/*
 * Which columns fit @width, and how wide each is (0: left out), by priority, from the titles, the
 * minimum widths, what numbers of the unit usually take, and the cells of the pinned rows and of
 * @n_sample rows from @first on (pinned rows not counted).  The columns from the second on of which
 * @left are scrolled out are left out.  Property: the widths and the blank between columns never exceed
 * @width; a column of lower priority number never leaves before one of a higher; of equals the
 * rightmost leaves first.  The column of the order is as important as one of priority 0.
 */
void table_widths(const struct model *model, const struct order *order, size_t first,
		  size_t n_sample, size_t left, int width, int *widths);

/*
 * Draws; corrects @state so that what is scrolled to and selected is within the rows, and the selected
 * row within the lines.  The selection goes with its row; when that is gone it stays where it was.
 */
void table_draw(struct grid *grid, struct rect rect, const struct model *model,
		const struct order *order, struct table_state *state, const struct table_look *look,
		struct arena *arena);

/*
 * Moves the selection by @rows (negative: up), clamped.  Without one it begins at the first row shown,
 * which a move by one row selects.
 */
void table_select_by(struct table_state *state, const struct model *model,
		     const struct order *order, long rows);
/* Selects the row at this line of the rectangle it was drawn in; false when there is none. */
bool table_select_line(struct table_state *state, const struct model *model,
		       const struct order *order, int line);
/* The model's row that is selected, or SIZE_MAX. */
size_t table_selected_row(const struct table_state *state, const struct model *model,
			  const struct order *order);
/* The key of the column whose title is at cell @x of the rectangle's first line; NULL. */
const char *table_column_at(const struct model *model, const struct order *order,
			    const struct table_state *state, int width, int x);

#endif
