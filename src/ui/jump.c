/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "ui/jump.h"

#include <string.h>

#include "base/i18n.h"
#include "ui/format.h"
#include "ui/layout.h"

unsigned int jump_to_pane(struct navigation *nav, const struct pane *pane)
{
	nav->ui->pane = pane;
	nav->is_built = false;
	navigate_home(nav->ui);
	return UI_REQUEST_REDRAW | UI_REQUEST_NEEDS;
}

/* A cell that is this text, as it is written. */
static bool is_cell(const struct model *model, size_t row, size_t column, const char *text)
{
	struct cell cell = {0};
	char number[FORMAT_SIZE];

	model->cell(model, row, column, &cell);
	if (cell.kind == CELL_NUMBER) {
		format_screen(cell.number, model->columns[column].unit, number);
		return model->columns[column].unit == UNIT_ID && strcmp(number, text) == 0;
	}
	return cell.kind == CELL_TEXT && cell.text.len == strlen(text) &&
	       memcmp(cell.text.text, text, cell.text.len) == 0;
}

/* Or has it in it. */
static bool has_cell(const struct model *model, size_t row, size_t column, const char *text)
{
	struct cell cell = {0};

	model->cell(model, row, column, &cell);
	return cell.kind == CELL_TEXT && memmem(cell.text.text, cell.text.len, text, strlen(text));
}

/* Where in the order the first row is that has such a cell; n_rows: nowhere. */
static size_t find(const struct shown *shown, const char *text,
		   bool (*matches)(const struct model *model, size_t row, size_t column,
				   const char *text))
{
	const struct model *model = &shown->main->model;
	const struct order *order = &shown->order;

	for (size_t at = 0; at < order->n_rows; at++)
		for (size_t column = 0; column < model->n_columns; column++)
			if (matches(model, order->rows[at], column, text))
				return at;
	return order->n_rows;
}

static void select_row(struct navigation *nav, const char *text)
{
	const struct shown *shown = navigate_shown(nav);
	struct table_state *table = ui_table(nav->ui);
	size_t at;

	if (!shown->main)
		return;
	at = find(shown, text, is_cell);
	if (at == shown->order.n_rows)
		at = find(shown, text, has_cell);
	if (at == shown->order.n_rows) {
		ui_say(nav->ui, _("no row has %s now"), text);
		return;
	}
	/* The pinned ones are always in sight. */
	if (at < shown->main->model.n_pinned)
		return;
	/* From the first row on, if it is not too far down. */
	table->top = 0;
	table->has_selection = true;
	table->selected = shown_row_id(&shown->main->model, shown->order.rows[at]);
	table->selected_at = at;
}

unsigned int jump_from_details(struct navigation *nav, int unused)
{
	const struct shown *shown = navigate_shown(nav);
	size_t row = shown_find_row(shown, ui_table(nav->ui)->selected);
	const char *name = NULL, *text = NULL;
	unsigned int requests;

	(void)unused;
	if (nav->ui->mode != UI_DETAILS)
		return 0;
	if (row != SIZE_MAX && shown->main->pane->place)
		name = shown->main->pane->place(&shown->main->model, row, &text);
	const struct pane *pane = name ? pane_by_name(name, strlen(name)) : NULL;

	if (!pane)
		return 0;
	/* It outlives what was built of the pane that it is from: both are in the same arena. */
	requests = jump_to_pane(nav, pane);
	if (text)
		select_row(nav, text);
	return requests;
}
