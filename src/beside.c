/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "beside.h"

#include <math.h>
#include <stdlib.h>

#include "closeups.h"
#include "interval.h"
#include "sample.h"

/* Affinities seldom change; read again when this old. */
static const uint64_t affinity_max_age_ns = 3000000000;

void beside_init(struct beside *beside)
{
	affinities_init(&beside->affinities);
	beside->new_affinities = 64;
	beside->old_affinities = 2;
	topology_init(&beside->topology);
	cpuset_init(&beside->topology_cpus);
	beside->facts = (struct facts){0};
	closeup_init(&beside->closeup);
}

void beside_fini(struct beside *beside)
{
	closeup_fini(&beside->closeup);
	facts_fini(&beside->facts);
	cpuset_fini(&beside->topology_cpus);
	topology_fini(&beside->topology);
	affinities_fini(&beside->affinities);
}

static int by_rate(const void *a, const void *b)
{
	const struct irq_interval *const *x = a, *const *y = b;
	double rate_x = isnan((*x)->total) ? -1 : (*x)->total;
	double rate_y = isnan((*y)->total) ? -1 : (*y)->total;

	return (rate_x < rate_y) - (rate_x > rate_y);
}

/* The busiest first: they are what is on screen. */
static void add_affinities(struct beside *beside, struct interval *interval)
{
	const struct irq_interval **order =
		arena_alloc(&interval->arena, interval->n_irqs, sizeof(*order));
	int *irqs = arena_alloc(&interval->arena, interval->n_irqs, sizeof(*irqs));
	size_t n = 0;

	for (size_t i = 0; i < interval->n_irqs; i++)
		if (interval->irqs[i].irq >= 0)
			order[n++] = &interval->irqs[i];
	qsort(order, n, sizeof(*order), by_rate);
	for (size_t i = 0; i < n; i++)
		irqs[i] = order[i]->irq;
	affinities_refresh(&beside->affinities, irqs, n, beside->new_affinities, UINT64_MAX);
	affinities_refresh(&beside->affinities, irqs, n, beside->old_affinities,
			   affinity_max_age_ns);
	interval_add_affinities(interval, &beside->affinities);
}

static bool is_topology_of(const struct beside *beside, const struct interval *interval)
{
	const struct cpuset *known = &beside->topology_cpus;

	for (size_t i = 0; i < interval->n_cpus; i++)
		if (!cpuset_has(known, (unsigned int)interval->cpu_numbers[i]))
			return false;
	return beside->topology.is_read && cpuset_count(known) == interval->n_cpus;
}

/* Read when first needed, and again when CPUs have come or gone. */
static void refresh_topology(struct beside *beside, const struct interval *interval)
{
	if (is_topology_of(beside, interval))
		return;
	topology_read(&beside->topology);
	cpuset_clear(&beside->topology_cpus);
	for (size_t i = 0; i < interval->n_cpus; i++)
		cpuset_add(&beside->topology_cpus, (unsigned int)interval->cpu_numbers[i]);
}

void beside_add(struct beside *beside, unsigned int needs, struct interval *interval)
{
	if (needs & NEED_AFFINITY)
		add_affinities(beside, interval);
	if (needs & NEED_SETTINGS)
		facts_add(&beside->facts, interval);
	if ((needs & NEED_CLOSEUPS) && interval->is_live)
		closeups_add(&beside->closeup, interval);
}

void beside_refresh(struct beside *beside, unsigned int needs, const struct interval *interval)
{
	if (needs & NEED_TOPOLOGY)
		refresh_topology(beside, interval);
}
