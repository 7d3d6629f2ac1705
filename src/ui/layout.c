/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Blocks that share their lines are a band.  While bands are laid, the height of a block's rectangle
 * is that of its band, 0 for one that has left.
 */
#include "config.h"

#include "ui/layout.h"

/* Cells between blocks that stand beside each other. */
#define GAP 2

struct stack {
	struct rect area;
	const struct layout_wish *wishes;
	struct rect *rects;
	size_t n;
	size_t main; /* n: there is none */
};

static int least(int a, int b)
{
	return a < b ? a : b;
}

static int most(int a, int b)
{
	return a > b ? a : b;
}

static int min_height(const struct layout_wish *wish)
{
	return most(wish->min_height, 1);
}

static int want_height(const struct layout_wish *wish)
{
	return most(wish->want_height, min_height(wish));
}

/* Does block @i share the lines of the one before? */
static bool is_beside(const struct stack *stack, size_t i)
{
	const struct layout_wish *wish = &stack->wishes[i];
	int enough = most(wish->min_width_beside, 2 * GAP * ((int)i + 1));

	return wish->is_beside && stack->area.width >= enough && stack->rects[i].height > 0 &&
	       stack->rects[i - 1].height > 0;
}

static size_t band_end(const struct stack *stack, size_t first)
{
	size_t end = first + 1;

	while (end < stack->n && is_beside(stack, end))
		end++;
	return end;
}

static void set_height(const struct stack *stack, size_t first, size_t end, int height)
{
	for (size_t i = first; i < end; i++)
		stack->rects[i].height = height;
}

/* Gives each band the least it can live with; returns the lines they take together. */
static int lay_least(const struct stack *stack)
{
	int total = 0;

	for (size_t i = 0, end; i < stack->n; i = end) {
		int height = 0;

		end = band_end(stack, i);
		if (stack->rects[i].height == 0)
			continue;
		for (size_t k = i; k < end; k++)
			height = most(height, min_height(&stack->wishes[k]));
		set_height(stack, i, end, height);
		total += height;
	}
	return total;
}

/* Takes away the last block; the main one only gets smaller.  False when no other is left. */
static bool drop_last(const struct stack *stack)
{
	for (size_t i = stack->n; i > 0; i--) {
		if (stack->rects[i - 1].height == 0 || i - 1 == stack->main)
			continue;
		stack->rects[i - 1].height = 0;
		return true;
	}
	return false;
}

/* What more lines are of use to a band; the main one takes what is left, not what it wants. */
static int band_wants(const struct stack *stack, size_t first, size_t end)
{
	int want = 0;

	for (size_t i = first; i < end; i++) {
		if (i == stack->main)
			return 0;
		want = most(want, want_height(&stack->wishes[i]));
	}
	return want;
}

/* One line more for each band that has a use for it, from the top; returns those left. */
static int grow_round(const struct stack *stack, int extra)
{
	for (size_t i = 0, end; i < stack->n && extra > 0; i = end) {
		int height = stack->rects[i].height;

		end = band_end(stack, i);
		if (height == 0 || height >= band_wants(stack, i, end))
			continue;
		set_height(stack, i, end, height + 1);
		extra--;
	}
	return extra;
}

static void grow_main(const struct stack *stack, int extra)
{
	for (size_t i = 0, end; i < stack->n; i = end) {
		end = band_end(stack, i);
		if (i <= stack->main && stack->main < end)
			set_height(stack, i, end, stack->rects[i].height + extra);
	}
}

/* Beside each other in equal parts; none is higher than it has a use for. */
static void place_band(const struct stack *stack, size_t first, size_t end, int y)
{
	int n = (int)(end - first), part = (stack->area.width - GAP * (n - 1)) / n;
	int x = stack->area.x, right = stack->area.x + stack->area.width;

	for (size_t i = first; i < end; i++) {
		struct rect *rect = &stack->rects[i];

		rect->x = x;
		rect->y = y;
		rect->width = i + 1 < end ? part : right - x;
		if (i != stack->main)
			rect->height = least(rect->height, want_height(&stack->wishes[i]));
		x += part + GAP;
	}
}

static void place(const struct stack *stack)
{
	int y = stack->area.y;

	for (size_t i = 0, end; i < stack->n; i = end) {
		int height = stack->rects[i].height;

		end = band_end(stack, i);
		if (height > 0)
			place_band(stack, i, end, y);
		y += height;
	}
}

static size_t find_main(const struct layout_wish *wishes, size_t n)
{
	size_t i = 0;

	while (i < n && !wishes[i].is_main)
		i++;
	return i;
}

void layout_stack(struct rect area, const struct layout_wish *wishes, size_t n, struct rect *rects)
{
	struct stack stack = {area, wishes, rects, n, find_main(wishes, n)};
	bool has_room = area.width > 0 && area.height > 0;
	int total, extra, before;

	for (size_t i = 0; i < n; i++) {
		bool is_wanted = i == stack.main || wishes[i].want_height > 0;

		rects[i] = (struct rect){area.x, area.y, 0, has_room && is_wanted};
	}
	if (!has_room)
		return;
	while ((total = lay_least(&stack)) > area.height && drop_last(&stack))
		;
	/* Less than nothing is left when the main block alone is too high: it is cut. */
	extra = area.height - total;
	do {
		before = extra;
		extra = grow_round(&stack, extra);
	} while (extra < before);
	grow_main(&stack, extra);
	place(&stack);
}

struct layout_screen layout_screen(int width, int height)
{
	width = most(width, 0);
	height = most(height, 0);
	int header = height >= 8 ? 2 : height >= 3;
	int footer = height >= 5;

	return (struct layout_screen){
		.header = {0, 0, width, header},
		.body = {0, header, width, height - header - footer},
		.footer = {0, height - footer, width, footer},
	};
}
