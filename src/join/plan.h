/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Commands that send interrupts elsewhere, and those that send them back: for a shell, one after the other.
 */
#ifndef OVERTOP_JOIN_PLAN_H
#define OVERTOP_JOIN_PLAN_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "interval.h"

struct topology;

struct plan_text {
	char *bytes; /* NULL: nothing yet */
	size_t len, capacity;
};

struct plan {
	struct arena *arena; /* borrowed; the texts are in it */
	struct plan_text mend, undo;
	bool cannot_undo; /* where one of them was asked to go is unknown */
};

/* @cpus: a list. */
void plan_move(struct plan *plan, const struct irq_interval *irq, const char *cpus);
/* NULL: there is nothing to do, or no way back is known. */
const char *plan_mend(const struct plan *plan);
const char *plan_undo(const struct plan *plan);

/*
 * The CPUs online that are near a device of this node (-1: all), ascending, but for @except (-1: none) and those that
 * are isolated.  In @arena.
 */
const struct cpuset *plan_cpus(const struct interval *interval, const struct topology *topology,
			       int node, int except, struct arena *arena);
/* The next of them after @cpu, in a circle; -1: there is none. */
int plan_next(const struct cpuset *cpus, int cpu);
/* As rps_cpus and xps_cpus want it. */
const char *plan_mask(const struct cpuset *cpus, struct arena *arena);

#endif
