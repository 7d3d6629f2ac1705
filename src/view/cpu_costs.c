/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "view/cpu_costs.h"

#include <math.h>

#include "bill.h"
#include "source/topology.h"

int cpu_costs_kind(const struct view *view, int cpu)
{
	const struct topology_cpu *known =
		view->topology ? topology_find(view->topology, cpu) : NULL;

	return known ? known->capacity : -1;
}

static double cost_pct(const struct cpu_interval *cpu, double per_s, double ns)
{
	return bill_least_pct(cpu, bill_pct(per_s, ns));
}

const double *cpu_costs(const struct view *view, struct arena *arena)
{
	const struct interval *interval = view->interval;
	double ns = bill_switch(view->prices).low_ns;
	double *costs = arena_alloc(arena, interval->n_cpus, sizeof(*costs));
	int kind = -1;

	for (size_t i = 0; i < interval->n_cpus; i++) {
		const struct cpu_interval *cpu = &interval->cpus[i];
		int next = cpu_costs_kind(view, cpu->cpu);

		/* Neighbours mostly are of one kind. */
		if (next != kind)
			ns = bill_range(view->prices, "cs", next).low_ns;
		kind = next;
		costs[i] = cost_pct(cpu, cpu->cs_per_s, ns);
	}
	return costs;
}

double cpu_costs_sum(const struct view *view, const double *costs,
		     const struct cpu_interval *const cpus[], size_t n)
{
	double sum = 0, weight = 0;

	for (size_t i = 0; i < n; i++) {
		sum += costs[cpus[i] - view->interval->cpus] * cpus[i]->capacity_s;
		weight += cpus[i]->capacity_s;
	}
	return weight > 0 ? sum / weight : (double)NAN;
}

double cpu_costs_all(const struct view *view, const double *costs)
{
	const struct interval *interval = view->interval;
	double sum = 0, weight = 0;

	for (size_t i = 0; i < interval->n_cpus; i++) {
		sum += costs[i] * interval->cpus[i].capacity_s;
		weight += interval->cpus[i].capacity_s;
	}
	if (sum >= 0 && weight > 0)
		return sum / weight;
	return cost_pct(&interval->all, interval->all.cs_per_s / (double)interval->n_cpus,
			bill_switch(view->prices).low_ns);
}
