/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * /proc/net/dev: what each network interface of this network namespace carried.
 *
 * A name may hold any byte but NUL, '/' and blanks; an alias of old kernels holds a ':' ("eth0:1"), and
 * the first count may touch the name there ("eth0:5019464820").  Interfaces come and go by the
 * thousand, and one that is made anew under an old name counts from 0.
 */
#ifndef OVERTOP_SOURCE_NETDEV_H
#define OVERTOP_SOURCE_NETDEV_H

#include <stddef.h>
#include <stdint.h>

struct textfile;

enum netdev_count {
	NETDEV_RX_BYTES,
	NETDEV_RX_PACKETS,
	NETDEV_TX_BYTES,
	NETDEV_TX_PACKETS,
	/* The first four never run back; drivers make up the others, some anew each time. */
	N_NETDEV_CARRIED,
	NETDEV_RX_ERRORS = N_NETDEV_CARRIED,
	NETDEV_RX_DROPPED, /* and missed by the card */
	NETDEV_TX_ERRORS,
	NETDEV_TX_DROPPED,
	N_NETDEV_COUNTS,
};

struct netdev {
	size_t name, name_len; /* offset and length in netdevs.text; raw from the kernel */
	uint64_t counts[N_NETDEV_COUNTS]; /* 64-bit; COUNTER_UNKNOWN where the row ends early */
};

/* All zero is a valid empty one. */
struct netdevs {
	char *text; /* names, one after the other */
	size_t text_len, text_capacity;
	struct netdev *rows; /* in the order of the file */
	size_t n_rows, capacity;
	uint64_t read_ns; /* CLOCK_MONOTONIC of the read */
};

void netdevs_init(struct netdevs *netdevs);
void netdevs_fini(struct netdevs *netdevs);

/* 0 or -errno; after an error it is empty. */
int netdevs_read(struct textfile *file, struct netdevs *netdevs);
/* -EINVAL if it has neither the titles nor an interface. */
int netdevs_parse(const char *text, size_t len, struct netdevs *netdevs);

#endif
