/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "ui/shown.h"

#include <string.h>

#include "ui/layout.h"

static size_t count_blocks(const struct pane *pane)
{
	size_t n = 0;

	if (!pane->stack)
		return pane->n_blocks;
	while (pane->stack[n])
		n++;
	return n;
}

static void list_blocks(struct shown *shown, const struct pane *pane)
{
	if (!pane->stack) {
		for (size_t i = 0; i < pane->n_blocks; i++) {
			struct shown_block *block = &shown->blocks[shown->n_blocks++];

			block->pane = pane;
			block->block = &pane->blocks[i];
		}
		return;
	}
	for (const char *const *name = pane->stack; *name; name++) {
		const struct pane *owner = pane_by_name(*name, strlen(*name));

		if (!owner || !owner->brief)
			continue;
		struct shown_block *block = &shown->blocks[shown->n_blocks++];

		block->pane = owner;
		block->block = owner->brief;
	}
}

/* The last block without a wish for lines; if all have one, the last. */
static struct shown_block *find_main(const struct shown *shown)
{
	struct shown_block *last = NULL;

	for (size_t i = 0; i < shown->n_blocks; i++) {
		if (shown->blocks[i].block->want_lines == 0)
			last = &shown->blocks[i];
	}
	if (!last && shown->n_blocks > 0)
		last = &shown->blocks[shown->n_blocks - 1];
	return last;
}

/* Lines that a block has something to put in, its titles included; 0: it has nothing to say. */
static int useful_lines(const struct shown_block *block)
{
	const struct model *model = &block->model;
	int want = block->block->want_lines;

	if (model->n_rows > 0)
		return model->n_rows + 1 < (size_t)want ? (int)model->n_rows + 1 : want;
	return model->note && want > 2 ? 2 : 0;
}

/* What the main block cannot do without: half of @height at least, the others only lead to it; or all its rows. */
static int least_of_main(const struct shown_block *block, int height)
{
	size_t rows = block->model.n_rows + 1;
	int half = (height + 1) / 2, least = rows < (size_t)half ? (int)rows : half;

	return least > block->block->min_lines ? least : block->block->min_lines;
}

static struct layout_wish wish_of(const struct shown_block *block, bool is_main, int height,
				  int want)
{
	const struct block *wanted = block->block;
	int min = is_main ? least_of_main(block, height) : wanted->min_lines;

	return (struct layout_wish){
		.min_height = is_main || min < want ? min : want,
		.want_height = want,
		.is_main = is_main,
		.is_beside = wanted->is_beside,
		.min_width_beside = wanted->min_width_beside,
	};
}

/* Blocks with nothing to say, now or a while ago, are not laid out at all. */
static void place_blocks(struct shown *shown, const struct ui *ui, struct rect body,
			 struct arena *arena)
{
	struct layout_wish *wishes = arena_alloc(arena, shown->n_blocks, sizeof(*wishes));
	struct rect *rects = arena_alloc(arena, shown->n_blocks, sizeof(*rects));
	struct shown_block **placed = arena_alloc(arena, shown->n_blocks, sizeof(*placed));
	size_t n = 0;

	for (size_t i = 0; i < shown->n_blocks; i++) {
		struct shown_block *block = &shown->blocks[i];
		bool is_main = block == shown->main;
		int want = useful_lines(block), kept = ui_lines(ui, i, body.width, body.height);

		if (want < kept)
			want = kept;
		if (!is_main && want == 0)
			continue;
		placed[n] = block;
		wishes[n++] = wish_of(block, is_main, body.height, want);
	}
	layout_stack(body, wishes, n, rects);
	for (size_t i = 0; i < n; i++)
		placed[i]->rect = rects[i];
}

void shown_build(struct shown *shown, const struct ui *ui, const struct view *view,
		 struct rect body, struct arena *arena)
{
	*shown = (struct shown){.order.column = -1};
	size_t n = count_blocks(ui->pane);

	if (n == 0)
		return;
	shown->blocks = arena_alloc(arena, n, sizeof(*shown->blocks));
	list_blocks(shown, ui->pane);
	shown->main = find_main(shown);
	for (size_t i = 0; i < shown->n_blocks; i++)
		shown->blocks[i].block->build(view, arena, &shown->blocks[i].model);
	if (!shown->main)
		return;
	place_blocks(shown, ui, body, arena);
	const struct model *model = &shown->main->model;

	shown->order = order_rows(model, ui_sort_key(ui, model), ui_table(ui)->is_reversed,
				  ORDER_AS_SHOWN, ui->filter ? &ui->filter_regex : NULL, arena);
}

uint64_t shown_row_id(const struct model *model, size_t row)
{
	return model->row_id ? model->row_id(model, row) : row;
}

size_t shown_find_row(const struct shown *shown, uint64_t id)
{
	if (!shown->main)
		return SIZE_MAX;
	for (size_t row = 0; row < shown->main->model.n_rows; row++)
		if (shown_row_id(&shown->main->model, row) == id)
			return row;
	return SIZE_MAX;
}
