/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * /proc/net/softnet_stat: what each online CPU did with packets that had come in.
 *
 * A row of hexadecimal columns for each; how many there are depends on the kernel: 9 (2.6), 10 (with
 * received_rps, 2.6.35), 11 (flow_limit_count, 3.11), 13 (backlog and the number of the CPU, 5.10), 15.
 * Columns 4 to 9 have been 0 for years and columns beyond 13 are parts of the backlog: neither is taken.
 * Rows that do not say their CPU are the online CPUs in order: whoever knows those can tell.
 */
#ifndef OVERTOP_SOURCE_SOFTNET_H
#define OVERTOP_SOURCE_SOFTNET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct textfile;

enum softnet_count {
	SOFTNET_PROCESSED,
	SOFTNET_DROPPED,
	SOFTNET_SQUEEZED, /* time_squeeze */
	SOFTNET_RPS,      /* received_rps */
	SOFTNET_FLOW_LIMIT,
	SOFTNET_BACKLOG, /* no counter: how many wait now */
	N_SOFTNET_COUNTS,
};

struct softnet {
	int cpu;                           /* -1: the row does not say it */
	uint64_t counts[N_SOFTNET_COUNTS]; /* 32-bit in the kernel, wrap; COUNTER_UNKNOWN: absent */
};

/* All zero is a valid empty one. */
struct softnets {
	struct softnet *rows; /* in the order of the file */
	size_t n_rows, capacity;
	bool names_cpus;  /* some row says its CPU: the places of the others say nothing */
	uint64_t read_ns; /* CLOCK_MONOTONIC of the read */
};

void softnets_init(struct softnets *softnets);
void softnets_fini(struct softnets *softnets);

/* 0 or -errno; after an error it is empty. */
int softnets_read(struct textfile *file, struct softnets *softnets);
/* Rows of fewer than nine columns are none; -EINVAL if there is no row. */
int softnets_parse(const char *text, size_t len, struct softnets *softnets);

#endif
