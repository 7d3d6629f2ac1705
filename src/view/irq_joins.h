/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What an interrupt is joined with, in words: the queue that it announces, who takes in its packets. */
#ifndef OVERTOP_VIEW_IRQ_JOINS_H
#define OVERTOP_VIEW_IRQ_JOINS_H

#include "base/arena.h"
#include "interval.h"
#include "join/irq.h"

/* "eth0 rx-0", "nvme0 q12", "eth0"; NULL: unknown. */
const char *irq_queue_words(const struct irq_interval *irq, struct arena *arena);

/* "off", "0-3": the CPUs of that queue; NULL: unknown. */
const char *irq_steering(const struct interval *interval, const struct irq_interval *irq,
			 struct arena *arena);

#endif
