/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "ui/frame.h"

#include <math.h>
#include <string.h>

#include "base/i18n.h"
#include "base/text.h"
#include "interval.h"
#include "ui/alerts.h"
#include "ui/details.h"
#include "ui/editor_page.h"
#include "ui/footer.h"
#include "ui/header.h"
#include "ui/help.h"
#include "ui/layout.h"
#include "ui/moment.h"
#include "ui/shown.h"

/* On anything smaller no table makes sense. */
#define MIN_WIDTH  20
#define MIN_HEIGHT 4

/* On fewer lines the editor needs those of the header, too. */
#define LOW 16

/* Cells of a percentage and a blank before it, there. */
#define TINY_NUMBER 4

static bool is_tiny(int width, int height)
{
	return width < MIN_WIDTH || height < MIN_HEIGHT;
}

/* One line: which CPU, how busy; the number alone where there is no room for more. */
static void tiny_line(struct grid *grid, int y, const char *name, double busy)
{
	char number[8] = "-";

	if (!isnan(busy))
		snprintf(number, sizeof(number), "%.0f", busy);
	enum style style = style_of_pct(busy, 80, 95);
	int room = grid->width - (int)strlen(number) - 1;

	if (room >= (int)text_width(name, strlen(name)))
		grid_string(grid, 0, y, room, name, STYLE_NORMAL);
	grid_string_right(grid, 0, y, grid->width, number, style);
}

/* The whole machine; what is not the present says so rather than its number. */
static void tiny_first(struct grid *grid, double busy, const struct playback *playback)
{
	const char *word = moment_word(playback), *name = *word ? word : "CPU%";
	int room = grid->width - TINY_NUMBER;

	if (*word && room < (int)text_width(word, strlen(word)))
		name = "<";
	if (!*word || room > 0)
		tiny_line(grid, 0, name, busy);
	if (*word)
		grid_string(grid, 0, 0, grid->width, name, STYLE_MESSAGE);
}

static void tiny_draw(struct grid *grid, const struct ui *ui, const struct interval *interval,
		      const struct playback *playback)
{
	struct rect last = {0, grid->height - 1, grid->width, 1};

	tiny_first(grid, interval->all.busy, playback);
	for (size_t i = 0; i < interval->n_cpus && (int)i + 1 < grid->height; i++) {
		char name[16];

		snprintf(name, sizeof(name), "%d", interval->cpu_numbers[i]);
		tiny_line(grid, (int)i + 1, name, interval->cpus[i].busy);
	}
	if (ui->prompt.kind != PROMPT_NONE)
		prompt_draw(&ui->prompt, grid, last);
}

static void draw_blocks(struct grid *grid, struct ui *ui, const struct shown *shown,
			struct arena *arena)
{
	for (size_t i = 0; i < shown->n_blocks; i++) {
		const struct shown_block *block = &shown->blocks[i];
		struct table_look look = {.is_ascii = ui->is_ascii};

		if (block->rect.height <= 0)
			continue;
		if (block == shown->main) {
			look.has_selection = true;
			look.found = ui->find ? &ui->find_regex : NULL;
			table_draw(grid, block->rect, &block->model, &shown->order, ui_table(ui),
				   &look, arena);
			continue;
		}
		struct table_state still = {0};
		struct order order =
			order_rows(&block->model, NULL, false, ORDER_AS_SHOWN, NULL, arena);

		table_draw(grid, block->rect, &block->model, &order, &still, &look, arena);
	}
}

/* Since boot there is a row for everything: no measure of what comes after it. */
static void keep_lines(struct ui *ui, const struct view *view, const struct shown *shown,
		       struct rect body)
{
	if (view->interval->is_since_boot)
		return;
	for (size_t i = 0; i < shown->n_blocks; i++)
		ui_keep_lines(ui, i, body.width, body.height, shown->blocks[i].rect.height);
}

void frame_draw(struct grid *grid, struct ui *ui, const struct view *view,
		const struct ui_facts *facts, struct arena *arena)
{
	struct layout_screen screen = layout_screen(grid->width, grid->height);
	struct rect whole = {0, 0, grid->width, grid->height};

	grid_clear(grid, whole);
	if (grid->width <= 0 || grid->height <= 0)
		return;
	if (is_tiny(grid->width, grid->height)) {
		tiny_draw(grid, ui, view->interval, &facts->playback);
		return;
	}
	struct shown shown;

	struct rect body = alerts_leave(ui, view, screen.body);

	shown_build(&shown, ui, view, body, arena);
	keep_lines(ui, view, &shown, body);
	if (ui->mode == UI_HELP) {
		whole.height -= screen.footer.height;
		help_draw(grid, whole, ui, &shown, arena);
	} else if (ui->mode == UI_EDITOR && grid->height < LOW) {
		whole.height -= screen.footer.height;
		editor_page_draw(grid, whole, ui, view, arena);
	} else {
		header_draw(grid, screen.header, ui, view, facts, arena);
		if (ui->mode == UI_EDITOR) {
			editor_page_draw(grid, screen.body, ui, view, arena);
		} else if (ui->mode == UI_UNDO) {
			editor_page_draw_undo(grid, screen.body, facts, arena);
		} else if (ui->mode == UI_DETAILS) {
			details_draw(grid, screen.body, ui, view, &shown, arena);
		} else {
			alerts_draw(grid, screen.body, ui, view, arena);
			draw_blocks(grid, ui, &shown, arena);
		}
	}
	footer_draw(grid, screen.footer, ui, view, facts);
}

struct rect frame_main_rect(const struct ui *ui, const struct view *view, int width, int height)
{
	struct rect rect = {0};
	struct shown shown;
	struct arena arena;

	if (is_tiny(width, height))
		return rect;
	arena_init(&arena);
	shown_build(&shown, ui, view, alerts_leave(ui, view, layout_screen(width, height).body),
		    &arena);
	if (shown.main)
		rect = shown.main->rect;
	arena_fini(&arena);
	return rect;
}

unsigned int frame_needs(const struct ui *ui)
{
	return header_needs | pane_needs(ui->pane, &ui->choice);
}
