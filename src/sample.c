/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "sample.h"

#include <string.h>

void sample_init(struct sample *sample)
{
	memset(sample, 0, sizeof(*sample));
	procstat_init(&sample->stat);
	cpuswitches_init(&sample->switches);
	softirqs_init(&sample->softirqs);
	interrupts_init(&sample->interrupts);
	softnets_init(&sample->softnets);
	netdevs_init(&sample->netdevs);
	sockets_init(&sample->sockets);
	exits_init(&sample->exits);
	tasks_init(&sample->tasks);
}

void sample_fini(struct sample *sample)
{
	procstat_fini(&sample->stat);
	cgroups_fini(&sample->cgroups);
	cpuswitches_fini(&sample->switches);
	softirqs_fini(&sample->softirqs);
	interrupts_fini(&sample->interrupts);
	softnets_fini(&sample->softnets);
	netdevs_fini(&sample->netdevs);
	exits_fini(&sample->exits);
	tasks_fini(&sample->tasks);
}

static bool same_counts(const uint64_t *a, size_t n_a, const uint64_t *b, size_t n_b)
{
	return n_a == n_b && (!n_a || memcmp(a, b, n_a * sizeof(*a)) == 0);
}

static bool same_cpus(const struct procstat *a, const struct procstat *b)
{
	if (a->n_cpus != b->n_cpus)
		return false;
	for (size_t i = 0; i < a->n_cpus; i++)
		if (a->cpus[i].cpu != b->cpus[i].cpu ||
		    !same_counts(a->cpus[i].field, N_CPU_FIELDS, b->cpus[i].field, N_CPU_FIELDS))
			return false;
	return true;
}

static bool same_stat(const struct procstat *a, const struct procstat *b)
{
	return a->ctxt == b->ctxt && a->intr == b->intr && a->forks == b->forks && same_cpus(a, b);
}

static bool same_softnets(const struct softnets *a, const struct softnets *b)
{
	if (a->n_rows != b->n_rows)
		return false;
	for (size_t i = 0; i < a->n_rows; i++)
		if (!same_counts(a->rows[i].counts, N_SOFTNET_COUNTS, b->rows[i].counts,
				 N_SOFTNET_COUNTS))
			return false;
	return true;
}

static bool same_netdevs(const struct netdevs *a, const struct netdevs *b)
{
	if (a->n_rows != b->n_rows)
		return false;
	for (size_t i = 0; i < a->n_rows; i++)
		if (!same_counts(a->rows[i].counts, N_NETDEV_COUNTS, b->rows[i].counts,
				 N_NETDEV_COUNTS))
			return false;
	return true;
}

static bool same_network(const struct sample *a, const struct sample *b, unsigned int both)
{
	if ((both & NEED_SOFTNETS) && !same_softnets(&a->softnets, &b->softnets))
		return false;
	if ((both & NEED_NETDEVS) && !same_netdevs(&a->netdevs, &b->netdevs))
		return false;
	return !(both & NEED_SOCKETS) || same_counts(a->sockets.counts, N_SOCKETS_COUNTS,
						     b->sockets.counts, N_SOCKETS_COUNTS);
}

bool sample_is_same(const struct sample *a, const struct sample *b)
{
	const struct softirqs *x = &a->softirqs, *y = &b->softirqs;
	unsigned int both = a->has & b->has;

	if ((both & NEED_STAT) && !same_stat(&a->stat, &b->stat))
		return false;
	if ((both & NEED_SOFTIRQS) &&
	    !same_counts(x->counts, x->n_types * x->n_cpus, y->counts, y->n_types * y->n_cpus))
		return false;
	if ((both & NEED_INTERRUPTS) && !same_counts(a->interrupts.counts, a->interrupts.n_counts,
						     b->interrupts.counts, b->interrupts.n_counts))
		return false;
	return same_network(a, b, both);
}
