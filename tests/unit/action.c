/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <ctype.h>
#include <string.h>

#include "pane/pane.h"
#include "ui/action.h"
#include "ui/event.h"

static size_t times_used(int key)
{
	size_t times = 0;

	for (size_t i = 0; i < n_actions; i++)
		for (size_t k = 0; k < ACTION_MAX_KEYS; k++)
			times += actions[i].keys[k] == key;
	return times;
}

static void a_key_does_one_thing(void **state)
{
	(void)state;
	for (size_t i = 0; i < n_actions; i++)
		for (size_t k = 0; k < ACTION_MAX_KEYS && actions[i].keys[k]; k++)
			assert_int_equal(times_used(actions[i].keys[k]), 1);
}

static void digits_are_left_to_the_panes(void **state)
{
	(void)state;
	for (int key = '0'; key <= '9'; key++)
		assert_int_equal(action_of_key(key), ACTION_NONE);
	for (size_t i = 0; i < n_panes; i++) {
		assert_true(isdigit((unsigned char)panes[i]->key));
		assert_ptr_equal(pane_by_key(panes[i]->key), panes[i]);
	}
}

static void every_action_stands_there_once_with_keys_and_help(void **state)
{
	(void)state;
	for (enum action action = ACTION_NONE + 1; action <= ACTION_WRITE; action++) {
		size_t times = 0;

		for (size_t i = 0; i < n_actions; i++)
			times += actions[i].action == action;
		assert_int_equal(times, 1);
	}
	for (size_t i = 0; i < n_actions; i++) {
		assert_int_not_equal(actions[i].keys[0], 0);
		assert_true(strlen(actions[i].keys_text) > 0);
		assert_true(strlen(actions[i].help) > 0);
		assert_int_not_equal(actions[i].help[strlen(actions[i].help) - 1], '.');
	}
}

/* A key of one printable character is written in the help as it is typed. */
static void help_names_the_keys(void **state)
{
	(void)state;
	for (size_t i = 0; i < n_actions; i++)
		for (size_t k = 0; k < ACTION_MAX_KEYS; k++) {
			int key = actions[i].keys[k];

			if (key > ' ' && key < 0x7f)
				assert_non_null(strchr(actions[i].keys_text, key));
		}
}

static void keys_are_found(void **state)
{
	(void)state;
	assert_int_equal(action_of_key('q'), ACTION_QUIT);
	assert_int_equal(action_of_key('h'), ACTION_HELP);
	assert_int_equal(action_of_key('H'), ACTION_THREADS);
	assert_int_equal(action_of_key(EVENT_KEY_F1), ACTION_HELP);
	assert_int_equal(action_of_key(0x0c), ACTION_REDRAW);
	assert_int_equal(action_of_key('\\'), ACTION_FILTER);
	assert_int_equal(action_of_key(0), ACTION_NONE);
	assert_int_equal(action_of_key('Q'), ACTION_NONE);
	assert_int_equal(action_of_key(-1), ACTION_NONE);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_key_does_one_thing),
		cmocka_unit_test(digits_are_left_to_the_panes),
		cmocka_unit_test(every_action_stands_there_once_with_keys_and_help),
		cmocka_unit_test(help_names_the_keys),
		cmocka_unit_test(keys_are_found),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
