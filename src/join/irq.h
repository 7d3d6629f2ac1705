/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What an interrupt is joined with: its interface, the queue that it announces, nodes. */
#ifndef OVERTOP_JOIN_IRQ_H
#define OVERTOP_JOIN_IRQ_H

#include <stdbool.h>

#include "interval.h"

struct topology;

/* The interface of this name; NULL: none, or @name is NULL. */
const struct netdev_interval *irq_netdev(const struct interval *interval, const char *name);

/* The queue of an interface that it announces, a receiving one if it is of both kinds; NULL: none. */
const struct queue_interval *irq_queue(const struct interval *interval,
				       const struct irq_interval *irq);

/* The kernel itself says where it goes, it seems, and lets nobody move it. */
bool irq_looks_managed(const struct irq_interval *irq);

/* Somebody asked it to go elsewhere than interrupts do by default. */
bool irq_is_pinned(const struct interval *interval, const struct irq_interval *irq);

/* The NUMA node of its device; -1: none, or unknown. */
int irq_node(const struct interval *interval, const struct irq_interval *irq);
/* -1: unknown. */
int irq_node_of_cpu(const struct topology *topology, int cpu);

/* What came to the CPU at this position of interval.cpu_numbers, per second. */
double irq_per_s_on(const struct irq_interval *irq, size_t position);

#endif
