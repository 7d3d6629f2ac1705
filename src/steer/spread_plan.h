/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Where the interrupts of a network card should go: each queue to a CPU of its own on the card's node, one per core
 * first, its siblings when there are no more cores; both ways of a queue to the same.  A card with one queue keeps
 * its CPU, and others of its node take in what came (RPS).  Isolated CPUs are left alone.
 */
#ifndef OVERTOP_STEER_SPREAD_PLAN_H
#define OVERTOP_STEER_SPREAD_PLAN_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "steer/change.h"

struct interval;
struct topology;

struct spread_step {
	struct steer_target target;
	const char *name; /* of the interrupt; NULL: a queue */
	char queue_kind;  /* 'r', 't', 'b' */
	int queue;
	const struct cpuset *before; /* as asked now; NULL: unknown */
	const struct cpuset *after;
	bool is_so; /* it is as it should be */
};

struct spread_plan {
	const struct spread_step *steps;           /* by queue, then number of the interrupt */
	size_t n_steps, n_to_do, n_queues, n_cpus; /* CPUs: that it may use */
	int node;                                  /* of the card; -1: none, or unknown */
	bool is_far;         /* that node has no CPU that it may use: they are of others */
	const char *why_not; /* there is nothing to plan, translated; NULL: there is */
};

/* In @arena.  @topology may be NULL. */
struct spread_plan spread_plan_make(const struct interval *interval,
				    const struct topology *topology, const char *iface,
				    struct arena *arena);

#endif
