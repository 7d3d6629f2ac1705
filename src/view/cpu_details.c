/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "view/cpu_details.h"

#include <math.h>
#include <stdlib.h>

#include "base/i18n.h"
#include "join/irq.h"
#include "source/topology.h"
#include "ui/format.h"
#include "view/cpus.h"
#include "view/irq_joins.h"

/* The most of each kind that are told of. */
#define MOST_IRQS   12
#define MOST_TASKS  5
#define MOST_QUEUES 8
/* What is told besides, with the types of softirqs. */
#define OTHER_LINES 16

struct details {
	struct detail *items;
	size_t n;
};

static void add(struct details *details, const char *name, const char *value)
{
	details->items[details->n++] = (struct detail){.name = name, .value = value};
}

static const char *rate_words(double per_s, struct arena *arena)
{
	char text[FORMAT_SIZE];

	format_screen(per_s, UNIT_RATE, text);
	return arena_printf(arena, "%s/s", text);
}

static const char *pct_words(double pct, struct arena *arena)
{
	char text[FORMAT_SIZE];

	format_screen(pct, UNIT_PCT, text);
	return arena_printf(arena, "%s%%", text);
}

static void add_place(const struct topology *topology, int number, struct arena *arena,
		      struct details *made)
{
	const struct topology_cpu *cpu = topology ? topology_find(topology, number) : NULL;

	if (!cpu)
		return;
	if (cpu->socket >= 0)
		add(made, _("socket"), arena_printf(arena, "%d", cpu->socket));
	if (cpu->node >= 0)
		add(made, _("node"), arena_printf(arena, "%d", cpu->node));
	if (cpu->n_siblings > 1)
		add(made, _("its core"),
		    arena_printf(arena, _("of CPU %d, shared by %d CPUs"), cpu->first_sibling,
				 cpu->n_siblings));
	if (topology->has_isolated && cpuset_has(&topology->isolated, (unsigned int)number))
		add(made, _("isolated"), _("the scheduler leaves it alone (isolcpus)"));
}

/* One thing that lands on the CPU, and how much of it. */
struct landing {
	size_t at;
	double amount;
};

static int by_amount(const void *a, const void *b)
{
	const struct landing *x = a, *y = b;

	if (x->amount != y->amount)
		return x->amount < y->amount ? 1 : -1;
	return (x->at > y->at) - (x->at < y->at);
}

static size_t sorted(struct landing *landings, size_t n, size_t most)
{
	if (n > 1)
		qsort(landings, n, sizeof(*landings), by_amount);
	return n < most ? n : most;
}

static void add_irqs(const struct interval *interval, size_t position, struct arena *arena,
		     struct details *made)
{
	struct landing *landings = arena_alloc(arena, interval->n_irqs, sizeof(*landings));
	size_t n = 0;

	for (size_t i = 0; i < interval->n_irqs; i++) {
		double per_s = irq_per_s_on(&interval->irqs[i], position);

		if (per_s > 0)
			landings[n++] = (struct landing){i, per_s};
	}
	n = sorted(landings, n, MOST_IRQS);
	for (size_t i = 0; i < n; i++) {
		const struct irq_interval *irq = &interval->irqs[landings[i].at];
		const char *queue = irq_queue_words(irq, arena);

		add(made, arena_printf(arena, "IRQ %s", irq->label),
		    arena_printf(arena, "%s  %s%s%s", rate_words(landings[i].amount, arena),
				 irq->name, queue ? "  " : "", queue ? queue : ""));
	}
}

static void add_softirqs(const struct interval *interval, size_t position, struct arena *arena,
			 struct details *made)
{
	struct landing *landings = arena_alloc(arena, interval->n_softirqs, sizeof(*landings));
	size_t n = 0;

	for (size_t i = 0; i < interval->n_softirqs; i++) {
		double count = interval->softirqs[i].per_cpu[position];

		if (count > 0)
			landings[n++] = (struct landing){i, count / interval->seconds};
	}
	n = sorted(landings, n, OTHER_LINES / 2);
	for (size_t i = 0; i < n; i++)
		add(made, interval->softirqs[landings[i].at].name,
		    rate_words(landings[i].amount, arena));
}

/* Queues whose packets it takes in for others. */
static void add_queues(const struct interval *interval, int cpu, struct arena *arena,
		       struct details *made)
{
	size_t n = 0;

	for (size_t i = 0; i < interval->n_netdevs; i++) {
		const struct netdev_interval *netdev = &interval->netdevs[i];

		for (size_t k = 0; k < netdev->n_queues && n < MOST_QUEUES; k++) {
			const struct queue_interval *queue = &netdev->queues[k];

			if (queue->kind != 'r' || !queue->cpus ||
			    !cpuset_has(queue->cpus, (unsigned int)cpu))
				continue;
			add(made, _("RPS of"),
			    arena_printf(arena, "%s rx-%d", netdev->name, queue->number));
			n++;
		}
	}
}

static void add_tasks(const struct interval *interval, int cpu, struct arena *arena,
		      struct details *made)
{
	struct landing *landings = arena_alloc(arena, interval->n_threads, sizeof(*landings));
	size_t n = 0;

	for (size_t i = 0; i < interval->n_threads; i++)
		if (interval->threads[i].cpu == cpu && interval->threads[i].cpu_pct > 0)
			landings[n++] = (struct landing){i, interval->threads[i].cpu_pct};
	n = sorted(landings, n, MOST_TASKS);
	for (size_t i = 0; i < n; i++) {
		const struct task_interval *task = &interval->threads[landings[i].at];

		add(made, arena_printf(arena, _("thread %d"), task->tid),
		    arena_printf(arena, "%s  %s", pct_words(task->cpu_pct, arena), task->name));
	}
}

size_t cpu_details(const struct view *view, size_t position, struct arena *arena,
		   const struct detail **details)
{
	const struct interval *interval = view->interval;
	const struct cpu_interval *cpu = &interval->cpus[position];
	const size_t most = OTHER_LINES + MOST_IRQS + MOST_QUEUES + MOST_TASKS;
	struct details made = {.items = arena_alloc(arena, most, sizeof(*made.items))};

	add(&made, "CPU", arena_printf(arena, "%d", cpu->cpu));
	add_place(view->topology, cpu->cpu, arena, &made);
	add(&made, _("busy"), pct_words(cpu->busy, arena));
	add_irqs(interval, position, arena, &made);
	add_softirqs(interval, position, arena, &made);
	add_queues(interval, cpu->cpu, arena, &made);
	add_tasks(interval, cpu->cpu, arena, &made);
	*details = made.items;
	return made.n;
}
