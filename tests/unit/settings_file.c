/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "judged.h"
#include "prefixes.h"
#include "settings_file.h"

/* What was wrong: with which lines, and the last words. */
struct told {
	size_t lines[8];
	size_t n;
	char what[256];
};

static void tell(void *data, const struct settings_problem *problem)
{
	struct told *told = data;

	assert_true(told->n < 8);
	told->lines[told->n++] = problem->line;
	snprintf(told->what, sizeof(told->what), "%s", problem->what);
}

static struct told parse(struct tuning *tuning, const char *text, size_t len)
{
	struct told told = {.n = 0};
	const struct settings_listener listener = {&told, tell};

	settings_parse(tuning, text, len, &listener);
	return told;
}

static double threshold(const struct tuning *tuning, const struct rule *rule, size_t i)
{
	struct arena arena = {0};
	double value = tuning_thresholds(tuning, rule, false, &arena)[i];

	arena_fini(&arena);
	return value;
}

static const char good[] = "# mine\n"
			   "\n"
			   " R1.warn_per_s = 7.5 # more\n"
			   "R2.idle_pct=12\n"
			   "\tR1.crit_per_s\t=\t9";

static void lines_set_thresholds(void **state)
{
	struct tuning *tuning = tuning_new();

	(void)state;
	assert_true(threshold(tuning, &rate_rule, 0) == 100);
	assert_int_equal(parse(tuning, good, strlen(good)).n, 0);
	assert_true(threshold(tuning, &rate_rule, 0) == 7.5);
	assert_true(threshold(tuning, &rate_rule, 1) == 9);
	assert_true(threshold(tuning, &idle_rule, 0) == 12);
	tuning_free(tuning);
}

static void what_is_wrong_is_told_and_skipped(void **state)
{
	static const char text[] = "R1.warn_pct = 1\n"
				   "R1.warn_per_s = many\n"
				   "# R9\n"
				   "R1.warn_per_s\n"
				   "= 3\n"
				   "R1.warn_per_s = 1 2\n"
				   "R1.warn_per_s = -1\n"
				   "R1.crit_per_s = 5\n";
	static const size_t wrong[] = {1, 2, 4, 5, 6, 7};
	struct tuning *tuning = tuning_new();
	struct told told = parse(tuning, text, strlen(text));

	(void)state;
	assert_int_equal(told.n, 6);
	for (size_t i = 0; i < told.n; i++)
		assert_int_equal(told.lines[i], wrong[i]);
	assert_true(threshold(tuning, &rate_rule, 0) == 100);
	assert_true(threshold(tuning, &rate_rule, 1) == 5);
	assert_string_equal(parse(tuning, "R1.crit = 1", 11).what, "there is no setting R1.crit");
	tuning_free(tuning);
}

static void a_long_name_is_cut_short(void **state)
{
	struct tuning *tuning = tuning_new();
	char text[1000];

	(void)state;
	memset(text, 'x', sizeof(text));
	memcpy(text + sizeof(text) - 2, "=1", 2);
	assert_true(strlen(parse(tuning, text, sizeof(text)).what) < 100);
	tuning_free(tuning);
}

static void parse_prefix(const char *text, size_t len)
{
	struct tuning *tuning = tuning_new();

	/* The line that is cut off may be no setting; the others are. */
	assert_true(parse(tuning, text, len).n <= 1);
	tuning_free(tuning);
}

static void a_cut_off_file_is_read(void **state)
{
	(void)state;
	for_each_prefix(good, parse_prefix);
}

static void files_are_loaded(void **state)
{
	char folder[] = "/tmp/settings.XXXXXX";
	struct told told = {.n = 0};
	const struct settings_listener listener = {&told, tell};
	struct tuning *tuning = tuning_new();
	char *path;
	FILE *file;

	(void)state;
	assert_non_null(mkdtemp(folder));
	setenv("XDG_CONFIG_HOME", folder, 1);
	path = settings_path_dup();
	assert_int_equal(settings_load(tuning, path, &listener), -ENOENT);
	assert_int_equal(settings_load(tuning, folder, &listener), -EINVAL);
	assert_int_equal(settings_load(tuning, "/dev/null", &listener), 0);
	*strrchr(path, '/') = '\0';
	mkdir(path, 0700);
	free(path);
	path = settings_path_dup();
	file = fopen(path, "w");
	assert_non_null(file);
	fputs("R1.warn_per_s = 3\nwhat\n", file);
	fclose(file);
	assert_int_equal(settings_load(tuning, path, &listener), 0);
	assert_int_equal(told.n, 1);
	assert_true(threshold(tuning, &rate_rule, 0) == 3);
	unlink(path);
	*strrchr(path, '/') = '\0';
	rmdir(path);
	rmdir(folder);
	free(path);
	tuning_free(tuning);
}

static void they_are_below_the_home(void **state)
{
	char *path;

	(void)state;
	unsetenv("XDG_CONFIG_HOME");
	setenv("HOME", "/home/me", 1);
	path = settings_path_dup();
	assert_string_equal(path, "/home/me/.config/overtop/settings");
	free(path);
	setenv("HOME", "here", 1);
	assert_null(settings_path_dup());
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(lines_set_thresholds),
		cmocka_unit_test(what_is_wrong_is_told_and_skipped),
		cmocka_unit_test(a_long_name_is_cut_short),
		cmocka_unit_test(a_cut_off_file_is_read),
		cmocka_unit_test(files_are_loaded),
		cmocka_unit_test(they_are_below_the_home),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
