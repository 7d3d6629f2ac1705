/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The parts an interval is made of, one file each.  Every function fills its part of an interval whose
 * arena is fresh, from @before (NULL: since boot) to @after: empty where @after lacks it, its rows with
 * unknown rates where only @before does.
 */
#ifndef OVERTOP_INTERVAL_PARTS_H
#define OVERTOP_INTERVAL_PARTS_H

#include "interval.h"
#include "sample.h"

/* Which CPUs there are.  First of all: the other parts are in their order. */
void interval_fill_cpu_numbers(struct interval *interval, const struct sample *after);

void interval_fill_cpus(struct interval *interval, const struct sample *before,
			const struct sample *after);
void interval_fill_softirqs(struct interval *interval, const struct sample *before,
			    const struct sample *after);
void interval_fill_irqs(struct interval *interval, const struct sample *before,
			const struct sample *after);
void interval_fill_tasks(struct interval *interval, const struct sample *before,
			 const struct sample *after);
void interval_fill_totals(struct interval *interval, const struct sample *before,
			  const struct sample *after);

/* After the tasks: which process each was of, and what it did before. */
void interval_fill_exits(struct interval *interval, const struct sample *before,
			 const struct sample *after);
/* After CPUs, tasks and exits: what is left of children's CPU, and what has no owner. */
void interval_fill_owners(struct interval *interval, const struct sample *before,
			  const struct sample *after);
void interval_fill_network(struct interval *interval, const struct sample *before,
			   const struct sample *after);
void interval_fill_cgroups(struct interval *interval, const struct sample *before,
			   const struct sample *after);

/* Last of all: cuts every number to the digits that a recording holds. */
void interval_round(struct interval *interval);
double interval_rounded(double number);

/* Of a copy: interval_keep() has copied the struct itself. */
void interval_keep_network(struct interval *to, const struct interval *from);
void interval_keep_standing(struct interval *to, const struct interval *from);

/* A copy; of NULL there is none. */
const char *interval_keep_text(const char *text, struct arena *arena);

/* Makes every number of a record unknown. */
void interval_forget(void *record, const struct field *fields, size_t n_fields);

/* The sum of @n per-CPU counts and which CPU has most; unknown ones are left out. */
struct hottest {
	double total; /* NAN: none is known */
	int cpu;      /* -1: nothing ran */
	double pct;   /* of total; NAN: nothing ran */
};

struct hottest interval_hottest(const double *per_cpu, const int *cpus, size_t n);

/* For each CPU of the interval its position in @cpus of a source, or -1; in the arena. */
const long *interval_map_cpus(struct interval *interval, const int *cpus, size_t n);

/* Seconds between two reads of one source, or NAN for reads that were not made. */
double interval_seconds(uint64_t before_ns, uint64_t after_ns);

#endif
