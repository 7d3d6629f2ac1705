/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The last line: a prompt, or a message, or what limits the view (pause, past, filter, user) and the
 * keys that matter there, with the pane's name and overtop's own cost on the right.
 */
#ifndef OVERTOP_UI_FOOTER_H
#define OVERTOP_UI_FOOTER_H

#include "ui/grid.h"
#include "ui/ui.h"

void footer_draw(struct grid *grid, struct rect line, const struct ui *ui, const struct view *view,
		 const struct ui_facts *facts);

#endif
