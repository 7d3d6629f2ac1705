/* SPDX-License-Identifier: GPL-2.0-or-later */
/* All that one CPU does and for whom: where it is, what lands on it, which tasks ran there last. */
#ifndef OVERTOP_VIEW_CPU_DETAILS_H
#define OVERTOP_VIEW_CPU_DETAILS_H

#include <stddef.h>

#include "base/arena.h"
#include "interval.h"
#include "pane/pane.h"

/* Of the CPU at this position of the interval. */
size_t cpu_details(const struct view *view, size_t position, struct arena *arena,
		   const struct detail **details);

#endif
