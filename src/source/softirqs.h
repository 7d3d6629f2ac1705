/* SPDX-License-Identifier: GPL-2.0-or-later */
/* /proc/softirqs: how often each type of softirq was raised on each possible CPU. */
#ifndef OVERTOP_SOURCE_SOFTIRQS_H
#define OVERTOP_SOURCE_SOFTIRQS_H

#include <stddef.h>
#include <stdint.h>

struct textfile;

struct softirq_type {
	char *name; /* "NET_RX", raw from the kernel */
	size_t name_capacity;
};

/* All zero is a valid empty one. */
struct softirqs {
	int *cpus; /* numbers in the header: *possible* CPUs, which may exceed those online */
	size_t n_cpus, cpus_capacity;
	struct softirq_type *types;
	size_t n_types, types_capacity;
	uint64_t *counts; /* [type * n_cpus + position of CPU]; 32-bit in the kernel, wraps */
	size_t counts_capacity;
	uint64_t read_ns; /* CLOCK_MONOTONIC of the read */
};

void softirqs_init(struct softirqs *softirqs);
void softirqs_fini(struct softirqs *softirqs);

/* 0 or -errno; after an error it is empty. */
int softirqs_read(struct textfile *file, struct softirqs *softirqs);
/* A row with fewer counts than the header has CPUs: the rest is COUNTER_UNKNOWN. */
int softirqs_parse(const char *text, size_t len, struct softirqs *softirqs);

#endif
