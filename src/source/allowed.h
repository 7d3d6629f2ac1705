/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Cpus_allowed_list of /proc/PID/task/TID/status: read for one task, when its details are open. */
#ifndef OVERTOP_SOURCE_ALLOWED_H
#define OVERTOP_SOURCE_ALLOWED_H

struct cpuset;

/* 0 or -errno (-ENOENT or -ESRCH: the task is gone). */
int allowed_read(int pid, int tid, struct cpuset *allowed);

#endif
