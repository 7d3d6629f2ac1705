/* SPDX-License-Identifier: GPL-2.0-or-later */
/* As interval/keep.c, of the network. */
#include "config.h"

#include <string.h>

#include "interval/parts.h"

static const struct queue_interval *keep_queues(const struct queue_interval *from, size_t n,
						struct arena *arena)
{
	struct queue_interval *kept = arena_alloc(arena, n, sizeof(*kept));

	for (size_t i = 0; i < n; i++) {
		kept[i] = from[i];
		kept[i].cpus = from[i].cpus ? cpuset_keep(from[i].cpus, arena) : NULL;
	}
	return kept;
}

static void keep_netdevs(struct interval *to, const struct interval *from)
{
	struct arena *arena = &to->arena;

	to->netdevs = arena_alloc(arena, from->n_netdevs, sizeof(*to->netdevs));
	for (size_t i = 0; i < from->n_netdevs; i++) {
		struct netdev_interval *row = &to->netdevs[i];

		*row = from->netdevs[i];
		row->name = interval_keep_text(row->name, arena);
		row->driver = interval_keep_text(row->driver, arena);
		row->queues = keep_queues(row->queues, row->n_queues, arena);
	}
}

void interval_keep_network(struct interval *to, const struct interval *from)
{
	struct arena *arena = &to->arena;

	to->softnets = arena_alloc(arena, from->n_softnets, sizeof(*to->softnets));
	if (from->n_softnets)
		memcpy(to->softnets, from->softnets, from->n_softnets * sizeof(*to->softnets));
	keep_netdevs(to, from);
	to->sockets.top = interval_keep_text(from->sockets.top, arena);
	to->sockets.listener = interval_keep_text(from->sockets.listener, arena);
}
