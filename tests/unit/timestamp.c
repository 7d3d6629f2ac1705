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

#include "base/timestamp.h"

#define S 1000000000ULL

static void assert_moment(uint64_t ns, const char *text)
{
	char out[TIMESTAMP_SIZE];
	uint64_t again;

	timestamp_format(ns, out);
	assert_string_equal(out, text);
	assert_true(timestamp_parse(out, strlen(out), &again));
	assert_int_equal(again, ns);
}

static void moments_are_written_and_read(void **state)
{
	(void)state;
	assert_moment(0, "1970-01-01T00:00:00.000000000Z");
	assert_moment(1, "1970-01-01T00:00:00.000000001Z");
	assert_moment(951782400 * S - 1, "2000-02-28T23:59:59.999999999Z");
	assert_moment(951782400 * S, "2000-02-29T00:00:00.000000000Z");
	assert_moment(1796054733123456789, "2026-11-30T16:05:33.123456789Z");
	assert_moment(UINT64_MAX, "2554-07-21T23:34:33.709551615Z");
}

static void the_time_zone_does_not_matter(void **state)
{
	(void)state;
	setenv("TZ", "Asia/Shanghai", 1);
	tzset();
	assert_moment(1796054733000000000, "2026-11-30T16:05:33.000000000Z");
	unsetenv("TZ");
	tzset();
}

static void assert_read(const char *text, uint64_t ns)
{
	uint64_t read;

	assert_true(timestamp_parse(text, strlen(text), &read));
	assert_int_equal(read, ns);
}

static void decimals_may_be_fewer_or_more(void **state)
{
	(void)state;
	assert_read("1970-01-01T00:00:02Z", 2 * S);
	assert_read("1970-01-01T00:00:02.5Z", 2 * S + S / 2);
	assert_read("1970-01-01T00:00:02.0000000019Z", 2 * S + 1);
}

static void what_is_no_moment_is_refused(void **state)
{
	static const char *const wrong[] = {
		"",
		"now",
		"2026-11-30",
		"2026-11-30T16:05:33",
		"2026-11-30T16:05:33.5",
		"2026-11-30 16:05:33Z",
		"2026-11-30T16:05:33Z ",
		" 2026-11-30T16:05:33Z",
		"2026-11-30T16:05:33,5Z",
		"2026-11-30T16:05:33+01:00",
		"2026-13-01T00:00:00Z",
		"2026-02-29T00:00:00Z",
		"2026-00-01T00:00:00Z",
		"2026-01-00T00:00:00Z",
		"2026-01-01T24:00:00Z",
		"2026-01-01T00:60:00Z",
		"2026-1-1T0:0:0Z",
		"1969-12-31T23:59:59Z",
		"2554-07-21T23:34:34Z",
		"2554-07-21T23:34:33.8Z",
		"9999-12-31T23:59:59Z",
		"-026-11-30T16:05:33Z",
	};
	uint64_t ns;

	(void)state;
	for (size_t i = 0; i < sizeof(wrong) / sizeof(*wrong); i++)
		assert_false(timestamp_parse(wrong[i], strlen(wrong[i]), &ns));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(moments_are_written_and_read),
		cmocka_unit_test(the_time_zone_does_not_matter),
		cmocka_unit_test(decimals_may_be_fewer_or_more),
		cmocka_unit_test(what_is_no_moment_is_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
