/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "bench/bench.h"

#include <errno.h>
#include <unistd.h>

#include "base/chase.h"
#include "base/i18n.h"

#define LINE  64
#define APART 256 /* more than is ever fetched at once: two lines */
#define PAGE  4096

/* In n of the tlb benchmarks. */
enum { SMALL_PAGES, HUGE_PAGES };

/* Bytes, by the caches as far as the C library knows them; 0: there is no such cache. */
static size_t size_in_cache(const struct bench *bench)
{
	long l1 = sysconf(_SC_LEVEL1_DCACHE_SIZE), l2 = sysconf(_SC_LEVEL2_CACHE_SIZE);
	long l3 = sysconf(_SC_LEVEL3_CACHE_SIZE);

	if (l1 <= 0 || l2 <= 0)
		return (size_t)bench->kib * 1024;
	switch (bench->n) {
	case 1:
		return (size_t)l1 / 2;
	case 2:
		return (size_t)l2 / 2;
	default:
		return l3 <= 0 ? 0 : (size_t)(4 * l2 < l3 / 2 ? 4 * l2 : l3 / 2);
	}
}

static int cache_begin(const struct bench *bench, struct bench_site *site)
{
	size_t size = size_in_cache(bench);
	struct chase *chase;
	int error = size ? chase_new(&chase, size, LINE, true) : -ENOTSUP;

	if (!error)
		site->data = chase;
	return error;
}

static void memory_end(const struct bench *bench, struct bench_site *site)
{
	(void)bench;
	chase_free(site->data);
}

/* A chase that must be of a certain kind, or is none. */
static int begin_if(struct bench_site *site, struct chase *chase, int error)
{
	if (error)
		chase_free(chase);
	else
		site->data = chase;
	return error;
}

static int dram_begin(const struct bench *bench, struct bench_site *site)
{
	struct chase *chase;
	int error = chase_new(&chase, (size_t)bench->kib * 1024, APART, true);

	return error ? error : begin_if(site, chase, chase_flush_all(chase));
}

static int pages_begin(const struct bench *bench, struct bench_site *site)
{
	bool is_huge = bench->n == HUGE_PAGES;
	struct chase *chase;
	int error = chase_new(&chase, (size_t)bench->kib * 1024, PAGE, is_huge);

	if (error)
		return error;
	if (is_huge)
		error = chase_is_huge(chase) ? 0 : -ENOTSUP;
	else
		error = sysconf(_SC_PAGESIZE) == PAGE ? 0 : -ENOTSUP;
	return begin_if(site, chase, error);
}

static bool memory_run(const struct bench *bench, struct bench_site *site, size_t n)
{
	(void)bench;
	chase_follow(site->data, n);
	return true;
}

static bool dram_run(const struct bench *bench, struct bench_site *site, size_t n)
{
	(void)bench;
	chase_follow_flushing(site->data, n);
	return true;
}

/* The level of the cache is in n; kib is for where its size is not known. */
#define CACHE(level, kib_else, in_title, in_help)                                                  \
	const struct bench mem_l##level##_bench = {                                                \
		.key = "mem.l" #level,                                                             \
		.title = in_title,                                                                 \
		.help = in_help,                                                                   \
		.sets = BENCH_ALL,                                                                 \
		.n = (level),                                                                      \
		.kib = (kib_else),                                                                 \
		.least = 50000,                                                                    \
		.begin = cache_begin,                                                              \
		.run = memory_run,                                                                 \
		.end = memory_end,                                                                 \
	}

CACHE(1, 16, N_("load from L1"),
      N_("A load that waits for the one before it, in memory half as large as the first cache."));
CACHE(2, 192, N_("load from L2"),
      N_("A load that waits for the one before it, at random in memory half as large as the "
	 "second cache."));
CACHE(3, 4096, N_("load from L3"),
      N_("A load that waits for the one before it, at random in memory four times as large as "
	 "the second cache, or half as large as the third."));

const struct bench mem_dram_bench = {
	.key = "mem.dram",
	.title = N_("load from memory"),
	.help = N_("A load that waits for the one before it, of a line that was flushed from all "
		   "caches."),
	.sets = BENCH_ALL,
	.kib = 16 * 1024,
	.least = 10000,
	.begin = dram_begin,
	.run = dram_run,
	.end = memory_end,
};

const struct bench tlb_4k_bench = {
	.key = "tlb.4k",
	.title = N_("load, page of 4 KiB"),
	.help = N_("A load that waits for the one before it, each from another of 8192 pages of "
		   "4 KiB: more than the processor remembers translations of.  What it is above "
		   "tlb.huge is the walk through the page tables."),
	.sets = BENCH_ALL,
	.n = SMALL_PAGES,
	.kib = 8192 * 4,
	.least = 50000,
	.begin = pages_begin,
	.run = memory_run,
	.end = memory_end,
};

const struct bench tlb_huge_bench = {
	.key = "tlb.huge",
	.title = N_("load, huge page"),
	.help = N_("The same lines as tlb.4k, in huge pages: a few translations are enough for "
		   "all of them.  In a virtual machine they help less where the host gives it "
		   "small pages."),
	.sets = BENCH_ALL,
	.n = HUGE_PAGES,
	.kib = 8192 * 4,
	.least = 50000,
	.begin = pages_begin,
	.run = memory_run,
	.end = memory_end,
};
