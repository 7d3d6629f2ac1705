/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "dump.h"
#include "facts.h"
#include "interval.h"

static struct dump dump;
static struct facts facts;
static struct interval interval;

static int setup(void **state)
{
	(void)state;
	dump_empty(&dump, "proc");
	dump_empty(&dump, "sys");
	interval_init(&interval);
	return 0;
}

static int teardown(void **state)
{
	(void)state;
	facts_fini(&facts);
	interval_fini(&interval);
	return 0;
}

static void put_busy(const double *busy, size_t n)
{
	interval.n_cpus = n;
	interval.cpus = arena_alloc(&interval.arena, n, sizeof(*interval.cpus));
	for (size_t i = 0; i < n; i++) {
		interval.cpus[i].cpu = (int)i;
		interval.cpus[i].busy = busy[i];
	}
}

static void put_clock(int cpu, const char *khz)
{
	char path[96];

	snprintf(path, sizeof(path), "sys/devices/system/cpu/cpu%d/cpufreq/scaling_cur_freq", cpu);
	dump_put(&dump, path, khz);
}

static void assert_setting(const char *name, const char *expected)
{
	const char *value = interval_setting(&interval, name);

	if (!expected) {
		assert_null(value);
		return;
	}
	assert_non_null(value);
	assert_string_equal(value, expected);
}

static void all_lists_are_one_in_order(void **state)
{
	(void)state;
	struct task_interval process = {.pid = 77, .name = "irqbalance"};
	const double busy[] = {90, 99, (double)NAN};

	dump_put(&dump, "proc/sys/net/core/somaxconn", "4096\n");
	dump_put(&dump, "proc/sys/kernel/pid_max", "32768\n");
	put_clock(1, "800000\n");
	put_busy(busy, 3);
	interval.processes = &process;
	interval.n_processes = 1;
	facts_add(&facts, &interval);
	for (size_t i = 1; i < interval.n_settings; i++)
		assert_true(strcmp(interval.settings[i - 1].name, interval.settings[i].name) < 0);
	assert_setting("net.core.somaxconn", "4096");
	assert_setting("irqbalance.pid", "77");
	assert_setting("cpufreq.cpu", "1");
	assert_true(interval_setting_number(&interval, "kernel.pid_max") == 32768);
}

static void settings_are_not_read_each_time(void **state)
{
	(void)state;
	dump_put(&dump, "proc/sys/net/core/somaxconn", "1\n");
	facts_add(&facts, &interval);
	dump_put(&dump, "proc/sys/net/core/somaxconn", "2\n");
	facts_add(&facts, &interval);
	assert_setting("net.core.somaxconn", "1");
	facts.read_ns = 1;
	facts_add(&facts, &interval);
	assert_setting("net.core.somaxconn", "2");
	assert_setting("irqbalance.pid", NULL);
}

static void the_clock_is_that_of_a_cpu_that_stays_busy(void **state)
{
	(void)state;
	const double first[] = {95, 85}, second[] = {85, 99}, third[] = {10, 99};

	put_clock(0, "1000\n");
	put_clock(1, "2000\n");
	put_busy(first, 2);
	facts_add(&facts, &interval);
	assert_setting("cpufreq.cpu", "0");
	put_busy(second, 2);
	facts.speed_read_ns = 1;
	facts_add(&facts, &interval);
	assert_setting("cpufreq.cpu", "0");
	/* The other is not read at once; but what was read is not of it. */
	put_busy(third, 2);
	facts_add(&facts, &interval);
	assert_setting("cpufreq.cpu", NULL);
	facts.speed_read_ns = 1;
	facts_add(&facts, &interval);
	assert_setting("cpufreq.cur_khz", "2000");
}

static void no_clock_is_read_of_a_machine_that_idles(void **state)
{
	(void)state;
	const double busy[] = {79, 10};

	put_clock(0, "1000\n");
	put_busy(busy, 2);
	facts_add(&facts, &interval);
	assert_setting("cpufreq.cpu", NULL);
	assert_true(facts.speed_read_ns == 0);
}

#define TEST(function) cmocka_unit_test_setup_teardown(function, setup, teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(all_lists_are_one_in_order),
		TEST(settings_are_not_read_each_time),
		TEST(the_clock_is_that_of_a_cpu_that_stays_busy),
		TEST(no_clock_is_read_of_a_machine_that_idles),
	};

	dump_init(&dump);
	dump_enter(&dump);

	int failed = cmocka_run_group_tests(tests, NULL, NULL);

	dump_fini(&dump);
	return failed;
}
