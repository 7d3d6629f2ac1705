/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * An interval made by hand and what panes make of it: shared by the tests of panes.
 *
 * Cells are compared as batch output would write them: "16.20", "-" for unknown and for what does not
 * apply, texts raw.  A strip is written with a digit per CPU, 0 to 9, and '-' for unknown.
 */
#ifndef OVERTOP_TESTS_PANE_STORY_H
#define OVERTOP_TESTS_PANE_STORY_H

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "base/arena.h"
#include "interval.h"
#include "pane/pane.h"
#include "ui/format.h"

#define UNKNOWN ((double)NAN)

struct story {
	struct interval interval; /* its parts are borrowed from the test */
	struct choice choice;
	struct view view;
	struct arena arena;
};

/* A second of a machine of which nothing is known. */
static inline int story_setup(void **state)
{
	static struct story story;
	struct totals *totals = &story.interval.totals;
	double *numbers = (double *)totals;

	memset(&story, 0, sizeof(story));
	for (size_t i = 0; i < sizeof(*totals) / sizeof(double); i++)
		numbers[i] = UNKNOWN;
	story.interval.seconds = 1;
	story.interval.ticks_per_s = 100;
	story.interval.all = cpu_interval_sum(NULL, 0);
	story.view.interval = &story.interval;
	story.view.choice = &story.choice;
	arena_init(&story.arena);
	*state = &story;
	return 0;
}

static inline int story_teardown(void **state)
{
	struct story *story = *state;

	arena_fini(&story->arena);
	return 0;
}

static inline struct model story_build(struct story *story, const struct block *block)
{
	struct model model = {0};

	block->build(&story->view, &story->arena, &model);
	return model;
}

static inline struct model story_main(struct story *story, const char *pane)
{
	return story_build(story, pane_main_block(pane_by_name(pane, strlen(pane))));
}

static inline struct model story_brief(struct story *story, const char *pane)
{
	return story_build(story, pane_by_name(pane, strlen(pane))->brief);
}

/* All titles in their order, with a blank between. */
static inline const char *story_titles(struct story *story, const struct model *model)
{
	const char *titles = "";

	for (size_t i = 0; i < model->n_columns; i++)
		titles = arena_printf(&story->arena, "%s%s%s", titles, i ? " " : "",
				      model->columns[i].title);
	return titles;
}

static inline struct cell story_cell_at(const struct model *model, size_t row, size_t column)
{
	struct cell cell = {0};

	assert_true(row < model->n_rows && column < model->n_columns);
	model->cell(model, row, column, &cell);
	return cell;
}

static inline size_t story_column(const struct model *model, const char *key)
{
	for (size_t i = 0; i < model->n_columns; i++)
		if (strcmp(model->columns[i].key, key) == 0)
			return i;
	fail_msg("no column %s", key);
	return 0;
}

static inline struct cell story_cell(const struct model *model, size_t row, const char *key)
{
	return story_cell_at(model, row, story_column(model, key));
}

static inline const char *story_strip_text(struct story *story, const struct cell *cell)
{
	char *text = arena_alloc(&story->arena, cell->n_strip + 1, 1);

	for (size_t i = 0; i < cell->n_strip; i++)
		text[i] = isnan(cell->strip[i]) ? '-' : (char)('0' + (int)(cell->strip[i] * 9));
	return text;
}

static inline const char *story_text_at(struct story *story, const struct model *model, size_t row,
					size_t column)
{
	struct cell cell = story_cell_at(model, row, column);
	char number[FORMAT_SIZE];

	switch (cell.kind) {
	case CELL_NUMBER:
		format_batch(cell.number, model->columns[column].unit, number);
		return arena_strdup(&story->arena, number);
	case CELL_TEXT:
		return arena_strndup(&story->arena, cell.text.text, cell.text.len);
	case CELL_STRIP:
		return story_strip_text(story, &cell);
	default:
		return "-";
	}
}

static inline const char *story_text(struct story *story, const struct model *model, size_t row,
				     const char *key)
{
	return story_text_at(story, model, row, story_column(model, key));
}

/* A whole row, with a blank between the cells. */
static inline const char *story_row(struct story *story, const struct model *model, size_t row)
{
	const char *text = "";

	for (size_t i = 0; i < model->n_columns; i++)
		text = arena_printf(&story->arena, "%s%s%s", text, i ? " " : "",
				    story_text_at(story, model, row, i));
	return text;
}

/* Asks for every cell, as a filter does. */
static inline void story_ask_all(struct story *story, const struct model *model)
{
	for (size_t row = 0; row < model->n_rows; row++)
		for (size_t column = 0; column < model->n_columns; column++)
			assert_non_null(story_text_at(story, model, row, column));
}

/* Gives the interval @n CPUs with the numbers of @numbers (NULL: 0, 1, …), of which nothing is known. */
static inline void story_add_cpus(struct story *story, const int *numbers, size_t n)
{
	struct interval *interval = &story->interval;

	interval->n_cpus = n;
	interval->cpu_numbers = arena_alloc(&story->arena, n, sizeof(*interval->cpu_numbers));
	interval->cpus = arena_alloc(&story->arena, n, sizeof(*interval->cpus));
	for (size_t i = 0; i < n; i++) {
		interval->cpu_numbers[i] = numbers ? numbers[i] : (int)i;
		interval->cpus[i] = cpu_interval_sum(NULL, 0);
		interval->cpus[i].cpu = interval->cpu_numbers[i];
	}
}

#endif
