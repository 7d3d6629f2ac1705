/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "bench/bench.h"

void bench_child(pid_t parent)
{
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	/* It may have ended before it was asked for. */
	if (getppid() != parent)
		_exit(1);
}

void bench_child_end(void)
{
	_exit(0);
}

int bench_pin(int cpu)
{
	size_t size = CPU_ALLOC_SIZE(cpu + 1);
	cpu_set_t *set = CPU_ALLOC(cpu + 1);
	int error = -ENOMEM;

	if (!set)
		return error;
	CPU_ZERO_S(size, set);
	CPU_SET_S(cpu, size, set);
	error = sched_setaffinity(0, size, set) < 0 ? -errno : 0;
	CPU_FREE(set);
	return error;
}
