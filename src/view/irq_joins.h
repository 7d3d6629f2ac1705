/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What an interrupt is joined with: the queue that it announces, who takes in its packets, nodes. */
#ifndef OVERTOP_VIEW_IRQ_JOINS_H
#define OVERTOP_VIEW_IRQ_JOINS_H

#include <stdbool.h>

#include "base/arena.h"
#include "interval.h"

struct topology;

/* "eth0 rx-0", "nvme0 q12", "eth0"; NULL: unknown. */
const char *irq_queue_words(const struct irq_interval *irq, struct arena *arena);

/* The queue of an interface that it announces, a receiving one if it is of both kinds; NULL: none. */
const struct queue_interval *irq_queue(const struct interval *interval,
				       const struct irq_interval *irq);

/* "off", "0-3": the CPUs of that queue; NULL: unknown. */
const char *irq_steering(const struct interval *interval, const struct irq_interval *irq,
			 struct arena *arena);

/* It was asked to go elsewhere than interrupts do by default. */
bool irq_is_pinned(const struct interval *interval, const struct irq_interval *irq);

/* -1: unknown. */
int irq_node_of_cpu(const struct topology *topology, int cpu);

#endif
