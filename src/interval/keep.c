/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A copy of an interval that stays: for rewinding and for recording. */
#include "config.h"

#include <string.h>

#include "interval/parts.h"

const char *interval_keep_text(const char *text, struct arena *arena)
{
	return text ? arena_strdup(arena, text) : NULL;
}

static double *keep_counts(const double *counts, size_t n, struct arena *arena)
{
	double *kept = arena_alloc(arena, n, sizeof(*kept));

	if (n)
		memcpy(kept, counts, n * sizeof(*kept));
	return kept;
}

static void keep_cpus(struct interval *to, const struct interval *from)
{
	struct arena *arena = &to->arena;

	to->cpu_numbers = arena_alloc(arena, from->n_cpus, sizeof(*to->cpu_numbers));
	if (from->n_cpus)
		memcpy(to->cpu_numbers, from->cpu_numbers, from->n_cpus * sizeof(*to->cpu_numbers));
	if (!from->cpus)
		return;
	to->cpus = arena_alloc(arena, from->n_cpus, sizeof(*to->cpus));
	if (from->n_cpus)
		memcpy(to->cpus, from->cpus, from->n_cpus * sizeof(*to->cpus));
}

static void keep_softirqs(struct interval *to, const struct interval *from)
{
	struct arena *arena = &to->arena;

	to->softirqs = arena_alloc(arena, from->n_softirqs, sizeof(*to->softirqs));
	for (size_t i = 0; i < from->n_softirqs; i++) {
		struct softirq_interval *row = &to->softirqs[i];

		*row = from->softirqs[i];
		row->name = arena_strdup(arena, row->name);
		row->per_cpu = keep_counts(row->per_cpu, from->n_cpus, arena);
	}
}

static bool is_nothing(const double *counts, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (!(counts[i] == 0))
			return false;
	return true;
}

static const struct cpuset *keep_cpuset(const struct cpuset *set, struct arena *arena)
{
	return set ? cpuset_keep(set, arena) : NULL;
}

/* Of a thousand lines most stand still: they share one row of zeros. */
static void keep_irqs(struct interval *to, const struct interval *from)
{
	struct arena *arena = &to->arena;
	const double *none = arena_alloc(arena, from->n_cpus, sizeof(*none));

	to->irqs = arena_alloc(arena, from->n_irqs, sizeof(*to->irqs));
	for (size_t i = 0; i < from->n_irqs; i++) {
		struct irq_interval *row = &to->irqs[i];

		*row = from->irqs[i];
		row->label = arena_strdup(arena, row->label);
		row->chip = arena_strdup(arena, row->chip);
		row->name = arena_strdup(arena, row->name);
		if (row->per_cpu)
			row->per_cpu = is_nothing(row->per_cpu, from->n_cpus)
					       ? none
					       : keep_counts(row->per_cpu, from->n_cpus, arena);
		row->on = keep_cpuset(row->on, arena);
		row->asked = keep_cpuset(row->asked, arena);
		row->device = interval_keep_text(row->device, arena);
		row->effective = keep_cpuset(row->effective, arena);
	}
}

struct choosing {
	bool (*is_kept)(const void *data, const struct task_interval *task);
	const void *data;
};

static void keep_task(struct task_interval *to, const struct task_interval *from,
		      struct arena *arena)
{
	*to = *from;
	to->name = arena_strdup(arena, from->name);
	to->command_line = interval_keep_text(from->command_line, arena);
	to->wchan = interval_keep_text(from->wchan, arena);
	to->allowed = keep_cpuset(from->allowed, arena);
}

/* How many threads of the process are kept: copied to @to, or only counted where that is NULL. */
static size_t keep_threads(struct task_interval *to, const struct interval *from,
			   const struct task_interval *process, const struct choosing *choosing,
			   struct arena *arena)
{
	size_t n = 0;

	for (size_t i = 0; i < process->n_listed; i++) {
		const struct task_interval *thread = &from->threads[process->first + i];

		if (!choosing->is_kept(choosing->data, thread))
			continue;
		if (to)
			keep_task(&to[n], thread, arena);
		n++;
	}
	return n;
}

/* Counted first, so that the copy takes no more room than it needs. */
static void count_tasks(const struct interval *from, const struct choosing *choosing,
			size_t *n_processes, size_t *n_threads)
{
	for (size_t i = 0; i < from->n_processes; i++) {
		const struct task_interval *process = &from->processes[i];
		size_t n = keep_threads(NULL, from, process, choosing, NULL);

		*n_threads += n;
		*n_processes += n || choosing->is_kept(choosing->data, process);
	}
}

static void keep_tasks(struct interval *to, const struct interval *from,
		       const struct choosing *choosing)
{
	struct arena *arena = &to->arena;
	size_t n_processes = 0, n_threads = 0;

	count_tasks(from, choosing, &n_processes, &n_threads);
	to->processes = arena_alloc(arena, n_processes, sizeof(*to->processes));
	to->threads = arena_alloc(arena, n_threads, sizeof(*to->threads));
	to->n_processes = to->n_threads = 0;
	for (size_t i = 0; i < from->n_processes; i++) {
		const struct task_interval *process = &from->processes[i];
		size_t n =
			keep_threads(&to->threads[to->n_threads], from, process, choosing, arena);
		struct task_interval *row;

		if (!n && !choosing->is_kept(choosing->data, process))
			continue;
		row = &to->processes[to->n_processes++];
		keep_task(row, process, arena);
		row->first = to->n_threads;
		row->n_listed = n;
		to->n_threads += n;
	}
}

void interval_keep(struct interval *to, const struct interval *from,
		   bool (*is_kept)(const void *data, const struct task_interval *task),
		   const void *data)
{
	struct choosing choosing = {.is_kept = is_kept, .data = data};
	struct arena arena = to->arena;

	arena_reset(&arena);
	*to = *from;
	to->arena = arena;
	keep_cpus(to, from);
	keep_softirqs(to, from);
	keep_irqs(to, from);
	keep_tasks(to, from, &choosing);
	interval_keep_network(to, from);
	interval_keep_standing(to, from);
}

bool task_interval_is_active(const struct task_interval *task)
{
	return task->ran || task->state == 'R' || task->state == 'D';
}
