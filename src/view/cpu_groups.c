/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "view/cpu_groups.h"

#include <string.h>

#include "source/topology.h"
#include "view/cpus.h"

/* A longer list of members is told as their number. */
#define LIST_WIDTH 20

struct place {
	int id; /* of what the CPU shares with others: equal within a group; -1: unknown */
	bool is_taken;
};

static int place_id(const struct topology *topology, enum cpu_group by, int cpu)
{
	const struct topology_cpu *known = topology_find(topology, cpu);
	const struct topology_cache *cache;

	switch (by) {
	case GROUP_CORE:
		return known && known->first_sibling >= 0 ? known->first_sibling : cpu;
	case GROUP_CACHE:
		cache = topology_cache_of(topology, cpu, 0);
		return cache ? (int)(cache - topology->caches) : -1;
	case GROUP_NODE:
		return known ? known->node : -1;
	default:
		return known ? known->socket : -1;
	}
}

static const char *number_or_unknown(struct arena *arena, int number)
{
	return number < 0 ? "?" : arena_printf(arena, "%d", number);
}

static const char *core_name(struct arena *arena, const struct topology *topology, int cpu)
{
	const struct topology_cpu *known = topology_find(topology, cpu);

	if (!known || known->core < 0)
		return "core ?";
	if (known->socket < 0)
		return arena_printf(arena, "core %d", known->core);
	return arena_printf(arena, "core %d.%d", known->socket, known->core);
}

static const char *group_name(struct arena *arena, const struct topology *topology,
			      enum cpu_group by, int id)
{
	switch (by) {
	case GROUP_CORE:
		return core_name(arena, topology, id);
	case GROUP_CACHE:
		return id < 0 ? "cache ?" : arena_printf(arena, "L%d", topology->caches[id].level);
	case GROUP_NODE:
		return arena_printf(arena, "node %s", number_or_unknown(arena, id));
	default:
		return arena_printf(arena, "socket %s", number_or_unknown(arena, id));
	}
}

static const char *members_text(struct arena *arena, const int *cpus, size_t n)
{
	const char *list = cpus_list(arena, cpus_set(arena, cpus, n));

	return strlen(list) <= LIST_WIDTH ? list : arena_printf(arena, "%zu CPUs", n);
}

/* Fills @members with the positions of the CPUs that are in one group with @first. */
static size_t take_members(struct place *places, size_t n, size_t first, size_t *members)
{
	size_t n_members = 0;

	for (size_t i = first; i < n; i++) {
		if (places[i].is_taken || places[i].id != places[first].id)
			continue;
		places[i].is_taken = true;
		members[n_members++] = i;
	}
	return n_members;
}

static struct cpu_group_sum sum_members(const struct view *view, int id, const size_t *members,
					size_t n, struct arena *arena)
{
	const struct cpu_interval **parts = arena_alloc(arena, n, sizeof(*parts));
	int *cpus = arena_alloc(arena, n, sizeof(*cpus));
	const char *name = group_name(arena, view->topology, view->choice->group, id);

	for (size_t i = 0; i < n; i++) {
		parts[i] = &view->interval->cpus[members[i]];
		cpus[i] = parts[i]->cpu;
	}
	return (struct cpu_group_sum){
		.label = arena_printf(arena, "%s (%s)", name, members_text(arena, cpus, n)),
		.sum = cpu_interval_sum(parts, n),
		.cpus = parts,
		.n = n,
	};
}

size_t cpu_groups(const struct view *view, struct arena *arena, const struct cpu_group_sum **sums)
{
	const struct interval *interval = view->interval;
	const size_t n = interval->n_cpus;
	struct place *places = arena_alloc(arena, n, sizeof(*places));
	size_t *members = arena_alloc(arena, n, sizeof(*members));
	struct cpu_group_sum *groups = arena_alloc(arena, n, sizeof(*groups));
	size_t n_groups = 0;

	for (size_t i = 0; i < n; i++)
		places[i].id = place_id(view->topology, view->choice->group, interval->cpus[i].cpu);
	for (size_t i = 0; i < n; i++) {
		if (places[i].is_taken)
			continue;
		size_t n_members = take_members(places, n, i, members);

		groups[n_groups++] = sum_members(view, places[i].id, members, n_members, arena);
	}
	*sums = groups;
	return n_groups;
}
