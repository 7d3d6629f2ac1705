/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Whether anything else went on on a CPU while something was measured there. */
#ifndef OVERTOP_MEASURE_CALM_H
#define OVERTOP_MEASURE_CALM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "source/procstat.h"

struct calm {
	int cpu;
	struct procstat stat;
	uint64_t begun_ns;
	uint64_t steal; /* in ticks */
	long preempted; /* involuntary switches of this process */
	bool was_loaded;
};

/* From now on, on @cpu. */
void calm_begin(struct calm *calm, int cpu);
/* Until now: @operations in @n_batches.  Finishes @calm. */
bool calm_end(struct calm *calm, double operations, size_t n_batches);

#endif
