/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <limits.h>
#include <locale.h>
#include <math.h>

#include "base/counter.h"
#include "every.h"
#include "interval/parts.h"

static void each_kind_is_written_and_read(void **state)
{
	struct every every;
	const char *why;

	(void)state;
	assert_again(everything, everything);
	assert_int_equal(read_every(&every, everything, &why), 0);
	assert_int_equal(every.id, 4);
	assert_int_equal(every.word, TWO);
	assert_string_equal(every.text, "a\n\"b\"");
	assert_int_equal(every.time_ns, 1796054733000000001);
	assert_true(cpuset_has(&every.cpus, 8) && cpuset_count(&every.cpus) == 5);
	assert_true(every.has_known_cpus && cpuset_count(&every.known_cpus) == 0);
	assert_true(cpuset_has(every.any_cpus, 5));
	assert_true(every.counts[0] == 0 && every.counts[1] == 7 && isnan(every.counts[2]));
	assert_true(isnan(every.within.b));
	assert_true(signbit(every.pointer->b));
	assert_int_equal(every.n_rows, 1);
	assert_int_equal(every.cpu_rows[2].number, 9);
}

static void what_is_not_there_is_unknown(void **state)
{
	struct every every;
	const char *why;

	(void)state;
	assert_again("{}", nothing);
	assert_again(nothing, nothing);
	assert_int_equal(read_every(&every, "{}", &why), 0);
	assert_int_equal(every.id, -1);
	assert_true(every.u32 == UINT32_MAX && every.u64 == COUNTER_UNKNOWN);
	assert_true(isnan(every.number) && isnan(every.within.a));
	assert_false(every.has_known_cpus);
	assert_null(every.text);
	assert_null(every.any_cpus);
	assert_null(every.counts);
	assert_null(every.pointer);
	assert_null(every.cpu_rows);
}

static void null_is_not_there(void **state)
{
	(void)state;
	for (size_t i = 0; i < every_shape.n_members; i++)
		assert_again(arena_printf(&arena, "{\"%s\":null}", every_members[i].key), nothing);
}

static void what_is_not_known_is_ignored(void **state)
{
	(void)state;
	assert_again(" { \"new\" : [ { } ] , \"within\":{\"newer\":{}} }\n", nothing);
}

static double through(double number)
{
	struct every every = {.number = number};
	const char *why;

	assert_int_equal(read_every(&every, written(&every), &why), 0);
	return every.number;
}

static void assert_same_number(double number)
{
	double again = through(number);

	assert_memory_equal(&number, &again, sizeof(number));
}

static void numbers_keep_their_last_bit(void **state)
{
	static const double numbers[] = {
		0,
		-0.0,
		1,
		-1,
		0.1,
		123456.789,
		-0.000123456789,
		99999999.5,
		9007199254740991,
		9007199254740994,
		1e15,
		1e17,
		4611686018427387904,
	};
	uint64_t seed = 88172645463325252;

	(void)state;
	for (size_t i = 0; i < sizeof(numbers) / sizeof(*numbers); i++)
		assert_same_number(numbers[i]);
	for (int i = 0; i < 10000; i++) {
		seed ^= seed << 13;
		seed ^= seed >> 7;
		seed ^= seed << 17;
		/* From 1e-12 to 1e9 and a little more. */
		assert_same_number(interval_rounded(pow(2, (double)(seed % 70000) / 1000 - 40)));
	}
}

static void no_number_is_null(void **state)
{
	(void)state;
	assert_true(isnan(through((double)NAN)));
	assert_true(isnan(through((double)INFINITY)));
	assert_true(isnan(through(-(double)INFINITY)));
}

static void whole_numbers_have_no_point(void **state)
{
	struct every every = {.number = 9007199254740991};

	(void)state;
	assert_non_null(strstr(written(&every), "\"number\":9007199254740991,"));
	every.number = -3;
	assert_non_null(strstr(written(&every), "\"number\":-3,"));
	every.number = 0.25;
	assert_non_null(strstr(written(&every), "\"number\":0.25,"));
}

/* Whatever decimal point the language has. */
static void the_locale_does_not_matter(void **state)
{
	(void)state;
	if (!setlocale(LC_ALL, "de_DE.UTF-8")) {
		print_message("no locale de_DE.UTF-8\n");
		skip();
	}
	assert_again(everything, everything);
	assert_same_number(123456.789);
	setlocale(LC_ALL, "C");
}

static void counters_beyond_all_are_unknown(void **state)
{
	struct every every = {.u64 = UINT64_MAX - 1};
	const char *why;

	(void)state;
	assert_int_equal(read_every(&every, written(&every), &why), 0);
	assert_true(every.u64 == COUNTER_UNKNOWN);
}

static void assert_text(const char *raw, const char *json)
{
	struct every every = {.text = raw};

	assert_non_null(strstr(written(&every), arena_printf(&arena, "\"text\":\"%s\"", json)));
	assert_again(written(&every), written(&every));
}

static void names_may_hold_any_byte(void **state)
{
	char all[256];

	(void)state;
	assert_text("", "");
	assert_text("\x1b[31m\r\x7f", "\\u001B[31m\\r\x7f");
	assert_text("a\"b\\c/d", "a\\\"b\\\\c/d");
	assert_text("\xff\xfe"
		    "abc\x80",
		    "??abc?");
	/* A letter, one cut off, one too long, half a pair, one beyond all. */
	assert_text("\xc3\xa4\xc3", "\\u00E4?");
	assert_text("\xc0\xaf", "??");
	assert_text("\xed\xa0\x80", "???");
	assert_text("\xf4\x90\x80\x80", "????");
	assert_text("\xf0\x9f\x90\xa7", "\\uD83D\\uDC27");
	/* C1, which a terminal may obey. */
	assert_text("\xc2\x9b", "\\u009B");
	for (int i = 0; i < 255; i++)
		all[i] = (char)(i + 1);
	all[255] = '\0';
	assert_text(all + 254, "?");
	assert_again(written(&(struct every){.text = all}), written(&(struct every){.text = all}));
}

static void a_line_is_ascii(void **state)
{
	struct every every = {.text = "\xe4\xb8\xad\xff\n\x01", .ch = '\x1b'};

	(void)state;
	for (const char *at = written(&every); *at; at++)
		assert_true(*at >= ' ' && *at <= '~');
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(each_kind_is_written_and_read),
		TEST(what_is_not_there_is_unknown),
		TEST(null_is_not_there),
		TEST(what_is_not_known_is_ignored),
		TEST(numbers_keep_their_last_bit),
		TEST(no_number_is_null),
		TEST(whole_numbers_have_no_point),
		TEST(the_locale_does_not_matter),
		TEST(counters_beyond_all_are_unknown),
		TEST(names_may_hold_any_byte),
		TEST(a_line_is_ascii),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
