/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * perf_event_open(2): instructions and cycles of this process and of all it forks from then on, in user and
 * kernel.  Many virtual machines have no such counters, and many users may not see what the kernel does:
 * then they are unknown.
 */
#ifndef OVERTOP_SOURCE_HARDWARE_H
#define OVERTOP_SOURCE_HARDWARE_H

#include <stdbool.h>
#include <stdint.h>

struct hardware {
	int instructions_fd, cycles_fd; /* -1: not to be had */
};

/* Since it was opened; COUNTER_UNKNOWN: no counter, or one that had to be shared. */
struct hardware_counts {
	uint64_t instructions, cycles;
};

void hardware_open(struct hardware *hardware);
/* Is there any counter? */
bool hardware_is_open(const struct hardware *hardware);
void hardware_close(struct hardware *hardware);

struct hardware_counts hardware_read(const struct hardware *hardware);

#endif
