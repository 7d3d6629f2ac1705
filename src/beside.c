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
/* Devices come and go, their interrupts with them. */
static const uint64_t irq_owners_max_age_ns = 10000000000;

void beside_init(struct beside *beside)
{
	affinities_init(&beside->affinities);
	beside->new_affinities = 64;
	beside->old_affinities = 2;
	cards_init(&beside->cards);
	beside->irq_owners = (struct irq_owners){0};
	peers_init(&beside->peers);
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
	peers_fini(&beside->peers);
	irq_owners_fini(&beside->irq_owners);
	cards_fini(&beside->cards);
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

static int by_packets(const void *a, const void *b)
{
	const struct netdev_interval *const *x = a, *const *y = b;
	double packets_x = (*x)->rx_packets_per_s + (*x)->tx_packets_per_s;
	double packets_y = (*y)->rx_packets_per_s + (*y)->tx_packets_per_s;

	packets_x = isnan(packets_x) ? -1 : packets_x;
	packets_y = isnan(packets_y) ? -1 : packets_y;
	return (packets_x < packets_y) - (packets_x > packets_y);
}

/* The busiest first, likewise. */
static void add_cards(struct beside *beside, struct interval *interval)
{
	size_t n = interval->n_netdevs;
	const struct netdev_interval **order = arena_alloc(&interval->arena, n, sizeof(*order));
	const char **names = arena_alloc(&interval->arena, n, sizeof(*names));

	for (size_t i = 0; i < n; i++)
		order[i] = &interval->netdevs[i];
	qsort(order, n, sizeof(*order), by_packets);
	for (size_t i = 0; i < n; i++)
		names[i] = order[i]->name;
	cards_refresh(&beside->cards, names, n, interval->is_live);
	irq_owners_refresh(&beside->irq_owners, irq_owners_max_age_ns);
	interval_add_cards(interval, &beside->cards, &beside->irq_owners);
}

static void add_peers(struct beside *beside, struct interval *interval)
{
	peers_refresh(&beside->peers, interval->is_live);
	interval_add_peers(interval, &beside->peers);
}

void beside_forget_places(struct beside *beside)
{
	affinities_forget(&beside->affinities);
	cards_forget(&beside->cards);
}

void beside_read_all(struct beside *beside)
{
	beside->new_affinities = beside->old_affinities = SIZE_MAX;
	beside->cards.new_files = beside->cards.old_files = SIZE_MAX;
	beside->peers.slice_ns = UINT64_MAX;
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
	if (needs & NEED_CARDS)
		add_cards(beside, interval);
	if (needs & NEED_PEERS)
		add_peers(beside, interval);
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
