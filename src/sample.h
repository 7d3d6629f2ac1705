/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Everything the sources said at one moment: absolute counters, with the time each was read. */
#ifndef OVERTOP_SAMPLE_H
#define OVERTOP_SAMPLE_H

#include <stdbool.h>
#include <stdint.h>

#include "source/cgroups.h"
#include "source/cpuswitch.h"
#include "source/exits.h"
#include "source/interrupts.h"
#include "source/netdev.h"
#include "source/pressure.h"
#include "source/procps.h"
#include "source/procstat.h"
#include "source/sockets.h"
#include "source/softirqs.h"
#include "source/softnet.h"
#include "source/tasks.h"

/* What is needed: bits, named by panes, rules and the header. */
enum need {
	NEED_STAT = 1 << 0,
	NEED_MEMORY = 1 << 1,
	NEED_PAGING = 1 << 2,
	NEED_LOAD = 1 << 3,
	NEED_SOFTIRQS = 1 << 4,
	NEED_INTERRUPTS = 1 << 5,
	NEED_PRESSURE = 1 << 6,
	NEED_TASKS = 1 << 7,
	/* Not part of a sample; read by the session when asked for. */
	NEED_AFFINITY = 1 << 8,
	NEED_TOPOLOGY = 1 << 9,
	NEED_PRESSURES = 1 << 10,    /* with NEED_PRESSURE: of all resources, not only the CPUs */
	NEED_CPU_SWITCHES = 1 << 11, /* with NEED_STAT, which says which CPUs there are */
	NEED_EXITS = 1 << 12,        /* what the kernel tells of tasks that exit */
	NEED_SOFTNETS = 1 << 13,     /* with NEED_STAT, for the CPUs of old kernels */
	NEED_NETDEVS = 1 << 14,
	NEED_SOCKETS = 1 << 15,
	NEED_CGROUPS = 1 << 16,
	/* Again not part of a sample. */
	NEED_CARDS = 1 << 17,    /* with NEED_NETDEVS: queues, drivers; of IRQs: whose they are */
	NEED_PEERS = 1 << 18,    /* with NEED_SOCKETS: those counted one by one */
	NEED_SETTINGS = 1 << 19, /* of the kernel */
	NEED_CLOSEUPS = 1 << 20, /* with NEED_TASKS: wchan and allowed CPUs of some */
	NEED_EVERYTHING = (1 << 21) - 1, /* that is in an interval */
	NEED_PRICES = 1 << 21,           /* what is kept of them; the session's, too */
};

struct sample {
	unsigned int has; /* which of the above were read without an error */
	bool is_live; /* false: files of another machine; the clocks here say nothing about them */
	double ticks_per_s; /* of /proc/stat and of the tasks' times */
	double page_kib;    /* of a page; NAN: unknown */
	uint64_t wall_ns;   /* CLOCK_REALTIME */
	uint64_t read_ns;   /* CLOCK_MONOTONIC when the first source was read */
	struct procstat stat;
	struct memory memory;
	struct paging paging;
	struct load load;
	struct cpuswitches switches;
	struct softirqs softirqs;
	struct interrupts interrupts;
	struct softnets softnets;
	struct netdevs netdevs;
	struct sockets sockets;
	struct pressure pressure;
	struct cgroups cgroups;
	struct exits exits; /* until the scan of the tasks was done */
	struct tasks tasks; /* valid when has & NEED_TASKS: the scan was done */
};

void sample_init(struct sample *sample);
void sample_fini(struct sample *sample);

/*
 * Do the system-wide counters that both have stand where they stood?  Then the files of a dump have not
 * changed.
 */
bool sample_is_same(const struct sample *a, const struct sample *b);

#endif
