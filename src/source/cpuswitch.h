/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Context switches on each CPU, by a software event of perf per CPU.
 *
 * It counts exactly what ctxt of /proc/stat counts for all CPUs together, from when it was opened.  Asking
 * needs CAP_PERFMON, or kernel.perf_event_paranoid of 0 or less, and costs a system call per CPU, which
 * interrupts that CPU.  A nohz_full CPU is left alone: who keeps the tick away from it wants no interrupt of
 * ours either.
 *
 * /proc/schedstat is no substitute: its third number counts the calls of schedule(), many of which switch to
 * nothing; its ninth leaves out the switches to the idle task, and those are counted in the fourth only while
 * kernel.sched_schedstats is set.
 */
#ifndef OVERTOP_SOURCE_CPUSWITCH_H
#define OVERTOP_SOURCE_CPUSWITCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/cpuset.h"

struct cpuswitch_count {
	int cpu;
	uint64_t count;      /* since opened_ns; COUNTER_UNKNOWN */
	uint64_t counted_ns; /* how long it was counted, by the clock of that CPU */
	uint64_t
		opened_ns; /* CLOCK_MONOTONIC; counts that began at other times have nothing in common */
};

/* All zero is a valid empty one. */
struct cpuswitches {
	struct cpuswitch_count *cpus; /* ascending by number, each once */
	size_t n_cpus, capacity;
};

void cpuswitches_init(struct cpuswitches *switches);
void cpuswitches_fini(struct cpuswitches *switches);

/* The events, one descriptor for each CPU.  All zero is a valid empty one. */
struct cpuswitch_events {
	struct cpuswitch_event *events; /* [CPU number] */
	size_t n_events, capacity;
	size_t n_open;
	struct cpuset nohz_full;
	bool has_nohz_full; /* it was read */
	int error;          /* of the kernel that lets nobody count, or not us: never asked again */
};

void cpuswitch_events_init(struct cpuswitch_events *events);
/* Also when nobody asks any more: while events are open each switch costs a little more. */
void cpuswitch_events_fini(struct cpuswitch_events *events);

/* Room for @n_cpus, whose numbers are then the caller's to fill in. */
void cpuswitches_resize(struct cpuswitches *switches, size_t n_cpus);

/*
 * Counts of the CPUs that @switches has.  Events are opened for those that came and closed for those that
 * went.  0, or -errno when none is counted; a CPU that cannot be counted is unknown.
 */
int cpuswitches_read(struct cpuswitch_events *events, struct cpuswitches *switches);

#endif
