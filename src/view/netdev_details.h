/* SPDX-License-Identifier: GPL-2.0-or-later */
/* All that is known of one network interface: its device, and of each queue who serves it. */
#ifndef OVERTOP_VIEW_NETDEV_DETAILS_H
#define OVERTOP_VIEW_NETDEV_DETAILS_H

#include <stddef.h>

#include "base/arena.h"
#include "interval.h"
#include "pane/pane.h"

size_t netdev_details(const struct interval *interval, const struct netdev_interval *netdev,
		      struct arena *arena, const struct detail **details);

/* The row of interrupt @irq; NULL: there is none. */
const struct irq_interval *netdev_irq(const struct interval *interval, int irq);

/* "RPS 0-3", "RPS off"; of a transmit queue XPS.  NULL: unknown. */
const char *queue_steering(const struct queue_interval *queue, struct arena *arena);

#endif
