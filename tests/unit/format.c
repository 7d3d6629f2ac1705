/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ui/format.h"

struct expected {
	double value;
	enum unit unit;
	const char *text;
};

static void check(const struct expected *expected, size_t n,
		  void (*format)(double value, enum unit unit, char out[FORMAT_SIZE]))
{
	for (size_t i = 0; i < n; i++) {
		char text[FORMAT_SIZE];

		format(expected[i].value, expected[i].unit, text);
		assert_string_equal(text, expected[i].text);
	}
}

static void on_a_screen(void **state)
{
	static const struct expected expected[] = {
		{0, UNIT_PCT, "0.0"},
		{0.04, UNIT_PCT, "0.0"},
		{-0.01, UNIT_PCT, "0.0"},
		{16.24, UNIT_PCT, "16.2"},
		{99.94, UNIT_PCT, "99.9"},
		{99.95, UNIT_PCT, "100"},
		{100, UNIT_PCT, "100"},
		{3200, UNIT_PCT, "3200"},
		{0, UNIT_RATE, "0"},
		{0.04, UNIT_RATE, "0.0"},
		{0.3, UNIT_RATE, "0.3"},
		{9.94, UNIT_RATE, "9.9"},
		{9.96, UNIT_RATE, "10"},
		{12.4, UNIT_RATE, "12"},
		{99999, UNIT_RATE, "99999"},
		{99999.6, UNIT_RATE, "100k"},
		{139004, UNIT_RATE, "139k"},
		{999499, UNIT_RATE, "999k"},
		{999600, UNIT_RATE, "1.0M"},
		{1234567, UNIT_RATE, "1.2M"},
		{45e6, UNIT_RATE, "45.0M"},
		{139e6, UNIT_RATE, "139M"},
		{4294967296, UNIT_RATE, "4.3G"},
		{1, UNIT_COUNT, "1"},
		{0, UNIT_COUNT, "0"},
		{99999, UNIT_COUNT, "99999"},
		{100000, UNIT_COUNT, "100k"},
		{4194304, UNIT_ID, "4194304"},
		{0, UNIT_ID, "0"},
		{0, UNIT_KIB, "0"},
		{812, UNIT_KIB, "812K"},
		{1023, UNIT_KIB, "1023K"},
		{1024, UNIT_KIB, "1.0M"},
		{5.2 * 1024 * 1024, UNIT_KIB, "5.2G"},
		{512 * 1024, UNIT_KIB, "512M"},
		{3.0 * 1024 * 1024 * 1024, UNIT_KIB, "3.0T"},
		{0, UNIT_SECONDS, "0.0s"},
		{-0.01, UNIT_SECONDS, "0.0s"},
		{0.24, UNIT_SECONDS, "0.2s"},
		{13.4, UNIT_SECONDS, "13.4s"},
		{59.94, UNIT_SECONDS, "59.9s"},
		{59.96, UNIT_SECONDS, "1m00s"},
		{100, UNIT_SECONDS, "1m40s"},
		{11220, UNIT_SECONDS, "3h07m"},
		{90000, UNIT_SECONDS, "1d01h"},
		{8.309, UNIT_DECIMAL, "8.31"},
		{0, UNIT_DECIMAL, "0.00"},
		{123.4, UNIT_DECIMAL, "123"},
		{3, UNIT_TEXT, "3"},
	};

	(void)state;
	check(expected, sizeof(expected) / sizeof(*expected), format_screen);
}

static void in_batch_output(void **state)
{
	static const struct expected expected[] = {
		{0, UNIT_PCT, "0.00"},
		{-0.001, UNIT_PCT, "0.00"},
		{99.999, UNIT_PCT, "100.00"},
		{139004.256, UNIT_RATE, "139004.26"},
		{1.005e9, UNIT_RATE, "1005000000.00"},
		{12.345678, UNIT_SECONDS, "12.35"},
		{8.31, UNIT_DECIMAL, "8.31"},
		{4294967295, UNIT_COUNT, "4294967295"},
		{4194304, UNIT_ID, "4194304"},
		{16384000, UNIT_KIB, "16384000"},
	};

	(void)state;
	check(expected, sizeof(expected) / sizeof(*expected), format_batch);
}

static void unknown_is_a_dash(void **state)
{
	char text[FORMAT_SIZE];

	(void)state;
	for (int unit = UNIT_ID; unit <= UNIT_STRIP; unit++) {
		format_screen((double)NAN, (enum unit)unit, text);
		assert_string_equal(text, "-");
		format_batch((double)NAN, (enum unit)unit, text);
		assert_string_equal(text, "-");
		format_screen((double)INFINITY, (enum unit)unit, text);
		assert_string_equal(text, "-");
	}
}

static void durations(void **state)
{
	static const struct expected expected[] = {
		{0, 0, "0s"},
		{59.99, 0, "59s"},
		{60, 0, "1m00s"},
		{312, 0, "5m12s"},
		{3599.9, 0, "59m59s"},
		{11220, 0, "3h07m"},
		{86399, 0, "23h59m"},
		{12 * 86400 + 4 * 3600 + 59, 0, "12d04h"},
		{99 * 86400, 0, "99d00h"},
		{1000 * 86400, 0, "1000d"},
		{(double)NAN, 0, "-"},
		{-1, 0, "-"},
		{(double)INFINITY, 0, "-"},
	};
	char text[FORMAT_SIZE];

	(void)state;
	for (size_t i = 0; i < sizeof(expected) / sizeof(*expected); i++) {
		format_duration(expected[i].value, text);
		assert_string_equal(text, expected[i].text);
	}
}

/* Columns stand still: whatever a counter does, its number takes no more than this. */
static void numbers_stay_short(void **state)
{
	char text[FORMAT_SIZE];

	(void)state;
	for (double value = 0.001; value < 1e17; value *= 1.013) {
		format_screen(value, UNIT_RATE, text);
		assert_true(strlen(text) <= 5);
		format_screen(value, UNIT_COUNT, text);
		assert_true(strlen(text) <= 5);
		format_screen(value, UNIT_KIB, text);
		assert_true(strlen(text) <= 5);
		format_screen(value, UNIT_DECIMAL, text);
		assert_true(strlen(text) <= 5);
		format_screen(fmin(value, 1e10), UNIT_SECONDS, text);
		assert_true(strlen(text) <= 7);
	}
}

/* What is written is the value, to the precision that it is written with. */
static void numbers_are_true(void **state)
{
	(void)state;
	for (double value = 10; value < 1e15; value *= 1.017) {
		char text[FORMAT_SIZE], *suffix;

		format_screen(value, UNIT_RATE, text);
		double written = strtod(text, &suffix);

		while (*suffix && strchr("kMGT", *suffix))
			written *= pow(1000, (double)(strchr("kMGT", *suffix++) - "kMGT" + 1));
		assert_true(fabs(written - value) <= value * 0.051);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(on_a_screen),        cmocka_unit_test(in_batch_output),
		cmocka_unit_test(unknown_is_a_dash),  cmocka_unit_test(durations),
		cmocka_unit_test(numbers_stay_short), cmocka_unit_test(numbers_are_true),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
