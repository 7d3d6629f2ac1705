/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <locale.h>
#include <math.h>
#include <string.h>

#include "drawing.h"

static void scrolled_to_the_right_the_first_column_stays(void **state)
{
	struct drawing *drawing = *state;

	draw(drawing, 32, 3);
	assert_drawn(drawing, false,
		     "  PID USER %CPU  cs/s COMMAND\n"
		     "  all      61.2  139k\n"
		     "    1 root  0.0     0 systemd\n");
	drawing->table.left = 2;
	draw(drawing, 32, 3);
	assert_drawn(drawing, false,
		     "  PID %CPU  cs/s cpu  COMMAND\n"
		     "  all 61.2  139k ██▂·\n"
		     "    1  0.0     0 ···· systemd\n");
	/* No further than to where the last column is seen. */
	drawing->table.left = 99;
	draw(drawing, 32, 3);
	assert_int_equal(drawing->table.left, 1);
	draw(drawing, 80, 3);
	assert_int_equal(drawing->table.left, 0);
}

static void a_title_is_a_column(void **state)
{
	struct drawing *drawing = *state;
	const char *title = "  PID USER";

	draw(drawing, 80, 8);
	for (int x = -1; x < 90; x++) {
		const char *key =
			table_column_at(&drawing->model, &drawing->order, &drawing->table, 80, x);

		if (x < 0 || x >= 80)
			assert_null(key);
		else if (x < 5)
			assert_string_equal(key, "pid");
		else if (x < (int)strlen(title) && x > 5)
			assert_string_equal(key, "user");
		else if (x == 79)
			assert_string_equal(key, "command");
	}
}

static int priority_of(size_t column)
{
	return columns[column].priority;
}

static void widths_fit_and_the_least_important_leaves_first(void **state)
{
	struct drawing *drawing = *state;

	draw(drawing, 80, 8);
	for (int width = 0; width <= 250; width++) {
		int widths[N_COLUMNS], total = -1, highest_shown = -1, lowest_left_out = 99;

		table_widths(&drawing->model, &drawing->order, 0, 99, 0, width, widths);
		for (size_t i = 0; i < N_COLUMNS; i++) {
			assert_true(widths[i] >= 0);
			if (widths[i] == 0 && priority_of(i) < lowest_left_out)
				lowest_left_out = priority_of(i);
			if (widths[i] == 0)
				continue;
			total += widths[i] + 1;
			if (priority_of(i) > highest_shown)
				highest_shown = priority_of(i);
		}
		assert_true(total <= width);
		assert_true(highest_shown <= lowest_left_out);
		assert_true(width == 0 || widths[COL_PID] > 0);
	}
}

/* Whatever it is sorted by can be seen, down to where nothing but the first column fits beside it. */
static void the_sorted_column_stays(void **state)
{
	struct drawing *drawing = *state;
	int widths[N_COLUMNS];

	for (size_t i = 0; i < N_COLUMNS; i++) {
		drawing->table.sort_key = columns[i].key;
		draw(drawing, 80, 8);
		for (int width = 19; width <= 80; width++) {
			table_widths(&drawing->model, &drawing->order, 0, 99, 0, width, widths);
			assert_true(widths[i] > 0 && widths[COL_PID] > 0);
		}
	}
	drawing->table.sort_key = "cpus";
	draw(drawing, 22, 3);
	assert_drawn(drawing, false,
		     "  PID cpu  COMMAND\n"
		     "  all ██▂·\n"
		     "    1 ···· systemd\n");
}

/* Values that come and go move no column. */
static void columns_stand_still(void **state)
{
	static const double values[] = {0, 0.3, 9.94, 42, 99999, 139004, 4e7, (double)NAN};
	struct drawing *drawing = *state;
	struct row changing = rows[2];
	int before[N_COLUMNS], widths[N_COLUMNS];

	drawing->fake.rows = &changing;
	drawing->model.n_rows = 1;
	draw(drawing, 80, 8);
	table_widths(&drawing->model, &drawing->order, 0, 1, 0, 80, before);
	for (size_t i = 0; i < sizeof(values) / sizeof(*values); i++) {
		changing.cs = values[i];
		changing.pct = values[i] <= 100 ? values[i] : 100;
		table_widths(&drawing->model, &drawing->order, 0, 1, 0, 80, widths);
		assert_memory_equal(widths, before, sizeof(widths));
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		DRAWING_TEST(scrolled_to_the_right_the_first_column_stays),
		DRAWING_TEST(a_title_is_a_column),
		DRAWING_TEST(widths_fit_and_the_least_important_leaves_first),
		DRAWING_TEST(the_sorted_column_stays),
		DRAWING_TEST(columns_stand_still),
	};

	setlocale(LC_CTYPE, "C.UTF-8");
	return cmocka_run_group_tests(tests, NULL, NULL);
}
