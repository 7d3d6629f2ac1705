/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The only file that asks what time it is.  All in nanoseconds. */
#ifndef OVERTOP_BASE_CLOCK_H
#define OVERTOP_BASE_CLOCK_H

#include <stdint.h>
#include <sys/types.h>

/* CLOCK_MONOTONIC: what rates are measured with. */
uint64_t clock_monotonic_ns(void);
/* CLOCK_BOOTTIME: what the start time of tasks is counted in; goes on during suspend. */
uint64_t clock_boottime_ns(void);
/* CLOCK_REALTIME: only ever shown. */
uint64_t clock_wall_ns(void);
/* CPU used by overtop itself. */
uint64_t clock_own_cpu_ns(void);

/*
 * CPU used by the whole process @pid, its exited threads included: one system call, nothing opened,
 * anybody's permission.  0 or -errno (-ESRCH: gone).  The gate of source/tasks.c.
 */
int clock_process_cpu_ns(pid_t pid, uint64_t *ns);

#endif
