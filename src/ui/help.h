/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The help: keys from the actions, panes from their descriptors, and what the columns shown mean. */
#ifndef OVERTOP_UI_HELP_H
#define OVERTOP_UI_HELP_H

#include <stddef.h>

#include "base/arena.h"
#include "ui/grid.h"
#include "ui/shown.h"
#include "ui/ui.h"

/* What stands on the screen beside the columns, and in place of numbers; for the man page too. */
struct help_mark {
	const char *name; /* N_(), as it is on the screen */
	const char *help; /* N_() */
};

extern const struct help_mark help_marks[];
extern const size_t n_help_marks;

/* Corrects @ui->help_top. */
void help_draw(struct grid *grid, struct rect rect, struct ui *ui, const struct shown *shown,
	       struct arena *arena);

#endif
