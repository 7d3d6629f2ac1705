/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A visit: reading one process whose clock has moved, and finding which of its threads ran.
 *
 * Three ways, each of which gives the same and costs more than the one before:
 *
 * The account.  A process's CPU clock is the sum of what its threads ran, those that have exited
 * included, and the first number of schedstat is that share of a thread.  So the threads that ran
 * lately are asked first, and once what they ran adds up to what the clock moved, no other thread has
 * run: none is asked, and the folder is not even listed.
 *
 * The walk.  Where it does not add up (another thread ran, one came or went, or one runs while it is
 * being asked), each thread is gated by its own numbers.  They are listed for that, unless there are as
 * many as before and none of those is gone.
 *
 * Everything.  Without schedstat, or in a dump, the files of every thread are read.
 *
 * How a thread is asked, one by one or many at once, is task/ask.h.
 *
 * A visit can be left between any two threads.
 */
#ifndef OVERTOP_TASK_VISIT_H
#define OVERTOP_TASK_VISIT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "task/ask.h"
#include "task/numbers.h"
#include "task/task.h"

enum visit_phase { VISIT_ACCOUNT, VISIT_LIST, VISIT_WALK, VISIT_DONE };

struct visit {
	/* For all visits of a scan. */
	struct ask *ask;
	struct tasks *now;
	bool is_live;

	/* Of this one.  The process is the last of now->processes. */
	enum visit_phase phase;
	struct task leader;    /* as PID/stat has it */
	bool is_flat;          /* has no task folder */
	size_t n_threads;      /* as PID/stat has it */
	bool is_guess;         /* tids are those of the scan before */
	size_t n_known;        /* threads of the scan before, copied to the front of its threads */
	size_t at, known_at;   /* next of them or of tids; next that is not below tids[at] */
	uint64_t begun_ns;     /* CLOCK_MONOTONIC before anything was asked */
	uint64_t before_ns;    /* its clock in the scan before */
	uint64_t owed_ns;      /* by which it has moved */
	uint64_t accounted_ns; /* of that, by threads asked */
	int reach;             /* so many scans ago a thread that is asked may have run last */
	struct numbers tids;
};

void visit_init(struct visit *visit, struct ask *ask, bool is_live);
void visit_fini(struct visit *visit);

/*
 * Begins with @pid, whose clock said @cpu_ns at @seen_ns; @known is how the scan @before had it, or
 * NULL.  False: it is gone.
 */
bool visit_begin(struct visit *visit, const struct tasks *before, const struct process *known,
		 int pid, uint64_t cpu_ns, uint64_t seen_ns);
/* Goes on with at least one thread, until @deadline_ns; true when the process is done. */
bool visit_step(struct visit *visit, uint64_t deadline_ns);

#endif
