/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/attributes.h"
#include "base/counter.h"
#include "dump.h"

static struct dump dump;
static struct attributes attributes;

static void values_are_read_below_the_directory(void **state)
{
	(void)state;
	struct cpuset set = {0};
	struct span text;

	dump_put(&dump, "a/text", "  two words \nand a line\n");
	dump_put(&dump, "id", "17\n");
	dump_put(&dump, "a/list", "0-1,40\n");
	dump_put(&dump, "a/mask", "00000100,00000003\n");
	assert_true(attributes_text(&attributes, "a", "text", &text));
	assert_true(span_is(text, "two words"));
	assert_int_equal(attributes_id(&attributes, NULL, "id"), 17);
	assert_int_equal(attributes_count(&attributes, NULL, "id"), 17);
	assert_true(attributes_list(&attributes, "a", "list", &set));
	assert_int_equal(cpuset_count(&set), 3);
	assert_true(attributes_mask(&attributes, "a", "mask", &set));
	assert_true(cpuset_has(&set, 40) && cpuset_has(&set, 1) && cpuset_count(&set) == 3);
	cpuset_fini(&set);
}

static void what_is_not_there_or_no_number_is_unknown(void **state)
{
	(void)state;
	struct cpuset set = {0};
	struct span text;

	dump_put(&dump, "empty", "");
	dump_put(&dump, "none", "-1\n");
	dump_put(&dump, "zero", "0\n");
	dump_put(&dump, "null", "(null)\n");
	cpuset_add(&set, 3);
	assert_false(attributes_text(&attributes, NULL, "missing", &text));
	assert_false(attributes_text(&attributes, "id", "below-a-file", &text));
	assert_true(attributes_text(&attributes, NULL, "empty", &text));
	assert_int_equal(text.len, 0);
	assert_int_equal(attributes_id(&attributes, NULL, "missing"), -1);
	assert_int_equal(attributes_id(&attributes, NULL, "empty"), -1);
	assert_int_equal(attributes_id(&attributes, NULL, "none"), -1);
	assert_int_equal(attributes_id(&attributes, NULL, "zero"), 0);
	assert_int_equal(attributes_count(&attributes, NULL, "zero"), COUNTER_UNKNOWN);
	assert_int_equal(attributes_count(&attributes, NULL, "none"), COUNTER_UNKNOWN);
	assert_false(attributes_list(&attributes, NULL, "null", &set));
	assert_int_equal(cpuset_count(&set), 0);
	assert_true(attributes_list(&attributes, NULL, "empty", &set));
	assert_false(attributes_mask(&attributes, NULL, "missing", &set));
	cpuset_fini(&set);
}

static void entries_are_numbered(void **state)
{
	(void)state;
	struct cpuset numbers = {0};
	char text[64];

	dump_put(&dump, "cpu0/", "");
	dump_put(&dump, "cpu31/", "");
	dump_put(&dump, "cpufreq/", "");
	dump_put(&dump, "cpu7x/", "");
	dump_put(&dump, "cpu999999/", "");
	attributes_numbers(&attributes, "cpu", &numbers);
	cpuset_format(&numbers, text, sizeof(text));
	assert_string_equal(text, "0,31");
	cpuset_fini(&numbers);
}

static void a_directory_that_is_not_there_has_nothing(void **state)
{
	(void)state;
	struct attributes none;
	struct cpuset numbers = {0};

	attributes_init(&none);
	assert_int_equal(attributes_open(&none, "/nowhere/at/all"), -ENOENT);
	assert_int_equal(attributes_id(&none, NULL, "id"), -1);
	attributes_numbers(&none, "cpu", &numbers);
	assert_int_equal(cpuset_count(&numbers), 0);
	attributes_fini(&none);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(values_are_read_below_the_directory),
		cmocka_unit_test(what_is_not_there_or_no_number_is_unknown),
		cmocka_unit_test(entries_are_numbered),
		cmocka_unit_test(a_directory_that_is_not_there_has_nothing),
	};

	dump_init(&dump);
	attributes_init(&attributes);
	if (attributes_open(&attributes, dump.path) < 0)
		dump_die(dump.path);

	int failed = cmocka_run_group_tests(tests, NULL, NULL);

	attributes_fini(&attributes);
	dump_remove(&dump, "");
	return failed;
}
