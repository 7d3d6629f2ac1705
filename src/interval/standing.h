/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What an interval knows beside its counts: tasks that exited in it, cgroups with a limit, settings of the
 * kernel, and which findings stand.  Included by interval.h.
 */
#ifndef OVERTOP_INTERVAL_STANDING_H
#define OVERTOP_INTERVAL_STANDING_H

#include <stdint.h>

/*
 * Processes that exited in the interval, by command, parent and user, with all their threads.  What they did before
 * the interval is not in it.
 */
struct exited_interval {
	const char *name;        /* raw */
	const char *parent_name; /* raw; NULL: unknown */
	int ppid;                /* -1: unknown */
	uint32_t uid;
	double n; /* processes */
	double per_s;
	double cpu_pct; /* of one CPU; what the kernel does to end them is not all in it */
	double usr_pct, sys_pct;
	double wait_pct; /* ready, but waiting for a CPU */
	double cswch_per_s, nvcswch_per_s;
	double cpu_ms; /* of each, on average */
};

/* A cgroup with a limit of CPU time; cgroup v2 cpu.max and cpu.stat, v1 cpu.cfs_quota_us. */
struct cgroup_interval {
	const char *path;          /* below the root of cgroups, "/system.slice/web.service"; raw */
	double quota_cpus;         /* so many CPUs it may use */
	double period_us;          /* in each of its periods, which are so long */
	double cpu_pct;            /* of one CPU */
	double periods_per_s;      /* in which it had work */
	double throttled_pct;      /* of those it was stopped in */
	double throttled_ms_per_s; /* summed over CPUs */
};

/*
 * One setting of the kernel, or a fact of the machine that seldom changes.  The names are those of sysctl
 * ("net.core.netdev_max_backlog"), or made likewise: facts.h says where they are listed.
 */
struct setting {
	const char *name;
	const char *value; /* as the kernel has it, without a newline; raw */
};

/* A finding that stands in this interval, or has cleared within the last minute. */
struct mark {
	const char *rule;    /* its id, "R17" */
	const char *subject; /* what it is about, "cpu1"; "" the machine; raw */
	const char *text;    /* the sentence, as it was last said */
	int grade;           /* enum grade of rule/rule.h */
	uint64_t since_ns;   /* CLOCK_REALTIME when it began */
	double cleared_s;    /* so many seconds ago it ended; NAN: it stands */
};

#endif
