/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "ui/order.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "ui/format.h"

/* What a row is sorted by: cells are asked once each, not once per comparison. */
struct sort_key {
	double number; /* the lowest comes first; unknown is NAN until all are known */
	double tie;    /* the lowest comes first among equals */
	struct span text;
	size_t row; /* of the model */
};

static int by_row(const struct sort_key *a, const struct sort_key *b)
{
	return (a->row > b->row) - (a->row < b->row);
}

static int compare_numbers(const void *left, const void *right)
{
	const struct sort_key *a = left, *b = right;

	if (a->number != b->number)
		return a->number > b->number ? 1 : -1;
	if (a->tie != b->tie)
		return a->tie > b->tie ? 1 : -1;
	return by_row(a, b);
}

static int fold(char ch)
{
	return ch >= 'A' && ch <= 'Z' ? ch - 'A' + 'a' : (unsigned char)ch;
}

static int compare_spans(const struct span *a, const struct span *b)
{
	size_t len = a->len < b->len ? a->len : b->len;

	for (size_t i = 0; i < len; i++) {
		int difference = fold(a->text[i]) - fold(b->text[i]);

		if (difference != 0)
			return difference;
	}
	return (a->len > b->len) - (a->len < b->len);
}

/* No text comes last, reversed or not. */
static int compare_texts(const void *left, const void *right, void *data)
{
	const struct sort_key *a = left, *b = right;
	const bool *is_reversed = data;

	if ((a->text.len == 0) != (b->text.len == 0))
		return a->text.len == 0 ? 1 : -1;
	int difference = compare_spans(&a->text, &b->text);

	if (difference == 0)
		return by_row(a, b);
	return *is_reversed ? -difference : difference;
}

static struct sort_key key_of(const struct model *model, size_t row, size_t column)
{
	struct cell cell = {0};

	model->cell(model, row, column, &cell);
	if (cell.kind == CELL_EMPTY)
		cell.number = (double)NAN;
	return (struct sort_key){.number = cell.number, .text = cell.text, .row = row};
}

/* A text may bring a number to be sorted by (a CPU list its first CPU). */
static bool has_numbers(const struct sort_key *keys, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (!isnan(keys[i].number))
			return true;
	return false;
}

static void sort_by_number(struct sort_key *keys, size_t n, bool is_reversed)
{
	for (size_t i = 0; i < n; i++) {
		if (isnan(keys[i].number))
			keys[i].number = (double)INFINITY;
		else if (!is_reversed)
			keys[i].number = -keys[i].number;
	}
	qsort(keys, n, sizeof(*keys), compare_numbers);
}

/*
 * Percentages have one decimal on a screen.  Where a tie tells equals apart, only half a percent and more
 * differs from nothing: what hardly ran would else change places with its like each second.
 */
static void round_to_shown(const struct model *model, struct sort_key *keys, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		double steps = model->tie && fabs(keys[i].number) < 1 ? 1 : 10;

		keys[i].number = rint(keys[i].number * steps) / steps;
	}
}

static void add_ties(const struct model *model, struct sort_key *keys, size_t n)
{
	for (size_t i = 0; model->tie && i < n; i++)
		keys[i].tie = -model->tie(model, keys[i].row);
}

static void sort_rows(const struct model *model, size_t *rows, size_t n, size_t column,
		      bool is_reversed, enum order_grain grain, struct arena *arena)
{
	struct sort_key *keys = arena_alloc(arena, n, sizeof(*keys));

	for (size_t i = 0; i < n; i++)
		keys[i] = key_of(model, rows[i], column);
	if (grain == ORDER_AS_SHOWN && model->columns[column].unit == UNIT_PCT)
		round_to_shown(model, keys, n);
	if (grain == ORDER_AS_SHOWN)
		add_ties(model, keys, n);
	if (has_numbers(keys, n))
		sort_by_number(keys, n, is_reversed);
	else
		qsort_r(keys, n, sizeof(*keys), compare_texts, &is_reversed);
	for (size_t i = 0; i < n; i++)
		rows[i] = keys[i].row;
}

bool order_text_matches(struct span text, const regex_t *regex)
{
	/* The text is not NUL-terminated. */
	regmatch_t range = {.rm_so = 0, .rm_eo = (regoff_t)text.len};

	return regexec(regex, text.text ? text.text : "", 0, &range, REG_STARTEND) == 0;
}

/* A number that names something, as it is shown: all of it, for "7" is not thought to find each 1742. */
static bool id_matches(double number, const regex_t *regex)
{
	char text[FORMAT_SIZE];
	regmatch_t range;

	format_screen(number, UNIT_ID, text);
	return regexec(regex, text, 1, &range, 0) == 0 && range.rm_so == 0 &&
	       text[range.rm_eo] == '\0';
}

bool order_row_matches(const struct model *model, size_t row, const regex_t *regex)
{
	for (size_t column = 0; column < model->n_columns; column++) {
		struct cell cell = {0};

		model->cell(model, row, column, &cell);
		if (cell.kind == CELL_TEXT && order_text_matches(cell.text, regex))
			return true;
		if (cell.kind == CELL_NUMBER && model->columns[column].unit == UNIT_ID &&
		    id_matches(cell.number, regex))
			return true;
	}
	return false;
}

static int sort_column(const struct model *model, const char *sort_key)
{
	int column = -1;

	if (model->is_ordered)
		return -1;
	if (sort_key)
		column = model_find_column(model, sort_key);
	if (column < 0 && model->sort_key)
		column = model_find_column(model, model->sort_key);
	return column;
}

struct order order_rows(const struct model *model, const char *sort_key, bool is_reversed,
			enum order_grain grain, const regex_t *filter, struct arena *arena)
{
	size_t *rows = arena_alloc(arena, model->n_rows, sizeof(*rows));
	struct order order = {.rows = rows, .column = sort_column(model, sort_key)};
	size_t n_pinned = model->n_pinned < model->n_rows ? model->n_pinned : model->n_rows;

	for (size_t row = 0; row < model->n_rows; row++)
		if (row < n_pinned || !filter || order_row_matches(model, row, filter))
			rows[order.n_rows++] = row;
	if (order.column >= 0)
		sort_rows(model, rows + n_pinned, order.n_rows - n_pinned, (size_t)order.column,
			  is_reversed, grain, arena);
	return order;
}
