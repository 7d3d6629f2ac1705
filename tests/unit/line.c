/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ui/line.h"

/* Draws into a grid one line high and returns it, to be freed. */
static char *drawn(const struct line *line, int width)
{
	struct grid grid;
	char *text = NULL;
	size_t len = 0;

	grid_init(&grid);
	grid_resize(&grid, width, 1);
	line_draw(line, &grid, (struct rect){0, 0, width, 1});
	FILE *out = open_memstream(&text, &len);

	assert_non_null(out);
	grid_dump(&grid, out, false);
	fclose(out);
	grid_fini(&grid);
	text[strcspn(text, "\n")] = '\0';
	return text;
}

static struct line a_line(struct arena *arena, const char *number)
{
	struct line line = {.arena = arena};

	line_begin(&line, 0, 0);
	line_add(&line, STYLE_HEADER, "one ");
	line_add(&line, STYLE_VALUE, number);
	line_begin(&line, 2, 6);
	line_add(&line, STYLE_HEADER, "2 ");
	line_add(&line, STYLE_VALUE, number);
	line_begin(&line, 1, 0);
	line_add(&line, STYLE_HEADER, "three");
	line_begin(&line, 2, 0)->is_right = true;
	line_add_cut(&line, STYLE_MESSAGE, "abcdefgh", 4);
	return line;
}

static void assert_line(struct arena *arena, const char *number, int width, bool fits,
			const char *expected)
{
	struct line line = a_line(arena, number);

	assert_int_equal(line_fit(&line, width), fits);
	char *text = drawn(&line, width);

	assert_string_equal(text, expected);
	free(text);
}

static void the_least_important_leaves_first(void **state)
{
	struct arena arena;

	(void)state;
	arena_init(&arena);
	assert_line(&arena, "7", 40, true, "one 7  2 7     three                abc~");
	assert_line(&arena, "7", 26, true, "one 7  2 7     three  abc~");
	assert_line(&arena, "7", 25, false, "one 7  2 7     three");
	assert_line(&arena, "7", 20, false, "one 7  2 7     three");
	/* There is no room for the wider one of two, but for the other. */
	assert_line(&arena, "7", 19, false, "one 7  three   abc~");
	assert_line(&arena, "7", 17, false, "one 7  three");
	assert_line(&arena, "7", 10, false, "one 7");
	assert_line(&arena, "7", 3, false, "");
	assert_line(&arena, "7", 0, false, "");
	arena_fini(&arena);
}

/* The number may grow over the slot and over one of the two blanks after it. */
static void a_slot_keeps_what_follows_in_its_place(void **state)
{
	struct arena arena;

	(void)state;
	arena_init(&arena);
	assert_line(&arena, "1234", 30, true, "one 1234  2 1234  three   abc~");
	assert_line(&arena, "12345", 30, true, "one 12345  2 12345 three  abc~");
	assert_line(&arena, "123456", 32, true, "one 123456  2 123456 three  abc~");
	arena_fini(&arena);
}

static void at_the_end_of_the_line_too(void **state)
{
	struct arena arena;

	(void)state;
	arena_init(&arena);
	struct line line = {.arena = &arena};

	line_begin(&line, 0, 0);
	line_add(&line, STYLE_HEADER, "a");
	line_begin(&line, 1, 5);
	line_add(&line, STYLE_HEADER, "b 1");
	assert_true(line_fit(&line, 8));
	assert_false(line_fit(&line, 7));
	arena_fini(&arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_least_important_leaves_first),
		cmocka_unit_test(a_slot_keeps_what_follows_in_its_place),
		cmocka_unit_test(at_the_end_of_the_line_too),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
