/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A strip over all CPUs of what matters most, and which CPU has most of it. */
#ifndef OVERTOP_VIEW_CPU_STRIPS_H
#define OVERTOP_VIEW_CPU_STRIPS_H

#include "pane/pane.h"

/* Rows that it has. */
enum { N_CPU_STRIPS = 3 };

void cpu_strips_build(const struct view *view, struct arena *arena, struct model *model);

#endif
