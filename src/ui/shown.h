/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What is on the screen below the header: the blocks of the open pane (its own, or the brief ones of
 * the panes that it stacks), their models, where each stands, and the order of the main one's rows.
 *
 * ui/frame.c draws it; ui/control.c finds in it what a key or a click is about.  Built anew for each
 * frame and each event, in an arena.
 */
#ifndef OVERTOP_UI_SHOWN_H
#define OVERTOP_UI_SHOWN_H

#include "base/arena.h"
#include "ui/grid.h"
#include "ui/ui.h"

struct shown_block {
	const struct pane *pane; /* whose it is */
	const struct block *block;
	struct model model;
	struct rect rect; /* height 0: there is no room */
};

struct shown {
	struct shown_block *blocks;
	size_t n_blocks;
	struct shown_block *main; /* sorted, filtered, scrolled and selected in; NULL: no block */
	struct order order;       /* of its rows */
};

void shown_build(struct shown *shown, const struct ui *ui, const struct view *view,
		 struct rect body, struct arena *arena);

/* What names this row of a model across refreshes. */
uint64_t shown_row_id(const struct model *model, size_t row);
/* The row of the main block that has this id, filtered out or not; SIZE_MAX. */
size_t shown_find_row(const struct shown *shown, uint64_t id);

#endif
