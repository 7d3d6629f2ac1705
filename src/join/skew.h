/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Why the softirqs of the network come to one CPU: by its interrupts, by steering, or by who sends. */
#ifndef OVERTOP_JOIN_SKEW_H
#define OVERTOP_JOIN_SKEW_H

#include <stdbool.h>

#include "interval.h"
#include "join/load.h"

enum skew_kind {
	SKEW_UNKNOWN,
	SKEW_STEERED, /* RPS gives it the packets of netdev, by queue */
	SKEW_SINGLE,  /* netdev has one receive queue, whose irq comes here */
	SKEW_CROWD,   /* it has many, and they come to two CPUs at most */
	SKEW_FLOW,    /* it has many on many CPUs, but one has most of the packets */
	SKEW_RIVAL,   /* two busy ones come here, irq and rival, which both may go elsewhere */
	SKEW_IRQ,     /* irq comes here */
	SKEW_LOCAL,   /* packets of netdev, which has no device, are taken in by who sends them */
	SKEW_UNSEEN, /* no interface that is seen has them: those of other network namespaces are not */
};

/* Borrowed from the interval. */
struct skew {
	enum skew_kind kind;
	const struct cpu_load *load;
	const struct irq_interval *irq; /* that comes here most, of those that may be why; NULL */
	double irq_per_s;               /* to this CPU */
	const struct irq_interval *rival;
	const struct netdev_interval *netdev; /* whose packets they are; NULL */
	const struct queue_interval
		*queue; /* its receive queue that is or could be steered; NULL */
	const struct netdev_interval *outlet; /* that sends there what is not seen; NULL */
	bool is_given; /* what is not seen seems to be given to it by another CPU (RPS) */
	int node;      /* NUMA node of its device; -1 */
};

/* Interrupts that come no more often are no reason. */
extern const double skew_busy_per_s;

/* Of the CPU of @load, which is at @position; what it needs in between is in @arena. */
struct skew skew_of(const struct interval *interval, const struct cpu_load *load, size_t position,
		    struct arena *arena);

#endif
