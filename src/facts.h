/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What goes into an interval as its settings: of the kernel (source/settings.h), of what confines overtop
 * (source/confines.h), of the clock of a busy CPU (source/cpuspeed.h), and irqbalance.pid, the process of
 * that name.
 *
 * They seldom change and are read every ten seconds.  Some thirty files are 0.4 ms.
 */
#ifndef OVERTOP_FACTS_H
#define OVERTOP_FACTS_H

#include <stdint.h>

#include "base/pairs.h"

struct interval;

/* Owns everything in it; all zero is valid: nothing was read. */
struct facts {
	struct pairs standing; /* all but the clock */
	uint64_t read_ns;      /* CLOCK_MONOTONIC; 0: never */
	struct pairs speed;
	int speed_cpu; /* that it is of */
	uint64_t speed_read_ns;
	struct pairs found; /* among the tasks of the interval */
};

void facts_fini(struct facts *facts);

/* Reads what is old, and puts all into @interval. */
void facts_add(struct facts *facts, struct interval *interval);

#endif
