/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "ui/widths.h"

#include <limits.h>
#include <string.h>

#include "base/text.h"
#include "ui/format.h"

/* Texts that need more than their minimum get it in steps, lest columns move in every frame. */
#define TEXT_STEP 4
/* A text takes no more than one part in so many of the width, the growing column excepted. */
#define TEXT_PART 4

static int least(int a, int b)
{
	return a < b ? a : b;
}

static int most(int a, int b)
{
	return a > b ? a : b;
}

static int cells_of(size_t n)
{
	return n < INT_MAX / 2 ? (int)n : INT_MAX / 2;
}

struct widths_rows widths_rows(const struct model *model, const struct order *order, size_t first,
			       size_t n)
{
	size_t n_pinned = model->n_pinned < order->n_rows ? model->n_pinned : order->n_rows;
	size_t n_others = order->n_rows - n_pinned;
	struct widths_rows rows = {
		.model = model,
		.pinned = order->rows,
		.n_pinned = n_pinned,
		.sorted = order->column,
	};

	if (first < n_others) {
		rows.scrolled = order->rows + n_pinned + first;
		rows.n_scrolled = n < n_others - first ? n : n_others - first;
	}
	return rows;
}

/* What numbers take nearly always, so that columns stand still while values change. */
static int usual_width(enum unit unit)
{
	switch (unit) {
	case UNIT_ID:
	case UNIT_COUNT:
		return 3;
	case UNIT_PCT:
		return 4;
	case UNIT_RATE:
	case UNIT_KIB:
	case UNIT_DECIMAL:
		return 5;
	case UNIT_SECONDS:
		return 6;
	case UNIT_TEXT:
	case UNIT_STRIP:
		break;
	}
	return 1;
}

static int cell_width(const struct model *model, size_t row, size_t column)
{
	struct cell cell = {0};
	char number[FORMAT_SIZE];

	model->cell(model, row, column, &cell);
	switch (cell.kind) {
	case CELL_NUMBER:
		format_screen(cell.number, model->columns[column].unit, number);
		return (int)strlen(number);
	case CELL_TEXT:
		return cells_of(text_width(cell.text.text, cell.text.len) + 2 * (size_t)cell.depth);
	case CELL_STRIP:
		return cells_of(cell.n_strip);
	case CELL_EMPTY:
		break;
	}
	return 0;
}

static int widest_cell(const struct widths_rows *rows, size_t column)
{
	const struct model *model = rows->model;
	int widest = 0;

	for (size_t i = 0; i < rows->n_pinned; i++)
		widest = most(widest, cell_width(model, rows->pinned[i], column));
	for (size_t i = 0; i < rows->n_scrolled; i++)
		widest = most(widest, cell_width(model, rows->scrolled[i], column));
	/* Models are built in the order of their numbers: the last of them is the longest. */
	if (model->columns[column].unit == UNIT_ID && model->n_rows > 0)
		widest = most(widest, cell_width(model, model->n_rows - 1, column));
	return widest;
}

static int column_need(const struct widths_rows *rows, size_t i, int width)
{
	const struct column *column = &rows->model->columns[i];
	int title = cells_of(text_width(column->title, strlen(column->title)));
	int base = most(most(title, column->min_width), usual_width(column->unit));

	if (column->grows)
		return base;
	int widest = widest_cell(rows, i), limit = most(base, width / TEXT_PART);

	if (column->max_width > 0)
		limit = least(limit, most(base, column->max_width));
	if (widest <= base)
		return base;
	if (column->unit == UNIT_TEXT)
		return least(limit, (widest + TEXT_STEP - 1) / TEXT_STEP * TEXT_STEP);
	return column->unit == UNIT_STRIP ? least(limit, widest) : widest;
}

void widths_measure(const struct widths_rows *rows, int width, int *widths)
{
	for (size_t i = 0; i < rows->model->n_columns; i++)
		widths[i] = column_need(rows, i, width);
}

/* Cells that columns take with the blanks between them. */
static int total_width(const int *widths, size_t n)
{
	int total = 0;

	for (size_t i = 0; i < n; i++)
		if (widths[i] > 0)
			total = least(total + widths[i] + 1, INT_MAX / 2);
	return most(total - 1, 0);
}

size_t widths_useful_left(const struct model *model, const int *widths, int width, size_t left)
{
	size_t n = model->n_columns;

	if (n < 2)
		return 0;
	if (left > n - 2)
		left = n - 2;
	/* With one column less scrolled out, does it all fit? */
	while (left > 0 && widths[0] + 1 + total_width(widths + left, n - left) <= width)
		left--;
	return left;
}

/* What the rows are sorted by explains their order. */
static int priority_of(const struct widths_rows *rows, size_t column)
{
	return (int)column == rows->sorted ? 0 : rows->model->columns[column].priority;
}

/* The column to leave out next: the least important, of equals the rightmost; the last one stays. */
static int *least_important(const struct widths_rows *rows, int *widths)
{
	size_t worst = 0, n_shown = 0;

	for (size_t i = 0; i < rows->model->n_columns; i++) {
		if (widths[i] == 0)
			continue;
		if (n_shown++ == 0 || priority_of(rows, i) >= priority_of(rows, worst))
			worst = i;
	}
	return n_shown > 1 ? &widths[worst] : NULL;
}

static void narrow(const struct widths_rows *rows, int width, int *widths)
{
	size_t n = rows->model->n_columns;
	int *column;

	while (total_width(widths, n) > width && (column = least_important(rows, widths)))
		*column = 0;
	for (size_t i = 0; i < n; i++)
		widths[i] = least(widths[i], most(width, 0));
}

/* To the growing column; without one, to strips that could not show each of their values. */
static void spread(const struct widths_rows *rows, int width, int *widths)
{
	const struct model *model = rows->model;
	int room = width - total_width(widths, model->n_columns);

	for (size_t i = 0; i < model->n_columns; i++) {
		if (widths[i] > 0 && model->columns[i].grows) {
			widths[i] += room;
			return;
		}
	}
	for (size_t i = 0; i < model->n_columns && room > 0; i++) {
		if (widths[i] == 0 || model->columns[i].unit != UNIT_STRIP)
			continue;
		int more = least(room, most(0, widest_cell(rows, i) - widths[i]));

		widths[i] += more;
		room -= more;
	}
}

void widths_fit(const struct widths_rows *rows, size_t left, int width, int *widths)
{
	for (size_t i = 1; i <= left && i < rows->model->n_columns; i++)
		widths[i] = 0;
	narrow(rows, width, widths);
	if (width > 0)
		spread(rows, width, widths);
}
