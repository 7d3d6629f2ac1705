/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/counter.h"
#include "cgroup/limit.h"
#include "prefixes.h"

static double max_of(const char *text)
{
	return cgroup_parse_max(text, strlen(text)).quota_cpus;
}

static double cfs_of(const char *quota, const char *period)
{
	return cgroup_parse_cfs(quota, strlen(quota), period, strlen(period)).quota_cpus;
}

static void a_limit_is_quota_by_period(void **state)
{
	(void)state;
	assert_true(max_of("250000 100000\n") == 2.5);
	assert_true(max_of("1000 1000000\n") == 0.001);
	assert_true(cgroup_parse_max("9 50000\n", 8).period_us == 50000);
	assert_true(cfs_of("50000\n", "100000\n") == 0.5);
}

static void no_limit_is_unknown(void **state)
{
	(void)state;
	assert_true(isnan(max_of("max 100000\n")));
	assert_true(isnan(max_of("100000 0\n")));
	assert_true(isnan(max_of("")));
	assert_true(isnan(cfs_of("-1\n", "100000\n")));
	assert_true(isnan(cfs_of("50000\n", "")));
}

static void parse_max(const char *text, size_t len)
{
	struct cgroup_limit limit = cgroup_parse_max(text, len);

	assert_true(isnan(limit.quota_cpus) || limit.quota_cpus == 2.5);
	assert_true(isnan(limit.period_us) || limit.period_us == 100000);
}

static void counters_are_found_by_name(void **state)
{
	(void)state;
	static const char v2[] = "usage_usec 7000001\nuser_usec 5\nsystem_usec 2\n"
				 "nr_periods 40\nnr_throttled 30\nthrottled_usec 123456\n";
	static const char v1[] = "nr_periods 3\nnr_throttled 2\nthrottled_time 157081462\n";
	struct cgroup_stat stat;

	cgroup_parse_stat(v2, strlen(v2), &stat);
	assert_true(stat.usage_ns == 7000001000);
	assert_true(stat.periods == 40 && stat.throttled == 30);
	assert_true(stat.throttled_ns == 123456000);
	cgroup_parse_stat(v1, strlen(v1), &stat);
	assert_true(stat.usage_ns == COUNTER_UNKNOWN);
	assert_true(stat.periods == 3 && stat.throttled == 2);
	assert_true(stat.throttled_ns == 157081462);
}

static void too_much_is_unknown(void **state)
{
	(void)state;
	static const char text[] = "usage_usec 18446744073709551615\nnr_periods x\n";
	struct cgroup_stat stat;

	cgroup_parse_stat(text, strlen(text), &stat);
	assert_true(stat.usage_ns == COUNTER_UNKNOWN);
	assert_true(stat.periods == COUNTER_UNKNOWN);
}

static void parse_stat(const char *text, size_t len)
{
	struct cgroup_stat stat;

	cgroup_parse_stat(text, len, &stat);
	assert_true(stat.usage_ns == COUNTER_UNKNOWN || stat.usage_ns == 7000000);
	assert_true(stat.periods == COUNTER_UNKNOWN || stat.periods == 40);
	assert_true(stat.throttled_ns == COUNTER_UNKNOWN || stat.throttled_ns == 123000);
}

static void a_text_that_was_cut_gives_no_wrong_number(void **state)
{
	(void)state;
	for_each_prefix("250000 100000\n", parse_max);
	for_each_prefix("usage_usec 7000\nnr_periods 40\nthrottled_usec 123\n", parse_stat);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_limit_is_quota_by_period),
		cmocka_unit_test(no_limit_is_unknown),
		cmocka_unit_test(counters_are_found_by_name),
		cmocka_unit_test(too_much_is_unknown),
		cmocka_unit_test(a_text_that_was_cut_gives_no_wrong_number),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
