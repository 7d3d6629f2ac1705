/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What one CPU does for devices and timers: softirqs, packets, ksoftirqd, put together from the parts of an interval.
 */
#ifndef OVERTOP_JOIN_LOAD_H
#define OVERTOP_JOIN_LOAD_H

#include <stdbool.h>

#include "base/arena.h"
#include "interval.h"

/* Of one CPU. */
struct cpu_load {
	int cpu;
	const struct softirq_interval *type; /* what its softirqs are mostly; NULL: unknown */
	double type_per_s;                   /* of that type, on this CPU */
	double type_pct;                     /* of the softirqs here, that are of it */
	bool is_receiving;                   /* that type is NET_RX */
	double share_pct;     /* of all of that type, that run here; of NET_RX, of the packets */
	double packets_per_s; /* that it took in */
	double packets_pct;   /* of all that were taken in; NAN: unknown */
	const struct softnet_interval *softnet;
	const struct task_interval *ksoftirqd;
	/*
	 * Time in softirqs, in percent of the CPU.  Where interrupts are not accounted it is what the tick saw, or
	 * if that is less, what ksoftirqd used and this CPU's part of what nobody used: no more than busy.
	 */
	double si_pct;
	bool is_estimate;
	/* The medians of the other CPUs; NAN: unknown. */
	double others_si_pct, others_packets_per_s;
};

/* A row for each CPU of interval.cpus, in its order; in @arena. */
struct cpu_load *loads_of(const struct interval *interval, struct arena *arena);

/* NULL: there is no such type. */
const struct softirq_interval *load_softirq(const struct interval *interval, const char *name);

#endif
