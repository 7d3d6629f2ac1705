/* SPDX-License-Identifier: GPL-2.0-or-later */
/* For tests of the scan of tasks: one look after another. */
#ifndef OVERTOP_TEST_WATCH_H
#define OVERTOP_TEST_WATCH_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "source/tasks.h"

#define LONG_NS 1000000000000

struct watch {
	struct task_scan *scan;
	struct tasks tables[2];
	int n_looks;
};

/* @may_netlink: by taskstats, where it can be. */
static inline void watch_init_by(struct watch *watch, bool may_netlink)
{
	*watch = (struct watch){.scan = task_scan_new(true, may_netlink)};
}

static inline void watch_init(struct watch *watch, bool is_live)
{
	*watch = (struct watch){.scan = task_scan_new(is_live, true)};
}

static inline void watch_fini(struct watch *watch)
{
	task_scan_free(watch->scan);
	tasks_fini(&watch->tables[0]);
	tasks_fini(&watch->tables[1]);
}

/* Everything now, in steps of @budget_ns; borrowed until the look after the next. */
static inline const struct tasks *watch_look_in_steps(struct watch *watch, uint64_t budget_ns,
						      int *n_steps)
{
	struct tasks *now = &watch->tables[watch->n_looks % 2];
	const struct tasks *before = &watch->tables[(watch->n_looks + 1) % 2];

	watch->n_looks++;
	assert_int_equal(task_scan_begin(watch->scan, before, now), 0);
	for (*n_steps = 1; !task_scan_step(watch->scan, budget_ns); ++*n_steps)
		assert_false(now->is_complete);
	assert_true(now->is_complete);
	return now;
}

static inline const struct tasks *watch_look(struct watch *watch)
{
	int n_steps;

	return watch_look_in_steps(watch, LONG_NS, &n_steps);
}

static inline const struct process *find_process(const struct tasks *tasks, int pid)
{
	for (size_t i = 0; i < tasks->n_processes; i++)
		if (tasks->processes[i].pid == pid)
			return &tasks->processes[i];
	return NULL;
}

static inline const struct task *find_thread(const struct tasks *tasks, int tid)
{
	for (size_t i = 0; i < tasks->n_threads; i++)
		if (tasks->threads[i].tid == tid)
			return &tasks->threads[i];
	return NULL;
}

/* One that must be there. */
static inline const struct task *get_thread(const struct tasks *tasks, int tid)
{
	const struct task *task = find_thread(tasks, tid);

	assert_non_null(task);
	return task;
}

static inline const struct process *get_process(const struct tasks *tasks, int pid)
{
	const struct process *process = find_process(tasks, pid);

	assert_non_null(process);
	return process;
}

#endif
