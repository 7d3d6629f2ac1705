/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

#include "desk.h"

static void digits_and_tabs_open_panes(void **state)
{
	struct desk *desk = *state;

	for (size_t i = 0; i < n_panes; i++) {
		assert_true(desk_press(desk, panes[i]->key) & UI_REQUEST_NEEDS);
		assert_ptr_equal(desk->ui.pane, panes[i]);
	}
	desk_press(desk, EVENT_KEY_TAB);
	assert_ptr_equal(desk->ui.pane, panes[0]);
	desk_press(desk, EVENT_KEY_BACKTAB);
	assert_ptr_equal(desk->ui.pane, panes[n_panes - 1]);
	for (char key = '0'; key <= '9'; key++)
		if (!pane_by_key(key)) {
			desk_press(desk, key);
			assert_true(desk_shows(desk, "there is no pane"));
		}
}

static void arrows_move_the_selection(void **state)
{
	struct desk *desk = *state;

	desk_draw(desk);
	assert_int_equal(desk_selected_pid(desk), 0);
	desk_press(desk, EVENT_KEY_DOWN);
	assert_int_equal(desk_selected_pid(desk), 100);
	desk_press(desk, 'j');
	desk_press(desk, EVENT_KEY_DOWN);
	assert_int_equal(desk_selected_pid(desk), 120);
	desk_press(desk, 'k');
	assert_int_equal(desk_selected_pid(desk), 110);
	desk_press(desk, EVENT_KEY_UP);
	desk_press(desk, EVENT_KEY_UP);
	assert_int_equal(desk_selected_pid(desk), 100);
	desk_press(desk, EVENT_KEY_END);
	assert_int_equal(desk_selected_pid(desk), 690);
	assert_true(desk_shows(desk, "work59"));
	desk_press(desk, EVENT_KEY_PAGE_UP);
	assert_in_range(desk_selected_pid(desk), 400, 600);
	desk_press(desk, EVENT_KEY_HOME);
	desk_press(desk, EVENT_KEY_PAGE_DOWN);
	assert_in_range(desk_selected_pid(desk), 200, 400);
}

static void the_selection_stays_with_its_row(void **state)
{
	struct desk *desk = *state;

	desk_draw(desk);
	desk_press(desk, EVENT_KEY_DOWN);
	desk_press(desk, EVENT_KEY_DOWN);
	assert_int_equal(desk_selected_pid(desk), 110);
	handmade_remove(&desk->machine, 0);
	desk_draw(desk);
	assert_int_equal(desk_selected_pid(desk), 110);
}

static void sorting_shows_what_comes_first(void **state)
{
	struct desk *desk = *state;

	desk_draw(desk);
	desk_press(desk, EVENT_KEY_END);
	assert_true(ui_table(&desk->ui)->top > 0);
	desk_press(desk, 'N');
	assert_int_equal(ui_table(&desk->ui)->top, 0);
	desk_press(desk, EVENT_KEY_END);
	desk_press(desk, 'R');
	assert_int_equal(ui_table(&desk->ui)->top, 0);
	assert_int_equal(desk_selected_pid(desk), 0);
}

static void keys_of_other_panes_say_so(void **state)
{
	struct desk *desk = *state;
	struct choice before;

	desk_press(desk, '4');
	before = desk->ui.choice;
	for (const char *key = "HKitcg"; *key; key++) {
		desk_press(desk, *key);
		assert_true(desk_shows(desk, "does nothing in this pane"));
	}
	assert_int_equal(before.threads, desk->ui.choice.threads);
	assert_int_equal(before.group, desk->ui.choice.group);
}

static void messages_go_after_some_intervals(void **state)
{
	struct desk *desk = *state;

	desk_press(desk, 'K');
	assert_true(*desk->ui.message);
	for (int i = 0; i < 10; i++)
		ui_next_interval(&desk->ui);
	assert_false(*desk->ui.message);
	desk_draw(desk);
	assert_true(desk_shows(desk, "K no kernel"));
}

static void keys_sort_and_reverse(void **state)
{
	struct desk *desk = *state;

	desk_press(desk, 's');
	assert_string_equal(ui_table(&desk->ui)->sort_key, "switches");
	desk_press(desk, EVENT_KEY_HOME);
	desk_press(desk, EVENT_KEY_HOME);
	assert_int_equal(desk_selected_pid(desk), 690);
	desk_press(desk, 'P');
	desk_press(desk, EVENT_KEY_HOME);
	assert_int_equal(desk_selected_pid(desk), 100);
	desk_press(desk, 'R');
	desk_press(desk, EVENT_KEY_HOME);
	assert_in_range(desk_selected_pid(desk), 600, 690); /* below 1 % nearly alike */
	desk_press(desk, 'T');
	assert_string_equal(ui_table(&desk->ui)->sort_key, "time");
	assert_false(ui_table(&desk->ui)->is_reversed);
	desk_press(desk, 'N');
	assert_string_equal(ui_table(&desk->ui)->sort_key, "pid");
	desk_press(desk, '>');
	assert_string_not_equal(ui_table(&desk->ui)->sort_key, "pid");
	desk_press(desk, '<');
	assert_string_equal(ui_table(&desk->ui)->sort_key, "pid");
	for (int i = 0; i < 30; i++)
		desk_press(desk, '>');
	assert_string_equal(ui_table(&desk->ui)->sort_key, "command");
}

static void what_cannot_be_sorted_says_so(void **state)
{
	struct desk *desk = *state;

	desk_press(desk, 't');
	desk_press(desk, 'P');
	assert_true(strlen(desk->ui.message) > 0);
	assert_null(ui_table(&desk->ui)->sort_key);
	desk_press(desk, '3');
	desk_press(desk, 'T');
	assert_true(strlen(desk->ui.message) > 0);
	desk_press(desk, EVENT_KEY_F1);
	assert_string_equal(desk->ui.message, "");
}

static void toggles_change_the_choice(void **state)
{
	struct desk *desk = *state;
	const struct choice *choice = &desk->ui.choice;

	desk_press(desk, 'H');
	assert_true(choice->threads);
	desk_press(desk, 'H');
	assert_false(choice->threads);
	desk_press(desk, 'K');
	desk_press(desk, 'i');
	desk_press(desk, 't');
	desk_press(desk, 'c');
	assert_true(choice->hides_kernel && choice->hides_idle && choice->tree &&
		    choice->command_lines);
	assert_true(desk_shows(desk, "/usr/bin/work"));
	desk_press(desk, '1');
	for (int i = 1; i <= N_GROUPS; i++) {
		assert_true(desk_press(desk, 'g') & UI_REQUEST_NEEDS);
		assert_int_equal(choice->group, i % N_GROUPS);
	}
}

static void the_session_is_asked_for_what_it_does(void **state)
{
	struct desk *desk = *state;

	assert_true(desk_press(desk, 'q') & UI_REQUEST_QUIT);
	assert_true(desk_press(desk, ' ') & UI_REQUEST_PAUSE);
	assert_true(desk->ui.is_paused);
	assert_true(desk_press(desk, ' ') & UI_REQUEST_PAUSE);
	assert_false(desk->ui.is_paused);
	assert_true(desk_press(desk, 0x0c) & UI_REQUEST_REPAINT);
	assert_true(desk_event(desk, (struct event){.kind = EVENT_GONE}) & UI_REQUEST_QUIT);
	assert_int_equal(desk_event(desk, (struct event){.kind = EVENT_NONE}), 0);
	assert_int_equal(desk_press(desk, 'Q'), 0);
}

static void help_and_details_close_in_turn(void **state)
{
	struct desk *desk = *state;

	desk_press(desk, EVENT_KEY_DOWN);
	desk_press(desk, EVENT_KEY_DOWN);
	desk_press(desk, EVENT_KEY_ENTER);
	assert_int_equal(desk->ui.mode, UI_DETAILS);
	desk_press(desk, '?');
	assert_int_equal(desk->ui.mode, UI_HELP);
	desk_press(desk, '?');
	assert_int_equal(desk->ui.mode, UI_DETAILS);
	desk_press(desk, '?');
	desk_press(desk, 'q');
	assert_int_equal(desk->ui.mode, UI_DETAILS);
	assert_true(desk->ui.has_task);
	assert_int_equal(desk_press(desk, 'q') & UI_REQUEST_QUIT, 0);
	assert_int_equal(desk->ui.mode, UI_PANE);
	assert_false(desk->ui.has_task);
	desk_press(desk, 'h');
	desk_press(desk, '1');
	assert_int_equal(desk->ui.mode, UI_PANE);
	assert_string_equal(desk->ui.pane->name, "cpus");
}

static void details_stay_with_their_row(void **state)
{
	struct desk *desk = *state;

	desk_press(desk, EVENT_KEY_DOWN);
	desk_press(desk, EVENT_KEY_DOWN);
	desk_press(desk, EVENT_KEY_ENTER);
	assert_true(desk_shows(desk, "work1"));
	handmade_remove(&desk->machine, 0);
	desk_draw(desk);
	assert_true(desk_shows(desk, "work1"));
	handmade_remove(&desk->machine, 0);
	desk_draw(desk);
	assert_false(desk_shows(desk, "work1"));
	assert_true(desk_shows(desk, "gone"));
}

static void details_need_a_selection(void **state)
{
	struct desk *desk = *state;

	desk_press(desk, EVENT_KEY_ENTER);
	assert_int_equal(desk->ui.mode, UI_PANE);
	assert_true(strlen(desk->ui.message) > 0);
}

static void prices_are_measured_in_the_background(void **state)
{
	struct desk *desk = *state;

	assert_true(desk_press(desk, 'b') & UI_REQUEST_MEASURE);
	assert_true(desk_press(desk, 'B') & UI_REQUEST_MEASURE_ALL);
	assert_false(desk_press(desk, EVENT_KEY_ESCAPE) & UI_REQUEST_MEASURE_END);
	desk->facts.is_measuring = true;
	desk->facts.measured = 2;
	desk->facts.to_measure = 11;
	desk->facts.measuring = "switch.process";
	assert_false(desk_press(desk, 'B') & (UI_REQUEST_MEASURE | UI_REQUEST_MEASURE_ALL));
	desk_draw(desk);
	assert_true(desk_shows(desk, "measuring 3/11 switch.process [#.........]"));
	/* Esc stops that alone. */
	desk_press(desk, EVENT_KEY_DOWN);
	assert_true(desk_press(desk, EVENT_KEY_ESCAPE) & UI_REQUEST_MEASURE_END);
	assert_int_not_equal(desk_selected_pid(desk), 0);
	assert_true(desk_press(desk, 'q') & UI_REQUEST_QUIT);
}

static void what_is_not_this_machine_is_not_measured(void **state)
{
	struct desk *desk = *state;

	desk->facts.is_dump = true;
	assert_int_equal(desk_press(desk, 'b'), UI_REQUEST_REDRAW);
	assert_true(desk_shows(desk, "only this machine can be measured"));
	desk->facts.is_dump = false;
	desk->facts.playback.is_replay = true;
	assert_int_equal(desk_press(desk, 'B'), UI_REQUEST_REDRAW);
	assert_true(desk_shows(desk, "only this machine can be measured"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		DESK_TEST(digits_and_tabs_open_panes),
		DESK_TEST(arrows_move_the_selection),
		DESK_TEST(the_selection_stays_with_its_row),
		DESK_TEST(sorting_shows_what_comes_first),
		DESK_TEST(keys_of_other_panes_say_so),
		DESK_TEST(messages_go_after_some_intervals),
		DESK_TEST(keys_sort_and_reverse),
		DESK_TEST(what_cannot_be_sorted_says_so),
		DESK_TEST(toggles_change_the_choice),
		DESK_TEST(the_session_is_asked_for_what_it_does),
		DESK_TEST(help_and_details_close_in_turn),
		DESK_TEST(details_stay_with_their_row),
		DESK_TEST(details_need_a_selection),
		DESK_TEST(prices_are_measured_in_the_background),
		DESK_TEST(what_is_not_this_machine_is_not_measured),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
