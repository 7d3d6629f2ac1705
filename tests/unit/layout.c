/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "ui/layout.h"

#define MAX_BLOCKS 6
#define MAX_WIDTH  250
#define MAX_HEIGHT 80

struct stack {
	struct layout_wish wishes[MAX_BLOCKS];
	size_t n;
};

static const struct stack stacks[] = {
	{{{.min_height = 3, .is_main = true}}, 1},
	{{{.min_height = 2, .want_height = 5}}, 1},
	/* A dashboard. */
	{{{.min_height = 2, .want_height = 6},
	  {.min_height = 3, .want_height = 7},
	  {.min_height = 3, .want_height = 7, .is_beside = true, .min_width_beside = 120},
	  {.min_height = 4, .is_main = true}},
	 4},
	/* The main block first, in the middle, beside another. */
	{{{.min_height = 5, .is_main = true}, {.min_height = 2, .want_height = 4}}, 2},
	{{{.min_height = 1, .want_height = 1},
	  {.min_height = 2, .is_main = true},
	  {.min_height = 4, .want_height = 9}},
	 3},
	{{{.min_height = 2, .want_height = 3},
	  {.min_height = 5, .is_main = true, .is_beside = true, .min_width_beside = 60},
	  {.min_height = 2, .want_height = 20, .is_beside = true, .min_width_beside = 100},
	  {.min_height = 2, .want_height = 20}},
	 4},
	/* No main block; one that has nothing to say; one that wants less than it needs. */
	{{{.min_height = 2, .want_height = 3},
	  {.min_height = 0, .want_height = 0},
	  {.min_height = 6, .want_height = 2, .is_beside = true}},
	 3},
	/* All beside each other, on however little. */
	{{{.min_height = 1, .want_height = 2},
	  {.min_height = 2, .want_height = 2, .is_beside = true},
	  {.min_height = 3, .want_height = 3, .is_beside = true},
	  {.min_height = 4, .want_height = 4, .is_beside = true},
	  {.min_height = 5, .want_height = 5, .is_beside = true},
	  {.min_height = 6, .is_main = true, .is_beside = true}},
	 6},
};
#define N_STACKS (sizeof(stacks) / sizeof(*stacks))

static bool is_shown(const struct rect *rect)
{
	return rect->height > 0;
}

static void assert_inside(const struct rect *rect, const struct rect *area)
{
	assert_true(rect->width > 0);
	assert_true(rect->x >= area->x && rect->x + rect->width <= area->x + area->width);
	assert_true(rect->y >= area->y && rect->y + rect->height <= area->y + area->height);
}

static void assert_apart(const struct rect *a, const struct rect *b)
{
	bool is_apart_across = a->x + a->width <= b->x || b->x + b->width <= a->x;
	bool is_apart_down = a->y + a->height <= b->y || b->y + b->height <= a->y;

	assert_true(is_apart_across || is_apart_down);
}

static size_t main_of(const struct stack *stack)
{
	size_t i = 0;

	while (i < stack->n && !stack->wishes[i].is_main)
		i++;
	return i;
}

static void assert_height(const struct layout_wish *wish, const struct rect *rect, bool is_alone)
{
	int want = wish->want_height > wish->min_height ? wish->want_height : wish->min_height;

	if (!is_alone)
		assert_true(rect->height >= wish->min_height);
	if (!wish->is_main)
		assert_true(rect->height <= want);
}

/* Blocks leave from the bottom, the main one last. */
static void assert_dropping(const struct stack *stack, const struct rect *rects)
{
	size_t main = main_of(stack);
	bool has_left = false;

	for (size_t i = 0; i < stack->n; i++) {
		if (i == main || stack->wishes[i].want_height == 0)
			continue;
		assert_false(has_left && is_shown(&rects[i]));
		has_left |= !is_shown(&rects[i]);
	}
	if (main < stack->n)
		assert_true(is_shown(&rects[main]));
}

static void check_stack(const struct stack *stack, struct rect area)
{
	struct rect rects[MAX_BLOCKS];
	size_t n_shown = 0;

	layout_stack(area, stack->wishes, stack->n, rects);
	for (size_t i = 0; i < stack->n; i++)
		n_shown += is_shown(&rects[i]);
	for (size_t i = 0; i < stack->n; i++) {
		if (!is_shown(&rects[i]))
			continue;
		assert_inside(&rects[i], &area);
		assert_height(&stack->wishes[i], &rects[i], n_shown == 1);
		for (size_t k = 0; k < i; k++)
			if (is_shown(&rects[k]))
				assert_apart(&rects[i], &rects[k]);
	}
	assert_dropping(stack, rects);
}

static void blocks_are_inside_apart_and_leave_from_the_bottom(void **state)
{
	(void)state;
	for (size_t i = 0; i < N_STACKS; i++)
		for (int width = 1; width <= MAX_WIDTH; width++)
			for (int height = 1; height <= MAX_HEIGHT; height++)
				check_stack(&stacks[i], (struct rect){3, 2, width, height});
}

static void no_room_shows_nothing(void **state)
{
	struct rect rects[MAX_BLOCKS];

	(void)state;
	for (size_t i = 0; i < N_STACKS; i++) {
		layout_stack((struct rect){0, 0, 0, 10}, stacks[i].wishes, stacks[i].n, rects);
		for (size_t k = 0; k < stacks[i].n; k++)
			assert_int_equal(rects[k].height, 0);
		layout_stack((struct rect){0, 0, 10, -1}, stacks[i].wishes, stacks[i].n, rects);
		for (size_t k = 0; k < stacks[i].n; k++)
			assert_int_equal(rects[k].height, 0);
	}
	layout_stack((struct rect){0, 0, 80, 24}, NULL, 0, NULL);
}

static void assert_rect(struct rect rect, int x, int y, int width, int height)
{
	assert_int_equal(rect.x, x);
	assert_int_equal(rect.y, y);
	assert_int_equal(rect.width, width);
	assert_int_equal(rect.height, height);
}

static void a_dashboard_at_80_columns_is_stacked(void **state)
{
	struct rect rects[MAX_BLOCKS];

	(void)state;
	layout_stack((struct rect){0, 2, 80, 21}, stacks[2].wishes, stacks[2].n, rects);
	/* Nine lines beyond what they need at least: three each. */
	assert_rect(rects[0], 0, 2, 80, 5);
	assert_rect(rects[1], 0, 7, 80, 6);
	assert_rect(rects[2], 0, 13, 80, 6);
	assert_rect(rects[3], 0, 19, 80, 4);
}

static void on_a_wide_screen_blocks_stand_beside_each_other(void **state)
{
	struct rect rects[MAX_BLOCKS];

	(void)state;
	layout_stack((struct rect){0, 2, 200, 57}, stacks[2].wishes, stacks[2].n, rects);
	assert_rect(rects[0], 0, 2, 200, 6);
	assert_rect(rects[1], 0, 8, 99, 7);
	assert_rect(rects[2], 101, 8, 99, 7);
	assert_rect(rects[3], 0, 15, 200, 44);
}

static void the_screen_is_divided(void **state)
{
	(void)state;
	for (int height = 0; height <= MAX_HEIGHT; height++) {
		struct layout_screen screen = layout_screen(80, height);

		assert_int_equal(screen.header.y, 0);
		assert_int_equal(screen.body.y, screen.header.height);
		assert_int_equal(screen.footer.y, screen.body.y + screen.body.height);
		assert_int_equal(screen.footer.y + screen.footer.height, height);
		assert_true(screen.header.height <= 2 && screen.footer.height <= 1);
		assert_true(screen.body.height >= 1 || height == 0);
	}
	assert_int_equal(layout_screen(80, 24).header.height, 2);
	assert_int_equal(layout_screen(80, 24).footer.height, 1);
	assert_int_equal(layout_screen(40, 10).body.height, 7);
	assert_int_equal(layout_screen(10, 3).body.height, 2);
	assert_int_equal(layout_screen(-1, -1).body.height, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(blocks_are_inside_apart_and_leave_from_the_bottom),
		cmocka_unit_test(no_room_shows_nothing),
		cmocka_unit_test(a_dashboard_at_80_columns_is_stacked),
		cmocka_unit_test(on_a_wide_screen_blocks_stand_beside_each_other),
		cmocka_unit_test(the_screen_is_divided),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
