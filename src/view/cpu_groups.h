/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * CPUs summed by what they share: a core, the last level of cache, a node, a socket.
 *
 * Only CPUs of the interval are members; one whose place is unknown is in a group named "?", or for
 * cores in one of its own.
 */
#ifndef OVERTOP_VIEW_CPU_GROUPS_H
#define OVERTOP_VIEW_CPU_GROUPS_H

#include <stddef.h>

#include "base/arena.h"
#include "interval.h"
#include "pane/pane.h"

struct cpu_group_sum {
	const char *label; /* "core 0.3 (0,4)" */
	struct cpu_interval sum;
	const struct cpu_interval *const *cpus; /* of the interval */
	size_t n;
};

/*
 * Groups by the choice's group, which is not GROUP_NONE, with the topology, which is read.  In the order
 * of each group's first CPU; returns how many.
 */
size_t cpu_groups(const struct view *view, struct arena *arena, const struct cpu_group_sum **sums);

#endif
