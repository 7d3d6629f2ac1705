/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <locale.h>
#include <string.h>
#include <wctype.h>

#include "desk.h"
#include "sample.h"
#include "ui/frame.h"

static void resize(struct desk *desk, int width, int height)
{
	desk->width = width;
	desk->height = height;
	desk_draw(desk);
}

static void assert_all_printable(const struct grid *grid)
{
	for (int y = 0; y < grid->height; y++)
		for (int x = 0; x < grid->width; x++) {
			wchar_t ch = grid_at(grid, x, y)->ch;

			assert_true(ch == 0 || iswprint((wint_t)ch));
		}
}

static void draw_all_sizes(struct desk *desk)
{
	for (int width = 1; width <= 120; width += width < 50 ? 1 : 7)
		for (int height = 1; height <= 50; height += height < 12 ? 1 : 6) {
			resize(desk, width, height);
			assert_all_printable(&desk->grid);
		}
}

static void every_pane_can_be_drawn_at_any_size(void **state)
{
	struct desk *desk = *state;

	for (size_t i = 0; i < n_panes; i++) {
		desk->ui.pane = panes[i];
		draw_all_sizes(desk);
	}
}

static void every_mode_can_be_drawn_at_any_size(void **state)
{
	struct desk *desk = *state;

	desk_press(desk, EVENT_KEY_DOWN);
	desk_press(desk, EVENT_KEY_ENTER);
	assert_int_equal(desk->ui.mode, UI_DETAILS);
	draw_all_sizes(desk);
	desk_press(desk, '?');
	draw_all_sizes(desk);
	resize(desk, 80, 24);
	desk_press(desk, '1');
	desk_press(desk, '/');
	draw_all_sizes(desk);
}

static void an_empty_machine_can_be_drawn(void **state)
{
	struct desk *desk = *state;

	handmade_fini(&desk->machine);
	handmade_init(&desk->machine, 0, 0, 0);
	desk->machine.view.choice = &desk->ui.choice;
	every_pane_can_be_drawn_at_any_size(state);
	desk->machine.interval.has_tasks = false;
	desk->machine.view.history = NULL;
	every_pane_can_be_drawn_at_any_size(state);
}

static void names_are_cleaned(void **state)
{
	struct desk *desk = *state;

	handmade_rename(&desk->machine, 0, "\033[31mEVIL\n%n\xff\xe6\x97\xa5");
	desk_draw(desk);
	assert_true(desk_shows(desk, "?[31mEVIL?%n?"));
	draw_all_sizes(desk);
	resize(desk, 80, 24);
	desk_press(desk, EVENT_KEY_DOWN);
	desk_press(desk, EVENT_KEY_ENTER);
	assert_true(desk_shows(desk, "?[31mEVIL?%n?"));
	assert_all_printable(&desk->grid);
}

static void without_utf8_all_is_ascii(void **state)
{
	struct desk *desk = *state;

	desk->ui.is_ascii = true;
	assert_non_null(setlocale(LC_ALL, "C"));
	handmade_rename(&desk->machine, 0, "\xe6\x97\xa5");
	for (size_t i = 0; i < n_panes; i++) {
		desk->ui.pane = panes[i];
		resize(desk, 100, 40);
		for (int y = 0; y < 40; y++)
			for (int x = 0; x < 100; x++)
				assert_in_range(grid_at(&desk->grid, x, y)->ch, ' ', '~');
	}
}

static void the_footer_names_pane_and_keys(void **state)
{
	struct desk *desk = *state;

	assert_int_equal(desk_line_of(desk, "? help"), 23);
	assert_int_equal(desk_line_of(desk, "own 0.0%"), 23);
	assert_int_equal(desk_line_of(desk, "/ find"), 23);
	desk_press(desk, ' ');
	assert_int_equal(desk_line_of(desk, "PAUSED"), 23);
	resize(desk, 40, 10);
	assert_int_equal(desk_line_of(desk, "? help"), 9);
	desk_press(desk, '?');
	assert_int_equal(desk_line_of(desk, "Esc back"), 9);
}

static void help_tells_all_keys_and_panes(void **state)
{
	struct desk *desk = *state;

	desk_press(desk, '?');
	resize(desk, 80, 200);
	assert_true(desk_shows(desk, "Ctrl-L"));
	assert_true(desk_shows(desk, "\\"));
	assert_true(desk_shows(desk, "nvcswch/s"));
	for (size_t i = 0; i < n_panes; i++)
		assert_true(desk_shows(desk, panes[i]->title));
	resize(desk, 40, 10);
	desk_press(desk, EVENT_KEY_END);
	assert_true(desk_shows(desk, "COMMAND"));
}

static void the_tiny_screen_tells_how_busy(void **state)
{
	struct desk *desk = *state;

	resize(desk, 10, 3);
	assert_int_equal(desk_line_of(desk, "CPU%    30"), 0);
	assert_int_equal(desk_line_of(desk, "0       30"), 1);
	resize(desk, 2, 1);
	assert_int_equal(desk_line_of(desk, "30"), 0);
}

/* A table never gets more lines than it has rows; the main one takes the rest. */
static void the_dashboard_gives_its_lines_to_the_tasks(void **state)
{
	struct desk *desk = *state;

	desk->ui.pane = pane_by_name("dashboard", 9);
	resize(desk, 80, 40);
	struct rect few = frame_main_rect(&desk->ui, &desk->machine.view, 80, 40);

	assert_int_equal(few.y + few.height, 39);
	assert_int_equal(desk_line_of(desk, "  PID"), few.y);
	resize(desk, 81, 40);
	handmade_fini(&desk->machine);
	handmade_init(&desk->machine, 1, 60, 2);
	desk->machine.view.choice = &desk->ui.choice;
	assert_true(frame_main_rect(&desk->ui, &desk->machine.view, 80, 40).y < few.y);
}

/* Fewer rows than a moment ago leave lines free, but the table below does not jump. */
static void tables_stand_still(void **state)
{
	struct desk *desk = *state;

	desk->ui.pane = pane_by_name("dashboard", 9);
	resize(desk, 80, 40);
	int y = desk_line_of(desk, "  PID");

	desk->machine.interval.n_softirqs = 0;
	desk->machine.interval.n_irqs = 0;
	desk_draw(desk);
	assert_int_equal(desk_line_of(desk, "  PID"), y);
	desk_press(desk, '1');
	desk_press(desk, '0');
	assert_true(desk_line_of(desk, "  PID") < y);
}

static void only_what_is_shown_is_needed(void **state)
{
	struct desk *desk = *state;

	desk->ui.pane = pane_by_name("cpus", 4);
	assert_int_equal(frame_needs(&desk->ui) & NEED_TASKS, 0);
	assert_int_equal(frame_needs(&desk->ui) & NEED_TOPOLOGY, 0);
	desk->ui.choice.group = GROUP_CORE;
	assert_true(frame_needs(&desk->ui) & NEED_TOPOLOGY);
	desk->ui.pane = pane_by_name("dashboard", 9);
	assert_true(frame_needs(&desk->ui) & NEED_TASKS);
	assert_true(frame_needs(&desk->ui) & NEED_SOFTIRQS);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		DESK_TEST(every_pane_can_be_drawn_at_any_size),
		DESK_TEST(every_mode_can_be_drawn_at_any_size),
		DESK_TEST(an_empty_machine_can_be_drawn),
		DESK_TEST(names_are_cleaned),
		DESK_TEST(without_utf8_all_is_ascii),
		DESK_TEST(the_footer_names_pane_and_keys),
		DESK_TEST(help_tells_all_keys_and_panes),
		DESK_TEST(the_tiny_screen_tells_how_busy),
		DESK_TEST(the_dashboard_gives_its_lines_to_the_tasks),
		DESK_TEST(tables_stand_still),
		DESK_TEST(only_what_is_shown_is_needed),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
