/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "ui/navigate.h"

#include <limits.h>

#include "base/i18n.h"
#include "ui/alerts.h"
#include "ui/jump.h"
#include "ui/layout.h"
#include "ui/playback.h"

/* Rows that a notch of the wheel scrolls. */
#define WHEEL_ROWS 3

void navigation_init(struct navigation *nav, struct ui *ui, const struct view *view,
		     const struct ui_facts *facts, int width, int height)
{
	*nav = (struct navigation){
		.ui = ui,
		.view = view,
		.facts = facts,
		.width = width,
		.height = height,
	};
	arena_init(&nav->arena);
}

void navigation_fini(struct navigation *nav)
{
	arena_fini(&nav->arena);
}

const struct shown *navigate_shown(struct navigation *nav)
{
	struct rect body = layout_screen(nav->width, nav->height).body;

	if (!nav->is_built)
		shown_build(&nav->shown, nav->ui, nav->view, alerts_leave(nav->ui, nav->view, body),
			    &nav->arena);
	nav->is_built = true;
	return &nav->shown;
}

/* The main block, with shown.order valid; NULL for a pane without one. */
static const struct shown_block *main_block(struct navigation *nav)
{
	return navigate_shown(nav)->main;
}

static unsigned int select_by(struct navigation *nav, long by)
{
	const struct shown_block *block = main_block(nav);

	if (block)
		table_select_by(ui_table(nav->ui), &block->model, &nav->shown.order, by);
	return UI_REQUEST_REDRAW;
}

unsigned int navigate_rows(struct navigation *nav, int by)
{
	return select_by(nav, by);
}

/* Rows of the main table on screen that scroll. */
static long page_rows(const struct shown_block *block)
{
	long rows = block->rect.height - 1 - (long)block->model.n_pinned;

	return rows > 1 ? rows : 1;
}

unsigned int navigate_pages(struct navigation *nav, int by)
{
	const struct shown_block *block = main_block(nav);

	return block ? select_by(nav, by * page_rows(block)) : 0;
}

unsigned int navigate_to_end(struct navigation *nav, int direction)
{
	return select_by(nav, direction > 0 ? LONG_MAX / 2 : LONG_MIN / 2);
}

unsigned int navigate_columns(struct navigation *nav, int by)
{
	struct table_state *table = ui_table(nav->ui);
	const struct shown_block *block = main_block(nav);

	if (by < 0 && table->left > 0)
		table->left--;
	else if (by > 0 && block && table->left + 2 < block->model.n_columns)
		table->left++;
	return UI_REQUEST_REDRAW;
}

unsigned int navigate_wheel(struct navigation *nav, int by)
{
	struct table_state *table = ui_table(nav->ui);
	size_t rows = WHEEL_ROWS;

	if (by > 0)
		table->top += rows;
	else
		table->top -= rows < table->top ? rows : table->top;
	if (table->has_selection)
		return select_by(nav, by * WHEEL_ROWS);
	return UI_REQUEST_REDRAW;
}

/* Who sorts wants to see what comes first, not to stay with a row that goes elsewhere. */
static void show_the_first(struct table_state *table)
{
	table->has_selection = false;
	table->top = 0;
}

static unsigned int sort_by(struct navigation *nav, const char *key)
{
	const struct shown_block *block = main_block(nav);
	struct ui *ui = nav->ui;

	if (block->model.is_ordered) {
		ui_say(ui, "%s", _("these rows have an order of their own"));
		return UI_REQUEST_REDRAW;
	}
	int column = model_find_column(&block->model, key);

	ui_sort_by(ui, key);
	show_the_first(ui_table(ui));
	ui_say(ui, _("sorted by %s"), block->model.columns[column].title);
	return UI_REQUEST_REDRAW;
}

static unsigned int click_title(struct navigation *nav, int x)
{
	const struct shown_block *block = main_block(nav);
	struct table_state *table = ui_table(nav->ui);
	const struct order *order = &nav->shown.order;
	const char *key =
		table_column_at(&block->model, order, table, block->rect.width, x - block->rect.x);

	if (!key)
		return 0;
	if (order->column >= 0 && model_find_column(&block->model, key) == order->column)
		return navigate_reverse(nav, 0);
	return sort_by(nav, key);
}

static bool is_inside(const struct rect *rect, int x, int y)
{
	return x >= rect->x && x < rect->x + rect->width && y >= rect->y &&
	       y < rect->y + rect->height;
}

/* On a finding under the header. */
static bool is_on_alert(const struct navigation *nav, int x, int y)
{
	struct rect body = layout_screen(nav->width, nav->height).body;
	struct rect below = alerts_leave(nav->ui, nav->view, body);

	return is_inside(&body, x, y) && y < below.y;
}

unsigned int navigate_click(struct navigation *nav, int x, int y)
{
	const struct shown_block *block = main_block(nav);

	if (is_on_alert(nav, x, y))
		return jump_to_pane(nav, pane_by_name("findings", sizeof("findings") - 1));
	if (!block || !is_inside(&block->rect, x, y))
		return 0;
	if (y == block->rect.y)
		return click_title(nav, x);
	table_select_line(ui_table(nav->ui), &block->model, &nav->shown.order, y - block->rect.y);
	return UI_REQUEST_REDRAW;
}

unsigned int navigate_double_click(struct navigation *nav, int x, int y)
{
	const struct shown_block *block = main_block(nav);

	if (block && is_inside(&block->rect, x, y) && y > block->rect.y &&
	    table_select_line(ui_table(nav->ui), &block->model, &nav->shown.order,
			      y - block->rect.y))
		return navigate_details(nav, 0);
	return navigate_click(nav, x, y);
}

/* Where in the order the selected row is; n_rows: nowhere. */
static size_t selected_position(const struct navigation *nav)
{
	const struct order *order = &nav->shown.order;
	size_t row = table_selected_row(ui_table(nav->ui), &nav->shown.main->model, order), i = 0;

	while (i < order->n_rows && order->rows[i] != row)
		i++;
	return i;
}

unsigned int navigate_find(struct navigation *nav, int skips)
{
	struct ui *ui = nav->ui;
	const struct shown_block *block = main_block(nav);

	if (!ui->find || !block)
		return 0;
	const struct order *order = &nav->shown.order;
	size_t from = selected_position(nav), n = order->n_rows;

	from = from == n ? 0 : from + (size_t)skips;
	for (size_t i = 0; i < n; i++) {
		size_t at = (from + i) % n;
		struct table_state *table = ui_table(ui);

		if (at < block->model.n_pinned ||
		    !order_row_matches(&block->model, order->rows[at], &ui->find_regex))
			continue;
		table->has_selection = true;
		table->selected = shown_row_id(&block->model, order->rows[at]);
		table->selected_at = at;
		return UI_REQUEST_REDRAW;
	}
	ui_say(ui, _("not found: %s"), ui->find);
	return UI_REQUEST_REDRAW;
}

/* The column to the left (-1) or right that is on screen and can be sorted by; -1: none. */
static int next_column(struct navigation *nav, int by)
{
	const struct shown_block *block = main_block(nav);
	const struct model *model = &block->model;
	const struct table_state *table = ui_table(nav->ui);
	int *widths = arena_alloc(&nav->arena, model->n_columns, sizeof(*widths));
	int n = (int)model->n_columns, at = nav->shown.order.column;

	table_widths(model, &nav->shown.order, table->top, (size_t)page_rows(block), table->left,
		     block->rect.width, widths);
	if (at < 0)
		at = by > 0 ? -1 : n;
	for (at += by; at >= 0 && at < n; at += by)
		if (widths[at] > 0 && model->columns[at].unit != UNIT_STRIP)
			return at;
	return -1;
}

unsigned int navigate_sort(struct navigation *nav, int by)
{
	const struct shown_block *block = main_block(nav);
	int column = block && block->model.n_columns > 0 ? next_column(nav, by) : -1;

	return column < 0 ? 0 : sort_by(nav, block->model.columns[column].key);
}

/* What a key sorts by, by the name and kind of the column: "cpu" is a share or a CPU's number. */
static const struct {
	enum navigate_sort what;
	const char *key;
	enum unit unit;
} sorts[] = {
	{NAVIGATE_CPU, "cpu", UNIT_PCT},
	{NAVIGATE_CPU, "busy", UNIT_PCT},
	{NAVIGATE_PID, "pid", UNIT_ID},
	{NAVIGATE_PID, "cpu", UNIT_ID},
	{NAVIGATE_PID, "irq", UNIT_TEXT},
	{NAVIGATE_TIME, "time", UNIT_SECONDS},
	{NAVIGATE_SWITCHES, "switches", UNIT_RATE},
};

unsigned int navigate_sort_by(struct navigation *nav, int what)
{
	const struct shown_block *block = main_block(nav);

	for (size_t i = 0; block && i < sizeof(sorts) / sizeof(sorts[0]); i++) {
		int column = model_find_column(&block->model, sorts[i].key);

		if ((int)sorts[i].what == what && column >= 0 &&
		    block->model.columns[column].unit == sorts[i].unit)
			return sort_by(nav, sorts[i].key);
	}
	ui_say(nav->ui, "%s", _("there is no such column here"));
	return UI_REQUEST_REDRAW;
}

unsigned int navigate_reverse(struct navigation *nav, int unused)
{
	struct table_state *table = ui_table(nav->ui);

	(void)unused;
	table->is_reversed = !table->is_reversed;
	show_the_first(table);
	return UI_REQUEST_REDRAW;
}

unsigned int navigate_details(struct navigation *nav, int unused)
{
	struct ui *ui = nav->ui;
	const struct shown_block *block = main_block(nav);
	struct table_state *table = ui_table(ui);
	size_t row = SIZE_MAX;

	(void)unused;
	if (block)
		row = table_selected_row(table, &block->model, &nav->shown.order);
	/* The gravest finding is the one that is asked for. */
	if (row == SIZE_MAX && block && block->pane->place && block->model.n_rows > 0) {
		table_select_by(table, &block->model, &nav->shown.order, 1);
		row = table_selected_row(table, &block->model, &nav->shown.order);
	}
	if (row != SIZE_MAX && block->pane->moment)
		return playback_to(nav, block->pane->moment(&block->model, row));
	if (row == SIZE_MAX || !block->pane->details) {
		ui_say(ui, "%s",
		       row == SIZE_MAX ? _("select a row first: arrow keys, or a click")
				       : _("there are no details of these rows"));
		return UI_REQUEST_REDRAW;
	}
	table->selected = shown_row_id(&block->model, row);
	ui->mode = UI_DETAILS;
	ui->help_top = 0;
	ui->has_task = block->pane->task &&
		       block->pane->task(&block->model, row, &ui->task_pid, &ui->task_tid);
	return UI_REQUEST_REDRAW;
}

unsigned int navigate_lines(struct navigation *nav, int by)
{
	int *top = &nav->ui->help_top;

	if (by > INT_MAX - *top)
		*top = INT_MAX; /* page_draw() knows where the end is */
	else
		*top = *top + by > 0 ? *top + by : 0;
	return UI_REQUEST_REDRAW;
}

unsigned int navigate_page_of_lines(struct navigation *nav, int by)
{
	struct layout_screen screen = layout_screen(nav->width, nav->height);
	int lines =
		nav->ui->mode == UI_HELP ? nav->height - screen.footer.height : screen.body.height;

	/* The title line does not scroll, and one line stays to find the place again. */
	return navigate_lines(nav, by * (lines > 3 ? lines - 2 : 1));
}

void navigate_home(struct ui *ui)
{
	ui->mode = UI_PANE;
	ui->has_task = false;
	ui->more_details = NULL;
	ui->n_more_details = 0;
}

unsigned int navigate_back(struct navigation *nav, int unused)
{
	struct ui *ui = nav->ui;

	(void)unused;
	if (ui->mode == UI_HELP && ui->below_help == UI_DETAILS)
		ui->mode = UI_DETAILS;
	else
		navigate_home(ui);
	ui->help_top = 0;
	return UI_REQUEST_REDRAW;
}
