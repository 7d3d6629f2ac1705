/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Two scans, and what exited from the end of the first to the end of the second, two seconds later. */
#ifndef OVERTOP_TESTS_EXIT_STORY_H
#define OVERTOP_TESTS_EXIT_STORY_H

#include <stdio.h>

#include "base/xalloc.h"
#include "task_story.h"

static inline int exit_story_setup(void **state)
{
	struct story *story;

	task_story_setup(state);
	story = *state;
	for (int i = 0; i < 2; i++) {
		struct exits *exits = &story->samples[i].exits;

		story->samples[i].has |= NEED_EXITS;
		exits->begun_ns = seen_ns(story, i) - SECOND;
		exits->read_ns = seen_ns(story, i) + SECOND;
		exits->n_lost = 0;
	}
	return 0;
}

/* A thread that exited in the second interval; it began so long before the second scan was done. */
static inline struct task_usage *add_exit(struct story *story, int pid, int tid, double age_s)
{
	struct exits *exits = &story->samples[1].exits;
	struct task_usage *usage;
	size_t n = exits->n_usages + 1;

	if (n > exits->capacity) {
		exits->usages = xgrow(exits->usages, &exits->capacity, n, sizeof(*exits->usages));
		exits->by_pid =
			xreallocarray(exits->by_pid, exits->capacity, sizeof(*exits->by_pid));
	}
	usage = &exits->usages[exits->n_usages++];
	*usage = (struct task_usage){
		.tid = tid,
		.pid = pid,
		.ppid = 17,
		.uid = 1000,
		.age_us = (uint64_t)(age_s * 1e6),
		.is_last = tid == pid,
		.name = "sh",
	};
	exits->n_homeless += pid < 0;
	return usage;
}

#endif
