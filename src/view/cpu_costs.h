/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What the switches of each CPU cost at least, in percent of it: an estimate, by the price of its kind of
 * CPU.  The time of a switch is busy time: no CPU pays more than it was busy.
 */
#ifndef OVERTOP_VIEW_CPU_COSTS_H
#define OVERTOP_VIEW_CPU_COSTS_H

#include <stddef.h>

#include "base/arena.h"
#include "interval.h"
#include "pane/pane.h"

/* Of each CPU of the interval, NAN: unknown. */
const double *cpu_costs(const struct view *view, struct arena *arena);

/* Of these CPUs of the interval together; NAN if any is unknown. */
double cpu_costs_sum(const struct view *view, const double *costs,
		     const struct cpu_interval *const cpus[], size_t n);

/* Of all together; where CPUs do not count their switches, by those of the whole machine. */
double cpu_costs_all(const struct view *view, const double *costs);

/* Which kind a CPU is of: its capacity (source/topology.h), -1: unknown. */
int cpu_costs_kind(const struct view *view, int cpu);

#endif
