/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Two scans of tasks made by hand; a tick is 10 ms. */
#ifndef OVERTOP_TESTS_TASK_STORY_H
#define OVERTOP_TESTS_TASK_STORY_H

#include <string.h>

#include "story.h"

/* The machine has been up for 1000 s when the first scan begins, and the next is 2 s later. */
static inline int task_story_setup(void **state)
{
	static struct story story;

	story_init(&story);
	for (uint64_t i = 0; i < 2; i++) {
		struct sample *sample = &story.samples[i];

		sample->has = NEED_TASKS;
		sample->is_live = true;
		sample->ticks_per_s = 100;
		sample->tasks.begun_boot_ns = (1000 + 2 * i) * SECOND;
		sample->tasks.begun_ns = sample->tasks.begun_boot_ns;
	}
	*state = &story;
	return 0;
}

static inline uint64_t seen_ns(const struct story *story, int which)
{
	return story->samples[which].tasks.begun_ns;
}

static inline struct process *add_process(struct story *story, int which, int pid, uint64_t start)
{
	struct process *process = tasks_add_process(&story->samples[which].tasks);

	process->pid = pid;
	process->start_ticks = start;
	process->seen_ns = seen_ns(story, which);
	process->first = story->samples[which].tasks.n_threads;
	process->n_threads = 0;
	return process;
}

static inline struct task *add_thread(struct story *story, int which, int tid, uint64_t start)
{
	struct tasks *tasks = &story->samples[which].tasks;
	struct process *process = &tasks->processes[tasks->n_processes - 1];
	struct task *task = tasks_add_threads(tasks, 1);

	task_init(task);
	process->n_threads++;
	task->pid = process->pid;
	task->tid = tid;
	task->start_ticks = start;
	task->seen_ns = seen_ns(story, which);
	task->cswch = task->nvcswch = task->run_ns = task->wait_ns = 0;
	task->utime_ticks = task->stime_ticks = 0;
	memcpy(task->name, "work", sizeof("work"));
	return task;
}

#endif
