/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What of this machine is known beside its samples: what seldom changes, is dear to read, or is read only of
 * what an interval showed to be worth it.  Each part has an age at which it is read again.
 */
#ifndef OVERTOP_BESIDE_H
#define OVERTOP_BESIDE_H

#include <stddef.h>

#include "base/cpuset.h"
#include "facts.h"
#include "source/affinity.h"
#include "source/cards.h"
#include "source/irq_owners.h"
#include "source/peers.h"
#include "source/closeup.h"
#include "source/topology.h"

struct interval;

/* Owns everything in it. */
struct beside {
	struct affinities affinities;
	size_t new_affinities, old_affinities; /* read per interval at most */
	struct cards cards;
	struct irq_owners irq_owners;
	struct peers peers;
	struct topology topology;
	struct cpuset topology_cpus; /* online when it was read */
	struct facts facts;
	struct closeup closeup;
};

void beside_init(struct beside *beside);
void beside_fini(struct beside *beside);

/* From now on all that is due is read at once, however long it takes: for who can wait. */
void beside_read_all(struct beside *beside);

/* Affinities and queues were changed: they are read again before others are that are only old. */
void beside_forget_places(struct beside *beside);

/* Puts into @interval, which was just made, what of @needs it lacks, in its arena. */
void beside_add(struct beside *beside, unsigned int needs, struct interval *interval);

/* Brings up to date what of @needs stands beside an interval: when the interval is whole. */
void beside_refresh(struct beside *beside, unsigned int needs, const struct interval *interval);

#endif
