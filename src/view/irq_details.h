/* SPDX-License-Identifier: GPL-2.0-or-later */
/* All that is known of one interrupt, a line each, and how often it came to which CPU. */
#ifndef OVERTOP_VIEW_IRQ_DETAILS_H
#define OVERTOP_VIEW_IRQ_DETAILS_H

#include <stddef.h>

#include "base/arena.h"
#include "interval.h"
#include "pane/pane.h"

size_t irq_details(const struct view *view, const struct irq_interval *irq, struct arena *arena,
		   const struct detail **details);

#endif
