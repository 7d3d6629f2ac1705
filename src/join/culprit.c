/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "join/culprit.h"

#include <math.h>

#include "join/crowd.h"

/* Of its periods, for a cgroup to keep its tasks waiting. */
static const double much_throttled_pct = 25;
/* Of a CPU, for it to be used up; of the time, for a thread to wait at all. */
static const double used_up_pct = 90, least_wait_pct = 10;

const struct cgroup_interval *most_throttled(const struct interval *interval)
{
	const struct cgroup_interval *found = NULL;

	for (size_t i = 0; i < interval->n_cgroups; i++) {
		const struct cgroup_interval *cgroup = &interval->cgroups[i];

		if (cgroup->throttled_pct >= (found ? found->throttled_pct : much_throttled_pct))
			found = cgroup;
	}
	return found;
}

bool waits_for_nobody(const struct task_interval *thread, const struct interval *interval)
{
	size_t at = cpu_position(interval, thread->cpu);

	return thread->wait_pct >= least_wait_pct && at < interval->n_cpus &&
	       interval->cpus[at].busy < used_up_pct;
}

const struct task_interval *real_time_hog(const struct interval *interval,
					  const struct crowd *crowds)
{
	for (size_t i = 0; i < interval->n_cpus; i++) {
		const struct crowd *crowd = &crowds[i];

		if (crowd->real_time && crowd->real_time->cpu_pct >= used_up_pct && crowd->waiter &&
		    crowd->waiter != crowd->real_time)
			return crowd->real_time;
	}
	return NULL;
}

static bool is_penned(const struct task_interval *thread, const struct interval *interval)
{
	return thread->wait_pct >= least_wait_pct && !thread->is_kernel &&
	       is_confined(thread, interval);
}

static const struct task_interval *worst_penned(const struct interval *interval)
{
	const struct task_interval *worst = NULL;

	for (size_t i = 0; i < interval->n_threads; i++) {
		const struct task_interval *thread = &interval->threads[i];

		if (thread->wait_pct > (worst ? worst->wait_pct : 0) && is_penned(thread, interval))
			worst = thread;
	}
	return worst;
}

/* It may run on none of the CPUs there are but those. */
static bool is_within(const struct task_interval *thread, const struct cpuset *cpus,
		      const struct interval *interval)
{
	for (size_t i = 0; i < interval->n_cpus; i++) {
		unsigned int cpu = (unsigned int)interval->cpu_numbers[i];

		if (cpuset_has(thread->allowed, cpu) && !cpuset_has(cpus, cpu))
			return false;
	}
	return true;
}

static void weigh(struct pen *pen, const struct interval *interval, const struct crowd *crowds)
{
	double n_inside = 0, n_outside = 0, inside = 0, outside = 0, busy_outside = 0;

	for (size_t i = 0; i < interval->n_cpus; i++) {
		double busy = interval->cpus[i].busy;
		double wanted = (busy + crowds[i].wait_pct) / 100;

		if (cpuset_has(pen->worst->allowed, (unsigned int)interval->cpu_numbers[i])) {
			n_inside++;
			inside += wanted;
		} else {
			n_outside++;
			outside += wanted;
			busy_outside += busy;
		}
	}
	/* None of a kind: 0 / 0 is unknown. */
	pen->demand = inside / n_inside;
	pen->demand_outside = outside / n_outside;
	pen->busy_outside_pct = busy_outside / n_outside;
}

struct pen pen_of(const struct interval *interval, const struct crowd *crowds)
{
	struct pen pen = {.worst = worst_penned(interval)};

	for (size_t i = 0; pen.worst && i < interval->n_threads; i++) {
		const struct task_interval *thread = &interval->threads[i];

		if (!is_penned(thread, interval) ||
		    !is_within(thread, pen.worst->allowed, interval))
			continue;
		pen.n++;
		pen.wait_pct += thread->wait_pct;
	}
	if (pen.worst)
		weigh(&pen, interval, crowds);
	return pen;
}

bool is_overfull(const struct pen *pen)
{
	return pen->n >= 2 && pen->wait_pct >= 100 && pen->demand >= 2 * pen->demand_outside;
}

double age_of(const struct interval *interval, const struct task_interval *task)
{
	return interval->totals.uptime_s - (double)task->start_ticks / interval->ticks_per_s;
}

/* A finding takes as long. */
static const double least_age_s = 5;
/* Of a CPU, that those of its children used that ended: they come and go. */
static const double least_child_pct = 5;

enum { MOST_ANCESTORS = 32 };

const struct task_interval *settled(const struct interval *interval,
				    const struct task_interval *task)
{
	if (!task || age_of(interval, task) >= least_age_s)
		return task;
	for (int i = 0; i < MOST_ANCESTORS; i++) {
		task = interval_process(interval, task->ppid);
		if (!task || task->pid <= 1)
			return NULL;
		if (age_of(interval, task) >= least_age_s && task->child_pct >= least_child_pct)
			return task;
	}
	return NULL;
}
