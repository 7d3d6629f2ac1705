/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "ui/line.h"

#include <limits.h>
#include <string.h>

#include "base/text.h"

/* Blanks between items; one is enough where a number is longer than its slot. */
#define GAP 2

struct line_item *line_begin(struct line *line, int priority, int slot)
{
	struct line_item *item = arena_alloc(line->arena, 1, sizeof(*item));

	item->priority = priority;
	item->slot = slot;
	if (line->last)
		line->last->next = item;
	else
		line->first = item;
	line->last = item;
	return item;
}

void line_add(struct line *line, enum style style, const char *text)
{
	line_add_cut(line, style, text, INT_MAX);
}

void line_add_cut(struct line *line, enum style style, const char *text, int width)
{
	struct line_piece *piece = arena_alloc(line->arena, 1, sizeof(*piece));
	struct line_item *item = line->last;
	size_t cells = text_width(text, strlen(text));

	piece->text = text;
	piece->style = style;
	piece->width = cells < (size_t)width ? (int)cells : width;
	if (item->last)
		item->last->next = piece;
	else
		item->first = piece;
	item->last = piece;
	item->width += piece->width;
}

static int item_room(const struct line_item *item)
{
	return item->width > item->slot ? item->width : item->slot;
}

/* Cells from the start of an item to the start of the next. */
static int item_step(const struct line_item *item)
{
	int slot = item->slot + GAP;

	if (item->slot == 0)
		return item->width + GAP;
	return item->width < slot ? slot : item->width + 1;
}

/* The last item too takes its slot, or others would come and go with the length of its number. */
static int total_width(const struct line *line)
{
	int total = 0, blanks = 0;

	for (const struct line_item *item = line->first; item; item = item->next) {
		if (item->is_left_out)
			continue;
		int width = item_room(item);

		total += blanks + width;
		blanks = item_step(item) - width;
	}
	return total;
}

static int highest_priority(const struct line *line)
{
	int highest = 0;

	for (const struct line_item *item = line->first; item; item = item->next)
		if (item->priority > highest)
			highest = item->priority;
	return highest;
}

bool line_fit(struct line *line, int width)
{
	bool fits = true;

	for (struct line_item *item = line->first; item; item = item->next)
		item->is_left_out = true;
	for (int priority = 0; priority <= highest_priority(line); priority++) {
		for (struct line_item *item = line->first; item; item = item->next) {
			if (item->priority != priority)
				continue;
			item->is_left_out = false;
			item->is_left_out = total_width(line) > width;
			fits &= !item->is_left_out;
		}
	}
	return fits;
}

static void draw_item(const struct line_item *item, struct grid *grid, struct rect rect, int x)
{
	for (const struct line_piece *piece = item->first; piece; piece = piece->next) {
		grid_string(grid, x, rect.y, piece->width, piece->text, piece->style);
		x += piece->width;
	}
}

void line_draw(const struct line *line, struct grid *grid, struct rect rect)
{
	int x = rect.x, right = rect.x + rect.width;

	for (const struct line_item *item = line->first; item; item = item->next) {
		if (item->is_left_out)
			continue;
		if (item->is_right) {
			draw_item(item, grid, rect, right - item->width);
			right -= item_room(item) + GAP;
			continue;
		}
		draw_item(item, grid, rect, x);
		x += item_step(item);
	}
}
