/* SPDX-License-Identifier: GPL-2.0-or-later */
/* One frame: header, the pane's blocks (or help, or details), footer, drawn into a grid. */
#ifndef OVERTOP_UI_FRAME_H
#define OVERTOP_UI_FRAME_H

#include "base/arena.h"
#include "ui/grid.h"
#include "ui/ui.h"

/* Draws the whole grid, whatever its size; corrects scroll positions in @ui. */
void frame_draw(struct grid *grid, struct ui *ui, const struct view *view,
		const struct ui_facts *facts, struct arena *arena);

/* Where the main block of the pane stands on a screen of this size, for clicks and page keys. */
struct rect frame_main_rect(const struct ui *ui, const struct view *view, int width, int height);

/* What must be read for what is on screen (enum need): the header's, the pane's, the stack's. */
unsigned int frame_needs(const struct ui *ui);

#endif
