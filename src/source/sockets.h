/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What the kernel counts of all sockets of this network namespace: /proc/net/sockstat and sockstat6 (how
 * many there are now), netstat, snmp and snmp6 (what happened).
 *
 * Every number is found by the names beside or above it, for each kernel has others in other places.
 * TCP of IPv4 and IPv6 is counted as one, but for the sockets in use; UDP is counted apart.
 */
#ifndef OVERTOP_SOURCE_SOCKETS_H
#define OVERTOP_SOURCE_SOCKETS_H

#include <stddef.h>
#include <stdint.h>

#include "base/textfile.h"

enum sockets_file {
	SOCKETS_SOCKSTAT,
	SOCKETS_SOCKSTAT6,
	SOCKETS_NETSTAT,
	SOCKETS_SNMP,
	SOCKETS_SNMP6,
	N_SOCKETS_FILES,
};

enum sockets_count {
	SOCKETS_TCP_INUSE,
	SOCKETS_TCP6_INUSE,
	SOCKETS_ORPHANS,
	SOCKETS_TIME_WAIT,
	SOCKETS_TCP_PAGES,
	SOCKETS_IN_SEGS,
	SOCKETS_OUT_SEGS,
	SOCKETS_RETRANS_SEGS,
	SOCKETS_ACTIVE_OPENS,
	SOCKETS_PASSIVE_OPENS,
	SOCKETS_LISTEN_OVERFLOWS,
	SOCKETS_LISTEN_DROPS,
	SOCKETS_SYN_COOKIES,
	SOCKETS_SYN_DROPS,
	SOCKETS_UDP_IN,
	SOCKETS_UDP6_IN,
	SOCKETS_UDP_OUT,
	SOCKETS_UDP6_OUT,
	SOCKETS_UDP_FULL,
	SOCKETS_UDP6_FULL,
	N_SOCKETS_COUNTS,
};

struct sockets {
	uint64_t counts[N_SOCKETS_COUNTS]; /* COUNTER_UNKNOWN: its file does not have it */
	uint64_t read_ns;                  /* CLOCK_MONOTONIC of the reads */
};

struct sockets_files {
	struct textfile files[N_SOCKETS_FILES];
};

void sockets_files_init(struct sockets_files *files);
void sockets_files_fini(struct sockets_files *files);

/* Makes everything unknown. */
void sockets_init(struct sockets *sockets);

/* 0, or -errno if none of the files can be read.  Without the files of IPv6 there is none of it: 0. */
int sockets_read(struct sockets_files *files, struct sockets *sockets);
/* Adds what one file says to what is known. */
void sockets_parse(enum sockets_file file, const char *text, size_t len, struct sockets *sockets);

#endif
