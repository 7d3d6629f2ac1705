/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The help: keys from the actions, panes from their descriptors, and what the columns shown mean. */
#ifndef OVERTOP_UI_HELP_H
#define OVERTOP_UI_HELP_H

#include "base/arena.h"
#include "ui/grid.h"
#include "ui/shown.h"
#include "ui/ui.h"

/* Corrects @ui->help_top. */
void help_draw(struct grid *grid, struct rect rect, struct ui *ui, const struct shown *shown,
	       struct arena *arena);

#endif
