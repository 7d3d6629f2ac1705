/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The network interfaces as sysfs describes them: driver, node, speed, and their queues with the CPUs that
 * each is steered to; from the driver, how many pairs of queues are in use (ETHTOOL_GCHANNELS).
 *
 * An interface has three files a queue, and there may be a thousand interfaces: they are read a bounded
 * number of files per call, those never seen first, then the oldest.  One of the same name but another
 * number (ifindex) is another interface.
 */
#ifndef OVERTOP_SOURCE_CARDS_H
#define OVERTOP_SOURCE_CARDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/attributes.h"
#include "base/cpuset.h"

struct card_queue {
	char kind; /* 'r' or 't' */
	int number;
	bool has_cpus;      /* false: unknown; xps_cpus of a device with one queue cannot be read */
	struct cpuset cpus; /* rps_cpus or xps_cpus */
	uint64_t flow_cnt;  /* rps_flow_cnt; COUNTER_UNKNOWN: of 't', or unknown */
};

struct card {
	char *name;
	int ifindex;                      /* -1: unknown */
	char *driver;                     /* NULL: none or unknown */
	int node;                         /* -1: none or unknown */
	uint64_t speed_mbit;              /* COUNTER_UNKNOWN: unknown, or the link is down */
	uint64_t channels, channels_most; /* combined; COUNTER_UNKNOWN: unknown, or it has none */
	bool has_queues;                  /* false: it is not told which */
	struct card_queue *queues;        /* receive queues first, ascending */
	size_t n_queues, n_rx, queues_capacity;
	uint64_t read_ns; /* CLOCK_MONOTONIC; 0: never */
	bool is_listed;   /* among the interfaces of this call */
};

struct cards {
	struct card *items; /* ascending by name */
	size_t n_items, capacity;
	size_t new_files, old_files; /* read per call at most: of those never seen, and again */
	struct attributes files;     /* /sys/class/net */
	int socket;                  /* to ask drivers; -1: not open, as for a dump */
	bool is_opened;              /* it was tried, at the first refresh */
};

void cards_init(struct cards *cards);
void cards_fini(struct cards *cards);
/* All are read again as if they were new. */
void cards_forget(struct cards *cards);

/*
 * Brings the cache nearer to the truth for the @n interfaces in @names (in order of interest); others are
 * forgotten.  @is_live: they are of this machine, and its drivers can be asked.
 */
void cards_refresh(struct cards *cards, const char *const *names, size_t n, bool is_live);

/* Borrowed; NULL when it was never read. */
const struct card *cards_find(const struct cards *cards, const char *name);

#endif
