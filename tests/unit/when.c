/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "ui/when.h"

#define SECOND UINT64_C(1000000000)
#define HOUR   (3600 * SECOND)

/* 2026-11-30 16:05:33.412 UTC */
static const uint64_t now = UINT64_C(1796054733) * SECOND + 412000000;
/* 2026-11-30 00:00 UTC */
static const uint64_t midnight = UINT64_C(1795996800) * SECOND;

static void use_zone(const char *zone)
{
	setenv("TZ", zone, 1);
	tzset();
}

static int use_utc(void **state)
{
	(void)state;
	use_zone("UTC0");
	return 0;
}

/* Clocks go forward on the last Sunday of March at 02:00, back on that of October at 03:00. */
static int use_berlin(void **state)
{
	(void)state;
	use_zone("CET-1CEST,M3.5.0,M10.5.0/3");
	return 0;
}

static void assert_is(const char *text, uint64_t seen_ns, uint64_t expected)
{
	uint64_t ns = 0;

	if (!when_parse(text, seen_ns, &ns))
		fail_msg("\"%s\" is not taken", text);
	if (ns != expected)
		fail_msg("\"%s\" is %llu s, not %llu s", text, (unsigned long long)(ns / SECOND),
			 (unsigned long long)(expected / SECOND));
}

static void assert_is_none(const char *text, uint64_t seen_ns)
{
	uint64_t ns;

	if (when_parse(text, seen_ns, &ns))
		fail_msg("\"%s\" is taken", text);
}

static void a_time_is_the_nearest_such_time(void **state)
{
	const uint64_t late = midnight + 22 * HOUR, early = midnight + HOUR;

	(void)state;
	assert_is("14:05", now, midnight + 14 * HOUR + 300 * SECOND);
	assert_is("14:05:30", now, midnight + 14 * HOUR + 330 * SECOND);
	assert_is("9:05", now, midnight + 9 * HOUR + 300 * SECOND);
	assert_is("23:59:59", now, midnight + 24 * HOUR - SECOND);
	/* A night has two days. */
	assert_is("3:10", late, midnight + 27 * HOUR + 600 * SECOND);
	assert_is("22:00", early, midnight - 2 * HOUR);
	assert_is("12:00", late, midnight + 12 * HOUR);
}

static void an_end_is_the_next_such_time(void **state)
{
	const uint64_t morning = midnight + 9 * HOUR;
	uint64_t ns;

	(void)state;
	assert_true(when_parse_next("22:00", morning, &ns));
	assert_true(ns == midnight + 22 * HOUR);
	assert_true(when_parse_next("8:00", morning, &ns));
	assert_true(ns == midnight + 32 * HOUR);
	assert_true(when_parse_next("-1h", morning, &ns));
	assert_true(ns == midnight + 8 * HOUR);
	assert_false(when_parse_next("soon", morning, &ns));
}

static void a_date_may_stand_before_it(void **state)
{
	(void)state;
	assert_is("2026-11-30 00:00", now, midnight);
	assert_is("2026-12-01 1:00", now, midnight + 25 * HOUR);
	assert_is("2024-02-29 00:00:01", now, UINT64_C(1709164801) * SECOND);
	assert_is("1970-01-01 00:00", now, 0);
	assert_is("2554-01-01 00:00", now, UINT64_C(18429292800) * SECOND);
}

static void a_distance_is_from_what_is_shown(void **state)
{
	(void)state;
	assert_is("-30", now, now - 30 * SECOND);
	assert_is("+30", now, now + 30 * SECOND);
	assert_is("-30s", now, now - 30 * SECOND);
	assert_is("+5m", now, now + 300 * SECOND);
	assert_is("-1h", now, now - HOUR);
	assert_is("-2d", now, now - 48 * HOUR);
	assert_is("-0", now, now);
	assert_is("-1", SECOND, 0);
}

static void what_is_before_1970_or_after_the_clock_is_none(void **state)
{
	(void)state;
	assert_is_none("-2", SECOND);
	assert_is_none("-999999999", 300000000 * SECOND);
	assert_is_none("-999999999d", now);
	assert_is_none("+999999999d", now);
	assert_is_none("+1", UINT64_MAX - 1);
	assert_is_none("+9999999999", now);
	assert_is_none("+99999999999999999999999", now);
	assert_is_none("0001-01-01 00:00", now);
	assert_is_none("1969-12-31 23:59:59", now);
	assert_is_none("2555-01-01 00:00", now);
	assert_is_none("9999-12-31 23:59", now);
}

static void anything_else_is_none(void **state)
{
	static const char *const texts[] = {
		"",
		" ",
		"now",
		"14",
		"14:",
		"14:5",
		"14:05:",
		"14:05:3",
		"14:05:300",
		"14:05 ",
		" 14:05",
		"14:05:30.5",
		"14:05h",
		"24:00",
		"14:60",
		"14:05:60",
		"99:99",
		":05",
		"014:05",
		"2026-11-30",
		"2026-11-30 ",
		"2026-11-3 14:05",
		"2026-1-30 14:05",
		"26-11-30 14:05",
		"2026-11-31 14:05",
		"2026-02-29 14:05",
		"2026-00-10 14:05",
		"2026-13-10 14:05",
		"2026-11-00 14:05",
		"2026-11-30  14:05",
		"2026/11/30 14:05",
		"12026-11-30 14:05",
		"-",
		"+",
		"--5",
		"+-5",
		"- 5",
		"-5 ",
		"-5x",
		"-5ms",
		"-5M",
		"-m",
		"-1.5",
		"-0x10",
		"\xff",
		"-1\xff",
	};

	(void)state;
	for (size_t i = 0; i < sizeof(texts) / sizeof(*texts); i++)
		assert_is_none(texts[i], now);
}

static void the_day_is_that_of_the_time_zone(void **state)
{
	const uint64_t late = midnight + 23 * HOUR + 1800 * SECOND;

	(void)state;
	/* 23:30 UTC is 00:30 of the day after. */
	assert_is("0:10", late, midnight + 23 * HOUR + 600 * SECOND);
	assert_is("2026-11-30 00:10", late, midnight - HOUR + 600 * SECOND);
	assert_is("1970-01-01 01:00", now, 0);
	assert_is_none("1970-01-01 00:59:59", now);
}

static void an_hour_that_was_skipped_is_none(void **state)
{
	/* 2026-03-29 02:00 becomes 03:00. */
	const uint64_t change = UINT64_C(1774746000) * SECOND;

	(void)state;
	assert_is("2026-03-29 01:59:59", now, change - SECOND);
	assert_is("2026-03-29 03:00", now, change);
	assert_is_none("2026-03-29 02:00", now);
	assert_is_none("2026-03-29 02:30", now);
	assert_is("03:30", change - HOUR, change + HOUR / 2);
	assert_is_none("02:30", change + HOUR);
}

/* Which of the two is meant is told by what is shown. */
static void an_hour_that_came_twice_is_the_nearer_one(void **state)
{
	/* 2026-10-25 03:00 becomes 02:00. */
	const uint64_t change = UINT64_C(1792890000) * SECOND;

	(void)state;
	assert_is("02:30", change - HOUR, change - HOUR / 2);
	assert_is("02:30", change + HOUR, change + HOUR / 2);
	assert_is("2026-10-25 02:30", now, change + HOUR / 2);
	assert_is("2026-10-25 02:30", change - 1000 * HOUR, change - HOUR / 2);
	assert_is("2026-10-25 01:30", now, change - HOUR - HOUR / 2);
	assert_is("2026-10-25 03:30", change - HOUR, change + HOUR + HOUR / 2);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup(a_time_is_the_nearest_such_time, use_utc),
		cmocka_unit_test_setup(an_end_is_the_next_such_time, use_utc),
		cmocka_unit_test_setup(a_date_may_stand_before_it, use_utc),
		cmocka_unit_test_setup(a_distance_is_from_what_is_shown, use_utc),
		cmocka_unit_test_setup(what_is_before_1970_or_after_the_clock_is_none, use_utc),
		cmocka_unit_test_setup(anything_else_is_none, use_utc),
		cmocka_unit_test_setup(anything_else_is_none, use_berlin),
		cmocka_unit_test_setup(the_day_is_that_of_the_time_zone, use_berlin),
		cmocka_unit_test_setup(an_hour_that_was_skipped_is_none, use_berlin),
		cmocka_unit_test_setup(an_hour_that_came_twice_is_the_nearer_one, use_berlin),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
