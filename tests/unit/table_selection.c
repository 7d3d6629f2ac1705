/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <limits.h>
#include <locale.h>

#include "drawing.h"

static void the_selection_goes_with_its_row(void **state)
{
	struct drawing *drawing = *state;
	struct table_state *table = &drawing->table;
	const struct model *model = &drawing->model;

	draw(drawing, 80, 5);
	assert_int_equal(table_selected_row(table, model, &drawing->order), SIZE_MAX);
	table_select_by(table, model, &drawing->order, 1);
	assert_int_equal(table->selected, 1);
	table_select_by(table, model, &drawing->order, 2);
	assert_int_equal(table->selected, 10551);
	table->sort_key = "pct";
	draw(drawing, 80, 5);
	assert_int_equal(table->selected_at, 1);
	assert_int_equal(table_selected_row(table, model, &drawing->order), 3);
	table->is_reversed = true;
	draw(drawing, 80, 5);
	assert_int_equal(table->selected_at, 5);
	assert_int_equal(table->top, 2); /* it is in sight */
	table_select_by(table, model, &drawing->order, 3);
	assert_int_equal(table->selected, 10553);
	/* Pinned rows are not selected. */
	table_select_by(table, model, &drawing->order, -(long)table->selected_at);
	assert_int_equal(table->selected_at, 1);
	table_select_by(table, model, &drawing->order, LONG_MIN);
	assert_int_equal(table->selected_at, 1);
	table_select_by(table, model, &drawing->order, LONG_MAX);
	assert_int_equal(table->selected_at, 6);
	draw(drawing, 80, 5);
	assert_int_equal(table->top, 3);
}

static void a_selection_begins_at_the_first_row_shown(void **state)
{
	static const struct {
		long by;
		uint64_t selected;
	} moves[] = {{1, 812}, {-1, 812}, {2, 10552}, {-3, 1}, {LONG_MAX, 10554}, {LONG_MIN, 1}};
	struct drawing *drawing = *state;

	for (size_t i = 0; i < sizeof(moves) / sizeof(*moves); i++) {
		drawing->table = (struct table_state){.top = 1};
		draw(drawing, 80, 5);
		table_select_by(&drawing->table, &drawing->model, &drawing->order, moves[i].by);
		assert_int_equal(drawing->table.selected, moves[i].selected);
	}
}

static void or_when_its_row_goes_none_is_selected(void **state)
{
	struct drawing *drawing = *state;
	struct table_state *table = &drawing->table;

	drawing->model.lets_go = true;
	table->has_selection = true;
	table->selected = 4711;
	table->selected_at = 3;
	draw(drawing, 80, 8);
	assert_int_equal(table_selected_row(table, &drawing->model, &drawing->order), SIZE_MAX);
}

static void when_its_row_goes_the_selection_stays_in_its_place(void **state)
{
	struct drawing *drawing = *state;
	struct table_state *table = &drawing->table;

	table->has_selection = true;
	table->selected = 4711;
	table->selected_at = 3;
	draw(drawing, 80, 8);
	assert_int_equal(table->selected, 10551);
	drawing->model.n_rows = 3;
	draw(drawing, 80, 8);
	assert_int_equal(table->selected, 812);
	/* For a moment there is nothing to select. */
	drawing->model.n_rows = 1;
	draw(drawing, 80, 8);
	assert_int_equal(table_selected_row(table, &drawing->model, &drawing->order), SIZE_MAX);
	table_select_by(table, &drawing->model, &drawing->order, 1);
	drawing->model.n_rows = N_ROWS;
	draw(drawing, 80, 8);
	assert_int_equal(table->selected, 812);
}

static void a_line_is_a_row(void **state)
{
	struct drawing *drawing = *state;
	struct table_state *table = &drawing->table;

	table->top = 1;
	draw(drawing, 80, 5);
	for (int line = -1; line <= 1; line++)
		assert_false(table_select_line(table, &drawing->model, &drawing->order, line));
	assert_false(table->has_selection);
	assert_true(table_select_line(table, &drawing->model, &drawing->order, 2));
	assert_int_equal(table->selected, 812);
	assert_true(table_select_line(table, &drawing->model, &drawing->order, 4));
	assert_int_equal(table->selected, 10552);
	assert_false(table_select_line(table, &drawing->model, &drawing->order, 5));
	draw(drawing, 80, 24);
	assert_false(table_select_line(table, &drawing->model, &drawing->order, 8));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		DRAWING_TEST(the_selection_goes_with_its_row),
		DRAWING_TEST(a_selection_begins_at_the_first_row_shown),
		DRAWING_TEST(or_when_its_row_goes_none_is_selected),
		DRAWING_TEST(when_its_row_goes_the_selection_stays_in_its_place),
		DRAWING_TEST(a_line_is_a_row),
	};

	setlocale(LC_CTYPE, "C.UTF-8");
	return cmocka_run_group_tests(tests, NULL, NULL);
}
