/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "record/check.h"

#include <limits.h>
#include <math.h>
#include <string.h>

#include "base/i18n.h"

static void complete_text(const char **text)
{
	if (!*text)
		*text = "";
}

static const char *check_cpus(struct interval *interval)
{
	const size_t n = interval->n_cpus;
	const struct cpu_interval unknown = cpu_interval_sum(NULL, 0);

	if (n > 0 && interval->cpu_numbers[n - 1] > CPUSET_MAX)
		return _("cpu_numbers: out of range");
	interval->all.cpu = -1;
	if (!interval->cpus) {
		interval->cpus = arena_alloc(&interval->arena, n, sizeof(*interval->cpus));
		for (size_t i = 0; i < n; i++) {
			interval->cpus[i] = unknown;
			interval->cpus[i].cpu = interval->cpu_numbers[i];
		}
	}
	for (size_t i = 0; i < n; i++)
		if (interval->cpus[i].cpu != interval->cpu_numbers[i])
			return _("cpus: not those of cpu_numbers");
	return NULL;
}

/* Tasks are counted in whole numbers; no machine has so many. */
static void limit_count(double *n)
{
	if (*n > INT_MAX)
		*n = (double)NAN;
}

static void complete_netdev(struct netdev_interval *netdev)
{
	/* Const for those who borrow one; these were just made. */
	struct queue_interval *queues = (struct queue_interval *)netdev->queues;

	complete_text(&netdev->name);
	for (size_t i = 0; i < netdev->n_queues; i++)
		if (queues[i].kind != 'r' && queues[i].kind != 't')
			queues[i].kind = '?';
}

/* Rows that nobody can place come first. */
static const char *check_network(struct interval *interval)
{
	const struct softnet_interval *softnets = interval->softnets;

	for (size_t i = 0; i < interval->n_netdevs; i++)
		complete_netdev(&interval->netdevs[i]);
	for (size_t i = 0; i < interval->n_softnets; i++) {
		int cpu = softnets[i].cpu;

		if (cpu > CPUSET_MAX ||
		    (i && softnets[i - 1].cpu >= 0 && cpu <= softnets[i - 1].cpu))
			return _("softnets: not ascending, or out of range");
	}
	return NULL;
}

static void complete_standing(struct interval *interval)
{
	for (size_t i = 0; i < interval->n_exited; i++)
		complete_text(&interval->exited[i].name);
	for (size_t i = 0; i < interval->n_cgroups; i++)
		complete_text(&interval->cgroups[i].path);
	for (size_t i = 0; i < interval->n_marks; i++) {
		complete_text(&interval->marks[i].rule);
		complete_text(&interval->marks[i].subject);
		complete_text(&interval->marks[i].text);
	}
}

/* They are searched by name. */
static const char *check_settings(struct interval *interval)
{
	for (size_t i = 0; i < interval->n_settings; i++) {
		struct setting *setting = &interval->settings[i];

		complete_text(&setting->name);
		complete_text(&setting->value);
		if (i && strcmp(interval->settings[i - 1].name, setting->name) >= 0)
			return _("settings: not ascending");
	}
	return NULL;
}

/* The kernel has ten types, and each is a column. */
enum { MOST_SOFTIRQS = 256 };

static const char *check_softirqs(struct interval *interval)
{
	double *unknown = arena_alloc(&interval->arena, interval->n_cpus, sizeof(*unknown));

	if (interval->n_softirqs > MOST_SOFTIRQS)
		return _("softirqs: too many");
	for (size_t i = 0; i < interval->n_cpus; i++)
		unknown[i] = (double)NAN;
	for (size_t i = 0; i < interval->n_softirqs; i++) {
		struct softirq_interval *type = &interval->softirqs[i];

		complete_text(&type->name);
		if (!type->per_cpu)
			type->per_cpu = unknown;
	}
	return NULL;
}

static void complete_irqs(struct interval *interval)
{
	static const struct cpuset none;

	for (size_t i = 0; i < interval->n_irqs; i++) {
		struct irq_interval *irq = &interval->irqs[i];

		complete_text(&irq->label);
		complete_text(&irq->chip);
		complete_text(&irq->name);
		if (!irq->on)
			irq->on = &none;
	}
}

static void complete_task(struct task_interval *task)
{
	complete_text(&task->name);
	if (task->state <= ' ' || task->state > '~')
		task->state = '?';
}

/* Its threads are the next of the interval's, from @first on. */
static const char *check_process(struct interval *interval, struct task_interval *process,
				 size_t first)
{
	int last = 0;

	complete_task(process);
	process->first = first;
	for (size_t i = first; i < interval->n_threads; i++) {
		struct task_interval *thread = &interval->threads[i];

		if (thread->pid != process->pid)
			break;
		if (thread->tid <= last)
			return _("threads: not ascending");
		last = thread->tid;
		complete_task(thread);
		thread->ppid = process->ppid;
		thread->n_threads = process->n_threads;
		thread->command_line = process->command_line;
		process->n_listed++;
	}
	return NULL;
}

static const char *check_tasks(struct interval *interval)
{
	size_t n_listed = 0;
	int last = 0;

	for (size_t i = 0; i < interval->n_processes; i++) {
		struct task_interval *process = &interval->processes[i];
		const char *problem;

		if (process->pid <= last)
			return _("processes: not ascending");
		last = process->pid;
		problem = check_process(interval, process, n_listed);
		if (problem)
			return problem;
		n_listed += process->n_listed;
	}
	return n_listed < interval->n_threads ? _("threads: not those of the processes") : NULL;
}

static const char *check_topology(struct topology *topology)
{
	int last = -1;

	for (size_t i = 0; i < topology->n_cpus; i++) {
		int cpu = topology->cpus[i].cpu;

		if (cpu <= last || cpu > CPUSET_MAX)
			return _("topology.cpus: not ascending, or out of range");
		last = cpu;
	}
	topology->is_read = true;
	return NULL;
}

static const char *check_users(struct record *record)
{
	for (size_t i = 0; i < record->n_users; i++) {
		complete_text(&record->users[i].name);
		if (i > 0 && record->users[i].uid <= record->users[i - 1].uid)
			return _("users: not ascending");
	}
	return NULL;
}

const char *record_check(struct record *record)
{
	struct interval *interval = &record->interval;
	const char *problem = check_cpus(interval);

	limit_count(&interval->totals.n_tasks);
	limit_count(&interval->totals.n_threads);
	complete_irqs(interval);
	complete_standing(interval);
	if (!problem)
		problem = check_network(interval);
	if (!problem)
		problem = check_settings(interval);
	if (!problem)
		problem = check_softirqs(interval);
	if (!problem)
		problem = check_tasks(interval);
	/* Const for those who borrow one; this one was just made. */
	if (!problem && record->topology)
		problem = check_topology((struct topology *)record->topology);
	return problem ? problem : check_users(record);
}
