/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "view/topology_rows.h"

#include <string.h>

#include "base/counter.h"
#include "view/cpus.h"

/* Characters of sharers after which the rest is left out. */
#define SHARERS_WIDTH 200

const struct topology *topology_of(const struct view *view)
{
	return view->topology && view->topology->is_read ? view->topology : NULL;
}

static int place_of(const struct topology_cache *cache)
{
	if (cache->level == 1)
		return cache->type == CACHE_INSTRUCTION ? CACHE_L1I : CACHE_L1D;
	if (cache->level == 2)
		return CACHE_L2;
	return cache->level == 3 ? CACHE_L3 : -1;
}

size_t topology_rows(const struct topology *topology, struct arena *arena,
		     const struct topology_row **rows)
{
	struct topology_row *made = arena_alloc(arena, topology->n_cpus, sizeof(*made));

	for (size_t i = 0; i < topology->n_cpus; i++)
		made[i].cpu = &topology->cpus[i];
	for (size_t i = 0; i < topology->n_caches; i++) {
		const struct topology_cache *cache = &topology->caches[i];
		int place = place_of(cache);

		if (place < 0)
			continue;
		for (int cpu = -1; (cpu = cpuset_next(&cache->shared, cpu)) >= 0;) {
			const struct topology_cpu *known = topology_find(topology, cpu);

			if (known)
				made[known - topology->cpus].caches[place] = cache;
		}
	}
	*rows = made;
	return topology->n_cpus;
}

static bool is_alike(const struct topology_cache *a, const struct topology_cache *b)
{
	return a->level == b->level && a->type == b->type && a->size_bytes == b->size_bytes &&
	       a->line_bytes == b->line_bytes && a->ways == b->ways;
}

static struct cache_kind *find_kind(struct cache_kind *kinds, size_t n,
				    const struct topology_cache *cache)
{
	for (size_t i = 0; i < n; i++)
		if (is_alike(kinds[i].first, cache))
			return &kinds[i];
	return NULL;
}

size_t topology_cache_kinds(const struct topology *topology, struct arena *arena,
			    const struct cache_kind **kinds)
{
	struct cache_kind *made = arena_alloc(arena, topology->n_caches, sizeof(*made));
	size_t n = 0;

	for (size_t i = 0; i < topology->n_caches; i++) {
		const struct topology_cache *cache = &topology->caches[i];
		struct cache_kind *kind = find_kind(made, n, cache);

		if (!kind) {
			kind = &made[n++];
			kind->first = cache;
		}
		kind->n++;
	}
	*kinds = made;
	return n;
}

const char *topology_sharers(const struct topology *topology, const struct cache_kind *kind,
			     struct arena *arena)
{
	const char *text = "";

	for (size_t i = 0; i < topology->n_caches; i++) {
		const struct topology_cache *cache = &topology->caches[i];

		if (!is_alike(cache, kind->first))
			continue;
		if (strlen(text) > SHARERS_WIDTH)
			return arena_printf(arena, "%s ...", text);
		text = arena_printf(arena, "%s%s%s", text, *text ? " " : "",
				    cpus_list(arena, &cache->shared));
	}
	return text;
}

const char *topology_siblings(const struct topology *topology, const struct topology_cpu *cpu,
			      struct arena *arena)
{
	int *siblings;
	size_t n = 0;

	if (cpu->first_sibling < 0)
		return NULL;
	siblings = arena_alloc(arena, topology->n_cpus, sizeof(*siblings));
	for (size_t i = 0; i < topology->n_cpus; i++)
		if (topology->cpus[i].first_sibling == cpu->first_sibling)
			siblings[n++] = topology->cpus[i].cpu;
	return cpus_list(arena, cpus_set(arena, siblings, n));
}

const char *topology_cache_name(const struct topology_cache *cache, struct arena *arena)
{
	static const char letters[] = {
		[CACHE_DATA] = 'd', [CACHE_INSTRUCTION] = 'i', [CACHE_UNIFIED] = '\0'};

	return arena_printf(arena, "L%d%.1s", cache->level, &letters[cache->type]);
}

const char *topology_size(uint64_t bytes, struct arena *arena)
{
	static const char units[] = "BKMGT";
	size_t unit = 0;

	if (bytes == COUNTER_UNKNOWN)
		return "-";
	while (bytes >= 1024 && bytes % 1024 == 0 && units[unit + 1]) {
		bytes /= 1024;
		unit++;
	}
	return arena_printf(arena, "%llu%c", (unsigned long long)bytes, units[unit]);
}
