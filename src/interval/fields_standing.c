/* SPDX-License-Identifier: GPL-2.0-or-later */
/* As interval/fields.c, of tasks that exited and of cgroups. */
#include "config.h"

#include "base/i18n.h"
#include "interval.h"

#define EXITED(member, key, title, unit, help)                                                     \
	{                                                                                          \
		key, title, unit, offsetof(struct exited_interval, member), help                   \
	}
#define CGROUP(member, key, title, unit, help)                                                     \
	{                                                                                          \
		key, title, unit, offsetof(struct cgroup_interval, member), help                   \
	}

const struct field exited_fields[] = {
	EXITED(n, "n", "n", UNIT_COUNT, N_("processes that exited in the interval (taskstats)")),
	EXITED(per_s, "per_s", "/s", UNIT_RATE, N_("processes that exited per second")),
	EXITED(usr_pct, "usr", "%usr", UNIT_PCT, N_("%CPU spent in user code")),
	EXITED(sys_pct, "sys", "%sys", UNIT_PCT, N_("%CPU spent in the kernel")),
	EXITED(wait_pct, "wait", "%wait", UNIT_PCT, N_("ready to run, but waiting for a CPU")),
	EXITED(cpu_pct, "cpu", "%CPU", UNIT_PCT,
	       N_("CPU used in the interval, of one CPU; what it costs to end them is only partly "
		  "in it")),
	EXITED(cswch_per_s, "cswch", "cswch/s", UNIT_RATE, N_("voluntary switches")),
	EXITED(nvcswch_per_s, "nvcswch", "nvcswch/s", UNIT_RATE, N_("involuntary switches")),
	EXITED(cpu_ms, "cpu_ms", "ms", UNIT_DECIMAL, N_("CPU of each in milliseconds, on average")),
};
const size_t n_exited_fields = sizeof(exited_fields) / sizeof(*exited_fields);

const struct field cgroup_fields[] = {
	CGROUP(quota_cpus, "quota", "quota", UNIT_DECIMAL,
	       N_("CPUs that it may use (cpu.max; cpu.cfs_quota_us)")),
	CGROUP(period_us, "period_us", "us", UNIT_COUNT,
	       N_("microseconds that each of its periods lasts (cpu.max; cpu.cfs_period_us)")),
	CGROUP(cpu_pct, "cpu", "%CPU", UNIT_PCT, N_("CPU used, of one CPU (cpu.stat usage_usec)")),
	CGROUP(periods_per_s, "periods", "periods/s", UNIT_RATE,
	       N_("periods in which it had work (cpu.stat nr_periods)")),
	CGROUP(throttled_pct, "throttled", "throttled%", UNIT_PCT,
	       N_("of those, periods in which it was stopped (cpu.stat nr_throttled)")),
	CGROUP(throttled_ms_per_s, "throttled_ms", "ms/s", UNIT_RATE,
	       N_("milliseconds per second that it was stopped, summed over CPUs (cpu.stat "
		  "throttled_usec)")),
};
const size_t n_cgroup_fields = sizeof(cgroup_fields) / sizeof(*cgroup_fields);
