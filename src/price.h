/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What one operation costs, as it was measured. */
#ifndef OVERTOP_PRICE_H
#define OVERTOP_PRICE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Of times of batches, each divided by its operations: all in ns per operation. */
struct price {
	const char *key; /* of the benchmark */
	int cpu;         /* that it was measured on; -1: unknown */
	/* Of that CPU (source/topology.h): kinds of CPU have prices of their own; -1: unknown. */
	int capacity;
	double median_ns;            /* the price; NAN: it cannot be told from the noise */
	double min_ns;               /* what the machine can do */
	double spread_pct;           /* p90 - p10 over the median; of one batch NAN */
	double operations;           /* in all batches */
	double instructions, cycles; /* per operation; NAN: no counters here */
	/* Steal, involuntary switches, load, too few batches, a spread above 20%: widened, not thrown away. */
	bool is_disturbed;
	uint64_t wall_ns; /* when */
};

/* Nothing is known but the key. */
struct price price_unknown(const char *key);

/* Median, minimum and spread of @n batch means, sorted in place; n 0: NAN. */
struct price price_of(double *means_ns, size_t n);
/*
 * @with less @without: the price of what the second leaves out; NAN if the medians stand further above their
 * minima than from each other.
 */
struct price price_less(const struct price *with, const struct price *without);

#endif
