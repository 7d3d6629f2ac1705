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

#include "ui/event.h"
#include "ui/prompt.h"

static void type(struct prompt *prompt, const char *ascii)
{
	while (*ascii)
		assert_int_equal(prompt_key(prompt, *ascii++), PROMPT_GOES_ON);
}

static void text_is_typed_and_edited(void **state)
{
	struct prompt prompt;

	(void)state;
	prompt_open(&prompt, PROMPT_FIND, NULL, NULL);
	type(&prompt, "ngin");
	prompt_key(&prompt, EVENT_KEY_LEFT);
	prompt_key(&prompt, EVENT_KEY_LEFT);
	type(&prompt, "-");
	assert_string_equal(prompt.text, "ng-in");
	prompt_key(&prompt, EVENT_KEY_BACKSPACE);
	prompt_key(&prompt, EVENT_KEY_DELETE);
	assert_string_equal(prompt.text, "ngn");
	prompt_key(&prompt, EVENT_KEY_HOME);
	prompt_key(&prompt, EVENT_KEY_BACKSPACE);
	prompt_key(&prompt, EVENT_KEY_LEFT);
	type(&prompt, "a");
	prompt_key(&prompt, EVENT_KEY_END);
	prompt_key(&prompt, EVENT_KEY_DELETE);
	prompt_key(&prompt, EVENT_KEY_RIGHT);
	type(&prompt, "b");
	assert_string_equal(prompt.text, "angnb");
	prompt_key(&prompt, 'U' & 0x1f);
	assert_string_equal(prompt.text, "");
	assert_int_equal(prompt.len, 0);
	assert_int_equal(prompt.cursor, 0);
}

static void it_ends_in_one_of_two_ways(void **state)
{
	struct prompt prompt;

	(void)state;
	prompt_open(&prompt, PROMPT_FILTER, "old", NULL);
	assert_string_equal(prompt.text, "old");
	assert_int_equal(prompt.cursor, 3);
	assert_int_equal(prompt_key(&prompt, EVENT_KEY_ENTER), PROMPT_DONE);
	assert_int_equal(prompt_key(&prompt, EVENT_KEY_ESCAPE), PROMPT_CANCELLED);
}

static void characters_are_whole(void **state)
{
	struct prompt prompt;

	(void)state;
	prompt_open(&prompt, PROMPT_FIND, NULL, NULL);
	prompt_key(&prompt, 0xe9);
	prompt_key(&prompt, 0x65e5);
	prompt_key(&prompt, 0x1f600);
	assert_string_equal(prompt.text, "\xc3\xa9\xe6\x97\xa5\xf0\x9f\x98\x80");
	prompt_key(&prompt, EVENT_KEY_LEFT);
	prompt_key(&prompt, EVENT_KEY_BACKSPACE);
	assert_string_equal(prompt.text, "\xc3\xa9\xf0\x9f\x98\x80");
	prompt_key(&prompt, EVENT_KEY_DELETE);
	assert_string_equal(prompt.text, "\xc3\xa9");
	prompt_key(&prompt, EVENT_KEY_BACKSPACE);
	assert_int_equal(prompt.len, 0);
}

static void keys_that_are_no_text_change_nothing(void **state)
{
	static const int keys[] = {0x00, 0x01, 0x07, 0x1a, 0x7f, 0x85, 0xd800, EVENT_KEY_UP, -1};
	struct prompt prompt;

	(void)state;
	prompt_open(&prompt, PROMPT_FIND, "x", NULL);
	for (size_t i = 0; i < sizeof(keys) / sizeof(*keys); i++)
		assert_int_equal(prompt_key(&prompt, keys[i]), PROMPT_GOES_ON);
	assert_string_equal(prompt.text, "x");
}

static void what_does_not_fit_is_not_taken(void **state)
{
	struct prompt prompt;
	char endless[2 * PROMPT_SIZE];

	(void)state;
	prompt_open(&prompt, PROMPT_FIND, NULL, NULL);
	for (int i = 0; i < 2 * PROMPT_SIZE; i++)
		prompt_key(&prompt, i % 2 ? 'a' : 0x65e5);
	assert_true(prompt.len < PROMPT_SIZE);
	assert_int_equal(strlen(prompt.text), prompt.len);
	memset(endless, 'x', sizeof(endless) - 1);
	endless[sizeof(endless) - 1] = '\0';
	prompt_open(&prompt, PROMPT_FILTER, endless, NULL);
	assert_string_equal(prompt.text, "");
}

/* The cells of the cursor, which is the only thing in that style; -1: none. */
static int cursor_at(const struct grid *grid)
{
	for (int x = 0; x < grid->width; x++)
		if (grid_at(grid, x, 0)->style == STYLE_SELECTED)
			return x;
	return -1;
}

static void the_cursor_is_in_sight_at_any_width(void **state)
{
	struct prompt prompt;
	struct grid grid;

	(void)state;
	grid_init(&grid);
	prompt_open(&prompt, PROMPT_FIND, NULL, NULL);
	for (int i = 0; i < 100; i++)
		prompt_key(&prompt, i % 3 ? 'a' + i % 26 : 0x65e5);
	for (int width = 1; width < 130; width++) {
		grid_resize(&grid, width, 1);
		prompt_draw(&prompt, &grid, (struct rect){0, 0, width, 1});
		assert_true(cursor_at(&grid) >= 0);
	}
	prompt_key(&prompt, EVENT_KEY_HOME);
	for (int width = 1; width < 130; width++) {
		grid_resize(&grid, width, 1);
		prompt_draw(&prompt, &grid, (struct rect){0, 0, width, 1});
		assert_true(cursor_at(&grid) >= 0);
	}
	assert_int_equal(cursor_at(&grid), 6); /* after "find: " */
	grid_fini(&grid);
}

static int use_utf8(void **state)
{
	(void)state;
	return setlocale(LC_ALL, "C.UTF-8") ? 0 : -1;
}

static int use_c(void **state)
{
	(void)state;
	return setlocale(LC_ALL, "C") ? 0 : -1;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(text_is_typed_and_edited),
		cmocka_unit_test(it_ends_in_one_of_two_ways),
		cmocka_unit_test(characters_are_whole),
		cmocka_unit_test(keys_that_are_no_text_change_nothing),
		cmocka_unit_test(what_does_not_fit_is_not_taken),
		cmocka_unit_test_setup(the_cursor_is_in_sight_at_any_width, use_utf8),
		cmocka_unit_test_setup(the_cursor_is_in_sight_at_any_width, use_c),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
