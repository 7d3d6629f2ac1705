/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Findings as they are seen: in the header, on the dashboard, and from there to where they are. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <string.h>

#include "desk.h"
#include "rule/rule.h"

#define SECOND 1000000000ULL

static struct mark marks[] = {
	{.rule = "R92", .subject = "", .text = "a small thing", .grade = GRADE_INFO},
	{.rule = "R91", .subject = "cpu1", .text = "a bad thing", .grade = GRADE_WARN},
	{.rule = "R91", .subject = "cpu2", .text = "the worst of all", .grade = GRADE_CRIT},
	{.rule = "R91", .subject = "cpu3", .text = "another bad thing", .grade = GRADE_WARN},
};

static int setup(void **state)
{
	struct desk *desk;

	desk_setup(state);
	desk = *state;
	for (size_t i = 0; i < 4; i++) {
		marks[i].since_ns = 1000 * SECOND;
		marks[i].cleared_s = (double)NAN;
	}
	desk->machine.interval.wall_ns = 1010 * SECOND;
	desk->machine.interval.has_marks = true;
	desk->machine.interval.marks = marks;
	desk->machine.interval.n_marks = 4;
	desk_press(desk, '0');
	return 0;
}

static int teardown(void **state)
{
	struct desk *desk = *state;

	desk->machine.interval.marks = NULL;
	desk->machine.interval.n_marks = 0;
	return desk_teardown(state);
}

static void the_gravest_two_stand_below_the_header(void **state)
{
	struct desk *desk = *state;

	assert_int_equal(desk_line_of(desk, "!! the worst of all"), 2);
	assert_int_equal(desk_line_of(desk, "!  a bad thing"), 3);
	assert_int_equal(grid_at(&desk->grid, 79, 2)->ch, L'9');
	assert_false(desk_shows(desk, "another bad thing"));
	assert_int_equal(desk_line_of(desk, "CPU "), 4);
}

static void a_small_screen_has_one_and_no_finding_takes_no_line(void **state)
{
	struct desk *desk = *state;

	desk->width = 40;
	desk->height = 10;
	desk_draw(desk);
	assert_true(desk_shows(desk, "the worst of all"));
	assert_false(desk_shows(desk, "a bad thing"));
	desk->machine.interval.n_marks = 0;
	desk_draw(desk);
	assert_int_equal(desk_line_of(desk, "CPU "), 2);
}

static void info_is_shown_when_there_is_room_and_nothing_graver(void **state)
{
	struct desk *desk = *state;

	desk->machine.interval.n_marks = 1;
	desk_draw(desk);
	assert_int_equal(desk_line_of(desk, "i  a small thing"), 2);
	desk->height = 16;
	desk_draw(desk);
	assert_false(desk_shows(desk, "a small thing"));
}

/* One stands on each healthy virtual machine. */
static void info_of_validity_is_no_alert(void **state)
{
	struct mark of_view[] = {
		{.rule = "V1", .subject = "", .text = "little", .grade = GRADE_INFO}, marks[0]};
	struct desk *desk = *state;

	of_view[0].cleared_s = (double)NAN;
	desk->machine.interval.marks = of_view;
	desk->machine.interval.n_marks = 1;
	desk_draw(desk);
	assert_int_equal(desk_line_of(desk, "CPU "), 2);
	desk->machine.interval.n_marks = 2;
	desk_draw(desk);
	assert_int_equal(desk_line_of(desk, "i  a small thing"), 2);
	assert_int_equal(desk_line_of(desk, "CPU "), 3);
	of_view[0].grade = GRADE_WARN;
	desk_draw(desk);
	assert_int_equal(desk_line_of(desk, "!  little"), 2);
}

static void what_has_cleared_is_no_alert(void **state)
{
	struct desk *desk = *state;

	marks[2].cleared_s = 3;
	desk_draw(desk);
	assert_int_equal(desk_line_of(desk, "!  a bad thing"), 2);
	assert_false(desk_shows(desk, "the worst of all"));
}

static void every_header_counts_them(void **state)
{
	struct desk *desk = *state;

	for (const char *key = "012345679"; *key; key++) {
		desk_press(desk, *key);
		assert_int_equal(desk_line_of(desk, "1!! 2!"), 0);
	}
	desk->machine.interval.n_marks = 1;
	desk_draw(desk);
	assert_int_not_equal(desk_line_of(desk, "!"), 0);
}

static void a_click_on_one_opens_the_pane(void **state)
{
	struct desk *desk = *state;
	struct event click = {.kind = EVENT_CLICK, .x = 10, .y = 2};

	assert_true(desk_event(desk, click) & UI_REQUEST_NEEDS);
	assert_string_equal(desk->ui.pane->name, "findings");
	assert_int_equal(desk_line_of(desk, "the worst of all"), 3);
}

/* CPU 1 works for the kernel only: R29 points to its row. */
static void enter_in_the_details_goes_to_the_row(void **state)
{
	struct desk *desk = *state;
	struct cpu_interval *cpu = &desk->machine.interval.cpus[1];
	struct mark mark = {.rule = "R29", .subject = "cpu1", .text = "", .cleared_s = (double)NAN};

	cpu->us = 5;
	cpu->sy = 90;
	cpu->busy = 95;
	desk->machine.view.has = UINT32_MAX;
	desk->machine.interval.marks = &mark;
	desk->machine.interval.n_marks = 1;
	desk_press(desk, '9');
	desk_press(desk, EVENT_KEY_DOWN);
	desk_press(desk, EVENT_KEY_ENTER);
	assert_int_equal(desk->ui.mode, UI_DETAILS);
	assert_true(desk_shows(desk, "perf top -e cycles:k -g -C 1"));
	assert_true(desk_press(desk, EVENT_KEY_ENTER) & UI_REQUEST_NEEDS);
	assert_string_equal(desk->ui.pane->name, "cpus");
	assert_int_equal(desk->ui.mode, UI_PANE);
	assert_true(ui_table(&desk->ui)->has_selection);
	assert_int_equal(ui_table(&desk->ui)->selected, 1);
	assert_null(desk->ui.filter);
}

/* Without a selection it is the gravest. */
static void enter_opens_the_gravest(void **state)
{
	struct desk *desk = *state;

	desk_press(desk, '9');
	desk_press(desk, EVENT_KEY_ENTER);
	assert_int_equal(desk->ui.mode, UI_DETAILS);
	assert_true(desk_shows(desk, "the worst of all"));
	desk_press(desk, EVENT_KEY_ESCAPE);
	desk->machine.interval.n_marks = 0;
	desk_press(desk, EVENT_KEY_ENTER);
	assert_int_equal(desk->ui.mode, UI_PANE);
}

/* Enter in the details of anything else does nothing. */
static void other_details_lead_nowhere(void **state)
{
	struct desk *desk = *state;

	desk_press(desk, '2');
	desk_press(desk, EVENT_KEY_DOWN);
	desk_press(desk, EVENT_KEY_ENTER);
	assert_int_equal(desk_press(desk, EVENT_KEY_ENTER), 0);
	assert_int_equal(desk->ui.mode, UI_DETAILS);
}

static void keys_ask_for_the_next_and_the_last(void **state)
{
	struct desk *desk = *state;

	assert_true(desk_press(desk, 'f') & UI_REQUEST_FINDING);
	assert_int_equal(desk->ui.finding_direction, 1);
	assert_true(desk_press(desk, 'F') & UI_REQUEST_FINDING);
	assert_int_equal(desk->ui.finding_direction, -1);
	assert_false(desk->ui.is_paused);
	desk->facts.playback.is_replay = true;
	assert_true(desk_press(desk, 'f') & UI_REQUEST_PAUSE);
	assert_true(desk->ui.is_paused);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
#define TEST(function) cmocka_unit_test_setup_teardown(function, setup, teardown)
		TEST(the_gravest_two_stand_below_the_header),
		TEST(a_small_screen_has_one_and_no_finding_takes_no_line),
		TEST(info_is_shown_when_there_is_room_and_nothing_graver),
		TEST(info_of_validity_is_no_alert),
		TEST(what_has_cleared_is_no_alert),
		TEST(every_header_counts_them),
		TEST(a_click_on_one_opens_the_pane),
		TEST(enter_in_the_details_goes_to_the_row),
		TEST(enter_opens_the_gravest),
		TEST(other_details_lead_nowhere),
		TEST(keys_ask_for_the_next_and_the_last),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
