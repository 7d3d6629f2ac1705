/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What settings_read(), confines_read() and cpuspeed_read() find in a machine made of files. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <unistd.h>

#include "base/pairs.h"
#include "dump.h"
#include "prefixes.h"
#include "source/confines.h"
#include "source/cpuspeed.h"
#include "source/settings.h"

static struct dump dump;
static struct pairs settings;

static int setup(void **state)
{
	(void)state;
	dump_empty(&dump, "proc");
	dump_empty(&dump, "sys");
	pairs_clear(&settings);
	return 0;
}

/* "" : there is none. */
static const char *value(const char *name)
{
	for (size_t i = 0; i < settings.n; i++)
		if (strcmp(settings.items[i].name, name) == 0)
			return settings.items[i].value;
	return "";
}

static void assert_value(const char *name, const char *expected)
{
	assert_string_equal(value(name), expected);
}

static void what_is_there_is_read_and_the_rest_left_out(void **state)
{
	(void)state;
	dump_put(&dump, "proc/sys/net/core/netdev_max_backlog", "1000\n");
	dump_put(&dump, "proc/sys/net/ipv4/ip_local_port_range", "32768\t60999\n");
	dump_put(&dump, "proc/irq/default_smp_affinity", "ff,00000003\n");
	dump_put(&dump, "sys/devices/system/clocksource/clocksource0/available_clocksource",
		 "tsc hpet \n");
	dump_put(&dump, "proc/schedstat", "");
	settings_read(&settings, false);
	assert_int_equal(settings.n, 5);
	assert_value("net.core.netdev_max_backlog", "1000");
	assert_value("net.ipv4.ip_local_port_range", "32768\t60999");
	assert_value("irq.default_affinity", "0-1,32-39");
	assert_value("clocksource.available", "tsc hpet");
	assert_value("schedstat.exists", "1");
}

static void of_nothing_nothing_is_said(void **state)
{
	(void)state;
	settings_read(&settings, true);
	confines_read(&settings, false);
	cpuspeed_read(&settings, 0);
	assert_int_equal(settings.n, 0);
}

/* A kernel without it; but a dump may only lack it. */
static void that_there_is_no_schedstat_is_said_of_a_live_machine(void **state)
{
	(void)state;
	dump_put(&dump, "proc/stat", "");
	settings_read(&settings, false);
	assert_int_equal(settings.n, 0);
	settings_read(&settings, true);
	assert_value("schedstat.exists", "0");
}

static void the_size_of_a_page_is_of_a_live_machine(void **state)
{
	char kib[32];

	(void)state;
	snprintf(kib, sizeof(kib), "%ld", sysconf(_SC_PAGESIZE) / 1024);
	dump_put(&dump, "proc/sys/net/ipv4/tcp_mem", "1 2 3\n");
	settings_read(&settings, false);
	assert_int_equal(settings.n, 1);
	pairs_clear(&settings);
	settings_read(&settings, true);
	assert_value("memory.page_kib", kib);
}

static void assert_hidepid(const char *options, const char *expected, const char *subset)
{
	char text[256];

	snprintf(text, sizeof(text),
		 "1 1 0:1 / / rw - ext4 /dev/root rw,hidepid=1\n"
		 "2 1 0:2 / /proc rw - proc proc rw,hidepid=4\n"
		 "3 1 0:3 / /proc rw - proc proc %s\n",
		 options);
	pairs_clear(&settings);
	confines_parse_proc(text, strlen(text), &settings);
	assert_value("proc.hidepid", expected);
	assert_value("proc.subset", subset);
}

static void hidepid_is_a_number_or_a_word(void **state)
{
	(void)state;
	assert_hidepid("rw", "0", "");
	assert_hidepid("rw,gid=7,hidepid=1", "1", "");
	assert_hidepid("rw,hidepid=invisible", "2", "");
	assert_hidepid("rw,hidepid=ptraceable,subset=pid", "4", "pid");
	assert_hidepid("rw,hidepid=off", "0", "");
	assert_hidepid("rw,hidepid=later", "", "");
}

static void parse(const char *text, size_t len)
{
	pairs_clear(&settings);
	confines_parse_proc(text, len, &settings);
	assert_true(settings.n <= 2);
}

static void a_text_may_end_anywhere(void **state)
{
	(void)state;
	for_each_prefix("2 1 0:2 / /proc rw - proc proc rw,hidepid=2,subset=pid\n", parse);
}

static void the_least_quota_and_the_nearest_set_count(void **state)
{
	(void)state;
	dump_put(&dump, "proc/self/mountinfo",
		 "30 23 0:26 / /sys/fs/cgroup rw - cgroup2 cgroup2 rw\n");
	dump_put(&dump, "proc/self/cgroup", "0::/a/b/c\n");
	dump_put(&dump, "sys/fs/cgroup/a/cpu.max", "150000 100000\n");
	dump_put(&dump, "sys/fs/cgroup/a/b/cpu.max", "max 100000\n");
	dump_put(&dump, "sys/fs/cgroup/a/b/c/cpu.max", "400000 100000\n");
	dump_put(&dump, "sys/fs/cgroup/a/b/cpuset.cpus.effective", "0-3\n");
	dump_put(&dump, "sys/fs/cgroup/cpuset.cpus.effective", "0-7\n");
	confines_read(&settings, false);
	assert_value("cgroup.quota", "1.50");
	assert_value("cgroup.cpus", "0-3");
	assert_value("cgroup.v2", "/sys/fs/cgroup");
}

static void the_first_cgroups_have_other_files(void **state)
{
	(void)state;
	dump_put(&dump, "proc/self/mountinfo",
		 "32 31 0:29 / /sys/fs/cgroup/cpu rw - cgroup cgroup rw,cpu\n"
		 "34 31 0:31 / /sys/fs/cgroup/cpuset rw - cgroup cgroup rw,cpuset\n");
	dump_put(&dump, "proc/self/cgroup", "3:cpuset:/s\n1:cpu:/c\n0::/\n");
	dump_put(&dump, "sys/fs/cgroup/cpu/c/cpu.cfs_quota_us", "25000\n");
	dump_put(&dump, "sys/fs/cgroup/cpu/c/cpu.cfs_period_us", "100000\n");
	dump_put(&dump, "sys/fs/cgroup/cpu/cpu.cfs_quota_us", "-1\n");
	dump_put(&dump, "sys/fs/cgroup/cpu/cpu.cfs_period_us", "100000\n");
	dump_put(&dump, "sys/fs/cgroup/cpuset/s/cpuset.effective_cpus", "1\n");
	confines_read(&settings, false);
	assert_value("cgroup.quota", "0.25");
	assert_value("cgroup.cpus", "1");
	assert_value("cgroup.v1", "/sys/fs/cgroup/cpu");
}

static void no_limit_is_left_out(void **state)
{
	(void)state;
	dump_put(&dump, "proc/self/mountinfo",
		 "30 23 0:26 / /sys/fs/cgroup rw - cgroup2 cgroup2 rw\n");
	dump_put(&dump, "proc/self/cgroup", "0::/a\n");
	dump_put(&dump, "sys/fs/cgroup/a/cpu.max", "max 100000\n");
	confines_read(&settings, false);
	assert_int_equal(settings.n, 1);
	assert_value("cgroup.v2", "/sys/fs/cgroup");
}

static void this_process_is_told_of_a_live_machine_only(void **state)
{
	(void)state;
	char pid[16];

	snprintf(pid, sizeof(pid), "%d", getpid());
	dump_put(&dump, "proc/self/status", "CapEff:\t0000000000080000\n");
	confines_read(&settings, true);
	assert_value("overtop.pid", pid);
	/* In a namespace of users that is not the first, as far as these files say. */
	assert_value("overtop.is_privileged", "0");
	assert_value("pidns.is_first", "0");
}

static void the_clock_of_one_cpu(void **state)
{
	(void)state;
	dump_put(&dump, "sys/devices/system/cpu/cpu12/cpufreq/scaling_cur_freq", "1200000\n");
	dump_put(&dump, "sys/devices/system/cpu/cpu12/cpufreq/cpuinfo_max_freq", "3400000\n");
	dump_put(&dump, "sys/devices/system/cpu/cpu12/cpufreq/scaling_governor", "powersave\n");
	cpuspeed_read(&settings, 12);
	assert_int_equal(settings.n, 4);
	assert_value("cpufreq.cpu", "12");
	assert_value("cpufreq.cur_khz", "1200000");
	assert_value("cpufreq.max_khz", "3400000");
	assert_value("cpufreq.governor", "powersave");
}

#define TEST(function) cmocka_unit_test_setup(function, setup)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(what_is_there_is_read_and_the_rest_left_out),
		TEST(of_nothing_nothing_is_said),
		TEST(that_there_is_no_schedstat_is_said_of_a_live_machine),
		TEST(the_size_of_a_page_is_of_a_live_machine),
		TEST(hidepid_is_a_number_or_a_word),
		TEST(a_text_may_end_anywhere),
		TEST(the_least_quota_and_the_nearest_set_count),
		TEST(the_first_cgroups_have_other_files),
		TEST(no_limit_is_left_out),
		TEST(this_process_is_told_of_a_live_machine_only),
		TEST(the_clock_of_one_cpu),
	};

	dump_init(&dump);
	dump_enter(&dump);

	int failed = cmocka_run_group_tests(tests, NULL, NULL);

	pairs_fini(&settings);
	dump_fini(&dump);
	return failed;
}
