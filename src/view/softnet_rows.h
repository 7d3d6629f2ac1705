/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What becomes of packets that came in: a row for each count of softnet_stat, with a strip over the CPUs. */
#ifndef OVERTOP_VIEW_SOFTNET_ROWS_H
#define OVERTOP_VIEW_SOFTNET_ROWS_H

#include "pane/pane.h"

enum { N_SOFTNET_ROWS = 5 };

void softnet_rows_build(const struct view *view, struct arena *arena, struct model *model);

#endif
