/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Eleven digits: what is left of a number, and that text and back it stays what it is. */
#include "config.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "interval/parts.h"

static double through_text(double number)
{
	char text[40];

	snprintf(text, sizeof(text), "%.*g", FIELD_DIGITS, number);
	return strtod(text, NULL);
}

static void what_is_left_is_near(void **state)
{
	uint64_t seed = 88172645463325252;

	(void)state;
	for (int i = 0; i < 100000; i++) {
		double number, rounded;

		seed ^= seed << 13;
		seed ^= seed >> 7;
		seed ^= seed << 17;
		number = pow(2, (double)(seed % 60000) / 1000 - 30) * (seed & 1 ? -1 : 1);
		rounded = interval_rounded(number);
		assert_true(fabs(rounded - number) <= 5e-11 * fabs(number));
		/* Whole numbers are written with all their digits. */
		assert_true(rounded == rint(rounded) || through_text(rounded) == rounded);
		assert_true(interval_rounded(rounded) == rounded);
	}
}

static void whole_numbers_are_left_alone(void **state)
{
	static const double numbers[] = {0, 1, -5, 1234567890123, 9007199254740991, 1e300};

	(void)state;
	for (size_t i = 0; i < sizeof(numbers) / sizeof(*numbers); i++)
		assert_true(interval_rounded(numbers[i]) == numbers[i]);
}

static void what_is_no_number_stays_none(void **state)
{
	(void)state;
	assert_true(isnan(interval_rounded((double)NAN)));
	assert_true(isinf(interval_rounded((double)INFINITY)));
}

static void examples(void **state)
{
	(void)state;
	assert_true(interval_rounded(1.0 / 3) == 0.33333333333);
	assert_true(interval_rounded(200.0 / 3) == 66.666666667);
	assert_true(interval_rounded(123456.78901234) == 123456.78901);
	assert_true(interval_rounded(0.50009157999999998) == 0.50009158);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_is_left_is_near),
		cmocka_unit_test(whole_numbers_are_left_alone),
		cmocka_unit_test(what_is_no_number_stays_none),
		cmocka_unit_test(examples),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
