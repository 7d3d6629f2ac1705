/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * /proc/irq/N: where an interrupt may go (asked), where it does go (effective), its node, and how many of it
 * nobody wanted.
 *
 * Four small files per IRQ are dear on a machine with 1500 of them, and masks seldom change: the
 * cache reads those it has never seen first, then the oldest, a bounded number per call.
 */
#ifndef OVERTOP_SOURCE_AFFINITY_H
#define OVERTOP_SOURCE_AFFINITY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/attributes.h"
#include "base/cpuset.h"

struct affinity {
	int irq;
	bool has_asked, has_effective; /* false: unknown (no file, no permission) */
	struct cpuset asked;           /* smp_affinity_list */
	struct cpuset effective;       /* effective_affinity_list, since 4.13 */
	int node;                      /* -1: none or unknown */
	uint64_t unhandled;            /* spurious: of the last 100,000 at most; COUNTER_UNKNOWN */
	uint64_t read_ns;              /* CLOCK_MONOTONIC; 0: never, or forgotten */
};

/* One that is to be read. */
struct affinity_due {
	uint64_t read_ns; /* when it was; 0: never */
	size_t order;     /* of interest */
	int irq;
};

/* Owns everything in it. */
struct affinities {
	struct affinity *items; /* ascending by irq */
	size_t n_items, capacity;
	struct affinity_due *due; /* room for choosing what to read */
	size_t due_capacity;
	struct attributes files; /* /proc/irq */
	bool is_opened;          /* it was tried, at the first refresh */
};

void affinities_init(struct affinities *affinities);
void affinities_fini(struct affinities *affinities);

/*
 * Brings the cache nearer to the truth for the @n IRQs in @irqs (in order of interest): reads at most
 * @budget of those unknown or older than @max_age_ns.  An IRQ no longer asked for is kept.
 */
void affinities_refresh(struct affinities *affinities, const int *irqs, size_t n, size_t budget,
			uint64_t max_age_ns);

/* /proc/irq/N/spurious.  False: it does not say. */
bool affinity_parse_spurious(const char *text, size_t len, uint64_t *unhandled);

/* All are to be read again as if they never were; until then they are what they were. */
void affinities_forget(struct affinities *affinities);

/* Borrowed; NULL when it was never read. */
const struct affinity *affinities_find(const struct affinities *affinities, int irq);

#endif
