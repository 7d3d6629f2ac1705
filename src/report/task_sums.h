/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What each thread did over many intervals.
 *
 * How many threads are remembered is bounded.  When there are more, those that used least, by CPU time,
 * switches and waiting alike, are summed up as others; one that comes back after that begins anew, so what is
 * said of a thread may be too little, never too much.
 */
#ifndef OVERTOP_REPORT_TASK_SUMS_H
#define OVERTOP_REPORT_TASK_SUMS_H

#include <stddef.h>
#include <stdint.h>

struct interval;
struct task_interval;

/* NAN: unknown in every interval. */
struct task_sum {
	int pid, tid;
	uint64_t start_ticks;
	uint32_t uid;
	char *name, *process; /* raw, as last seen; its own and that of its process */
	double cpu_s, wait_s; /* on a CPU, and ready but waiting for one */
	double cswch, nvcswch;
	double first_s, last_s; /* since 1970: when it was first and last seen doing something */
	double rank;
};

struct task_sums {
	struct task_sum *tasks;
	size_t n_tasks, capacity;
	size_t most_tasks;
	uint32_t *places; /* hashed: index + 1; 0: free */
	size_t n_places;  /* a power of two */
	struct task_sum others;
	size_t n_others; /* how often a thread was given up */
};

void task_sums_init(struct task_sums *sums, size_t most_tasks);
void task_sums_fini(struct task_sums *sums);

/* Adds the threads of an interval from @from_s to @to_s. */
void task_sums_add(struct task_sums *sums, const struct interval *interval, double from_s,
		   double to_s);

#endif
