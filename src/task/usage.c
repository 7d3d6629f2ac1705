/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "task/usage.h"

#include "base/counter.h"

/* Start times are cut to ticks; clocks are read an instant apart. */
static const double slack_s = 0.03;

/*
 * The age is counted by CLOCK_MONOTONIC, the start by CLOCK_BOOTTIME, which goes on in suspend: by as much the
 * task may be older than it seems.
 */
bool task_usage_is_of(const struct task_usage *usage, const struct task *task,
		      const struct task_sighting *sighting)
{
	const struct tasks *tasks = sighting->tasks;
	double start_s = counter_value(task->start_ticks) / sighting->ticks_per_s;
	double age_s = counter_value(usage->age_us) / 1e6;
	double suspended_s = ((double)tasks->begun_boot_ns - (double)tasks->begun_ns) / 1e9;

	/* A zombie had exited before it was seen. */
	double seen_s = task->state == 'Z' ? start_s : (double)task->seen_ns / 1e9;

	return usage->tid == task->tid && age_s >= seen_s - start_s - slack_s &&
	       age_s <= (double)sighting->told_ns / 1e9 - start_s + suspended_s + slack_s;
}

const struct task *task_usage_find(const struct task_usage *usage,
				   const struct task_sighting *sighting)
{
	const struct task *task = tasks_find_thread(sighting->tasks, usage->pid, usage->tid);

	return task && task_usage_is_of(usage, task, sighting) ? task : NULL;
}
