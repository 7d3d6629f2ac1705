/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A table of seven tasks, and what a test needs to draw it.  Include cmocka before. */
#ifndef OVERTOP_TESTS_UNIT_DRAWING_H
#define OVERTOP_TESTS_UNIT_DRAWING_H

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ui/table.h"

struct row {
	const char *pid, *user, *name;
	int depth;
	double pct, cs;
	double strip[4];
};

struct fake {
	const struct row *rows;
	size_t *asked; /* how many cells of each row; may be NULL */
};

enum { COL_PID, COL_USER, COL_PCT, COL_CS, COL_STRIP, COL_NAME, N_COLUMNS };

static inline void fake_cell(const struct model *model, size_t at, size_t column, struct cell *cell)
{
	const struct fake *fake = model->data;
	const struct row *row = &fake->rows[at];
	const char *const texts[N_COLUMNS] = {
		[COL_PID] = row->pid, [COL_USER] = row->user, [COL_NAME] = row->name};

	if (fake->asked)
		fake->asked[at]++;
	if (texts[column]) {
		cell->kind = *texts[column] ? CELL_TEXT : CELL_EMPTY;
		cell->text = (struct span){texts[column], strlen(texts[column])};
		cell->number = (double)NAN;
		cell->depth = column == COL_NAME ? row->depth : 0;
	} else if (column == COL_STRIP) {
		cell->kind = CELL_STRIP;
		cell->strip = row->strip;
		cell->n_strip = 4;
	} else {
		cell->kind = CELL_NUMBER;
		cell->number = column == COL_PCT ? row->pct : row->cs;
		cell->style = row->pct > 90 ? STYLE_HOT : STYLE_NORMAL;
	}
}

static inline uint64_t fake_id(const struct model *model, size_t row)
{
	const struct fake *fake = model->data;

	return strtoul(fake->rows[row].pid, NULL, 10);
}

static const struct column columns[N_COLUMNS] = {
	{.key = "pid", .title = "PID", .unit = UNIT_ID},
	{.key = "user", .title = "USER", .unit = UNIT_TEXT, .priority = 3, .is_left = true},
	{.key = "pct", .title = "%CPU", .unit = UNIT_PCT, .priority = 1},
	{.key = "cs", .title = "cs/s", .unit = UNIT_RATE, .priority = 2},
	{.key = "cpus", .title = "cpu", .unit = UNIT_STRIP, .priority = 4},
	{.key = "command", .title = "COMMAND", .unit = UNIT_TEXT, .is_left = true, .grows = true},
};

static const struct row rows[] = {
	{"all", "", "", 0, 61.2, 139004, {1, 1, 0.2, 0}},
	{"1", "root", "systemd", 0, 0, 0, {0}},
	{"812", "systemd-network", "networkd", 1, 0.04, 12, {0, 0, 0.1, 0}},
	{"10551", "postgres", "postmaster", 1, 97.1, 103740, {1, 0.5, 0, (double)NAN}},
	{"10552", "postgres", "checkpointer", 2, 3.1, 18911, {0}},
	{"10553", "世界", "evil\033[2J\n世界", 2, (double)NAN, 7, {0}},
	{"10554", "root", "kworker/0:1", 0, 0, 0.3, {0}},
};
#define N_ROWS (sizeof(rows) / sizeof(*rows))

static inline struct model model_of(const struct fake *fake, size_t n)
{
	return (struct model){
		.columns = columns,
		.n_columns = N_COLUMNS,
		.n_rows = n,
		.cell = fake_cell,
		.row_id = fake_id,
		.data = fake,
		.n_pinned = 1,
	};
}

/* What a test draws: the rows above, a state and a look, all as given by default. */
struct drawing {
	struct fake fake;
	struct model model;
	struct table_state table;
	struct table_look look;
	struct arena arena;
	struct order order;
	struct grid grid;
};

static inline int set_up(void **state)
{
	struct drawing *drawing = calloc(1, sizeof(*drawing));

	drawing->fake.rows = rows;
	drawing->model = model_of(&drawing->fake, N_ROWS);
	drawing->look.has_selection = true;
	arena_init(&drawing->arena);
	grid_init(&drawing->grid);
	*state = drawing;
	return 0;
}

static inline int tear_down(void **state)
{
	struct drawing *drawing = *state;

	grid_fini(&drawing->grid);
	arena_fini(&drawing->arena);
	free(drawing);
	return 0;
}

static inline void draw(struct drawing *drawing, int width, int height)
{
	arena_reset(&drawing->arena);
	drawing->order = order_rows(&drawing->model, drawing->table.sort_key,
				    drawing->table.is_reversed, ORDER_EXACT, NULL, &drawing->arena);
	grid_resize(&drawing->grid, width, height);
	table_draw(&drawing->grid, (struct rect){0, 0, width, height}, &drawing->model,
		   &drawing->order, &drawing->table, &drawing->look, &drawing->arena);
}

static inline void assert_drawn(const struct drawing *drawing, bool styles, const char *expected)
{
	char *text = NULL;
	size_t len = 0;
	FILE *out = open_memstream(&text, &len);

	assert_non_null(out);
	grid_dump(&drawing->grid, out, styles);
	fclose(out);
	assert_string_equal(text, expected);
	free(text);
}

#define DRAWING_TEST(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)

#endif
