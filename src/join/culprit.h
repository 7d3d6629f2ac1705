/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What explains that tasks wait for CPUs: a quota, a real-time thread, a few CPUs that many are bound to.  What
 * any of these makes tasks do is no reason to change how nice they are.
 */
#ifndef OVERTOP_JOIN_CULPRIT_H
#define OVERTOP_JOIN_CULPRIT_H

#include <stdbool.h>
#include <stddef.h>

#include "interval.h"

struct crowd;

/* The cgroup that was stopped by its quota in most of its periods; NULL: none was in a quarter of them. */
const struct cgroup_interval *most_throttled(const struct interval *interval);

/* It waits, but nobody uses up the CPU that it ran on last: something else stops it. */
bool waits_for_nobody(const struct task_interval *thread, const struct interval *interval);

/* That uses up its CPU while others wait there; NULL: there is none. */
const struct task_interval *real_time_hog(const struct interval *interval,
					  const struct crowd *crowds);

/* Threads that wait, and may run on no CPU but those that the one of them that waits most may run on. */
struct pen {
	const struct task_interval *worst; /* NULL: no thread waits in one */
	size_t n;                          /* that wait there */
	double wait_pct;                   /* summed */
	/* So many want each CPU, those that run and those that wait: of its CPUs, and of the others. */
	double demand, demand_outside;
	double busy_outside_pct; /* of the others, on average; NAN: there are none */
};

/* Threads of the kernel have their CPUs for a reason. */
struct pen pen_of(const struct interval *interval, const struct crowd *crowds);
/* Two or more wait in it for a CPU or more, while each CPU outside is wanted by half as many. */
bool is_overfull(const struct pen *pen);

/* Of a process; NAN: unknown. */
double age_of(const struct interval *interval, const struct task_interval *task);

/*
 * Whom to make nicer for what a process does: itself if it has been there for some seconds, or else the next
 * of its ancestors that has, and whose children come and go.  NULL: there is none.
 */
const struct task_interval *settled(const struct interval *interval,
				    const struct task_interval *task);

#endif
