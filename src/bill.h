/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What the switches, faults, softirqs and forks of an interval cost: how many there were, times what one
 * costs on this machine.
 *
 * Each cost is a range, for one is not like another: a switch may leave its caches warm or cold.  What was
 * never measured is NAN and nothing is put in its place.
 */
#ifndef OVERTOP_BILL_H
#define OVERTOP_BILL_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "field.h"

struct cpu_interval;
struct interval;
struct price_list;

struct bill_item {
	const char *key;   /* "cs", "softirq.net_rx", "irq.loc"; raw */
	const char *title; /* raw */
	double per_s;
	double low_ns, high_ns;   /* of one */
	double low_ms, high_ms;   /* of CPU, per second */
	double low_pct, high_pct; /* of all CPUs */
	const char *payer;        /* which task, IRQ or CPU has most of it; raw, NULL: unknown */
};

/* In @arena; softirqs and interrupts of which it is known that none came are left out. */
struct bill {
	struct bill_item total;
	struct bill_item *items;
	size_t n_items;
};

extern const struct field bill_fields[];
extern const size_t n_bill_fields;

/* @prices NULL: none. */
void bill_make(struct bill *bill, const struct interval *interval, const struct price_list *prices,
	       struct arena *arena);

/* What one costs, at least and at most.  Where kinds of CPU differ, of the quickest and of the slowest. */
struct bill_range {
	double low_ns, high_ns;
};
struct bill_range bill_switch(const struct price_list *prices);
/*
 * Of an item ("cs", "softirq.net_rx"), on CPUs of this capacity (source/topology.h).  -1, or where that kind
 * of CPU has no price of it: as above.
 */
struct bill_range bill_range(const struct price_list *prices, const char *key, int capacity);

/*
 * Estimates in percent of a CPU, or of all that it sums.  What is charged for is done by the kernel, so at least
 * it is no more than what was not us and ni; at most, with caches that programs fill again, no more than busy.
 */
double bill_least_pct(const struct cpu_interval *cpu, double pct);
double bill_most_pct(const struct cpu_interval *cpu, double pct);

/* So many of a second, in percent of one CPU. */
double bill_pct(double per_s, double ns);

/* Is the price of this key in any item? */
bool bill_uses(const char *key);

#endif
