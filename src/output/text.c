/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "output/text.h"

#include <math.h>
#include <string.h>
#include <time.h>

#include "base/text.h"
#include "interval.h"
#include "ui/format.h"
#include "ui/moment.h"
#include "ui/order.h"

/* A table of cleaned words, as it will be printed. */
struct sheet {
	const struct model *model;
	const struct order *order;
	char **words; /* [row * n_columns + column] */
	int *widths;  /* in cells; 0: not printed */
};

static bool is_printed(const struct column *column)
{
	return column->unit != UNIT_STRIP;
}

/* One word per column, so that a blank always separates two columns; the last may hold blanks. */
static void join_blanks(char *word)
{
	for (; *word; word++)
		if (*word == ' ')
			*word = '_';
}

static char *clean_word(struct span raw, bool is_last, struct arena *arena)
{
	size_t size = raw.len + 1;
	char *word = arena_alloc(arena, size, 1);

	text_clean(raw.text, raw.len, word, size);
	if (!is_last)
		join_blanks(word);
	return *word ? word : arena_strdup(arena, "-");
}

static char *word_of(const struct model *model, size_t row, size_t column, struct arena *arena)
{
	char number[FORMAT_SIZE];
	struct cell cell;

	memset(&cell, 0, sizeof(cell));
	model->cell(model, row, column, &cell);
	if (cell.kind == CELL_TEXT)
		return clean_word(cell.text, column + 1 == model->n_columns, arena);
	if (cell.kind != CELL_NUMBER)
		return arena_strdup(arena, "-");
	format_batch(cell.number, model->columns[column].unit, number);
	return arena_strdup(arena, number);
}

static void fill_sheet(struct sheet *sheet, struct arena *arena)
{
	const struct model *model = sheet->model;
	size_t n_columns = model->n_columns;

	sheet->words = arena_alloc(arena, sheet->order->n_rows * n_columns, sizeof(*sheet->words));
	sheet->widths = arena_alloc(arena, n_columns, sizeof(*sheet->widths));
	for (size_t column = 0; column < n_columns; column++) {
		if (!is_printed(&model->columns[column]))
			continue;
		sheet->widths[column] = (int)strlen(model->columns[column].title);
		for (size_t row = 0; row < sheet->order->n_rows; row++) {
			char *word = word_of(model, sheet->order->rows[row], column, arena);
			int width = (int)text_width(word, strlen(word));

			sheet->words[row * n_columns + column] = word;
			if (width > sheet->widths[column])
				sheet->widths[column] = width;
		}
	}
}

static void print_word(FILE *out, const struct sheet *sheet, size_t column, bool is_first,
		       const char *word)
{
	bool is_last = column + 1 == sheet->model->n_columns;
	int blanks = sheet->widths[column] - (int)text_width(word, strlen(word));
	bool is_left = sheet->model->columns[column].is_left;

	if (!is_first)
		fputc(' ', out);
	if (!is_left)
		fprintf(out, "%*s", blanks, "");
	fputs(word, out);
	if (is_left && !is_last)
		fprintf(out, "%*s", blanks, "");
}

/* @words NULL: the titles. */
static void print_line(FILE *out, const struct sheet *sheet, char *const *words)
{
	bool is_first = true;

	for (size_t i = 0; i < sheet->model->n_columns; i++) {
		if (!is_printed(&sheet->model->columns[i]))
			continue;
		print_word(out, sheet, i, is_first,
			   words ? words[i] : sheet->model->columns[i].title);
		is_first = false;
	}
	fputc('\n', out);
}

/* When it ended, here; of a dump nobody knows. */
static void print_time(FILE *out, const struct interval *interval)
{
	struct tm tm;
	char text[32];

	if (interval->is_live && moment_local(interval, &tm) &&
	    strftime(text, sizeof(text), "%FT%T%z", &tm))
		fprintf(out, " time=%s", text);
}

static void print_heading(FILE *out, const struct pane *pane, const struct interval *interval)
{
	fprintf(out, "# %s seconds=", pane->name);
	if (interval->is_since_boot)
		fputs("since-boot", out);
	else if (isnan(interval->seconds))
		fputs("-", out);
	else
		fprintf(out, "%.3f", interval->seconds);
	print_time(out, interval);
	fputc('\n', out);
}

void text_pane(FILE *out, const struct pane *pane, const struct view *view, const char *sort_key,
	       const regex_t *filter, struct arena *arena)
{
	struct model model;
	struct order order;
	struct sheet sheet = {.model = &model, .order = &order};

	memset(&model, 0, sizeof(model));
	pane_main_block(pane)->build(view, arena, &model);
	if (sort_key) {
		int column = model_find_column(&model, sort_key);

		sort_key = column < 0 ? NULL : model.columns[column].key;
	}
	order = order_rows(&model, sort_key, false, ORDER_EXACT, filter, arena);
	fill_sheet(&sheet, arena);
	print_heading(out, pane, view->interval);
	print_line(out, &sheet, NULL);
	for (size_t row = 0; row < order.n_rows; row++)
		print_line(out, &sheet, sheet.words + row * model.n_columns);
}
