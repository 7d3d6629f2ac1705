/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A closer look at one thread: /proc/PID/task/TID/wchan, the function of the kernel it sleeps in, and the CPUs
 * that it may run on (sched_getaffinity(), or where its number is of another namespace than /proc's, the
 * Cpus_allowed_list of its status).
 *
 * It costs a dozen system calls, 10 to 40 us: for a few that are worth it.
 */
#ifndef OVERTOP_SOURCE_CLOSEUP_H
#define OVERTOP_SOURCE_CLOSEUP_H

#include <stdbool.h>
#include <stdint.h>

#include "base/cpuset.h"
#include "base/textfile.h"

/* Owns everything in it. */
struct closeup {
	struct textfile file;
	bool is_own_proc; /* numbers in /proc are those of system calls */
	bool has_wchan;   /* it sleeps, and one may know where */
	char wchan[64];   /* "futex_do_wait"; raw, cut when it is longer */
	bool has_allowed;
	struct cpuset allowed;
};

void closeup_init(struct closeup *closeup);
void closeup_fini(struct closeup *closeup);

/* False: the thread is gone, or another (by its start time, stat field 22) has its number. */
bool closeup_read(struct closeup *closeup, int pid, int tid, uint64_t start_ticks);

/* Of the text of wchan: "0", and in some kernels nothing, is a thread that does not sleep, or is not to be seen. */
void closeup_parse_wchan(const char *text, size_t len, struct closeup *closeup);

#endif
