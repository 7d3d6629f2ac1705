/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the rows of threads and those of processes have in common: two scans, and how to compare them. */
#ifndef OVERTOP_INTERVAL_SCANS_H
#define OVERTOP_INTERVAL_SCANS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/counter.h"
#include "interval/parts.h"

/* The two scans, and the moment within which births are births of this interval. */
struct scans {
	const struct tasks *then, *now; /* then NULL: since boot */
	const struct exits *exits;      /* NULL: the kernel does not tell */
	double ticks_per_s;
	double dump_uptime_s;  /* NAN: unknown */
	uint64_t births_after; /* ticks of CLOCK_BOOTTIME */
	bool is_live;
};

struct scans scans_of(const struct sample *before, const struct sample *after);

/* How long what is counted took: since the scan before (@then_ns, or 0), since birth, or unknown. */
double scans_seconds(const struct scans *scans, uint64_t then_ns, uint64_t now_ns,
		     uint64_t start_ticks);

/* From @then (NULL: from nothing) to @now; NAN if unknown or backwards. */
static inline double grown(const uint64_t *then, uint64_t now)
{
	return counter_delta(then ? *then : 0, now);
}

static inline double known_sum(double a, double b)
{
	if (isnan(a))
		return b;
	return isnan(b) ? a : a + b;
}

/* The counters and the time between them are read an instant apart: no more than @highest. */
double pct_of(double used_s, double seconds, double highest);

/* Who it is, as @task has it. */
void task_fill_names(struct interval *interval, const struct task *task, struct task_interval *row);
/* Divides cpu_pct, as these ticks are divided, or else those of the whole life. */
void task_split_cpu(double usr_ticks, double sys_ticks, uint64_t life_usr, uint64_t life_sys,
		    struct task_interval *row);

/* The process @now, whose threads are filled already; @then as the scan before had it, or NULL. */
void interval_fill_process(struct interval *interval, const struct scans *scans,
			   const struct process *then, const struct process *now,
			   struct task_interval *row);

#endif
