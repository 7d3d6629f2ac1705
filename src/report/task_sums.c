/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "report/task_sums.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/xalloc.h"
#include "interval.h"

static const struct task_sum nothing = {
	.cpu_s = (double)NAN,
	.wait_s = (double)NAN,
	.cswch = (double)NAN,
	.nvcswch = (double)NAN,
};

void task_sums_init(struct task_sums *sums, size_t most_tasks)
{
	assert(most_tasks > 3 && most_tasks < UINT32_MAX / 4);
	*sums = (struct task_sums){.most_tasks = most_tasks, .n_places = 1, .others = nothing};
	/* At most half of the places are taken, so that looking for one ends soon. */
	while (sums->n_places < 2 * most_tasks)
		sums->n_places *= 2;
	sums->places = xcalloc(sums->n_places, sizeof(*sums->places));
}

static void forget(struct task_sum *task)
{
	free(task->name);
	free(task->process);
}

void task_sums_fini(struct task_sums *sums)
{
	for (size_t i = 0; i < sums->n_tasks; i++)
		forget(&sums->tasks[i]);
	free(sums->tasks);
	free(sums->places);
	memset(sums, 0, sizeof(*sums));
}

static void add_known(double *sum, double value)
{
	if (!isnan(value))
		*sum = isnan(*sum) ? value : *sum + value;
}

static double or_nothing(double value)
{
	return isnan(value) ? 0 : value;
}

/* Where the task is, or would be. */
static uint32_t *place_of(const struct task_sums *sums, int tid, uint64_t start_ticks)
{
	uint64_t hash = ((uint64_t)(uint32_t)tid << 32 ^ start_ticks) * 0x9e3779b97f4a7c15u;
	size_t at = (size_t)(hash >> 32);

	for (;; at++) {
		uint32_t *place = &sums->places[at & (sums->n_places - 1)];
		const struct task_sum *task = *place ? &sums->tasks[*place - 1] : NULL;

		if (!task || (task->tid == tid && task->start_ticks == start_ticks))
			return place;
	}
}

static int by_rank(const void *a, const void *b)
{
	const struct task_sum *x = a, *y = b;

	return (x->rank < y->rank) - (x->rank > y->rank);
}

static double part(double value, double whole)
{
	return whole > 0 ? or_nothing(value) / whole : 0;
}

static double switches(const struct task_sum *task)
{
	return or_nothing(task->cswch) + or_nothing(task->nvcswch);
}

/* A thread counts by its part in each of the sums. */
static void rank_all(struct task_sums *sums)
{
	double cpu_s = 0, wait_s = 0, n_switches = 0;

	for (size_t i = 0; i < sums->n_tasks; i++) {
		cpu_s += or_nothing(sums->tasks[i].cpu_s);
		wait_s += or_nothing(sums->tasks[i].wait_s);
		n_switches += switches(&sums->tasks[i]);
	}
	for (size_t i = 0; i < sums->n_tasks; i++) {
		struct task_sum *task = &sums->tasks[i];

		task->rank = part(task->cpu_s, cpu_s) + part(task->wait_s, wait_s) +
			     part(switches(task), n_switches);
	}
}

/* A quarter at once, so that it happens seldom. */
static void give_up_least(struct task_sums *sums)
{
	size_t n_kept = sums->most_tasks - sums->most_tasks / 4;

	rank_all(sums);
	qsort(sums->tasks, sums->n_tasks, sizeof(*sums->tasks), by_rank);
	for (size_t i = n_kept; i < sums->n_tasks; i++) {
		struct task_sum *task = &sums->tasks[i];

		add_known(&sums->others.cpu_s, task->cpu_s);
		add_known(&sums->others.wait_s, task->wait_s);
		add_known(&sums->others.cswch, task->cswch);
		add_known(&sums->others.nvcswch, task->nvcswch);
		forget(task);
	}
	sums->n_others += sums->n_tasks - n_kept;
	sums->n_tasks = n_kept;
	memset(sums->places, 0, sums->n_places * sizeof(*sums->places));
	for (size_t i = 0; i < n_kept; i++)
		*place_of(sums, sums->tasks[i].tid, sums->tasks[i].start_ticks) = (uint32_t)i + 1;
}

static struct task_sum *find_or_add(struct task_sums *sums, int tid, uint64_t start_ticks)
{
	uint32_t *place = place_of(sums, tid, start_ticks);
	struct task_sum *task;

	if (*place)
		return &sums->tasks[*place - 1];
	if (sums->n_tasks == sums->most_tasks) {
		give_up_least(sums);
		place = place_of(sums, tid, start_ticks);
	}
	sums->tasks = xgrow(sums->tasks, &sums->capacity, sums->n_tasks + 1, sizeof(*sums->tasks));
	task = &sums->tasks[sums->n_tasks++];
	*task = nothing;
	task->tid = tid;
	task->start_ticks = start_ticks;
	task->first_s = (double)NAN;
	*place = (uint32_t)sums->n_tasks;
	return task;
}

static void rename_to(char **name, const char *raw)
{
	if (*name && strcmp(*name, raw) == 0)
		return;
	free(*name);
	*name = xstrdup(raw);
}

/* One whose rates are all unknown was seen for the first time. */
static bool did_something(const struct task_interval *thread)
{
	return thread->cpu_pct > 0 || thread->wait_pct > 0 || thread->switches_per_s > 0;
}

static void add_thread(struct task_sums *sums, const struct task_interval *thread,
		       const char *process, double from_s, double to_s)
{
	struct task_sum *task = find_or_add(sums, thread->tid, thread->start_ticks);
	double seconds = thread->seconds;

	task->pid = thread->pid;
	task->uid = thread->uid;
	rename_to(&task->name, thread->name);
	rename_to(&task->process, process);
	add_known(&task->cpu_s, seconds * thread->cpu_pct / 100);
	add_known(&task->wait_s, seconds * thread->wait_pct / 100);
	add_known(&task->cswch, seconds * thread->cswch_per_s);
	add_known(&task->nvcswch, seconds * thread->nvcswch_per_s);
	task->first_s = fmin(task->first_s, from_s);
	task->last_s = fmax(task->last_s, to_s);
}

void task_sums_add(struct task_sums *sums, const struct interval *interval, double from_s,
		   double to_s)
{
	for (size_t i = 0; i < interval->n_processes; i++) {
		const struct task_interval *process = &interval->processes[i];

		for (size_t k = 0; k < process->n_listed; k++) {
			const struct task_interval *thread = &interval->threads[process->first + k];

			if (did_something(thread))
				add_thread(sums, thread, process->name, from_s, to_s);
		}
	}
}
