/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Cgroups that may use only so much CPU time: what they used, and how often they were stopped for it.
 *
 * v2: cpu.max, cpu.stat.  v1: cpu.cfs_quota_us, cpu.cfs_period_us, cpu.stat, cpuacct.usage.  Where the trees are
 * says /proc/self/mountinfo.
 *
 * There may be thousands of cgroups, and few with a limit.  The whole tree is walked to find these, begun
 * every ten seconds, a slice of half a millisecond per sample (the first of 20, so that what most machines
 * have is there at once).  A cgroup costs 7 us, for one without others below it is not listed: of 3,000 a walk
 * takes 40 samples.  The limited ones keep their files open, for reading them is all that most samples do: 4 us
 * each.  At most 256 are watched, those found first.
 */
#ifndef OVERTOP_SOURCE_CGROUPS_H
#define OVERTOP_SOURCE_CGROUPS_H

#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "cgroup/limit.h"

/* One with a limit, at one moment. */
struct cgroup {
	const char *path;          /* below the mount, "/system.slice/web.service"; raw */
	uint64_t inode;            /* of its cpu.stat: another cgroup of that path has another */
	struct cgroup_limit limit; /* as the last walk found it */
	uint64_t read_ns;          /* CLOCK_MONOTONIC */
	struct cgroup_stat stat;
};

/* Owns everything in it; all zero is valid and empty. */
struct cgroups {
	struct cgroup *items; /* ascending by path */
	size_t n, capacity;
	struct arena arena;
};

void cgroups_fini(struct cgroups *cgroups);

/* What finds and watches them. */
struct cgroup_watch;

struct cgroup_watch *cgroup_watch_new(void);
void cgroup_watch_free(struct cgroup_watch *watch);

/* Goes on with the walk and reads all that are known. 0 or -errno: there are no cgroups here. */
int cgroups_read(struct cgroup_watch *watch, struct cgroups *cgroups);

#endif
