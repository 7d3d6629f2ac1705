/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The gravest findings under the header of the dashboard, a line each, with the key that tells more. */
#ifndef OVERTOP_UI_ALERTS_H
#define OVERTOP_UI_ALERTS_H

#include "base/arena.h"
#include "ui/grid.h"
#include "ui/line.h"
#include "ui/ui.h"

/* The part of @body that is left below them. */
struct rect alerts_leave(const struct ui *ui, const struct view *view, struct rect body);

/* Draws them into the first lines of @body. */
void alerts_draw(struct grid *grid, struct rect body, const struct ui *ui, const struct view *view,
		 struct arena *arena);

/* "2!! 1!": how many of which grade stand, for the header of every pane.  Of info nobody need be told. */
void alerts_add_counts(struct line *line, const struct interval *interval);

#endif
