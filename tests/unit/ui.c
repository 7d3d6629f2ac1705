/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "base/xalloc.h"
#include "ui/ui.h"

static int setup(void **state)
{
	struct ui *ui = xcalloc(1, sizeof(*ui));

	ui_init(ui, panes[0]);
	*state = ui;
	return 0;
}

static int teardown(void **state)
{
	ui_fini(*state);
	free(*state);
	return 0;
}

static void expressions_are_extended_and_blind_to_case(void **state)
{
	struct ui *ui = *state;

	assert_int_equal(ui_set_filter(ui, "^(NGINX|php-fpm)$", NULL, 0), 0);
	assert_int_equal(regexec(&ui->filter_regex, "nginx", 0, NULL, 0), 0);
	assert_int_equal(regexec(&ui->filter_regex, "PHP-FPM", 0, NULL, 0), 0);
	assert_int_not_equal(regexec(&ui->filter_regex, "nginx2", 0, NULL, 0), 0);
}

static void a_bad_expression_changes_nothing(void **state)
{
	struct ui *ui = *state;
	char why[80] = "";

	assert_int_equal(ui_set_find(ui, "a.c", why, sizeof(why)), 0);
	assert_int_not_equal(ui_set_find(ui, "a(", why, sizeof(why)), 0);
	assert_true(strlen(why) > 0);
	assert_string_equal(ui->find, "a.c");
	assert_int_equal(regexec(&ui->find_regex, "abc", 0, NULL, 0), 0);
}

static void nothing_or_empty_clears(void **state)
{
	struct ui *ui = *state;

	assert_int_equal(ui_set_find(ui, "a", NULL, 0), 0);
	assert_int_equal(ui_set_find(ui, "", NULL, 0), 0);
	assert_null(ui->find);
	assert_int_equal(ui_set_filter(ui, "a", NULL, 0), 0);
	assert_int_equal(ui_set_filter(ui, "b", NULL, 0), 0);
	assert_string_equal(ui->filter, "b");
	assert_int_equal(ui_set_filter(ui, NULL, NULL, 0), 0);
	assert_null(ui->filter);
}

static const struct column columns[] = {{.key = "pid", .title = "PID"},
					{.key = "cpu", .title = "%CPU"}};
static const struct model model = {.columns = columns, .n_columns = 2};

static void the_chosen_column_goes_before_that_of_the_command_line(void **state)
{
	struct ui *ui = *state;

	assert_null(ui_sort_key(ui, &model));
	ui->sort_key = xstrdup("%cpu");
	assert_string_equal(ui_sort_key(ui, &model), "%cpu");
	ui_sort_by(ui, "pid");
	assert_string_equal(ui_sort_key(ui, &model), "pid");
	ui_sort_by(ui, ui_table(ui)->sort_key); /* its own copy */
	assert_string_equal(ui_sort_key(ui, &model), "pid");
	ui_sort_by(ui, "no-such-column");
	assert_string_equal(ui_sort_key(ui, &model), "%cpu");
}

static void each_pane_is_sorted_by_itself(void **state)
{
	struct ui *ui = *state;

	ui_sort_by(ui, "pid");
	ui->pane = panes[1];
	assert_null(ui_sort_key(ui, &model));
	ui->pane = panes[0];
	assert_string_equal(ui_sort_key(ui, &model), "pid");
}

static void a_message_is_cut_not_spilled(void **state)
{
	struct ui *ui = *state;
	char endless[1000];

	memset(endless, 'x', sizeof(endless) - 1);
	endless[sizeof(endless) - 1] = '\0';
	ui_say(ui, "no such user: %s", endless);
	assert_int_equal(strlen(ui->message), sizeof(ui->message) - 1);
}

#define TEST(function) cmocka_unit_test_setup_teardown(function, setup, teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(expressions_are_extended_and_blind_to_case),
		TEST(a_bad_expression_changes_nothing),
		TEST(nothing_or_empty_clears),
		TEST(the_chosen_column_goes_before_that_of_the_command_line),
		TEST(each_pane_is_sorted_by_itself),
		TEST(a_message_is_cut_not_spilled),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
