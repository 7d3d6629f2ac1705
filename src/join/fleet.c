/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "join/fleet.h"

#include <string.h>

static bool is_of(const struct irq_interval *irq, const char *device, double busy_per_s)
{
	return irq->irq >= 0 && irq->per_s > busy_per_s && irq->hottest_cpu >= 0 &&
	       irq->hottest_cpu <= CPUSET_MAX && irq->device && strcmp(irq->device, device) == 0;
}

void fleet_init(struct fleet *fleet, const struct interval *interval, const char *device,
		double busy_per_s, struct arena *arena)
{
	size_t n = 0;

	*fleet = (struct fleet){.per_s = 0};
	cpuset_init(&fleet->cpus);
	for (size_t i = 0; i < interval->n_irqs; i++)
		n += is_of(&interval->irqs[i], device, busy_per_s);
	fleet->irqs = arena_alloc(arena, n, sizeof(struct irq_interval *));
	for (size_t i = 0; i < interval->n_irqs; i++) {
		const struct irq_interval *irq = &interval->irqs[i];

		if (!is_of(irq, device, busy_per_s))
			continue;
		fleet->irqs[fleet->n++] = irq;
		fleet->per_s += irq->per_s;
		cpuset_add(&fleet->cpus, (unsigned int)irq->hottest_cpu);
	}
}

void fleet_fini(struct fleet *fleet)
{
	cpuset_fini(&fleet->cpus);
}

void fleet_spread(const struct fleet *fleet, const struct cpuset *cpus, struct plan *plan)
{
	int cpu = -1;

	for (size_t i = 0; i < fleet->n; i++) {
		cpu = plan_next(cpus, cpu);
		if (cpu < 0)
			return;
		plan_move(plan, fleet->irqs[i], arena_printf(plan->arena, "%d", cpu));
	}
}
