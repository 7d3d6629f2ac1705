/* SPDX-License-Identifier: GPL-2.0-or-later */
/* On which CPUs to measure. */
#ifndef OVERTOP_MEASURE_PLACE_H
#define OVERTOP_MEASURE_PLACE_H

#include "bench/bench.h"

struct cpuset;
struct interval;
struct topology;

/* The CPUs this process may run on: sched_getaffinity(2).  0 or -errno. */
int place_allowed(struct cpuset *allowed);

/* What is known of the CPUs; @interval NULL: not how busy they are. */
struct place {
	const struct cpuset *allowed;
	const struct topology *topology;
	const struct interval *interval;
};

/* topology_cpu.capacity: P and E cores differ in it; -1: unknown. */
int place_capacity(const struct place *place, int cpu);

/*
 * Of the allowed CPUs of one kind the least busy one, the last of equals: device interrupts tend to come to
 * the first.  Kinds are taken in ascending order of capacity: the first above *capacity, which becomes it.
 * Begin with PLACE_NO_KIND.  -1: there are no more.
 */
#define PLACE_NO_KIND (-2)
int place_next_kind(const struct place *place, int *capacity);

/* The last allowed CPU that stands so to @cpu; -1: there is none. */
int place_other(const struct place *place, int cpu, enum bench_place where);

#endif
