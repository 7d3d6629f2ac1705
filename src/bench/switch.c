/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Switches on one CPU: a token goes around a ring of processes or threads, less the same pipe work
 * and the same memory touched by one of them alone.
 */
#include "config.h"

#include "bench/bench.h"

#include "base/i18n.h"
#include "relay/ring.h"

static int begin(struct bench_site *site, size_t n, size_t kib, bool is_threads)
{
	struct ring *ring;
	int error = ring_new(&ring, n, kib, is_threads);

	if (!error)
		site->data = ring;
	return error;
}

static int processes_begin(const struct bench *bench, struct bench_site *site)
{
	return begin(site, (size_t)bench->n, (size_t)bench->kib, false);
}

static int threads_begin(const struct bench *bench, struct bench_site *site)
{
	return begin(site, (size_t)bench->n, (size_t)bench->kib, true);
}

static bool switch_run(const struct bench *bench, struct bench_site *site, size_t n)
{
	(void)bench;
	return ring_turn(site->data, n);
}

static bool switch_base(const struct bench *bench, struct bench_site *site, size_t n)
{
	(void)bench;
	return ring_turn_alone(site->data, n);
}

static void switch_end(const struct bench *bench, struct bench_site *site)
{
	(void)bench;
	ring_free(site->data);
}

const struct bench switch_process_bench = {
	.key = "switch.process",
	.title = N_("switch between processes"),
	.help = N_("From one process to another on the same CPU: two hand each other a token by "
		   "pipes, less the same writes and reads done by one.  The system calls that "
		   "mostly go with it are not in it, nor the caches that must be filled again: "
		   "switch.ring."),
	.elsewhere = "0.9-4.3 us",
	.sets = BENCH_QUICK | BENCH_ALL,
	.n = 2,
	.least = 500,
	.begin = processes_begin,
	.run = switch_run,
	.base = switch_base,
	.end = switch_end,
	.per_run = 2,
};

const struct bench switch_thread_bench = {
	.key = "switch.thread",
	.title = N_("switch between threads"),
	.help = N_(
		"As switch.process, between two threads of one process: the address space stays."),
	.elsewhere = "1.1-3.8 us",
	.sets = BENCH_QUICK | BENCH_ALL,
	.n = 2,
	.least = 500,
	.begin = threads_begin,
	.run = switch_run,
	.base = switch_base,
	.end = switch_end,
	.per_run = 2,
};

static const char ring_title[] = N_("switch with refill");
static const char ring_help[] =
	N_("A switch in a ring of processes on one CPU, each of which touches its own memory when "
	   "its turn comes; less the same work by one of them alone: what a switch costs with the "
	   "caches and translations that it loses.  The key tells how many processes, and how many "
	   "KiB each.");

/* Batches of 1024 switches. */
#define RING(members, size, in_sets, seen)                                                         \
	const struct bench switch_ring_##members##x##size##_bench = {                              \
		.key = "switch.ring." #members "x" #size,                                          \
		.title = ring_title,                                                               \
		.help = ring_help,                                                                 \
		.elsewhere = (seen),                                                               \
		.sets = (in_sets),                                                                 \
		.n = (members),                                                                    \
		.kib = (size),                                                                     \
		.least = 1024 / (members),                                                         \
		.begin = processes_begin,                                                          \
		.run = switch_run,                                                                 \
		.base = switch_base,                                                               \
		.end = switch_end,                                                                 \
		.per_run = (members),                                                              \
	}

RING(2, 0, BENCH_ALL, "2.7-4.3 us");
RING(2, 16, BENCH_ALL, NULL);
RING(2, 64, BENCH_ALL, NULL);
RING(8, 0, BENCH_ALL, "9.5 us");
RING(8, 16, BENCH_ALL, NULL);
RING(8, 64, BENCH_ALL, NULL);
RING(16, 0, BENCH_ALL, NULL);
RING(16, 16, BENCH_ALL, NULL);
RING(16, 64, BENCH_QUICK | BENCH_ALL, "5.5-9.7 us");
