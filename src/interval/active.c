/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "interval.h"

static size_t count_active(const struct interval *interval, const struct task_interval *process)
{
	size_t n = 0;

	for (size_t i = 0; i < process->n_listed; i++)
		n += task_interval_is_active(&interval->threads[process->first + i]);
	return n;
}

static void take_threads(struct interval *to, const struct interval *from,
			 struct task_interval *process)
{
	size_t first = process->first, n_listed = process->n_listed;

	process->first = to->n_threads;
	process->n_listed = 0;
	for (size_t i = first; i < first + n_listed; i++) {
		if (!task_interval_is_active(&from->threads[i]))
			continue;
		to->threads[to->n_threads++] = from->threads[i];
		process->n_listed++;
	}
}

const struct interval *interval_of_active(const struct interval *interval, struct arena *arena)
{
	struct interval *active = arena_alloc(arena, 1, sizeof(*active));
	bool *is_taken = arena_alloc(arena, interval->n_processes, sizeof(*is_taken));
	size_t n_processes = 0, n_threads = 0;

	*active = *interval;
	for (size_t i = 0; i < interval->n_processes; i++) {
		size_t n = count_active(interval, &interval->processes[i]);

		is_taken[i] = n || task_interval_is_active(&interval->processes[i]);
		n_processes += is_taken[i];
		n_threads += n;
	}
	active->processes = arena_alloc(arena, n_processes, sizeof(*active->processes));
	active->threads = arena_alloc(arena, n_threads, sizeof(*active->threads));
	active->n_processes = active->n_threads = 0;
	for (size_t i = 0; i < interval->n_processes; i++) {
		struct task_interval *process = &active->processes[active->n_processes];

		if (!is_taken[i])
			continue;
		*process = interval->processes[i];
		take_threads(active, interval, process);
		active->n_processes++;
	}
	return active;
}
