/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "bench/bench.h"

#include "base/barrier.h"
#include "base/i18n.h"

static __attribute__((noinline)) void callee(void)
{
	barrier();
}

static bool call_run(const struct bench *bench, struct bench_site *site, size_t n)
{
	(void)bench;
	(void)site;
	for (size_t i = 0; i < n; i++)
		callee();
	return true;
}

static bool call_base(const struct bench *bench, struct bench_site *site, size_t n)
{
	(void)bench;
	(void)site;
	for (size_t i = 0; i < n; i++)
		barrier();
	return true;
}

const struct bench call_bench = {
	.key = "call",
	.title = N_("function call"),
	.help = N_("A call of an empty C function and its return, less the loop around it: what "
		   "everything else can be compared with."),
	.elsewhere = "0.4 ns",
	.sets = BENCH_QUICK | BENCH_ALL,
	.least = 100000,
	.run = call_run,
	.base = call_base,
};
