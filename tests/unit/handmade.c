/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "handmade.h"

#include <errno.h>
#include <string.h>

static const char *user_name(void *data, uint32_t uid)
{
	static const char *const names[] = {"alice", "bob", "carol"};

	(void)data;
	return names[uid % 3];
}

static int find_user(void *data, const char *name, uint32_t *uid)
{
	(void)data;
	if (strcmp(name, "bob") != 0)
		return -ENOENT;
	*uid = 1001;
	return 0;
}

static const char *command_line(void *data, int tid, uint64_t start_ticks)
{
	(void)data;
	(void)tid;
	(void)start_ticks;
	return "/usr/bin/work --all --day";
}

static void make_cpus(struct interval *interval, size_t n)
{
	interval->n_cpus = n;
	interval->cpu_numbers = arena_alloc(&interval->arena, n, sizeof(int));
	interval->cpus = arena_alloc(&interval->arena, n, sizeof(*interval->cpus));
	for (size_t i = 0; i < n; i++) {
		interval->cpu_numbers[i] = (int)i;
		interval->cpus[i] = (struct cpu_interval){
			.cpu = (int)i,
			.us = 20,
			.sy = 10,
			.id = 70,
			.busy = 30,
			.capacity_s = 1,
		};
	}
	interval->all = interval->cpus[0];
	interval->all.cpu = -1;
}

static void make_softirqs(struct interval *interval)
{
	double *counts = arena_alloc(&interval->arena, interval->n_cpus, sizeof(*counts));

	for (size_t i = 0; i < interval->n_cpus; i++)
		counts[i] = (double)i;
	interval->n_softirqs = 2;
	interval->softirqs =
		arena_alloc(&interval->arena, interval->n_softirqs, sizeof(*interval->softirqs));
	for (size_t i = 0; i < interval->n_softirqs; i++)
		interval->softirqs[i] = (struct softirq_interval){
			.name = i ? "NET_RX" : "TIMER",
			.total = 100,
			.per_s = 100,
			.hottest_pct = 50,
			.per_cpu = counts,
		};
}

static void make_irqs(struct interval *interval)
{
	interval->n_irqs = 3;
	interval->irqs = arena_alloc(&interval->arena, interval->n_irqs, sizeof(*interval->irqs));
	for (size_t i = 0; i < interval->n_irqs; i++)
		interval->irqs[i] = (struct irq_interval){
			.label = arena_printf(&interval->arena, "%zu", 30 + i),
			.chip = "MSI",
			.name = "eth0",
			.irq = (int)(30 + i),
			.total = 10,
			.per_s = 10,
			.since_boot = 1000,
			.hottest_pct = 100,
			.per_cpu = interval->softirqs[0].per_cpu,
			.node = -1,
		};
}

static struct task_interval make_task(struct interval *interval, size_t process, size_t n_processes)
{
	return (struct task_interval){
		.pid = (int)(100 + 10 * process),
		.ppid = 1,
		.start_ticks = 1000 + process,
		.uid = (uint32_t)(1000 + process % 3),
		.state = process % 5 ? 'S' : 'R',
		.ran = true,
		.name = arena_printf(&interval->arena, "work%zu", process),
		.n_threads = 1,
		.seconds = 1,
		.cpu_pct = (double)(n_processes - process) / 10,
		.switches_per_s = (double)process,
		.cswch_per_s = (double)process,
		.cpu_s = 5,
	};
}

static void make_tasks(struct interval *interval, size_t n_processes, size_t n_threads)
{
	interval->has_tasks = true;
	interval->n_processes = n_processes;
	interval->processes =
		arena_alloc(&interval->arena, n_processes, sizeof(*interval->processes));
	interval->n_threads = n_processes * n_threads;
	interval->threads =
		arena_alloc(&interval->arena, interval->n_threads, sizeof(*interval->threads));
	for (size_t i = 0; i < n_processes; i++) {
		struct task_interval *process = &interval->processes[i];

		*process = make_task(interval, i, n_processes);
		for (size_t k = 0; k < n_threads; k++) {
			interval->threads[i * n_threads + k] = *process;
			interval->threads[i * n_threads + k].tid = process->pid + (int)k;
		}
		process->n_threads = process->n_listed = n_threads;
		process->first = i * n_threads;
	}
}

void handmade_init(struct handmade *handmade, size_t n_cpus, size_t n_processes, size_t n_threads)
{
	struct interval *interval = &handmade->interval;

	*handmade = (struct handmade){
		.words = {.user = user_name, .find_user = find_user, .command_line = command_line},
	};
	interval_init(interval);
	interval->seconds = 1;
	interval->is_live = true;
	interval->ticks_per_s = 100;
	interval->totals.seconds = 1;
	make_cpus(interval, n_cpus);
	make_softirqs(interval);
	make_irqs(interval);
	make_tasks(interval, n_processes, n_threads);
	history_init(&handmade->history, 100);
	for (int i = 0; i < 40; i++)
		history_add(&handmade->history, interval);
	handmade->view = (struct view){
		.interval = interval,
		.history = &handmade->history,
		.choice = &handmade->choice,
		.words = &handmade->words,
	};
}

void handmade_fini(struct handmade *handmade)
{
	history_fini(&handmade->history);
	interval_fini(&handmade->interval);
}

static void remove_items(void *items, size_t *n, size_t size, size_t first, size_t count)
{
	char *at = (char *)items + first * size;

	memmove(at, at + count * size, (*n - first - count) * size);
	*n -= count;
}

void handmade_remove(struct handmade *handmade, size_t process)
{
	struct interval *interval = &handmade->interval;
	size_t n_threads = interval->processes[process].n_threads;

	remove_items(interval->threads, &interval->n_threads, sizeof(*interval->threads),
		     interval->processes[process].first, n_threads);
	remove_items(interval->processes, &interval->n_processes, sizeof(*interval->processes),
		     process, 1);
	for (size_t i = process; i < interval->n_processes; i++)
		interval->processes[i].first -= n_threads;
}

void handmade_rename(struct handmade *handmade, size_t process, const char *name)
{
	struct interval *interval = &handmade->interval;
	struct task_interval *task = &interval->processes[process];

	task->name = arena_strdup(&interval->arena, name);
	for (size_t i = 0; i < task->n_threads; i++)
		interval->threads[task->first + i].name = task->name;
}
