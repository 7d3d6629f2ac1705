/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What is typed into prompts, and the mouse. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "desk.h"
#include "ui/frame.h"

static void keys_of_a_prompt_are_text(void **state)
{
	struct desk *desk = *state;

	assert_int_equal(desk_press(desk, '/'), UI_REQUEST_REDRAW);
	assert_int_equal(desk_press(desk, 'q') & UI_REQUEST_QUIT, 0);
	desk_press(desk, '1');
	assert_true(desk_shows(desk, "find: q1"));
	assert_string_equal(desk->ui.pane->name, "tasks");
	desk_press(desk, EVENT_KEY_ESCAPE);
	assert_int_equal(desk->ui.prompt.kind, PROMPT_NONE);
	assert_null(desk->ui.find);
}

static void finding_selects_and_goes_round(void **state)
{
	struct desk *desk = *state;

	desk_press(desk, '/');
	desk_type(desk, "WORK5");
	assert_int_equal(desk_selected_pid(desk), 150);
	desk_press(desk, 'n');
	assert_int_equal(desk_selected_pid(desk), 600); /* work50 */
	for (int i = 0; i < 10; i++)
		desk_press(desk, 'n');
	assert_int_equal(desk_selected_pid(desk), 150);
	desk_press(desk, '/');
	desk_press(desk, EVENT_KEY_ENTER); /* the same again */
	assert_int_equal(desk_selected_pid(desk), 600);
	desk_press(desk, '/');
	desk_type(desk, "no-such-task");
	assert_true(desk_shows(desk, "not found: no-such-task"));
	assert_int_equal(desk_selected_pid(desk), 600);
}

static void a_filter_hides_rows(void **state)
{
	struct desk *desk = *state;

	desk_press(desk, '\\');
	desk_type(desk, "work(3|4)$");
	assert_true(desk_shows(desk, "work3"));
	assert_false(desk_shows(desk, "work5"));
	assert_true(desk_shows(desk, "\\ work(3|4)$")); /* the footer says so */
	desk_press(desk, '\\');
	assert_true(desk_shows(desk, "filter: work(3|4)$"));
	desk_press(desk, 'U' & 0x1f);
	desk_press(desk, EVENT_KEY_ENTER);
	assert_null(desk->ui.filter);
}

static void a_bad_expression_is_explained(void **state)
{
	struct desk *desk = *state;

	desk_press(desk, '\\');
	desk_type(desk, "work3");
	desk_press(desk, '\\');
	desk_press(desk, 'U' & 0x1f);
	desk_type(desk, "work[");
	assert_true(desk_shows(desk, "bad expression: "));
	assert_string_equal(desk->ui.filter, "work3");
	desk_press(desk, '/');
	assert_string_equal(desk->ui.message, "");
	desk_type(desk, "a{2,1}");
	assert_true(desk_shows(desk, "bad expression: "));
	assert_null(desk->ui.find);
}

static void back_takes_back_one_thing_at_a_time(void **state)
{
	struct desk *desk = *state;

	desk_press(desk, '\\');
	desk_type(desk, "work");
	desk_press(desk, '/');
	desk_type(desk, "work7");
	assert_true(ui_table(&desk->ui)->has_selection);
	desk_press(desk, EVENT_KEY_ESCAPE);
	assert_null(desk->ui.find);
	assert_non_null(desk->ui.filter);
	desk_press(desk, EVENT_KEY_ESCAPE);
	assert_null(desk->ui.filter);
	assert_true(ui_table(&desk->ui)->has_selection);
	desk_press(desk, EVENT_KEY_ESCAPE);
	assert_false(ui_table(&desk->ui)->has_selection);
}

static void a_user_is_chosen(void **state)
{
	struct desk *desk = *state;

	desk_press(desk, 'u');
	desk_type(desk, "bob");
	assert_true(desk->ui.choice.has_uid);
	assert_int_equal(desk->ui.choice.uid, 1001);
	assert_true(desk_shows(desk, "work1 "));
	assert_false(desk_shows(desk, "work2 "));
	desk_press(desk, 'u');
	desk_type(desk, "nobody-here");
	assert_true(desk_shows(desk, "no such user: nobody-here"));
	assert_int_equal(desk->ui.choice.uid, 1001);
	desk_press(desk, 'u');
	desk_press(desk, EVENT_KEY_ENTER);
	assert_false(desk->ui.choice.has_uid);
}

static unsigned int set_interval(struct desk *desk, const char *text)
{
	desk_press(desk, 'd');
	return desk_type(desk, text);
}

static void an_interval_is_a_number_in_bounds(void **state)
{
	static const char *const bad[] = {"0",   "0.05", "3601", "1e3", "-1",
					  "0,5", "1s",   "x",    "nan"};
	struct desk *desk = *state;

	assert_true(set_interval(desk, "0.5") & UI_REQUEST_INTERVAL);
	assert_true(desk->ui.interval_s > 0.499 && desk->ui.interval_s < 0.501);
	assert_true(set_interval(desk, "3600") & UI_REQUEST_INTERVAL);
	assert_true(set_interval(desk, "0.1") & UI_REQUEST_INTERVAL);
	assert_true(set_interval(desk, "2") & UI_REQUEST_INTERVAL);
	for (size_t i = 0; i < sizeof(bad) / sizeof(*bad); i++) {
		assert_int_equal(set_interval(desk, bad[i]) & UI_REQUEST_INTERVAL, 0);
		assert_true(desk_shows(desk, "0.1"));
		assert_true(desk->ui.interval_s > 1.99 && desk->ui.interval_s < 2.01);
	}
	assert_int_equal(set_interval(desk, "") & UI_REQUEST_INTERVAL, 0);
	assert_string_equal(desk->ui.message, "");
}

static unsigned int point(struct desk *desk, enum event_kind kind, int x, int y, int by)
{
	return desk_event(desk, (struct event){.kind = kind, .key = by, .x = x, .y = y});
}

static void a_click_selects(void **state)
{
	struct desk *desk = *state;

	point(desk, EVENT_CLICK, 3, desk_line_of(desk, "work4 "), 0);
	assert_int_equal(desk_selected_pid(desk), 140);
	point(desk, EVENT_CLICK, 3, 0, 0); /* the header is no row */
	point(desk, EVENT_CLICK, 3, desk->height - 1, 0);
	point(desk, EVENT_CLICK, -1, 300, 0);
	assert_int_equal(desk_selected_pid(desk), 140);
}

static void a_click_on_a_title_sorts(void **state)
{
	struct desk *desk = *state;
	int y = desk_line_of(desk, "  PID");

	point(desk, EVENT_CLICK, 3, y, 0);
	assert_string_equal(ui_table(&desk->ui)->sort_key, "pid");
	assert_false(ui_table(&desk->ui)->is_reversed);
	point(desk, EVENT_CLICK, 3, y, 0);
	assert_true(ui_table(&desk->ui)->is_reversed);
	point(desk, EVENT_DOUBLE_CLICK, 3, y, 0);
	assert_false(ui_table(&desk->ui)->is_reversed);
}

static void a_double_click_opens_details(void **state)
{
	struct desk *desk = *state;

	point(desk, EVENT_DOUBLE_CLICK, 3, desk_line_of(desk, "work4 "), 0);
	assert_int_equal(desk->ui.mode, UI_DETAILS);
	assert_int_equal(desk->ui.task_pid, 140);
	point(desk, EVENT_CLICK, 3, 5, 0);
	assert_int_equal(desk->ui.task_pid, 140);
}

static void the_wheel_scrolls(void **state)
{
	struct desk *desk = *state;

	assert_true(desk_shows(desk, "work0 "));
	point(desk, EVENT_WHEEL, 3, 10, 1);
	assert_false(desk_shows(desk, "work0 "));
	assert_int_equal(desk_selected_pid(desk), 0);
	for (int i = 0; i < 100; i++)
		point(desk, EVENT_WHEEL, 3, 10, 1);
	assert_true(desk_shows(desk, "work59 "));
	for (int i = 0; i < 100; i++)
		point(desk, EVENT_WHEEL, 3, 10, -1);
	assert_true(desk_shows(desk, "work0 "));
	desk_press(desk, '?');
	point(desk, EVENT_WHEEL, 3, 10, 1);
	assert_int_equal(desk->ui.help_top, 3);
}

/* Whatever is done, on whatever size, what is shown stays whole. */
static void nothing_breaks_it(void **state)
{
	static const int special[] = {EVENT_KEY_UP,      EVENT_KEY_DOWN,   EVENT_KEY_PAGE_DOWN,
				      EVENT_KEY_PAGE_UP, EVENT_KEY_END,    EVENT_KEY_HOME,
				      EVENT_KEY_ENTER,   EVENT_KEY_ENTER,  EVENT_KEY_RIGHT,
				      EVENT_KEY_LEFT,    EVENT_KEY_ESCAPE, EVENT_KEY_TAB};
	struct desk *desk = *state;

	srandom(3);
	for (int i = 0; i < 6000; i++) {
		if (random() % 50 == 0) {
			desk->width = (int)(random() % 130);
			desk->height = (int)(random() % 50);
		}
		if (random() % 200 == 0 && desk->machine.interval.n_processes > 0)
			handmade_remove(&desk->machine, 0);
		if (random() % 100 == 0)
			desk->facts.playback = (struct playback){
				.is_replay = random() % 2,
				.is_past = random() % 2,
				.is_at_end = random() % 2,
			};
		if (random() % 3)
			desk_press(desk, special[random() % 12]);
		else if (random() % 4)
			desk_press(desk, (int)(random() % 0x80));
		else
			point(desk, EVENT_CLICK + random() % 3, (int)(random() % 90),
			      (int)(random() % 30), random() % 2 ? 1 : -1);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		DESK_TEST(keys_of_a_prompt_are_text),
		DESK_TEST(finding_selects_and_goes_round),
		DESK_TEST(a_filter_hides_rows),
		DESK_TEST(a_bad_expression_is_explained),
		DESK_TEST(back_takes_back_one_thing_at_a_time),
		DESK_TEST(a_user_is_chosen),
		DESK_TEST(an_interval_is_a_number_in_bounds),
		DESK_TEST(a_click_selects),
		DESK_TEST(a_click_on_a_title_sorts),
		DESK_TEST(a_double_click_opens_details),
		DESK_TEST(the_wheel_scrolls),
		DESK_TEST(nothing_breaks_it),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
