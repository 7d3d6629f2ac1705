/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Who wants each CPU: the threads that ran there last, put together.  Who waits less than a tenth is not counted. */
#ifndef OVERTOP_JOIN_CROWD_H
#define OVERTOP_JOIN_CROWD_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "interval.h"

/* Of one CPU. */
struct crowd {
	double wait_pct; /* summed */
	size_t n_waiting;
	const struct task_interval *waiter; /* that waited most; NULL: none did */
	/* The two that used most, and of SCHED_FIFO and SCHED_RR the one; NULL: none. */
	const struct task_interval *user, *second, *real_time;
};

/* A row for each CPU of interval.cpu_numbers, in its order; in @arena. */
struct crowd *crowds_of(const struct interval *interval, struct arena *arena);

/* Of a CPU in cpu_numbers, which ascends; n_cpus: it is none of them. */
size_t cpu_position(const struct interval *interval, int cpu);

/* NULL: it is of no CPU that there is. */
const struct crowd *crowd_on(const struct crowd *crowds, const struct interval *interval, int cpu);

/* The policy is SCHED_FIFO or SCHED_RR. */
bool is_real_time(const struct task_interval *thread);

/* All CPUs there are; in @arena. */
const struct cpuset *cpus_of(const struct interval *interval, struct arena *arena);

/* It is known that it may not run on all of them. */
bool is_confined(const struct task_interval *thread, const struct interval *interval);

#endif
