/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * One benchmark in batches, in the process that calls.
 *
 * It is warmed up until two batches agree.  Then come batches of a millisecond or more, those of run() and
 * of base() in turns, so that what changes meanwhile changes both; the price is the median of the ones less
 * that of the others.
 */
#ifndef OVERTOP_MEASURE_TRIAL_H
#define OVERTOP_MEASURE_TRIAL_H

#include <stdint.h>

#include "bench/bench.h"
#include "price.h"

/* Fewer: the price is disturbed. */
enum { TRIAL_LEAST_BATCHES = 15, TRIAL_MOST_BATCHES = 31 };

/*
 * Begins, runs and ends @bench; @site has the CPUs, the calling thread is bound to the first.  Takes about
 * @budget_ns at most.  0 or -errno, -EIO: the benchmark failed.
 */
int trial_run(const struct bench *bench, struct bench_site *site, uint64_t budget_ns,
	      struct price *price);

#endif
