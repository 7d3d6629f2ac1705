/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "bench/bench.h"

#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "base/barrier.h"
#include "base/clock.h"
#include "base/i18n.h"

static bool vdso_run(const struct bench *bench, struct bench_site *site, size_t n)
{
	(void)bench;
	(void)site;
	for (size_t i = 0; i < n; i++)
		barrier_keep((uintptr_t)clock_monotonic_ns());
	return true;
}

static bool syscall_run(const struct bench *bench, struct bench_site *site, size_t n)
{
	struct timespec time;
	bool is_right = true;

	(void)bench;
	(void)site;
	for (size_t i = 0; i < n; i++)
		is_right &= syscall(SYS_clock_gettime, CLOCK_MONOTONIC, &time) == 0;
	return is_right;
}

const struct bench clock_vdso_bench = {
	.key = "clock.vdso",
	.title = N_("time, without kernel"),
	.help = N_("clock_gettime as programs call it.  Where it costs as much as clock.syscall, "
		   "the clock source of this machine cannot be read without the kernel."),
	.sets = BENCH_QUICK | BENCH_ALL,
	.least = 10000,
	.run = vdso_run,
};

const struct bench clock_syscall_bench = {
	.key = "clock.syscall",
	.title = N_("time, by system call"),
	.help = N_("clock_gettime, asked of the kernel each time: what it costs where there is "
		   "no vDSO, or the clock source does not allow it."),
	.sets = BENCH_ALL,
	.least = 10000,
	.run = syscall_run,
};
