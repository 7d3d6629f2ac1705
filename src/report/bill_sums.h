/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the items of a bill cost over many intervals. */
#ifndef OVERTOP_REPORT_BILL_SUMS_H
#define OVERTOP_REPORT_BILL_SUMS_H

#include <stdbool.h>
#include <stddef.h>

struct bill;

/* Of one item, of the intervals in which it had a price. */
struct bill_sum {
	char *key, *title;    /* raw */
	double n;             /* how many there were */
	double low_s, high_s; /* of CPU; NAN: unknown in some of them */
	double highest_ms;    /* per second, at least, in any one of them */
};

struct bill_sums {
	struct bill_sum *items; /* the total first */
	size_t n_items, capacity;
	double seconds; /* that were charged for */
};

void bill_sums_fini(struct bill_sums *sums);
void bill_sums_add(struct bill_sums *sums, const struct bill *bill, double seconds);

#endif
