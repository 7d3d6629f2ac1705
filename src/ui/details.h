/* SPDX-License-Identifier: GPL-2.0-or-later */
/* All that is known of the selected row: what its pane says, then what was read about it alone. */
#ifndef OVERTOP_UI_DETAILS_H
#define OVERTOP_UI_DETAILS_H

#include "base/arena.h"
#include "ui/grid.h"
#include "ui/shown.h"
#include "ui/ui.h"

/* Stays with the row that was selected, wherever a refresh puts it.  Corrects @ui->help_top. */
void details_draw(struct grid *grid, struct rect rect, struct ui *ui, const struct view *view,
		  const struct shown *shown, struct arena *arena);

#endif
