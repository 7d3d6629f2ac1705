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

#include "base/text.h"
#include "ui/page.h"

static void assert_line(struct span *rest, int width, const char *line)
{
	struct span got = page_take_line(rest, width);

	assert_int_equal(got.len, strlen(line));
	assert_memory_equal(got.text, line, got.len);
}

static void lines_break_at_blanks(void **state)
{
	const char *text = "the quick brown fox jumps";
	struct span rest = {text, strlen(text)};

	(void)state;
	assert_line(&rest, 9, "the quick");
	assert_line(&rest, 9, "brown fox");
	assert_line(&rest, 9, "jumps");
	assert_int_equal(rest.len, 0);
	assert_line(&rest, 9, "");
}

static void the_blanks_after_a_sentence_begin_no_line(void **state)
{
	const char *text = "the end.  More";
	struct span rest = {text, strlen(text)};

	(void)state;
	assert_line(&rest, 8, "the end.");
	assert_line(&rest, 8, "More");
	rest = (struct span){text, strlen(text)};
	assert_line(&rest, 9, "the end. ");
	assert_line(&rest, 9, "More");
}

static void a_word_that_is_too_long_is_cut(void **state)
{
	const char *text = "ab --class-path=/a/b/c x";
	struct span rest = {text, strlen(text)};

	(void)state;
	assert_line(&rest, 8, "ab");
	assert_line(&rest, 8, "--class-");
	assert_line(&rest, 8, "path=/a/");
	assert_line(&rest, 8, "b/c x");
}

static void wide_characters_are_not_split(void **state)
{
	const char *text = "\xe6\x97\xa5\xe6\x97\xa5\xe6\x97\xa5";
	struct span rest = {text, strlen(text)};

	(void)state;
	assert_line(&rest, 5, "\xe6\x97\xa5\xe6\x97\xa5");
	assert_line(&rest, 1, "\xe6\x97\xa5"); /* no room, but it has to go on */
	assert_int_equal(rest.len, 0);
}

/* Every line fits, nothing but blanks is lost, and it comes to an end. */
static void any_text_is_wrapped(void **state)
{
	char text[300];

	(void)state;
	srandom(7);
	for (int round = 0; round < 2000; round++) {
		size_t len = (size_t)random() % sizeof(text), kept = 0, blanks = 0, all_blanks = 0;
		int width = 2 + (int)(random() % 40);
		struct span rest = {text, len};

		for (size_t i = 0; i < len; i++)
			text[i] = (char)(random() % 4 ? 'a' + random() % 26 : ' ');
		for (size_t i = 0; i < len; i++)
			all_blanks += text[i] == ' ';
		while (rest.len > 0) {
			struct span line = page_take_line(&rest, width);

			assert_true(text_width(line.text, line.len) <= (size_t)width);
			kept += line.len;
			for (size_t i = 0; i < line.len; i++)
				blanks += line.text[i] == ' ';
		}
		assert_int_equal(kept - blanks, len - all_blanks);
	}
}

static const struct page_item items[] = {
	{"Keys", NULL},
	{"q", "quit"},
	{"Ctrl-L", "draw the screen anew, all of it, even what has not changed since"},
	{NULL, "a text of its own"},
};

static void draw(struct grid *grid, int width, int height, int *top)
{
	grid_resize(grid, width, height);
	page_draw(grid, (struct rect){0, 0, width, height}, "help", items, 4, top);
}

static char *dump(const struct grid *grid)
{
	char *text;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	grid_dump(grid, out, false);
	fclose(out);
	return text;
}

static void names_stand_beside_texts(void **state)
{
	struct grid grid;
	int top = 0;

	(void)state;
	grid_init(&grid);
	draw(&grid, 40, 7, &top);
	char *text = dump(&grid);

	assert_string_equal(text, "help                               1-5/5\n"
				  "Keys\n"
				  "q       quit\n"
				  "Ctrl-L  draw the screen anew, all of it,\n"
				  "        even what has not changed since\n"
				  "a text of its own\n\n");
	free(text);
	grid_fini(&grid);
}

static void names_stand_above_texts_where_it_is_narrow(void **state)
{
	struct grid grid;
	int top = 0;

	(void)state;
	grid_init(&grid);
	draw(&grid, 12, 6, &top);
	char *text = dump(&grid);

	assert_string_equal(text, "help  1-5/14\n"
				  "Keys\n"
				  "q\n"
				  "  quit\n"
				  "Ctrl-L\n"
				  "  draw the\n");
	free(text);
	grid_fini(&grid);
}

static void scrolling_ends_with_the_last_line(void **state)
{
	struct grid grid;
	int top = 1000;

	(void)state;
	grid_init(&grid);
	draw(&grid, 40, 4, &top);
	assert_int_equal(top, 2);
	draw(&grid, 40, 50, &top);
	assert_int_equal(top, 0);
	top = -5;
	draw(&grid, 40, 4, &top);
	assert_int_equal(top, 0);
	grid_fini(&grid);
}

static void any_size_can_be_drawn(void **state)
{
	struct grid grid;

	(void)state;
	grid_init(&grid);
	for (int width = 0; width < 60; width++)
		for (int height = 0; height < 12; height++) {
			int top = 1000;

			draw(&grid, width, height, &top);
			draw(&grid, width, height, &top);
		}
	grid_fini(&grid);
}

static int use_utf8(void **state)
{
	(void)state;
	return setlocale(LC_ALL, "C.UTF-8") ? 0 : -1;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(lines_break_at_blanks),
		cmocka_unit_test(the_blanks_after_a_sentence_begin_no_line),
		cmocka_unit_test(a_word_that_is_too_long_is_cut),
		cmocka_unit_test_setup(wide_characters_are_not_split, use_utf8),
		cmocka_unit_test(any_text_is_wrapped),
		cmocka_unit_test(names_stand_beside_texts),
		cmocka_unit_test(names_stand_above_texts_where_it_is_narrow),
		cmocka_unit_test(scrolling_ends_with_the_last_line),
		cmocka_unit_test(any_size_can_be_drawn),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
