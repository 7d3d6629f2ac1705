/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * How often each of some things (interrupts, softirqs) came to each CPU, over many intervals.
 *
 * Things are told apart by label and name, CPUs by their number.
 */
#ifndef OVERTOP_REPORT_COUNTS_H
#define OVERTOP_REPORT_COUNTS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/cpuset.h"

struct cpu_count {
	int cpu;
	double total;
};

struct count {
	char *label, *name;        /* raw */
	double total;              /* NAN: unknown in every interval */
	double highest_per_s;      /* in any one interval */
	struct cpu_count *per_cpu; /* the CPUs that any came to, ascending */
	size_t n_cpus, cpus_capacity;
	struct cpuset asked, effective; /* as last known */
	bool has_asked, has_effective;
};

struct counts {
	struct count *items;
	size_t n_items, capacity;
	size_t most_items; /* more are not remembered */
	double seconds;    /* over which they were counted */
};

void counts_init(struct counts *counts, size_t most_items);
void counts_fini(struct counts *counts);

/* The item with this label and name, which may be at @hint; NULL: there are too many. */
struct count *counts_item(struct counts *counts, size_t hint, const char *label, const char *name);

/* Adds what came in an interval; @per_cpu, in the order of @cpus, may be NULL. */
void count_add(struct count *count, double total, double per_s, const double *per_cpu,
	       const int *cpus, size_t n_cpus);

/* The CPU that most came to, and its share in percent; -1: none. */
int count_hottest(const struct count *count, double *pct);

/* The @most items of which most came, most first; returns how many that are, with pointers in @top. */
size_t counts_top(const struct counts *counts, const struct count **top, size_t most);

#endif
