/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Is what the kernel told of an exit (netlink/taskstats.h) of a task that a scan has seen?
 *
 * It gives the number, which may have been given out again, and the age.  A task that was seen and exited
 * later, but before it was told of, had an age between what it was at either moment: a window as long as the
 * time between them, into which a stranger of the same number hardly falls.
 */
#ifndef OVERTOP_TASK_USAGE_H
#define OVERTOP_TASK_USAGE_H

#include <stdbool.h>
#include <stdint.h>

#include "netlink/taskstats.h"
#include "task/task.h"

/* The scan that saw the task, and when the exit was told of at the latest. */
struct task_sighting {
	const struct tasks *tasks;
	double ticks_per_s;
	uint64_t told_ns; /* CLOCK_MONOTONIC */
};

bool task_usage_is_of(const struct task_usage *usage, const struct task *task,
		      const struct task_sighting *sighting);

/* The task that it is of, as the scan saw it; NULL: it did not. */
const struct task *task_usage_find(const struct task_usage *usage,
				   const struct task_sighting *sighting);

#endif
