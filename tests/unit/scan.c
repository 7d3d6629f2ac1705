/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>

#include "base/scan.h"

static struct scan of(const char *text)
{
	return scan_of(text, strlen(text));
}

static void assert_left(const struct scan *scan, const char *text)
{
	assert_int_equal(scan->end - scan->at, strlen(text));
	assert_memory_equal(scan->at, text, strlen(text));
}

static void nothing_is_found_in_an_empty_text(void **state)
{
	(void)state;
	struct scan scan = scan_of(NULL, 0), line;
	struct span word;
	uint64_t u64;
	int64_t i64;
	double decimal;

	assert_true(scan_is_at_end(&scan));
	assert_false(scan_u64(&scan, &u64));
	assert_false(scan_i64(&scan, &i64));
	assert_false(scan_hex(&scan, &u64));
	assert_false(scan_decimal(&scan, &decimal));
	assert_false(scan_word(&scan, &word));
	assert_false(scan_literal(&scan, "x"));
	assert_false(scan_line(&scan, &line));
	assert_int_equal(scan_rest(&scan).len, 0);
}

static void numbers_are_taken_one_after_the_other(void **state)
{
	(void)state;
	struct scan scan = of(" 1\t 22 x");
	uint64_t value = 0;

	assert_true(scan_u64(&scan, &value));
	assert_int_equal(value, 1);
	assert_true(scan_u64(&scan, &value));
	assert_int_equal(value, 22);
	assert_false(scan_u64(&scan, &value));
	assert_left(&scan, "x");
	assert_int_equal(value, 22);
}

static void numbers_may_touch_what_follows(void **state)
{
	(void)state;
	struct scan scan = of("IPI0:2768808080    7");
	uint64_t value = 0;

	assert_true(scan_literal(&scan, "IPI0:"));
	assert_true(scan_u64(&scan, &value));
	assert_int_equal(value, 2768808080);

	scan = of("12abc");
	assert_true(scan_u64(&scan, &value));
	assert_int_equal(value, 12);
	assert_left(&scan, "abc");
}

static void numbers_stop_at_the_end_and_not_at_a_nul(void **state)
{
	(void)state;
	struct scan scan = scan_of("12345", 3);
	uint64_t value = 0;

	assert_true(scan_u64(&scan, &value));
	assert_int_equal(value, 123);
	assert_true(scan_is_at_end(&scan));
}

static void numbers_never_cross_a_newline(void **state)
{
	(void)state;
	struct scan scan = of(" \n5");
	struct span word;
	uint64_t value;

	assert_false(scan_u64(&scan, &value));
	assert_false(scan_word(&scan, &word));
	assert_left(&scan, "\n5");
}

static void assert_u64(const char *text, uint64_t expected)
{
	struct scan scan = of(text);
	uint64_t value = 0;

	assert_true(scan_u64(&scan, &value));
	assert_true(value == expected);
	assert_true(scan_is_at_end(&scan));
}

static void u64_saturates_below_unknown(void **state)
{
	(void)state;
	assert_u64("0", 0);
	assert_u64("00000000000000000000000000007", 7);
	assert_u64("18446744073709551613", UINT64_MAX - 2);
	assert_u64("18446744073709551614", UINT64_MAX - 1);
	assert_u64("18446744073709551615", UINT64_MAX - 1);
	assert_u64("18446744073709551616", UINT64_MAX - 1);
	assert_u64("99999999999999999999999999", UINT64_MAX - 1);
}

static void assert_i64(const char *text, int64_t expected)
{
	struct scan scan = of(text);
	int64_t value = 0;

	assert_true(scan_i64(&scan, &value));
	assert_true(value == expected);
	assert_true(scan_is_at_end(&scan));
}

static void i64_has_a_sign(void **state)
{
	(void)state;
	struct scan scan = of(" -x");
	int64_t value;

	assert_i64("  -20", -20);
	assert_i64("19", 19);
	assert_i64("9223372036854775808", INT64_MAX);
	assert_i64("-99999999999999999999", -INT64_MAX);
	assert_false(scan_i64(&scan, &value));
	assert_left(&scan, "-x");
}

static void hex_takes_both_cases_and_saturates(void **state)
{
	(void)state;
	struct scan scan = of("fF,10 ffffffffffffffff 1ffffffffffffffff 0x1");
	uint64_t value = 0;

	assert_true(scan_hex(&scan, &value));
	assert_int_equal(value, 255);
	assert_false(scan_hex(&scan, &value));
	assert_true(scan_literal(&scan, ","));
	assert_true(scan_hex(&scan, &value));
	assert_int_equal(value, 16);
	assert_true(scan_hex(&scan, &value));
	assert_true(value == UINT64_MAX);
	assert_true(scan_hex(&scan, &value));
	assert_true(value == UINT64_MAX);
	assert_true(scan_hex(&scan, &value));
	assert_int_equal(value, 0);
	assert_left(&scan, "x1");
}

static void assert_decimal(const char *text, double expected, const char *left)
{
	struct scan scan = of(text);
	double value = -1;

	assert_true(scan_decimal(&scan, &value));
	assert_true(value > expected - 1e-9 && value < expected + 1e-9);
	assert_left(&scan, left);
}

static void decimals_have_a_point(void **state)
{
	(void)state;
	assert_decimal("12", 12, "");
	assert_decimal("0.09", 0.09, "");
	assert_decimal(" 123456.70 ", 123456.7, " ");
	assert_decimal("7.", 7, ".");
	assert_decimal("0,09", 0, ",09");
	assert_decimal("1.2.3", 1.2, ".3");
	assert_decimal("0.12345678901234567890123456789012", 0.123456789012, "");
	assert_decimal(" .5x", 0.5, "x");
	assert_decimal(".5.5", 0.5, ".5");

	struct scan scan = of(" .x");
	double value = 7;

	assert_false(scan_decimal(&scan, &value));
	assert_left(&scan, ".x");
	assert_true(value == 7);
}

static void decimals_have_a_point_where_people_write_a_comma(void **state)
{
	(void)state;
	if (!setlocale(LC_ALL, "de_DE.UTF-8"))
		skip();
	assert_string_equal(localeconv()->decimal_point, ",");
	assert_decimal("0.09", 0.09, "");
	setlocale(LC_ALL, "C");
}

static void words_end_at_blanks(void **state)
{
	(void)state;
	struct scan scan = of("  eth0\tx:y  \nz");
	struct span word;

	assert_true(scan_word(&scan, &word));
	assert_true(span_is(word, "eth0"));
	assert_true(scan_word(&scan, &word));
	assert_true(span_is(word, "x:y"));
	assert_false(scan_word(&scan, &word));
}

static void literals_are_whole(void **state)
{
	(void)state;
	struct scan scan = of("cpu0 cpu");

	assert_false(scan_literal(&scan, "cpu1"));
	assert_false(scan_literal(&scan, " cpu0"));
	assert_true(scan_literal(&scan, "cpu0 "));
	assert_false(scan_literal(&scan, "cpu0"));
	assert_true(scan_literal(&scan, "cpu"));
}

static void lines_may_be_empty_and_the_last_lack_its_newline(void **state)
{
	(void)state;
	struct scan scan = of("one\n\n\tthree \t"), line;

	assert_true(scan_line(&scan, &line));
	assert_left(&line, "one");
	assert_true(scan_line(&scan, &line));
	assert_left(&line, "");
	assert_true(scan_line(&scan, &line));
	assert_left(&line, "\tthree \t");
	assert_true(span_is(scan_rest(&line), "three"));
	assert_false(scan_line(&scan, &line));

	scan = of("one\n");
	assert_true(scan_line(&scan, &line));
	assert_false(scan_line(&scan, &line));
}

static void spans_are_compared_whole(void **state)
{
	(void)state;
	struct span span = {"cpu0", 3};

	assert_true(span_is(span, "cpu"));
	assert_false(span_is(span, "cp"));
	assert_false(span_is(span, "cpu0"));
	assert_true(span_is((struct span){NULL, 0}, ""));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(nothing_is_found_in_an_empty_text),
		cmocka_unit_test(numbers_are_taken_one_after_the_other),
		cmocka_unit_test(numbers_may_touch_what_follows),
		cmocka_unit_test(numbers_stop_at_the_end_and_not_at_a_nul),
		cmocka_unit_test(numbers_never_cross_a_newline),
		cmocka_unit_test(u64_saturates_below_unknown),
		cmocka_unit_test(i64_has_a_sign),
		cmocka_unit_test(hex_takes_both_cases_and_saturates),
		cmocka_unit_test(decimals_have_a_point),
		cmocka_unit_test(decimals_have_a_point_where_people_write_a_comma),
		cmocka_unit_test(words_end_at_blanks),
		cmocka_unit_test(literals_are_whole),
		cmocka_unit_test(lines_may_be_empty_and_the_last_lack_its_newline),
		cmocka_unit_test(spans_are_compared_whole),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
