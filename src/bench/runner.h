/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Measures one benchmark after the other, each in a process of its own, while the caller goes on: nothing
 * here waits but runner_free(), for processes that were just killed.
 *
 * Such a process is bound to one CPU and leads a process group, with which everything that the benchmark
 * forks ends too: when it is done, hangs or crashes, when the caller has enough of it, and when the caller
 * ends, however that ends.  What it found comes by a pipe, at its end: a word while it measures would wake
 * the caller, which may be on the same CPU.
 */
#ifndef OVERTOP_BENCH_RUNNER_H
#define OVERTOP_BENCH_RUNNER_H

#include <stdbool.h>
#include <stddef.h>

#include "price.h"

struct bench;
struct cpuset;
struct interval;
struct topology;

/* Borrowed by runner_new(); the benchmarks until runner_free(). */
struct runner_plan {
	const struct bench *const *benches; /* in this order, each once per kind of CPU */
	size_t n_benches;
	double seconds;                  /* for all of them */
	const struct cpuset *allowed;    /* CPUs it may use: place_allowed() */
	const struct topology *topology; /* which of them are kinds and pairs */
	const struct interval *interval; /* how busy they are; NULL: unknown */
};

struct runner;

/* Time for the sets, in seconds: less than they may take, as processes come and go, too. */
extern const double runner_quick_s, runner_all_s;

/* Begins.  NULL and errno. */
struct runner *runner_new(const struct runner_plan *plan);
/* With all processes, at once. */
void runner_free(struct runner *runner);

/* To wait for, all the while. */
int runner_fd(const struct runner *runner);
/* Takes what has come, and begins the next one.  False: all is done. */
bool runner_step(struct runner *runner);

struct runner_progress {
	size_t n_done, n_all;
	const struct bench *now; /* NULL: all is done */
};
struct runner_progress runner_progress(const struct runner *runner);

/* Of what is done, in order; NAN where it could not be measured.  Borrowed until the next step. */
const struct price *runner_prices(const struct runner *runner, size_t *n);

#endif
