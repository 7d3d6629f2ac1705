/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ui/grid.h"

static void assert_dump(const struct grid *grid, bool styles, const char *expected)
{
	char *text = NULL;
	size_t len = 0;
	FILE *out = open_memstream(&text, &len);

	assert_non_null(out);
	grid_dump(grid, out, styles);
	fclose(out);
	assert_string_equal(text, expected);
	free(text);
}

static struct grid new_grid(int width, int height)
{
	struct grid grid;

	grid_init(&grid);
	grid_resize(&grid, width, height);
	return grid;
}

static void text_and_styles_are_dumped(void **state)
{
	struct grid grid = new_grid(12, 3);

	(void)state;
	assert_int_equal(grid_string(&grid, 1, 0, 11, "CPU", STYLE_TITLE), 3);
	assert_int_equal(grid_printf(&grid, 0, 2, 12, STYLE_HOT, "%d%%", 97), 3);
	grid_string_right(&grid, 0, 1, 12, "2.5", STYLE_VALUE);
	assert_dump(&grid, true,
		    " CPU\n"
		    "         2.5\n"
		    "97%\n"
		    ".ttt\n"
		    ".........vvv\n"
		    "xxx\n");
	grid_fini(&grid);
}

static void what_is_too_long_says_so(void **state)
{
	struct grid grid = new_grid(10, 4);

	(void)state;
	assert_int_equal(grid_string(&grid, 0, 0, 5, "12345", STYLE_NORMAL), 5);
	assert_int_equal(grid_string(&grid, 0, 1, 5, "123456", STYLE_NORMAL), 5);
	assert_int_equal(grid_string(&grid, 7, 2, 100, "123456", STYLE_NORMAL), 3);
	grid_string_right(&grid, 2, 3, 4, "123456", STYLE_NORMAL);
	assert_dump(&grid, false,
		    "12345\n"
		    "1234~\n"
		    "       12~\n"
		    "  123~\n");
	grid_fini(&grid);
}

static void wide_characters_are_never_cut_in_half(void **state)
{
	struct grid grid = new_grid(8, 5);

	(void)state;
	assert_int_equal(grid_string(&grid, 0, 0, 8, "世界", STYLE_NORMAL), 4);
	assert_int_equal(grid_string(&grid, 0, 1, 3, "世界", STYLE_NORMAL), 3);
	assert_int_equal(grid_string(&grid, 0, 2, 4, "世界人", STYLE_NORMAL), 4);
	assert_int_equal(grid_string(&grid, 7, 3, 9, "世", STYLE_NORMAL), 1);
	grid_string(&grid, -1, 4, 9, "世x", STYLE_NORMAL);
	assert_dump(&grid, false,
		    "世界\n"
		    "世~\n"
		    "世 ~\n"
		    "       ~\n"
		    " x\n");
	assert_int_equal(grid_at(&grid, 1, 0)->ch, 0);
	grid_fini(&grid);
}

static void half_of_an_overwritten_character_becomes_a_blank(void **state)
{
	struct grid grid = new_grid(6, 3);

	(void)state;
	for (int y = 0; y < 3; y++)
		grid_string(&grid, 0, y, 6, "世界人", STYLE_NORMAL);
	grid_put(&grid, 2, 0, L'x', STYLE_NORMAL);
	grid_put(&grid, 3, 1, L'x', STYLE_NORMAL);
	grid_string(&grid, 1, 2, 4, "日本", STYLE_NORMAL);
	assert_dump(&grid, false,
		    "世x 人\n"
		    "世 x人\n"
		    " 日本\n");
	grid_fini(&grid);
}

static void nothing_raw_gets_through(void **state)
{
	struct grid grid = new_grid(20, 2);
	const char raw[] = "a\033[31m\nb\0c\xff%n";

	(void)state;
	grid_text(&grid, 0, 0, 20, raw, sizeof(raw) - 1, STYLE_NORMAL);
	assert_dump(&grid, false, "a?[31m?b?c?%n\n\n");
	grid_fini(&grid);
}

static void everything_is_clipped(void **state)
{
	struct grid grid = new_grid(3, 2);

	(void)state;
	for (int y = -2; y < 4; y++) {
		for (int x = -4; x < 6; x++) {
			grid_put(&grid, x, y, L'#', STYLE_NORMAL);
			grid_string(&grid, x, y, 4, "ab界c", STYLE_NORMAL);
			grid_string(&grid, x, y, -1, "abc", STYLE_NORMAL);
			grid_string_right(&grid, x, y, 5, "界", STYLE_NORMAL);
			grid_restyle(&grid, x, y, 3, STYLE_HOT);
		}
	}
	grid_clear(&grid, (struct rect){-5, -5, 50, 50});
	assert_dump(&grid, true, "\n\n\n\n");
	grid_clear(&grid, (struct rect){1, 1, -1, -1});
	grid_fini(&grid);
}

static void restyling_keeps_the_text(void **state)
{
	struct grid grid = new_grid(4, 2);

	(void)state;
	grid_string(&grid, 0, 0, 4, "abcd", STYLE_NORMAL);
	grid_restyle(&grid, 1, 0, 2, STYLE_SELECTED);
	grid_clear(&grid, (struct rect){3, 0, 1, 1});
	assert_dump(&grid, true, "abc\n\n.SS\n\n");
	grid_fini(&grid);
}

static void a_resized_grid_is_blank(void **state)
{
	struct grid grid = new_grid(4, 2);

	(void)state;
	grid_string(&grid, 0, 1, 4, "abcd", STYLE_HOT);
	grid_resize(&grid, 5, 3);
	assert_dump(&grid, true, "\n\n\n\n\n\n");
	grid_resize(&grid, 0, 3);
	grid_put(&grid, 0, 0, L'x', STYLE_NORMAL);
	grid_resize(&grid, -3, -1);
	assert_int_equal(grid.width, 0);
	assert_int_equal(grid.height, 0);
	assert_dump(&grid, true, "");
	grid_fini(&grid);
}

static void a_long_format_is_not_cut(void **state)
{
	struct grid grid = new_grid(400, 1);

	(void)state;
	assert_int_equal(grid_printf(&grid, 0, 0, 400, STYLE_NORMAL, "%0350d", 7), 350);
	assert_int_equal(grid_at(&grid, 349, 0)->ch, '7');
	grid_fini(&grid);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(text_and_styles_are_dumped),
		cmocka_unit_test(what_is_too_long_says_so),
		cmocka_unit_test(wide_characters_are_never_cut_in_half),
		cmocka_unit_test(half_of_an_overwritten_character_becomes_a_blank),
		cmocka_unit_test(nothing_raw_gets_through),
		cmocka_unit_test(everything_is_clipped),
		cmocka_unit_test(restyling_keeps_the_text),
		cmocka_unit_test(a_resized_grid_is_blank),
		cmocka_unit_test(a_long_format_is_not_cut),
	};

	setlocale(LC_CTYPE, "C.UTF-8");
	return cmocka_run_group_tests(tests, NULL, NULL);
}
