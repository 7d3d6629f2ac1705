/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What a thread did in this interval that exited in it, as the kernel told: all it did, less what the scan
 * before saw of it.
 */
#ifndef OVERTOP_INTERVAL_ENDING_H
#define OVERTOP_INTERVAL_ENDING_H

#include <stdbool.h>

struct scans;
struct task_usage;

/* NAN: unknown. */
struct ending {
	double run_ns, wait_ns;
	double cswch, nvcswch;
};

/*
 * False: nothing, for it is still on a row of this interval, which was read before it exited; or nobody knows what,
 * for it is older than the interval and was not seen before.
 */
bool ending_of(const struct scans *scans, const struct task_usage *usage, struct ending *ending);

#endif
