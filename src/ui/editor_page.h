/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The editor as it is seen: what is to be, what that means, the CPUs; and the question whether to undo. */
#ifndef OVERTOP_UI_EDITOR_PAGE_H
#define OVERTOP_UI_EDITOR_PAGE_H

#include "base/arena.h"
#include "ui/grid.h"
#include "ui/ui.h"

void editor_page_draw(struct grid *grid, struct rect rect, const struct ui *ui,
		      const struct view *view, struct arena *arena);
void editor_page_draw_undo(struct grid *grid, struct rect rect, const struct ui_facts *facts,
			   struct arena *arena);

/* The keys in the footer's line. */
void editor_page_footer(struct grid *grid, struct rect line, const struct ui *ui);

#endif
