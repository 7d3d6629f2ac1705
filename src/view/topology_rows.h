/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What the machine is made of, joined for showing: per CPU its caches and siblings, per kind of cache
 * how many there are and who shares each.
 */
#ifndef OVERTOP_VIEW_TOPOLOGY_ROWS_H
#define OVERTOP_VIEW_TOPOLOGY_ROWS_H

#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "pane/pane.h"
#include "source/topology.h"

/* The caches that have a column of their own. */
enum cache_place { CACHE_L1D, CACHE_L1I, CACHE_L2, CACHE_L3, N_CACHE_PLACES };

struct topology_row {
	const struct topology_cpu *cpu;
	const struct topology_cache *caches[N_CACHE_PLACES]; /* NULL: none or unknown */
};

/* Caches that differ only in who shares them. */
struct cache_kind {
	const struct topology_cache *first;
	size_t n; /* how many there are */
};

/* The view's topology; NULL before it is read. */
const struct topology *topology_of(const struct view *view);

/* A row per CPU; returns how many. */
size_t topology_rows(const struct topology *topology, struct arena *arena,
		     const struct topology_row **rows);

size_t topology_cache_kinds(const struct topology *topology, struct arena *arena,
			    const struct cache_kind **kinds);

/* "0-1 2-3 4-5 ...", as far as there is some use in it. */
const char *topology_sharers(const struct topology *topology, const struct cache_kind *kind,
			     struct arena *arena);

/* "0,4": the CPUs of its core; NULL: unknown. */
const char *topology_siblings(const struct topology *topology, const struct topology_cpu *cpu,
			      struct arena *arena);

/* "L1d", "L2". */
const char *topology_cache_name(const struct topology_cache *cache, struct arena *arena);
/* "48K", "2M"; "-": unknown. */
const char *topology_size(uint64_t bytes, struct arena *arena);

#endif
