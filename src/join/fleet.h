/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The interrupts of one device that come often: to which CPUs, and how they would be spread. */
#ifndef OVERTOP_JOIN_FLEET_H
#define OVERTOP_JOIN_FLEET_H

#include "interval.h"
#include "join/plan.h"

struct fleet {
	const struct irq_interval **irqs; /* as the interval has them; in the arena */
	size_t n;
	double per_s;       /* of all of them */
	struct cpuset cpus; /* that most of each come to; owned */
};

/* Those of @device that come more than @busy_per_s times a second.  To be finished. */
void fleet_init(struct fleet *fleet, const struct interval *interval, const char *device,
		double busy_per_s, struct arena *arena);
void fleet_fini(struct fleet *fleet);

/* Sends one to each of @cpus, in a circle. */
void fleet_spread(const struct fleet *fleet, const struct cpuset *cpus, struct plan *plan);

#endif
