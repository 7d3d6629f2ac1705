/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "source/peers.h"

#include <netinet/tcp.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#include "base/clock.h"
#include "base/counter.h"
#include "base/scan.h"
#include "base/xalloc.h"

/* A list may use one part in so many of the time. */
#define COST_SHARE 100

/* Even a list of few costs: the kernel looks through all of a table that is as large as the memory warrants. */
static const uint64_t least_pause_ns = 3000000000;

/* Where the kernel has no list, it may have one later. */
static const uint64_t retry_ns = 10000000000;

/* Those in which a connection holds its port; SYN_RECV is of one that comes in, CLOSE holds none. */
#define CONNECTED                                                                                  \
	(1U << TCP_ESTABLISHED | 1U << TCP_SYN_SENT | 1U << TCP_FIN_WAIT1 | 1U << TCP_FIN_WAIT2 |  \
	 1U << TCP_TIME_WAIT | 1U << TCP_CLOSE_WAIT | 1U << TCP_LAST_ACK | 1U << TCP_CLOSING)

/* Listeners first: what they accepted is not outgoing. */
static const struct part {
	int family;
	uint32_t states;
} parts[] = {
	{AF_INET, 1U << TCP_LISTEN},
	{AF_INET6, 1U << TCP_LISTEN},
	{AF_INET, CONNECTED},
	{AF_INET6, CONNECTED},
};
#define N_PARTS (sizeof(parts) / sizeof(*parts))

void peers_init(struct peers *peers)
{
	*peers = (struct peers){.ports = COUNTER_UNKNOWN, .slice_ns = 10000000};
	textfile_init(&peers->range);
	cpuset_init(&peers->listening);
}

void peers_fini(struct peers *peers)
{
	diag_free(peers->diag);
	free(peers->table);
	cpuset_fini(&peers->listening);
	textfile_fini(&peers->range);
	peers_init(peers);
}

bool peers_parse_range(const char *text, size_t len, unsigned int *first, unsigned int *last)
{
	struct scan scan = scan_of(text, len);
	uint64_t low, high;

	if (!scan_u64(&scan, &low) || !scan_u64(&scan, &high) || low > high || high > UINT16_MAX)
		return false;
	*first = (unsigned int)low;
	*last = (unsigned int)high;
	return true;
}

static void read_range(struct peers *peers)
{
	struct textfile *file = &peers->range;

	peers->ports = COUNTER_UNKNOWN;
	if (textfile_read(file, "/proc/sys/net/ipv4/ip_local_port_range") == 0 &&
	    peers_parse_range(file->text, file->len, &peers->first_port, &peers->last_port))
		peers->ports = peers->last_port - peers->first_port + 1;
}

static size_t hash_of(const struct peer *peer)
{
	uint64_t words[4], hash = peer->to.port;

	memcpy(words, peer->to.bytes, DIAG_ADDRESS_SIZE);
	memcpy(words + 2, peer->from, DIAG_ADDRESS_SIZE);
	for (size_t i = 0; i < 4; i++) {
		hash = (hash ^ words[i]) * UINT64_C(0x9e3779b97f4a7c15);
		hash ^= hash >> 32;
	}
	return (size_t)hash;
}

static bool is_same(const struct peer *a, const struct peer *b)
{
	return a->to.port == b->to.port &&
	       memcmp(a->to.bytes, b->to.bytes, DIAG_ADDRESS_SIZE) == 0 &&
	       memcmp(a->from, b->from, DIAG_ADDRESS_SIZE) == 0;
}

/* Where it is in the table, or the free place where it belongs. */
static struct peer *place_of(struct peers *peers, const struct peer *peer)
{
	size_t at = hash_of(peer);

	for (;; at++) {
		struct peer *place = &peers->table[at & (peers->table_size - 1)];

		if (!place->n_ports || is_same(place, peer))
			return place;
	}
}

/* Never more than half full. */
static void make_room(struct peers *peers)
{
	struct peer *old = peers->table;
	size_t old_size = peers->table_size;

	if (peers->n_used < old_size / 2)
		return;
	peers->table_size = old_size ? 2 * old_size : 1024;
	peers->table = xcalloc(peers->table_size, sizeof(*peers->table));
	for (size_t i = 0; i < old_size; i++)
		if (old[i].n_ports)
			*place_of(peers, &old[i]) = old[i];
	free(old);
}

static void count_outgoing(struct peers *peers, const struct diag_socket *socket)
{
	struct peer peer = {.to = socket->remote}, *place;

	memcpy(peer.from, socket->local.bytes, DIAG_ADDRESS_SIZE);
	make_room(peers);
	place = place_of(peers, &peer);
	if (!place->n_ports) {
		*place = peer;
		peers->n_used++;
	}
	place->n_ports++;
	if (place->n_ports > peers->now.top_ports) {
		peers->now.top_ports = place->n_ports;
		peers->now.top = place->to;
	}
}

static void count_listener(struct peers *peers, const struct diag_socket *socket)
{
	struct peers_told *now = &peers->now;

	cpuset_add(&peers->listening, socket->local.port);
	if (!socket->rqueue)
		return;
	/* Fuller, by its own measure. */
	if (now->listen_queue &&
	    socket->rqueue * now->listen_queue_most <= now->listen_queue * socket->wqueue)
		return;
	now->listen_queue = socket->rqueue;
	now->listen_queue_most = socket->wqueue;
	now->listener = socket->local;
}

static void count(void *data, const struct diag_socket *socket)
{
	struct peers *peers = data;
	unsigned int port = socket->local.port;

	if (socket->state == TCP_LISTEN) {
		count_listener(peers, socket);
		return;
	}
	peers->now.established += socket->state == TCP_ESTABLISHED;
	if (peers->ports != COUNTER_UNKNOWN && port >= peers->first_port &&
	    port <= peers->last_port && !cpuset_has(&peers->listening, port))
		count_outgoing(peers, socket);
}

static void begin(struct peers *peers)
{
	peers->now = (struct peers_told){0};
	cpuset_clear(&peers->listening);
	if (peers->n_used)
		memset(peers->table, 0, peers->table_size * sizeof(*peers->table));
	peers->n_used = 0;
	peers->cost_ns = 0;
	peers->part = 0;
	peers->is_asked = false;
	peers->is_busy = true;
}

/* The next slice.  False: that was the last, or there will be no more. */
static bool take(struct peers *peers)
{
	const struct part *part = &parts[peers->part];
	int state = 1;

	if (!peers->is_asked)
		state = diag_ask(peers->diag, part->family, part->states);
	else
		state = diag_take(peers->diag, count, peers);
	if (state < 0) {
		diag_free(peers->diag);
		peers->diag = NULL;
		return false;
	}
	if (!peers->is_asked) {
		peers->is_asked = true;
	} else if (state == 0) {
		peers->is_asked = false;
		peers->part++;
	}
	return peers->part < N_PARTS;
}

static void end(struct peers *peers, uint64_t now_ns)
{
	uint64_t pause_ns = COST_SHARE * peers->cost_ns;

	peers->is_busy = false;
	peers->told = peers->diag ? peers->now : (struct peers_told){0};
	peers->told.is_known = peers->diag != NULL;
	if (pause_ns < least_pause_ns)
		pause_ns = least_pause_ns;
	peers->next_ns = now_ns + (peers->diag ? pause_ns : retry_ns);
}

void peers_refresh(struct peers *peers, bool is_live)
{
	uint64_t start_ns = clock_monotonic_ns(), now_ns = start_ns;
	bool has_more = true;

	if (!peers->is_busy && start_ns < peers->next_ns)
		return;
	if (!peers->is_busy)
		read_range(peers);
	if (!is_live)
		return;
	if (!peers->diag)
		peers->diag = diag_new();
	if (!peers->is_busy)
		begin(peers);
	while (has_more && now_ns - start_ns < peers->slice_ns) {
		has_more = peers->diag && take(peers);
		now_ns = clock_monotonic_ns();
	}
	peers->cost_ns += now_ns - start_ns;
	if (!has_more)
		end(peers, now_ns);
}
