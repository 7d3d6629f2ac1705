/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What is to be known before something is steered: what will not last, will be refused, or is of no use. */
#ifndef OVERTOP_STEER_WARNINGS_H
#define OVERTOP_STEER_WARNINGS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "steer/change.h"

struct interval;
struct topology;

/* Translated sentences in @arena, the gravest first; returns how many.  @topology may be NULL. */
size_t steer_warnings(const struct steer_target *target, const struct cpuset *after,
		      const struct interval *interval, const struct topology *topology,
		      struct arena *arena, const char *const **warnings);

/* Of an interrupt, as far as its name tells: not every kernel tells who may move it (source/placement.h).  NULL: no. */
const char *steer_warn_managed(const struct interval *interval, int number);

/* It runs, and moves interrupts itself; NULL: it does not. */
const char *steer_warn_irqbalance(const struct interval *interval, struct arena *arena);

/* A CPU is there and takes work. */
bool steer_is_online(const struct interval *interval, const struct topology *topology, int cpu);

#endif
