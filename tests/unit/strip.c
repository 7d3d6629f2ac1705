/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <wchar.h>

#include "ui/strip.h"

#define WIDTH 12

/* Draws @n values into @width cells of a grid of WIDTH and compares the whole line. */
static void assert_strip(const double *values, size_t n, int width, bool is_ascii,
			 const wchar_t *expected)
{
	struct grid grid;

	grid_init(&grid);
	grid_resize(&grid, WIDTH, 1);
	int used = strip_draw(&grid, 0, 0, width, values, n, is_ascii);

	assert_int_equal(used, (int)wcslen(expected));
	for (int x = 0; x < WIDTH; x++)
		assert_int_equal(grid_at(&grid, x, 0)->ch, x < used ? expected[x] : L' ');
	grid_fini(&grid);
}

static void a_bar_is_as_high_as_its_value(void **state)
{
	const double values[] = {0.125, 0.25, 0.375, 0.5, 0.625, 0.75, 0.875, 1};

	(void)state;
	assert_strip(values, 8, WIDTH, false, L"▁▂▃▄▅▆▇█");
	assert_strip(values, 8, WIDTH, true, L":-=+*#%@");
}

static void little_is_not_nothing_and_unknown_is_neither(void **state)
{
	const double values[] = {1e-9, 0, (double)NAN, -1, 7};

	(void)state;
	assert_strip(values, 5, WIDTH, false, L"▁· ·█");
	assert_strip(values, 5, WIDTH, true, L":. .@");
}

static void a_hot_one_is_never_averaged_away(void **state)
{
	double values[1152];

	(void)state;
	for (size_t i = 0; i < 1152; i++)
		values[i] = i < 288 ? (double)NAN : 0.1;
	values[700] = 1;
	assert_strip(values, 1152, 4, false, L" ▁█▁");
	for (size_t hot = 288; hot < 1152; hot++) {
		struct grid grid;
		int n_hot = 0;

		for (size_t i = 288; i < 1152; i++)
			values[i] = i == hot ? 0.95 : 0.1;
		grid_init(&grid);
		grid_resize(&grid, 7, 1);
		assert_int_equal(strip_draw(&grid, 0, 0, 7, values, 1152, false), 7);
		for (int x = 0; x < 7; x++)
			n_hot += grid_at(&grid, x, 0)->ch == L'█';
		assert_int_equal(n_hot, 1);
		grid_fini(&grid);
	}
}

static void it_stays_in_its_cells(void **state)
{
	const double values[] = {1, 1, 1, 1, 1};
	struct grid grid;

	(void)state;
	grid_init(&grid);
	grid_resize(&grid, 3, 1);
	assert_int_equal(strip_draw(&grid, 1, 0, 9, values, 5, false), 2);
	assert_int_equal(grid_at(&grid, 0, 0)->ch, L' ');
	assert_int_equal(strip_draw(&grid, 3, 0, 9, values, 5, false), 0);
	assert_int_equal(strip_draw(&grid, 0, 0, 0, values, 5, false), 0);
	assert_int_equal(strip_draw(&grid, 0, 0, -2, values, 5, false), 0);
	assert_int_equal(strip_draw(&grid, 0, 0, 3, NULL, 0, false), 0);
	assert_int_equal(grid_at(&grid, 0, 0)->ch, L' ');
	grid_fini(&grid);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_bar_is_as_high_as_its_value),
		cmocka_unit_test(little_is_not_nothing_and_unknown_is_neither),
		cmocka_unit_test(a_hot_one_is_never_averaged_away),
		cmocka_unit_test(it_stays_in_its_cells),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
