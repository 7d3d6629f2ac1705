/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "source/peers.h"

#include "base/counter.h"
#include "interval/parts.h"

static const char *address_text(const struct diag_address *address, struct arena *arena)
{
	char text[DIAG_TEXT_SIZE];

	diag_address_format(address, text);
	return arena_strdup(arena, text);
}

void interval_add_peers(struct interval *interval, const struct peers *peers)
{
	const struct peers_told *told = &peers->told;
	struct sockets_interval *sockets = &interval->sockets;
	struct arena *arena = &interval->arena;

	if (peers->ports != COUNTER_UNKNOWN)
		sockets->ports = (double)peers->ports;
	if (!told->is_known)
		return;
	sockets->established = (double)told->established;
	sockets->listen_queue = (double)told->listen_queue;
	if (told->listen_queue) {
		sockets->listen_queue_most = (double)told->listen_queue_most;
		sockets->listener = address_text(&told->listener, arena);
	}
	/* Which connections are outgoing, the range tells. */
	if (peers->ports == COUNTER_UNKNOWN)
		return;
	sockets->top_ports = (double)told->top_ports;
	if (told->top_ports)
		sockets->top = address_text(&told->top, arena);
}
