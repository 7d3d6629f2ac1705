/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the files of a cgroup say of CPU time: its limit, what it used, how often it was stopped. */
#ifndef OVERTOP_CGROUP_LIMIT_H
#define OVERTOP_CGROUP_LIMIT_H

#include <stddef.h>
#include <stdint.h>

/* Counters since the cgroup was made; COUNTER_UNKNOWN where it is not said. */
struct cgroup_stat {
	uint64_t usage_ns;     /* cpu.stat usage_usec; v1: cpuacct.usage, which is not in it */
	uint64_t periods;      /* nr_periods: in which it had work */
	uint64_t throttled;    /* nr_throttled: of those it was stopped in */
	uint64_t throttled_ns; /* throttled_usec; v1: throttled_time.  Of all CPUs */
};

/* So many CPUs in each period.  NAN: there is no limit, or it is not known. */
struct cgroup_limit {
	double quota_cpus, period_us;
};

/* Text of cpu.max, "200000 100000", or "max 100000": no limit. */
struct cgroup_limit cgroup_parse_max(const char *text, size_t len);

/* Texts of cpu.cfs_quota_us ("-1": none) and cpu.cfs_period_us, likewise. */
struct cgroup_limit cgroup_parse_cfs(const char *quota, size_t quota_len, const char *period,
				     size_t period_len);

/* Text of cpu.stat; keys in any order. */
void cgroup_parse_stat(const char *text, size_t len, struct cgroup_stat *stat);

#endif
