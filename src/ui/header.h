/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The first two lines: who and when and how loaded, then the machine's totals.  On a narrow screen the
 * less important leave first, and what comes and goes keeps its place, so that nothing else does.
 */
#ifndef OVERTOP_UI_HEADER_H
#define OVERTOP_UI_HEADER_H

#include "base/arena.h"
#include "ui/grid.h"
#include "ui/ui.h"

extern const unsigned int header_needs; /* enum need */

void header_draw(struct grid *grid, struct rect rect, const struct ui *ui, const struct view *view,
		 const struct ui_facts *facts, struct arena *arena);

#endif
