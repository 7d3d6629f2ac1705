/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A line of a recording; one that is taken can be shown in every way, told of, and written again. */
#include "config.h"

#include "fuzz.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "output/openmetrics.h"
#include "output/report.h"
#include "pane/pane.h"
#include "record/record.h"
#include "ui/format.h"
#include "ui/frame.h"
#include "ui/order.h"

/* Rows whose details are looked at. */
#define DETAILED_ROWS 3

static const struct choice choices[] = {
	{0},
	{.threads = true, .hides_idle = true, .group = GROUP_CACHE},
	{.tree = true, .threads = true, .command_lines = true, .group = GROUP_CORE},
	{.tree = true, .hides_kernel = true, .group = GROUP_NODE},
	{.has_uid = true, .group = GROUP_SOCKET},
};

#define N_CHOICES (sizeof(choices) / sizeof(*choices))

static void ask_cell(const struct model *model, size_t row, size_t column)
{
	char text[FORMAT_SIZE];
	struct cell cell = {0};

	model->cell(model, row, column, &cell);
	format_screen(cell.number, model->columns[column].unit, text);
	format_batch(cell.number, model->columns[column].unit, text);
	if (cell.kind == CELL_TEXT)
		assert(cell.text.text && cell.text.len > 0);
	if (cell.kind == CELL_STRIP)
		assert(cell.strip);
}

static void show_details(const struct view *view, const struct pane *pane,
			 const struct model *model, struct arena *arena)
{
	const struct detail *details;

	for (size_t row = 0; pane->details && row < model->n_rows && row < DETAILED_ROWS; row++) {
		size_t n = pane->details(view, model, row, arena, &details);

		for (size_t i = 0; i < n; i++)
			assert(details[i].name || details[i].value);
	}
}

static void show_block(const struct view *view, const struct block *block, struct arena *arena,
		       struct model *model)
{
	*model = (struct model){0};
	block->build(view, arena, model);
	for (size_t column = 0; column < model->n_columns; column++) {
		const char *key = model->columns[column].key;

		for (size_t row = 0; row < model->n_rows; row++)
			ask_cell(model, row, column);
		assert(order_rows(model, key, column % 2, ORDER_AS_SHOWN, NULL, arena).n_rows ==
		       model->n_rows);
	}
	for (size_t row = 0; model->row_id && row < model->n_rows; row++)
		model->row_id(model, row);
}

static void show_pane(const struct view *view, const struct pane *pane, struct arena *arena)
{
	struct model model;

	for (size_t i = 0; i < pane->n_blocks; i++)
		show_block(view, &pane->blocks[i], arena, &model);
	if (pane->brief)
		show_block(view, pane->brief, arena, &model);
	show_block(view, pane_main_block(pane), arena, &model);
	show_details(view, pane, &model, arena);
}

static void draw(const struct view *view, const struct pane *pane, struct arena *arena)
{
	const struct ui_facts facts = {.host = "", .own_cpu_pct = 0};
	struct grid grid;
	struct ui ui;

	grid_init(&grid);
	grid_resize(&grid, 80, 24);
	ui_init(&ui, pane);
	ui.choice = *view->choice;
	frame_draw(&grid, &ui, view, &facts, arena);
	ui.mode = UI_DETAILS;
	frame_draw(&grid, &ui, view, &facts, arena);
	ui_fini(&ui);
	grid_fini(&grid);
}

static void show(const struct record *record, struct arena *arena)
{
	for (size_t i = 0; i < n_panes; i++) {
		struct view view = {
			.interval = &record->interval,
			.topology = record->topology,
		};

		for (size_t j = 0; j < N_CHOICES; j++) {
			view.choice = &choices[j];
			show_pane(&view, panes[i], arena);
		}
		draw(&view, panes[i], arena);
		arena_reset(arena);
	}
}

/* Twice, as what is summed up over time. */
static void tell(const struct record *record, FILE *out)
{
	const struct view view = {
		.interval = &record->interval,
		.topology = record->topology,
		.choice = &choices[0],
	};
	struct openmetrics *metrics = openmetrics_new();
	struct report *report = report_new();

	for (int i = 0; i < 2; i++) {
		openmetrics_add(metrics, &record->interval, NULL);
		report_add(report, &view, record->host);
	}
	openmetrics_print(metrics, out);
	report_print(report, out);
	report_free(report);
	openmetrics_free(metrics);
}

static const char *rewrite(const struct record *record, struct record *again, struct arena *arena)
{
	size_t len;
	const char *why, *line = record_write(record, arena, &len);

	assert(record_read(again, line, len, &why) == 0);
	return line;
}

/* Numbers of more digits than are written change once; then it stays the same. */
static void rewrite_thrice(const struct record *record, struct arena *arena)
{
	struct record first, second;
	const char *line;

	record_init(&first);
	record_init(&second);
	rewrite(record, &first, arena);
	line = rewrite(&first, &second, arena);
	assert(strcmp(rewrite(&second, &first, arena), line) == 0);
	record_fini(&first);
	record_fini(&second);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct record record;
	struct arena arena = {0};
	const char *why = NULL;
	FILE *out;

	record_init(&record);
	if (record_read(&record, (const char *)data, size, &why) < 0) {
		assert(why && *why);
	} else {
		out = fopen("/dev/null", "w");
		assert(out);
		show(&record, &arena);
		tell(&record, out);
		rewrite_thrice(&record, &arena);
		fclose(out);
	}
	arena_fini(&arena);
	record_fini(&record);
	return 0;
}
