/* SPDX-License-Identifier: GPL-2.0-or-later */
/* How the sockets fare: a row for each thing that can go wrong with them. */
#ifndef OVERTOP_VIEW_SOCKETS_ROWS_H
#define OVERTOP_VIEW_SOCKETS_ROWS_H

#include "pane/pane.h"

enum { N_SOCKETS_ROWS = 6 };

void sockets_rows_build(const struct view *view, struct arena *arena, struct model *model);

#endif
