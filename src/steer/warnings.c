/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "steer/warnings.h"

#include <string.h>

#include "base/i18n.h"
#include "interval.h"
#include "join/irq.h"
#include "source/topology.h"

enum { MOST = 6 };

struct list {
	const char **texts;
	size_t n;
};

static void add(struct list *list, const char *text)
{
	if (text && list->n < MOST)
		list->texts[list->n++] = text;
}

bool steer_is_online(const struct interval *interval, const struct topology *topology, int cpu)
{
	if (topology && topology->has_online)
		return cpuset_has(&topology->online, (unsigned int)cpu);
	for (size_t i = 0; i < interval->n_cpus; i++)
		if (interval->cpu_numbers[i] == cpu)
			return true;
	return false;
}

static const char *list_of(const struct cpuset *cpus, struct arena *arena)
{
	size_t size = cpuset_format(cpus, NULL, 0) + 1;
	char *text = arena_alloc(arena, size, 1);

	cpuset_format(cpus, text, size);
	return text;
}

/* Those of @cpus that are online, or are not. */
static const struct cpuset *part(const struct cpuset *cpus, bool is_online,
				 const struct interval *interval, const struct topology *topology,
				 struct arena *arena)
{
	struct cpuset some;
	const struct cpuset *kept;

	cpuset_init(&some);
	for (int cpu = cpuset_next(cpus, -1); cpu >= 0; cpu = cpuset_next(cpus, cpu))
		if (steer_is_online(interval, topology, cpu) == is_online)
			cpuset_add(&some, (unsigned int)cpu);
	kept = cpuset_keep(&some, arena);
	cpuset_fini(&some);
	return kept;
}

static const char *warn_offline(const struct cpuset *after, const struct interval *interval,
				const struct topology *topology, struct arena *arena)
{
	const struct cpuset *off = part(after, false, interval, topology, arena);

	if (cpuset_count(off) == 0)
		return NULL;
	if (cpuset_count(off) == cpuset_count(after))
		return _("none of these CPUs is online");
	/* Translators: a list of CPUs. */
	return arena_printf(arena, _("not online: CPU %s"), list_of(off, arena));
}

static const char *warn_isolated(const struct cpuset *after, const struct topology *topology,
				 struct arena *arena)
{
	struct cpuset both;
	const char *text = NULL;

	if (!topology || !topology->has_isolated)
		return NULL;
	cpuset_init(&both);
	for (int cpu = cpuset_next(after, -1); cpu >= 0; cpu = cpuset_next(after, cpu))
		if (cpuset_has(&topology->isolated, (unsigned int)cpu))
			cpuset_add(&both, (unsigned int)cpu);
	if (cpuset_count(&both) > 0)
		text = arena_printf(arena, _("isolated, kept free for something else: CPU %s"),
				    list_of(&both, arena));
	cpuset_fini(&both);
	return text;
}

const char *steer_warn_irqbalance(const struct interval *interval, struct arena *arena)
{
	const char *pid = interval_setting(interval, "irqbalance.pid");

	if (!pid)
		return NULL;
	/* Translators: a daemon that moves interrupts, and its number. */
	return arena_printf(arena, _("irqbalance (pid %s) runs: it will move interrupts again"),
			    pid);
}

static const struct irq_interval *find_irq(const struct interval *interval, int number)
{
	for (size_t i = 0; number >= 0 && i < interval->n_irqs; i++)
		if (interval->irqs[i].irq == number)
			return &interval->irqs[i];
	return NULL;
}

const char *steer_warn_managed(const struct interval *interval, int number)
{
	const struct irq_interval *irq = find_irq(interval, number);

	return irq && irq_looks_managed(irq)
		       ? _("the kernel likely manages this interrupt itself, and "
			   "lets nobody move it")
		       : NULL;
}

/* Where the interrupt of a receive queue goes: NULL if that is unknown. */
static const struct cpuset *home_of(const struct steer_target *target,
				    const struct interval *interval)
{
	const struct irq_interval *irq = NULL;

	for (size_t i = 0; i < interval->n_netdevs; i++) {
		const struct netdev_interval *netdev = &interval->netdevs[i];

		for (size_t k = 0;
		     strcmp(netdev->name, target->device) == 0 && k < netdev->n_queues; k++)
			if (netdev->queues[k].kind == 'r' &&
			    netdev->queues[k].number == target->number)
				irq = find_irq(interval, netdev->queues[k].irq);
	}
	if (!irq)
		return NULL;
	return irq->effective ? irq->effective : irq->asked;
}

static void warn_of_rps(struct list *list, const struct steer_target *target,
			const struct cpuset *after, const struct interval *interval,
			struct arena *arena)
{
	const struct cpuset *home = home_of(target, interval);
	int cpu = home && cpuset_count(home) == 1 ? cpuset_next(home, -1) : -1;

	if (cpu >= 0 && cpuset_has(after, (unsigned int)cpu))
		add(list, arena_printf(arena,
				       _("CPU %d takes the interrupt of this queue: with it in the "
					 "list it does both"),
				       cpu));
}

size_t steer_warnings(const struct steer_target *target, const struct cpuset *after,
		      const struct interval *interval, const struct topology *topology,
		      struct arena *arena, const char *const **warnings)
{
	struct list list = {.texts = arena_alloc(arena, MOST, sizeof(*list.texts))};
	bool may_be_empty = target->kind == STEER_RPS || target->kind == STEER_XPS;

	if (cpuset_count(after) == 0 && !may_be_empty)
		add(&list, _("it must run somewhere: the list is empty"));
	add(&list, warn_offline(after, interval, topology, arena));
	if (target->kind == STEER_IRQ)
		add(&list, steer_warn_irqbalance(interval, arena));
	if (target->kind == STEER_RPS)
		warn_of_rps(&list, target, after, interval, arena);
	add(&list, warn_isolated(after, topology, arena));
	*warnings = list.texts;
	return list.n;
}
