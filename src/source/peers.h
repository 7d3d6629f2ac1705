/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * TCP connections counted one by one: how many are established, which destination holds most of the ephemeral
 * ports, and at which listener most connections wait to be accepted.
 *
 * Only the kernel's list of all sockets tells (inet_diag), and with 100,000 of them that list is long.  It
 * leaves out states that do not matter here, is taken slice by slice, so that no call takes long, and is begun
 * again only when a hundred times as long has passed as the last one took, 1% of a CPU at most, and not before
 * three seconds.  A list taken in several calls is of several moments; a connection that moved meanwhile may be
 * counted twice or not.
 *
 * A connection is outgoing if its local port is in the ephemeral range and nobody listens there.  Ports are
 * scarce per local address and destination, so they are counted per pair of these.
 */
#ifndef OVERTOP_SOURCE_PEERS_H
#define OVERTOP_SOURCE_PEERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/cpuset.h"
#include "base/textfile.h"
#include "netlink/diag.h"

/* What a whole list said. */
struct peers_told {
	bool is_known;
	uint64_t established;
	uint64_t top_ports; /* 0: there is no outgoing connection */
	struct diag_address top;
	uint64_t listen_queue, listen_queue_most;
	struct diag_address listener; /* valid when listen_queue > 0 */
};

/* The outgoing connections from one address to one destination; n_ports 0: a free place. */
struct peer {
	struct diag_address to;
	uint8_t from[DIAG_ADDRESS_SIZE];
	uint32_t n_ports;
};

/* Owns everything in it. */
struct peers {
	struct peers_told told; /* by the last whole list */
	uint64_t ports;         /* in ip_local_port_range; COUNTER_UNKNOWN */
	unsigned int first_port, last_port;
	struct textfile range;
	struct diag *diag; /* NULL: not open */
	uint64_t slice_ns; /* that one call may take */
	/* The list that is being taken. */
	bool is_busy;
	size_t part;   /* listeners, connections; of IPv4, of IPv6 */
	bool is_asked; /* for that part */
	struct peers_told now;
	struct cpuset listening; /* ports that somebody listens on */
	struct peer *table;      /* by hash; the size is a power of two */
	size_t table_size, n_used;
	uint64_t cost_ns, next_ns; /* what it took so far; when the next may begin */
};

void peers_init(struct peers *peers);
void peers_fini(struct peers *peers);

/* Goes on with a list, or begins one if it is time. @is_live: this machine's sockets; else only the range. */
void peers_refresh(struct peers *peers, bool is_live);

/* /proc/sys/net/ipv4/ip_local_port_range.  False: it is none. */
bool peers_parse_range(const char *text, size_t len, unsigned int *first, unsigned int *last);

#endif
