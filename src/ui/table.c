/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "ui/table.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/i18n.h"
#include "base/text.h"
#include "base/xalloc.h"
#include "ui/format.h"
#include "ui/strip.h"
#include "ui/widths.h"

/* Cells per level of a tree. */
#define INDENT 2

void table_widths(const struct model *model, const struct order *order, size_t first,
		  size_t n_sample, size_t left, int width, int *widths)
{
	struct widths_rows rows = widths_rows(model, order, first, n_sample);

	widths_measure(&rows, width, widths);
	widths_fit(&rows, left, width, widths);
}

static size_t count_pinned(const struct model *model, const struct order *order)
{
	return model->n_pinned < order->n_rows ? model->n_pinned : order->n_rows;
}

static uint64_t id_at(const struct model *model, const struct order *order, size_t at)
{
	size_t row = order->rows[at];

	return model->row_id ? model->row_id(model, row) : row;
}

static void select_at(struct table_state *state, const struct model *model,
		      const struct order *order, size_t at)
{
	state->has_selection = true;
	state->selected = id_at(model, order, at);
	state->selected_at = at;
}

/* Where the selected row is in the order, or the one in its place; SIZE_MAX: none. */
static size_t selected_position(const struct table_state *state, const struct model *model,
				const struct order *order)
{
	size_t n_pinned = count_pinned(model, order), n = order->n_rows, at = state->selected_at;

	if (!state->has_selection || n == n_pinned)
		return SIZE_MAX;
	if (at >= n_pinned && at < n && id_at(model, order, at) == state->selected)
		return at;
	for (size_t i = n_pinned; i < n; i++)
		if (id_at(model, order, i) == state->selected)
			return i;
	if (model->lets_go)
		return SIZE_MAX;
	if (at < n_pinned)
		return n_pinned;
	return at < n ? at : n - 1;
}

static void settle_rows(struct table_state *state, const struct model *model,
			const struct order *order, bool shows_selection, size_t n_lines)
{
	size_t n_pinned = count_pinned(model, order), n = order->n_rows - n_pinned;
	size_t at = selected_position(state, model, order);
	size_t n_shown = n_lines > n_pinned ? n_lines - n_pinned : 0;

	if (at != SIZE_MAX)
		select_at(state, model, order, at);
	if (at != SIZE_MAX && shows_selection) {
		size_t row = at - n_pinned;

		if (row < state->top)
			state->top = row;
		else if (row - state->top >= n_shown && n_shown > 0)
			state->top = row - n_shown + 1;
	}
	if (n <= n_shown)
		state->top = 0;
	else if (state->top > n - n_shown)
		state->top = n - n_shown;
	state->n_shown = n_shown;
	state->n_rows = n;
}

/* What is drawn with: where, which columns, how. */
struct pen {
	struct grid *grid;
	struct rect rect;
	const struct model *model;
	const int *widths;
	const struct table_look *look;
};

static bool is_left(const struct column *column)
{
	return column->is_left || column->unit == UNIT_STRIP;
}

/* Text at the side of its column where it belongs. */
static void draw_aside(const struct pen *pen, int x, int y, int width, bool left, struct span text,
		       enum style style)
{
	size_t cells = text_width(text.text, text.len);

	if (!left && cells < (size_t)width) {
		x += width - (int)cells;
		width = (int)cells;
	}
	grid_text(pen->grid, x, y, width, text.text, text.len, style);
}

static void draw_number(const struct pen *pen, int x, int y, size_t column, const struct cell *cell)
{
	const struct column *what = &pen->model->columns[column];
	enum style style = cell->style;
	char text[FORMAT_SIZE];

	format_screen(cell->number, what->unit, text);
	/* What is nothing steps back; but 0 is a name as good as any. */
	bool is_nothing = what->unit == UNIT_ID ? isnan(cell->number) : !strpbrk(text, "123456789");

	if (style == STYLE_NORMAL && is_nothing)
		style = STYLE_DIM;
	draw_aside(pen, x, y, pen->widths[column], is_left(what), (struct span){text, strlen(text)},
		   style);
}

/* The mark of a child before its text; returns the cells taken. */
static int draw_depth(const struct pen *pen, int x, int y, int width, int depth)
{
	int indent = depth < width / 2 / INDENT ? depth * INDENT : width / 2 / INDENT * INDENT;

	if (indent == 0)
		return 0;
	grid_put(pen->grid, x + indent - 2, y, pen->look->is_ascii ? L'`' : L'└', STYLE_DIM);
	if (pen->look->is_ascii)
		grid_put(pen->grid, x + indent - 1, y, L'-', STYLE_DIM);
	return indent;
}

/* Returns whether it is what was searched for. */
static bool draw_text(const struct pen *pen, int x, int y, size_t column, const struct cell *cell)
{
	bool left = is_left(&pen->model->columns[column]);
	bool is_found = pen->look->found && order_text_matches(cell->text, pen->look->found);
	int width = pen->widths[column];
	int indent = left ? draw_depth(pen, x, y, width, cell->depth) : 0;

	draw_aside(pen, x + indent, y, width - indent, left, cell->text,
		   is_found ? STYLE_FOUND : cell->style);
	return is_found;
}

static bool draw_cell(const struct pen *pen, int x, int y, size_t row, size_t column)
{
	struct cell cell = {0};
	int width = pen->widths[column];

	pen->model->cell(pen->model, row, column, &cell);
	switch (cell.kind) {
	case CELL_NUMBER:
		draw_number(pen, x, y, column, &cell);
		break;
	case CELL_TEXT:
		return draw_text(pen, x, y, column, &cell);
	case CELL_STRIP:
		width = strip_draw(pen->grid, x, y, width, cell.strip, cell.n_strip,
				   pen->look->is_ascii);
		if (cell.style != STYLE_NORMAL)
			grid_restyle(pen->grid, x, y, width, cell.style);
		break;
	case CELL_EMPTY:
		break;
	}
	return false;
}

static void draw_row(const struct pen *pen, int y, size_t row, bool is_selected)
{
	int x = pen->rect.x, first_width = 0;
	bool is_found = false;

	for (size_t i = 0; i < pen->model->n_columns; i++) {
		if (pen->widths[i] == 0)
			continue;
		is_found |= draw_cell(pen, x, y, row, i);
		if (first_width == 0)
			first_width = pen->widths[i];
		x += pen->widths[i] + 1;
	}
	/* Found in a column that there was no room for. */
	if (pen->look->found && !is_found && order_row_matches(pen->model, row, pen->look->found))
		grid_restyle(pen->grid, pen->rect.x, y, first_width, STYLE_FOUND);
	if (is_selected)
		grid_restyle(pen->grid, pen->rect.x, y, pen->rect.width, STYLE_SELECTED);
}

/* Returns the first cell that is free after them. */
static int draw_titles(const struct pen *pen, int sorted)
{
	int x = pen->rect.x, end = x;

	grid_restyle(pen->grid, x, pen->rect.y, pen->rect.width, STYLE_TITLE);
	for (size_t i = 0; i < pen->model->n_columns; i++) {
		const struct column *column = &pen->model->columns[i];
		struct span title = {column->title, strlen(column->title)};
		int width = pen->widths[i];

		if (width == 0)
			continue;
		enum style style = (int)i == sorted ? STYLE_SORTED : STYLE_TITLE;

		draw_aside(pen, x, pen->rect.y, width, is_left(column), title, style);
		end = x + (column->grows ? (int)text_width(title.text, title.len) : width);
		x += width + 1;
	}
	return end;
}

/* "1-17/240" when that is not all, where the titles leave room for it. */
static void draw_position(const struct pen *pen, int x, size_t first, size_t n, size_t total)
{
	char text[80];
	int room = pen->rect.x + pen->rect.width - x;
	int len = snprintf(text, sizeof(text), "%zu-%zu/%zu", first + 1, first + n, total);

	if (n > 0 && n < total && len + 2 <= room)
		grid_string_right(pen->grid, x, pen->rect.y, room, text, STYLE_TITLE);
}

static void draw_rows(const struct pen *pen, const struct widths_rows *rows, size_t selected)
{
	int y = pen->rect.y + 1;

	for (size_t i = 0; i < rows->n_pinned; i++)
		draw_row(pen, y++, rows->pinned[i], false);
	for (size_t i = 0; i < rows->n_scrolled; i++)
		draw_row(pen, y++, rows->scrolled[i], rows->scrolled[i] == selected);
}

/* Why there are no rows. */
static void draw_note(const struct pen *pen, int y)
{
	const struct model *model = pen->model;
	const char *note = model->n_rows == 0 ? model->note : NULL;

	if (model->n_rows > model->n_pinned)
		note = _("no row matches the filter");
	if (note && y < pen->rect.y + pen->rect.height)
		grid_string(pen->grid, pen->rect.x, y, pen->rect.width, note, STYLE_MESSAGE);
}

void table_draw(struct grid *grid, struct rect rect, const struct model *model,
		const struct order *order, struct table_state *state, const struct table_look *look,
		struct arena *arena)
{
	if (rect.width <= 0 || rect.height <= 0)
		return;
	size_t n_lines = (size_t)rect.height - 1;
	int *widths = arena_alloc(arena, model->n_columns, sizeof(*widths));

	grid_clear(grid, rect);
	settle_rows(state, model, order, look->has_selection, n_lines);
	struct widths_rows rows = widths_rows(model, order, state->top, state->n_shown);

	widths_measure(&rows, rect.width, widths);
	state->left = widths_useful_left(model, widths, rect.width, state->left);
	widths_fit(&rows, state->left, rect.width, widths);
	struct pen pen = {grid, rect, model, widths, look};
	int free_x = draw_titles(&pen, order->column);

	draw_position(&pen, free_x, state->top, rows.n_scrolled, order->n_rows - rows.n_pinned);
	if (rows.n_pinned > n_lines)
		rows.n_pinned = n_lines;
	draw_rows(&pen, &rows,
		  look->has_selection ? table_selected_row(state, model, order) : SIZE_MAX);
	if (order->n_rows == count_pinned(model, order))
		draw_note(&pen, rect.y + 1 + (int)rows.n_pinned);
}

/* Where a selection begins: the first row shown. */
static size_t first_position(const struct table_state *state, const struct order *order,
			     size_t n_pinned)
{
	size_t last = order->n_rows - 1;

	return state->top < last - n_pinned ? n_pinned + state->top : last;
}

void table_select_by(struct table_state *state, const struct model *model,
		     const struct order *order, long rows)
{
	size_t first = count_pinned(model, order), last = order->n_rows - 1;
	size_t at = selected_position(state, model, order);
	size_t up = rows < 0 ? 0 - (size_t)rows : 0, down = rows > 0 ? (size_t)rows : 0;

	if (order->n_rows == first)
		return;
	if (at == SIZE_MAX) {
		at = first_position(state, order, first);
		up = up > 1 ? up : 0;
		down = down > 1 ? down : 0;
	}
	at = up < at - first ? at - up : first;
	at = down < last - at ? at + down : last;
	select_at(state, model, order, at);
}

bool table_select_line(struct table_state *state, const struct model *model,
		       const struct order *order, int line)
{
	size_t first = count_pinned(model, order);

	if (line < 1 || (size_t)line <= first)
		return false;
	size_t below = (size_t)line - 1 - first;

	if (below >= state->n_shown || below + state->top >= order->n_rows - first)
		return false;
	select_at(state, model, order, first + state->top + below);
	return true;
}

size_t table_selected_row(const struct table_state *state, const struct model *model,
			  const struct order *order)
{
	size_t at = selected_position(state, model, order);

	return at == SIZE_MAX ? SIZE_MAX : order->rows[at];
}

const char *table_column_at(const struct model *model, const struct order *order,
			    const struct table_state *state, int width, int x)
{
	int *widths = xcalloc(model->n_columns, sizeof(*widths));
	const char *key = NULL;

	table_widths(model, order, state->top, state->n_shown, state->left, width, widths);
	for (size_t i = 0; i < model->n_columns && x >= 0; i++) {
		if (widths[i] == 0)
			continue;
		if (x < widths[i])
			key = model->columns[i].key;
		x -= widths[i] + 1;
	}
	free(widths);
	return key;
}
