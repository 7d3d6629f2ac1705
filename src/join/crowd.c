/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "join/crowd.h"

#include <sched.h>

static const double least_wait_pct = 10;

bool is_real_time(const struct task_interval *thread)
{
	return thread->policy == SCHED_FIFO || thread->policy == SCHED_RR;
}

size_t cpu_position(const struct interval *interval, int cpu)
{
	size_t low = 0, high = interval->n_cpus;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (interval->cpu_numbers[middle] < cpu)
			low = middle + 1;
		else
			high = middle;
	}
	return low < interval->n_cpus && interval->cpu_numbers[low] == cpu ? low : interval->n_cpus;
}

static void join(struct crowd *crowd, const struct task_interval *thread)
{
	if (thread->wait_pct >= least_wait_pct) {
		crowd->n_waiting++;
		crowd->wait_pct += thread->wait_pct;
		if (!crowd->waiter || thread->wait_pct > crowd->waiter->wait_pct)
			crowd->waiter = thread;
	}
	if (thread->cpu_pct > (crowd->user ? crowd->user->cpu_pct : 0)) {
		crowd->second = crowd->user;
		crowd->user = thread;
	} else if (thread->cpu_pct > (crowd->second ? crowd->second->cpu_pct : 0)) {
		crowd->second = thread;
	}
	if (is_real_time(thread) &&
	    thread->cpu_pct > (crowd->real_time ? crowd->real_time->cpu_pct : 0))
		crowd->real_time = thread;
}

struct crowd *crowds_of(const struct interval *interval, struct arena *arena)
{
	struct crowd *crowds = arena_alloc(arena, interval->n_cpus, sizeof(*crowds));

	for (size_t i = 0; i < interval->n_threads; i++) {
		const struct task_interval *thread = &interval->threads[i];
		size_t at;

		if (!(thread->cpu_pct > 0) && !(thread->wait_pct >= least_wait_pct))
			continue;
		at = cpu_position(interval, thread->cpu);
		if (at < interval->n_cpus)
			join(&crowds[at], thread);
	}
	return crowds;
}

const struct crowd *crowd_on(const struct crowd *crowds, const struct interval *interval, int cpu)
{
	size_t at = cpu_position(interval, cpu);

	return at < interval->n_cpus ? &crowds[at] : NULL;
}

const struct cpuset *cpus_of(const struct interval *interval, struct arena *arena)
{
	const struct cpuset *kept;
	struct cpuset cpus = {0};

	for (size_t i = 0; i < interval->n_cpus; i++)
		cpuset_add(&cpus, (unsigned int)interval->cpu_numbers[i]);
	kept = cpuset_keep(&cpus, arena);
	cpuset_fini(&cpus);
	return kept;
}

bool is_confined(const struct task_interval *thread, const struct interval *interval)
{
	for (size_t i = 0; thread->allowed && i < interval->n_cpus; i++)
		if (!cpuset_has(thread->allowed, (unsigned int)interval->cpu_numbers[i]))
			return true;
	return false;
}
