/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <getopt.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "bench/bench.h"
#include "options.h"
#include "pane/pane.h"

/* Parses "overtop OPTION VALUE". */
static enum options_result parse(const char *option, const char *value, struct options *options)
{
	char name[] = "overtop", first[32], second[64];
	char *argv[] = {name, first, second, NULL};

	snprintf(first, sizeof(first), "%s", option);
	snprintf(second, sizeof(second), "%s", value);
	optind = 0; /* begin anew */
	return options_parse(3, argv, options);
}

static void assert_panes(const char *list, const char *digits)
{
	struct options options;

	assert_int_equal(parse("--pane", list, &options), OPTIONS_RUN);
	assert_int_equal(options.n_panes, strlen(digits));
	for (size_t i = 0; i < options.n_panes; i++)
		assert_int_equal(options.panes[i]->key, digits[i]);
	options_fini(&options);
}

static void panes_have_names_and_digits(void **state)
{
	(void)state;
	assert_panes("tasks", "2");
	assert_panes("2", "2");
	assert_panes("8,cpus,0", "810");
	for (size_t i = 0; i < n_panes; i++) {
		const char digit[] = {panes[i]->key, '\0'};

		assert_panes(panes[i]->name, digit);
		assert_panes(digit, digit);
	}
}

static void other_panes_are_refused(void **state)
{
	static const char *const lists[] = {"", "a", "12", "1,", ",1", "1 ", "Tasks", "tasks,x"};

	(void)state;
	for (size_t i = 0; i < sizeof(lists) / sizeof(*lists); i++) {
		struct options options;

		assert_int_equal(parse("--pane", lists[i], &options), OPTIONS_BAD);
		options_fini(&options);
	}
}

static void a_delay_may_begin_with_its_point(void **state)
{
	struct options options;

	(void)state;
	assert_int_equal(parse("-d", ".5", &options), OPTIONS_RUN);
	assert_true(fabs(options.interval_s - 0.5) < 1e-9);
	options_fini(&options);
	assert_int_equal(parse("-d", ".05", &options), OPTIONS_BAD);
	options_fini(&options);
}

/* Parses "overtop --bench LIST" as users write it, with "=". */
static enum options_result parse_bench(const char *list, struct options *options)
{
	char option[64];
	char name[] = "overtop", *argv[] = {name, option, NULL};

	snprintf(option, sizeof(option), "--bench%s%s", list ? "=" : "", list ? list : "");
	optind = 0;
	return options_parse(2, argv, options);
}

static size_t assert_benches(const char *list, bool is_quick)
{
	struct options options;
	size_t n;

	assert_int_equal(parse_bench(list, &options), OPTIONS_RUN);
	assert_int_equal(options.is_quick, is_quick);
	n = options.n_benches;
	options_fini(&options);
	return n;
}

static void benchmarks_are_a_set_or_keys(void **state)
{
	size_t n_quick = assert_benches("quick", true), n_all = assert_benches("all", false);

	(void)state;
	assert_int_equal(assert_benches(NULL, true), n_quick);
	assert_true(n_quick > 0 && n_quick < n_all && n_all <= n_benches);
	for (size_t i = 0; i < n_benches; i++)
		assert_int_equal(assert_benches(benches[i]->key, false), 1);
	assert_int_equal(assert_benches("fork,call", false), 2);
}

static void other_benchmarks_are_refused(void **state)
{
	static const char *const lists[] = {"", "all,quick", "fork,", ",fork", "for", "fork "};

	(void)state;
	for (size_t i = 0; i < sizeof(lists) / sizeof(*lists); i++) {
		struct options options;

		assert_int_equal(parse_bench(lists[i], &options), OPTIONS_BAD);
		options_fini(&options);
	}
}

static size_t longest_line(const char *text)
{
	size_t longest = 0;

	while (*text) {
		size_t len = strcspn(text, "\n");

		longest = len > longest ? len : longest;
		text += len + (text[len] == '\n');
	}
	return longest;
}

static void help_fits_80_columns(void **state)
{
	char text[8192] = "";
	FILE *out = fmemopen(text, sizeof(text) - 1, "w");

	(void)state;
	assert_non_null(out);
	options_print_help(out);
	fclose(out);
	assert_true(longest_line(text) > 60 && longest_line(text) <= 80);
	for (size_t i = 0; i < n_option_entries; i++)
		assert_non_null(strstr(text, option_entries[i].name));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(panes_have_names_and_digits),
		cmocka_unit_test(other_panes_are_refused),
		cmocka_unit_test(a_delay_may_begin_with_its_point),
		cmocka_unit_test(benchmarks_are_a_set_or_keys),
		cmocka_unit_test(other_benchmarks_are_refused),
		cmocka_unit_test(help_fits_80_columns),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
