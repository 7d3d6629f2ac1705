/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "closeups.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "interval.h"
#include "source/closeup.h"

enum { MOST_BLOCKED = 16, MOST_WAITING = 16, MOST_SWITCHING = 24 };

static const double least_wait_pct = 10, least_cswch_per_s = 100;

/* The @most threads with the highest weights, highest first. */
struct choice {
	struct task_interval *threads[MOST_BLOCKED + MOST_WAITING + MOST_SWITCHING];
	double weights[MOST_BLOCKED + MOST_WAITING + MOST_SWITCHING];
	size_t n, most;
};

static void choose(struct choice *choice, struct task_interval *thread, double weight)
{
	size_t at = choice->n;

	if (at == choice->most && !(weight > choice->weights[at - 1]))
		return;
	if (at == choice->most)
		at--;
	else
		choice->n++;
	for (; at && weight > choice->weights[at - 1]; at--) {
		choice->threads[at] = choice->threads[at - 1];
		choice->weights[at] = choice->weights[at - 1];
	}
	choice->threads[at] = thread;
	choice->weights[at] = weight;
}

static int by_pid(const void *pid, const void *process)
{
	int a = *(const int *)pid, b = ((const struct task_interval *)process)->pid;

	return (a > b) - (a < b);
}

static void look(struct closeup *closeup, struct interval *interval, struct task_interval *thread)
{
	struct task_interval *process;

	/* In two choices. */
	if (thread->allowed || thread->wchan)
		return;
	if (!closeup_read(closeup, thread->pid, thread->tid, thread->start_ticks))
		return;
	if (closeup->has_wchan)
		thread->wchan = arena_strdup(&interval->arena, closeup->wchan);
	if (closeup->has_allowed)
		thread->allowed = cpuset_keep(&closeup->allowed, &interval->arena);
	if (thread->tid != thread->pid)
		return;
	process = bsearch(&thread->pid, interval->processes, interval->n_processes,
			  sizeof(*process), by_pid);
	if (process) {
		process->wchan = thread->wchan;
		process->allowed = thread->allowed;
	}
}

void closeups_add(struct closeup *closeup, struct interval *interval)
{
	struct choice choices[] = {
		{.most = MOST_BLOCKED},
		{.most = MOST_WAITING},
		{.most = MOST_SWITCHING},
	};

	for (size_t i = 0; i < interval->n_threads; i++) {
		struct task_interval *thread = &interval->threads[i];

		if (thread->state == 'D')
			choose(&choices[0], thread, 0);
		/* Since boot tells nothing of now. */
		if (interval->is_since_boot)
			continue;
		if (thread->wait_pct >= least_wait_pct)
			choose(&choices[1], thread, thread->wait_pct);
		if (thread->cswch_per_s >= least_cswch_per_s)
			choose(&choices[2], thread, thread->cswch_per_s);
	}
	for (size_t i = 0; i < sizeof(choices) / sizeof(*choices); i++)
		for (size_t j = 0; j < choices[i].n; j++)
			look(closeup, interval, choices[i].threads[j]);
}
