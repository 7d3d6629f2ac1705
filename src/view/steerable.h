/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What of a row can be told on which CPUs to run: an interrupt, the queues that it announces, a task. */
#ifndef OVERTOP_VIEW_STEERABLE_H
#define OVERTOP_VIEW_STEERABLE_H

#include <stddef.h>

#include "base/arena.h"
#include "interval.h"
#include "steer/change.h"

struct steerable {
	struct steer_target target;
	const char *name; /* raw; NULL: the target says it all */
	int node;         /* NUMA node of its device; -1: none or unknown */
};

/* Each: in @arena, what is meant most likely first; returns how many. */
size_t steerable_irq(const struct interval *interval, const struct irq_interval *irq,
		     struct arena *arena, const struct steerable **things);
size_t steerable_netdev(const struct interval *interval, const struct netdev_interval *netdev,
			struct arena *arena, const struct steerable **things);
size_t steerable_task(const struct task_interval *task, struct arena *arena,
		      const struct steerable **things);

/* "IRQ 30, virtio0-input.0", "RPS of eth0 rx-0", "process 4711, nginx". */
const char *steerable_words(const struct steerable *thing, struct arena *arena);

#endif
