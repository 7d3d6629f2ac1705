/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "task/task.h"

#include <stdlib.h>

#include "base/counter.h"
#include "base/xalloc.h"

void task_init(struct task *task)
{
	*task = (struct task){
		.cpu = -1,
		.start_ticks = COUNTER_UNKNOWN,
		.utime_ticks = COUNTER_UNKNOWN,
		.stime_ticks = COUNTER_UNKNOWN,
		.run_ns = COUNTER_UNKNOWN,
		.wait_ns = COUNTER_UNKNOWN,
		.switches = COUNTER_UNKNOWN,
		.cswch = COUNTER_UNKNOWN,
		.nvcswch = COUNTER_UNKNOWN,
		.uid = UINT32_MAX,
		.state = '?',
	};
}

void process_init(struct process *process)
{
	*process = (struct process){
		.start_ticks = COUNTER_UNKNOWN,
		.cpu_ns = COUNTER_UNKNOWN,
		.utime_ticks = COUNTER_UNKNOWN,
		.stime_ticks = COUNTER_UNKNOWN,
		.child_utime_ticks = COUNTER_UNKNOWN,
		.child_stime_ticks = COUNTER_UNKNOWN,
	};
}

void task_stay_idle(struct task *task, uint64_t seen_ns)
{
	task->seen_ns = seen_ns;
	if (task->idle_scans < UINT8_MAX)
		task->idle_scans++;
}

void tasks_init(struct tasks *tasks)
{
	*tasks = (struct tasks){0};
}

void tasks_fini(struct tasks *tasks)
{
	free(tasks->processes);
	free(tasks->threads);
	tasks_init(tasks);
}

void tasks_clear(struct tasks *tasks)
{
	tasks->n_processes = 0;
	tasks->n_threads = 0;
	tasks->begun_boot_ns = tasks->begun_ns = 0;
	tasks->is_complete = false;
	tasks->has_wait = false;
}

struct process *tasks_add_process(struct tasks *tasks)
{
	tasks->processes = xgrow(tasks->processes, &tasks->processes_capacity,
				 tasks->n_processes + 1, sizeof(*tasks->processes));

	struct process *process = &tasks->processes[tasks->n_processes++];

	process_init(process);
	process->first = tasks->n_threads;
	return process;
}

struct task *tasks_add_threads(struct tasks *tasks, size_t n)
{
	tasks->threads = xgrow(tasks->threads, &tasks->threads_capacity, tasks->n_threads + n,
			       sizeof(*tasks->threads));
	tasks->n_threads += n;
	return tasks->threads + tasks->n_threads - n;
}
