/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "ui/details.h"

#include "base/i18n.h"
#include "ui/page.h"

static size_t row_details(const struct ui *ui, const struct view *view, const struct shown *shown,
			  struct arena *arena, const struct detail **details)
{
	const struct shown_block *block = shown->main;
	size_t row = shown_find_row(shown, ui_table(ui)->selected);

	if (row == SIZE_MAX || !block->pane->details)
		return 0;
	return block->pane->details(view, &block->model, row, arena, details);
}

void details_draw(struct grid *grid, struct rect rect, struct ui *ui, const struct view *view,
		  const struct shown *shown, struct arena *arena)
{
	const struct detail *details = NULL;
	size_t n = row_details(ui, view, shown, arena, &details);
	size_t n_more = n > 0 ? ui->n_more_details : 0;
	struct page_item *items = arena_alloc(arena, n + n_more + 1, sizeof(*items));
	size_t n_items = 0;

	for (size_t i = 0; i < n; i++)
		items[n_items++] = (struct page_item){details[i].name, details[i].value};
	for (size_t i = 0; i < n_more; i++)
		items[n_items++] =
			(struct page_item){ui->more_details[i].name, ui->more_details[i].value};
	if (n_items == 0)
		items[n_items++] = (struct page_item){NULL, _("It is gone. Esc: back")};
	page_draw(grid, rect, _("details"), items, n_items, &ui->help_top);
}
