/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <errno.h>
#include <stdlib.h>

#include "every.h"
#include "prefixes.h"

static void assert_refused(const char *text, const char *expected)
{
	struct every every;
	const char *why = NULL;

	assert_int_equal(read_every(&every, text, &why), -EINVAL);
	assert_string_equal(why, expected);
}

/* A value of each kind that it is not, with the path to it. */
static void other_kinds_are_refused(void **state)
{
	static const char *const wrong[][2] = {
		{"[]", "not an object"},
		{"{\"whole\":\"1\"}", "whole: not a whole number"},
		{"{\"whole\":1.5}", "whole: not a whole number"},
		{"{\"whole\":2147483648}", "whole: out of range"},
		{"{\"id\":-1}", "id: out of range"},
		{"{\"i16\":32768}", "i16: out of range"},
		{"{\"u8\":256}", "u8: out of range"},
		{"{\"u8\":-1}", "u8: out of range"},
		{"{\"u32\":4294967295}", "u32: out of range"},
		{"{\"u64\":-1}", "u64: out of range"},
		{"{\"size\":-1}", "size: out of range"},
		{"{\"is_so\":1}", "is_so: neither true nor false"},
		{"{\"ch\":\"\"}", "ch: not one character"},
		{"{\"ch\":\"RS\"}", "ch: not one character"},
		{"{\"ch\":1}", "ch: not a text"},
		{"{\"word\":\"three\"}", "word: not a known word"},
		{"{\"number\":\"1\"}", "number: not a number"},
		{"{\"number\":true}", "number: not a number"},
		{"{\"time\":\"today\"}", "time: not a time"},
		{"{\"time\":1}", "time: not a text"},
		{"{\"text\":[]}", "text: not a text"},
		{"{\"cpus\":\"3-1\"}", "cpus: not a list of CPUs"},
		{"{\"known\":\"65536\"}", "known: not a list of CPUs"},
		{"{\"any\":5}", "any: not a text"},
		{"{\"numbers\":{}}", "numbers: not a list"},
		{"{\"numbers\":[1,1]}", "numbers: not ascending whole numbers"},
		{"{\"numbers\":[-1]}", "numbers: not ascending whole numbers"},
		{"{\"numbers\":[0,1.0]}", "numbers: not ascending whole numbers"},
		{"{\"numbers\":[2147483648]}", "numbers: not ascending whole numbers"},
		{"{\"counts\":[]}", "counts: not an object"},
		{"{\"numbers\":[1],\"counts\":{\"2\":1}}",
		 "counts: of a CPU that is not in the record"},
		{"{\"numbers\":[1],\"counts\":{\"1 \":1}}",
		 "counts: of a CPU that is not in the record"},
		{"{\"numbers\":[1],\"counts\":{\"\":1}}",
		 "counts: of a CPU that is not in the record"},
		{"{\"counts\":{\"0\":1}}", "counts: of a CPU that is not in the record"},
		{"{\"numbers\":[1],\"counts\":{\"1\":\"\"}}", "counts: not a number"},
		{"{\"within\":[]}", "within: not an object"},
		{"{\"within\":{\"b\":{}}}", "within.b: not a number"},
		{"{\"pointer\":1}", "pointer: not an object"},
		{"{\"rows\":{}}", "rows: not a list"},
		{"{\"rows\":[{},{},{\"a\":\"\"}]}", "rows[2].a: not a number"},
		{"{\"rows\":[{},null]}", "rows[1]: not an object"},
		{"{\"cpu_rows\":[{}]}", "cpu_rows: not one for each CPU"},
		{"{\"cpu_rows\":7}", "cpu_rows: not a list"},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(wrong) / sizeof(*wrong); i++)
		assert_refused(wrong[i][0], wrong[i][1]);
}

static void what_is_no_json_is_refused(void **state)
{
	static const char *const wrong[] = {
		"x",
		"{\"whole\":1}x",
		"{\"whole\":1,\"whole\":1}",
		"{\"whole\":01}",
		"{\"whole\":123456789012345678901234567890}",
		"{\"number\":1e999}",
		"{\"number\":NaN}",
		"{\"text\":\"\xff\"}",
		"{\"text\":\"\\u0000\"}",
		"{\"text\":\"\\ud800\"}",
		"{'text':1}",
	};
	struct every every;
	const char *why;

	(void)state;
	for (size_t i = 0; i < sizeof(wrong) / sizeof(*wrong); i++) {
		assert_int_equal(read_every(&every, wrong[i], &why), -EINVAL);
		assert_true(strncmp(why, "not JSON at byte ", 17) == 0);
	}
	assert_refused("{}\n{}", "not JSON at byte 4");
}

static void read_prefix(const char *text, size_t len)
{
	struct every every = {0};
	const char *why = NULL;
	int result = json_read(&every_shape, &axis, &every, text, len, &arena, &why);

	if (len == strlen(everything)) {
		assert_int_equal(result, 0);
		return;
	}
	assert_int_equal(result, -EINVAL);
	assert_non_null(why);
}

static void a_text_may_end_anywhere(void **state)
{
	(void)state;
	for_each_prefix(everything, read_prefix);
	assert_refused("", "cut off");
	assert_refused("{\"text\":\"a", "cut off");
	assert_refused("{\"rows\":[{}", "cut off");
}

static void nesting_has_an_end(void **state)
{
	size_t depth = 100000;
	char *deep = malloc(depth + 1);
	struct every every;
	const char *why;

	(void)state;
	assert_non_null(deep);
	memset(deep, '[', depth);
	deep[depth] = '\0';
	assert_int_equal(read_every(&every, deep, &why), -EINVAL);
	assert_true(strncmp(why, "not JSON at byte ", 17) == 0);
	free(deep);
}

/* A short line that asks for a count of each of 60,000 CPUs many times over. */
static void what_needs_too_much_memory_is_refused(void **state)
{
	static const struct member counts = {"c", MEMBER_CPUS_IF_ANY, 0, .help = ""};
	static const struct shape row = {
		.size = sizeof(void *), .members = &counts, .n_members = 1};
	static const struct member rows = {"r",           MEMBER_ROWS, EVERY(rows),
					   EVERY(n_rows), &row,        .help = ""};
	static const struct shape root = {.members = &rows, .n_members = 1};
	const size_t n = 40000;
	const char one[] = "{\"c\":\"65535\"},";
	char *text = malloc(sizeof(one) * n + 16), *at = text;
	struct every every = {0};
	const char *why;

	(void)state;
	assert_non_null(text);
	at = stpcpy(at, "{\"r\":[");
	for (size_t i = 0; i < n; i++)
		at = stpcpy(at, one);
	stpcpy(at - 1, "]}");
	assert_int_equal(json_read(&root, &axis, &every, text, strlen(text), &arena, &why),
			 -EINVAL);
	assert_non_null(strstr(why, "].c: too much of it"));
	free(text);
}

/* Three bytes of a file become a hundred and more of the library's. */
static void what_makes_too_large_a_tree_is_refused(void **state)
{
	const size_t n = 3000000;
	char *text = malloc(3 * n + 2), *at = text;

	(void)state;
	assert_non_null(text);
	*at++ = '[';
	for (size_t i = 0; i < n; i++)
		at = stpcpy(at, "[],");
	stpcpy(at - 1, "]");
	assert_refused(text, "too much of it");
	free(text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(other_kinds_are_refused),
		TEST(what_is_no_json_is_refused),
		TEST(a_text_may_end_anywhere),
		TEST(nesting_has_an_end),
		TEST(what_needs_too_much_memory_is_refused),
		TEST(what_makes_too_large_a_tree_is_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
