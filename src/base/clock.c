/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "base/clock.h"

#include <assert.h>
#include <errno.h>
#include <time.h>

/* linux/posix-timers.h: the clock of a process, counted by the scheduler and not by the tick. */
#define CPU_CLOCK_OF_SCHEDULER 2U

static uint64_t in_ns(const struct timespec *time)
{
	return (uint64_t)time->tv_sec * 1000000000 + (uint64_t)time->tv_nsec;
}

static uint64_t now(clockid_t clock)
{
	struct timespec time = {0};

	clock_gettime(clock, &time);
	return in_ns(&time);
}

uint64_t clock_monotonic_ns(void)
{
	return now(CLOCK_MONOTONIC);
}

uint64_t clock_boottime_ns(void)
{
	return now(CLOCK_BOOTTIME);
}

uint64_t clock_wall_ns(void)
{
	return now(CLOCK_REALTIME);
}

uint64_t clock_own_cpu_ns(void)
{
	return now(CLOCK_PROCESS_CPUTIME_ID);
}

int clock_process_cpu_ns(pid_t pid, uint64_t *ns)
{
	struct timespec time;

	assert(pid > 0);
	/* As clock_getcpuclockid() makes it, which asks the kernel whether @pid is there first. */
	clockid_t clock = (clockid_t)(~(unsigned int)pid << 3 | CPU_CLOCK_OF_SCHEDULER);

	if (clock_gettime(clock, &time) < 0)
		return errno == EINVAL ? -ESRCH : -errno;
	*ns = in_ns(&time);
	return 0;
}
