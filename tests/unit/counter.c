/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>

#include "base/counter.h"

static void assert_step(double step, double expected)
{
	assert_true(!isnan(step) && step >= expected && step <= expected);
}

static void unknown_stays_unknown(void **state)
{
	(void)state;
	assert_true(isnan(counter_value(COUNTER_UNKNOWN)));
	assert_true(isnan(counter_delta(COUNTER_UNKNOWN, 5)));
	assert_true(isnan(counter_delta(5, COUNTER_UNKNOWN)));
	assert_true(isnan(counter_delta(COUNTER_UNKNOWN, COUNTER_UNKNOWN)));
	assert_true(isnan(counter_delta32(COUNTER_UNKNOWN, 5)));
	assert_true(isnan(counter_delta32(5, COUNTER_UNKNOWN)));
}

static void steps_of_64_bits(void **state)
{
	(void)state;
	assert_step(counter_value(7), 7);
	assert_step(counter_delta(5, 5), 0);
	assert_step(counter_delta(4294967290, 4294967301), 11);
	assert_true(isnan(counter_delta(6, 5)));
}

static void counters_of_32_bits_wrap(void **state)
{
	(void)state;
	assert_step(counter_delta32(4294967290, 5), 11);
	assert_step(counter_delta32(UINT32_MAX, 0), 1);
	assert_step(counter_delta32(5, 5), 0);
	assert_step(counter_delta32(0, 2147483647), 2147483647);
}

static void a_reset_is_not_a_wrap(void **state)
{
	(void)state;
	assert_true(isnan(counter_delta32(6, 5)));
	assert_true(isnan(counter_delta32(1000000, 0)));
	assert_true(isnan(counter_delta32(0, 2147483648)));
}

static void larger_counters_do_not_wrap_at_32_bits(void **state)
{
	(void)state;
	assert_step(counter_delta32(4294967290, 4294967301), 11);
	assert_true(isnan(counter_delta32(4294967301, 5)));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(unknown_stays_unknown),
		cmocka_unit_test(steps_of_64_bits),
		cmocka_unit_test(counters_of_32_bits_wrap),
		cmocka_unit_test(a_reset_is_not_a_wrap),
		cmocka_unit_test(larger_counters_do_not_wrap_at_32_bits),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
