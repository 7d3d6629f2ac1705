/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "steer/spread_plan.h"

#include <stdlib.h>
#include <string.h>

#include "base/i18n.h"
#include "interval.h"
#include "source/topology.h"
#include "steer/warnings.h"

struct candidate {
	int cpu;
	int rank; /* how many siblings of its core come before it */
};

struct planner {
	const struct interval *interval;
	const struct topology *topology; /* NULL: unknown */
	const char *name;
	const struct netdev_interval *netdev; /* NULL: only its interrupts are known */
	struct arena *arena;
	struct candidate *cpus;
	size_t n_cpus;
	struct spread_step *steps;
	size_t n_steps;
};

static const struct netdev_interval *find_netdev(const struct interval *interval, const char *name)
{
	for (size_t i = 0; i < interval->n_netdevs; i++)
		if (strcmp(interval->netdevs[i].name, name) == 0)
			return &interval->netdevs[i];
	return NULL;
}

static bool is_usable(const struct planner *planner, int cpu, int node)
{
	const struct topology *topology = planner->topology;
	const struct topology_cpu *place = topology ? topology_find(topology, cpu) : NULL;

	if (!steer_is_online(planner->interval, topology, cpu))
		return false;
	if (topology && topology->has_isolated &&
	    cpuset_has(&topology->isolated, (unsigned int)cpu))
		return false;
	return node < 0 || (place && place->node == node);
}

/* The same core: -1 is none. */
static bool are_siblings(const struct topology *topology, int a, int b)
{
	const struct topology_cpu *x = topology ? topology_find(topology, a) : NULL;
	const struct topology_cpu *y = topology ? topology_find(topology, b) : NULL;

	return x && y && x->first_sibling >= 0 && x->first_sibling == y->first_sibling;
}

static int by_rank(const void *a, const void *b)
{
	const struct candidate *x = a, *y = b;

	return x->rank != y->rank ? (x->rank > y->rank) - (x->rank < y->rank)
				  : (x->cpu > y->cpu) - (x->cpu < y->cpu);
}

static void choose_cpus(struct planner *planner, int node)
{
	const struct interval *interval = planner->interval;

	planner->n_cpus = 0;
	for (size_t i = 0; i < interval->n_cpus; i++) {
		struct candidate *candidate = &planner->cpus[planner->n_cpus];

		if (!is_usable(planner, interval->cpu_numbers[i], node))
			continue;
		*candidate = (struct candidate){.cpu = interval->cpu_numbers[i]};
		for (size_t k = 0; k < planner->n_cpus; k++)
			candidate->rank += are_siblings(planner->topology, planner->cpus[k].cpu,
							candidate->cpu);
		planner->n_cpus++;
	}
	if (planner->n_cpus > 1)
		qsort(planner->cpus, planner->n_cpus, sizeof(*planner->cpus), by_rank);
}

static bool is_of_queue(const struct planner *planner, const struct irq_interval *irq)
{
	return irq->irq >= 0 && irq->device && irq->queue >= 0 &&
	       strcmp(irq->device, planner->name) == 0;
}

static int by_queue(const void *a, const void *b)
{
	const struct spread_step *x = a, *y = b;

	if (x->queue != y->queue)
		return (x->queue > y->queue) - (x->queue < y->queue);
	return (x->target.number > y->target.number) - (x->target.number < y->target.number);
}

static void collect_irqs(struct planner *planner)
{
	const struct interval *interval = planner->interval;

	for (size_t i = 0; i < interval->n_irqs; i++) {
		const struct irq_interval *irq = &interval->irqs[i];

		if (!is_of_queue(planner, irq))
			continue;
		planner->steps[planner->n_steps++] = (struct spread_step){
			.target = {.kind = STEER_IRQ, .number = irq->irq},
			.name = irq->name,
			.queue_kind = irq->queue_kind,
			.queue = irq->queue,
			.before = irq->asked,
		};
	}
	if (planner->n_steps > 1)
		qsort(planner->steps, planner->n_steps, sizeof(*planner->steps), by_queue);
}

static const struct cpuset *just(int cpu, struct arena *arena)
{
	const struct cpuset *kept;
	struct cpuset set;

	cpuset_init(&set);
	cpuset_add(&set, (unsigned int)cpu);
	kept = cpuset_keep(&set, arena);
	cpuset_fini(&set);
	return kept;
}

/* In the order of their numbers, whatever is missing among them; returns how many queues. */
static size_t plan_irqs(struct planner *planner)
{
	size_t n_queues = 0;

	for (size_t i = 0; i < planner->n_steps; i++) {
		struct spread_step *step = &planner->steps[i];

		n_queues += i == 0 || step->queue != step[-1].queue;
		step->after =
			just(planner->cpus[(n_queues - 1) % planner->n_cpus].cpu, planner->arena);
	}
	return n_queues;
}

/* Where the interrupt of the one receive queue goes; -1: not to one CPU. */
static int home_of(const struct planner *planner)
{
	for (size_t i = 0; i < planner->interval->n_irqs; i++) {
		const struct irq_interval *irq = &planner->interval->irqs[i];
		const struct cpuset *cpus = irq->effective ? irq->effective : irq->asked;

		if (is_of_queue(planner, irq) && irq->queue_kind != 't' && cpus &&
		    cpuset_count(cpus) == 1)
			return cpuset_next(cpus, -1);
	}
	return -1;
}

static const struct cpuset *others(const struct planner *planner, int home)
{
	const struct cpuset *kept;
	struct cpuset set;

	cpuset_init(&set);
	for (size_t i = 0; i < planner->n_cpus; i++)
		if (planner->cpus[i].cpu != home)
			cpuset_add(&set, (unsigned int)planner->cpus[i].cpu);
	kept = cpuset_keep(&set, planner->arena);
	cpuset_fini(&set);
	return kept;
}

/* In place of the interrupts: they stay. */
static void plan_rps(struct planner *planner)
{
	const struct netdev_interval *netdev = planner->netdev;

	planner->n_steps = 0;
	for (size_t i = 0; netdev && i < netdev->n_queues && planner->n_steps == 0; i++)
		if (netdev->queues[i].kind == 'r')
			planner->steps[planner->n_steps++] = (struct spread_step){
				.target = {.kind = STEER_RPS,
					   .number = netdev->queues[i].number,
					   .device = netdev->name},
				.queue_kind = 'r',
				.queue = netdev->queues[i].number,
				.before = netdev->queues[i].cpus,
				.after = others(planner, home_of(planner)),
			};
}

/* -1: none, or unknown. */
static int node_of(const struct planner *planner)
{
	if (planner->netdev)
		return planner->netdev->node;
	for (size_t i = 0; i < planner->interval->n_irqs; i++)
		if (is_of_queue(planner, &planner->interval->irqs[i]))
			return planner->interval->irqs[i].node;
	return -1;
}

static const char *plan(struct planner *planner, struct spread_plan *made)
{
	collect_irqs(planner);
	if (!planner->netdev && planner->n_steps == 0)
		return _("there is no such interface");
	made->node = node_of(planner);
	choose_cpus(planner, made->node);
	/* Of a node without usable CPUs all are as far. */
	made->is_far = planner->n_cpus == 0 && made->node >= 0;
	if (made->is_far)
		choose_cpus(planner, -1);
	made->n_cpus = planner->n_cpus;
	if (planner->n_steps == 0)
		return _("no interrupts of its queues are known: it has none, or there is no "
			 "device behind the interface");
	if (planner->n_cpus == 0)
		return _("there is no CPU that it may use");
	made->n_queues = plan_irqs(planner);
	if (made->n_queues == 1)
		plan_rps(planner);
	return planner->n_steps ? NULL : _("its receive queue is not known");
}

struct spread_plan spread_plan_make(const struct interval *interval,
				    const struct topology *topology, const char *iface,
				    struct arena *arena)
{
	struct spread_plan made = {.node = -1};
	struct planner planner = {
		.interval = interval,
		.topology = topology,
		.name = iface,
		.netdev = find_netdev(interval, iface),
		.arena = arena,
		.cpus = arena_alloc(arena, interval->n_cpus + 1, sizeof(*planner.cpus)),
		.steps = arena_alloc(arena, interval->n_irqs + 1, sizeof(*planner.steps)),
	};

	made.why_not = plan(&planner, &made);
	for (size_t i = 0; i < planner.n_steps && !made.why_not; i++) {
		struct spread_step *step = &planner.steps[i];

		step->is_so = step->before && cpuset_equal(step->before, step->after);
		made.n_to_do += !step->is_so;
	}
	made.steps = planner.steps;
	made.n_steps = made.why_not ? 0 : planner.n_steps;
	return made;
}
