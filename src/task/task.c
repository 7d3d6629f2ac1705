/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "task/task.h"

#include <stdlib.h>
#include <string.h>

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
		.reaped_ns = COUNTER_UNKNOWN,
	};
}

bool task_was_taken_over(const struct process *then, const struct process *now,
			 const struct task *before, const struct task *after)
{
	return then->n_threads > 1 && now->n_threads < then->n_threads &&
	       after->tid == after->pid &&
	       strncmp(before->name, after->name, sizeof(before->name)) != 0;
}

void task_stay_idle(struct task *task, uint64_t seen_ns)
{
	task->seen_ns = seen_ns;
	if (task->idle_scans < UINT8_MAX)
		task->idle_scans++;
}

void tasks_init(struct tasks *tasks)
{
	*tasks = (struct tasks){.n_all_threads = COUNTER_UNKNOWN};
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
	tasks->n_all_threads = COUNTER_UNKNOWN;
	tasks->is_complete = false;
	tasks->has_wait = false;
}

const struct process *tasks_find_process(const struct tasks *tasks, int pid)
{
	size_t low = 0, high = tasks->n_processes;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (tasks->processes[middle].pid < pid)
			low = middle + 1;
		else
			high = middle;
	}
	return low < tasks->n_processes && tasks->processes[low].pid == pid ? &tasks->processes[low]
									    : NULL;
}

const struct task *tasks_find_thread(const struct tasks *tasks, int pid, int tid)
{
	const struct process *process = tasks_find_process(tasks, pid);
	size_t low = 0, high = process ? process->n_threads : 0, n = high;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (tasks->threads[process->first + middle].tid < tid)
			low = middle + 1;
		else
			high = middle;
	}
	return low < n && tasks->threads[process->first + low].tid == tid
		       ? &tasks->threads[process->first + low]
		       : NULL;
}

const struct process *tasks_same_process(const struct tasks *tasks, const struct process *process,
					 size_t *next)
{
	while (*next < tasks->n_processes && tasks->processes[*next].pid < process->pid)
		(*next)++;
	if (*next == tasks->n_processes || tasks->processes[*next].pid != process->pid ||
	    tasks->processes[*next].start_ticks != process->start_ticks)
		return NULL;
	return &tasks->processes[(*next)++];
}

const struct task *tasks_same_thread(const struct tasks *tasks, const struct process *then,
				     const struct task *thread, size_t *next)
{
	const struct task *threads = tasks->threads + then->first;

	while (*next < then->n_threads && threads[*next].tid < thread->tid)
		(*next)++;
	if (*next == then->n_threads || threads[*next].tid != thread->tid ||
	    threads[*next].start_ticks != thread->start_ticks)
		return NULL;
	return &threads[(*next)++];
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
