/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "measure/place.h"

#include <errno.h>
#include <math.h>
#include <sched.h>
#include <stdbool.h>

#include "base/cpuset.h"
#include "interval.h"
#include "source/topology.h"

/* Those of a set that has room for @n_cpus.  -EINVAL: the kernel's own has more. */
static int read_allowed(struct cpuset *allowed, int n_cpus)
{
	size_t size = CPU_ALLOC_SIZE(n_cpus);
	cpu_set_t *set = CPU_ALLOC(n_cpus);
	int error;

	if (!set)
		return -ENOMEM;
	error = sched_getaffinity(0, size, set) < 0 ? -errno : 0;
	for (int cpu = 0; !error && cpu < n_cpus; cpu++)
		if (CPU_ISSET_S(cpu, size, set))
			cpuset_add(allowed, (unsigned int)cpu);
	CPU_FREE(set);
	return error;
}

int place_allowed(struct cpuset *allowed)
{
	int error = -EINVAL;

	cpuset_clear(allowed);
	for (int n_cpus = 1024; error == -EINVAL && n_cpus <= CPUSET_MAX + 1; n_cpus *= 2)
		error = read_allowed(allowed, n_cpus);
	return error;
}

int place_capacity(const struct place *place, int cpu)
{
	const struct topology_cpu *found = topology_find(place->topology, cpu);

	return found ? found->capacity : -1;
}

static double busy_pct(const struct place *place, int cpu)
{
	for (size_t i = 0; place->interval && i < place->interval->n_cpus; i++)
		if (place->interval->cpus[i].cpu == cpu)
			return place->interval->cpus[i].busy;
	return (double)NAN;
}

/* The lowest capacity above @capacity; PLACE_NO_KIND: there is none. */
static int next_capacity(const struct place *place, int capacity)
{
	int next = PLACE_NO_KIND;

	for (int cpu = -1; (cpu = cpuset_next(place->allowed, cpu)) >= 0;) {
		int own = place_capacity(place, cpu);

		if (own > capacity && (next == PLACE_NO_KIND || own < next))
			next = own;
	}
	return next;
}

int place_next_kind(const struct place *place, int *capacity)
{
	int best = -1;

	*capacity = next_capacity(place, *capacity);
	for (int cpu = -1; (cpu = cpuset_next(place->allowed, cpu)) >= 0;) {
		if (place_capacity(place, cpu) != *capacity)
			continue;
		/* Not so if either is unknown. */
		if (!(busy_pct(place, cpu) > busy_pct(place, best)))
			best = cpu;
	}
	return best;
}

static bool stands_so(const struct topology *topology, int cpu, int other, enum bench_place where)
{
	const struct topology_cpu *a = topology_find(topology, cpu);
	const struct topology_cpu *b = topology_find(topology, other);
	const struct topology_cache *cache = topology_cache_of(topology, cpu, -1);
	bool is_sibling, shares_cache;

	if (!a || !b || a->first_sibling < 0)
		return false;
	is_sibling = a->first_sibling == b->first_sibling;
	if (where == PLACE_SIBLING)
		return is_sibling;
	/* Without caches nothing is known of the distance. */
	if (!cache || is_sibling)
		return false;
	shares_cache = cpuset_has(&cache->shared, (unsigned int)other);
	return shares_cache == (where == PLACE_CACHE);
}

int place_other(const struct place *place, int cpu, enum bench_place where)
{
	int best = -1;

	for (int other = -1; (other = cpuset_next(place->allowed, other)) >= 0;)
		if (other != cpu && stands_so(place->topology, cpu, other, where))
			best = other;
	return best;
}
