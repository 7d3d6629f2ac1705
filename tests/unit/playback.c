/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The keys that go back and forth in time: in the present, in the past, and in a recording. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "desk.h"

#define SECOND UINT64_C(1000000000)

/* 2026-11-30 16:05:33.412 UTC */
static const uint64_t shown_ns = UINT64_C(1796054733) * SECOND + 412000000;

static int set_up(void **state)
{
	if (desk_setup(state) != 0)
		return -1;
	struct desk *desk = *state;

	desk->machine.interval.wall_ns = shown_ns;
	return 0;
}

static int set_up_past(void **state)
{
	if (set_up(state) != 0)
		return -1;
	struct desk *desk = *state;

	desk->facts.playback = (struct playback){.is_past = true, .behind_s = 12};
	return 0;
}

static int set_up_replay(void **state)
{
	if (set_up(state) != 0)
		return -1;
	struct desk *desk = *state;

	desk->facts.playback = (struct playback){.is_replay = true, .done_pct = 42};
	return 0;
}

static void assert_requests(unsigned int requests, unsigned int expected)
{
	assert_int_equal(requests & ~(unsigned int)UI_REQUEST_REDRAW, expected);
	assert_true(requests & UI_REQUEST_REDRAW);
}

static void steps_add_up_until_they_are_made(void **state)
{
	struct desk *desk = *state;

	assert_requests(desk_press(desk, '['), UI_REQUEST_MOVE);
	assert_int_equal(desk->ui.move_by, -1);
	assert_requests(desk_press(desk, '{'), UI_REQUEST_MOVE);
	assert_int_equal(desk->ui.move_by, -11);
	assert_requests(desk_press(desk, ']'), UI_REQUEST_MOVE);
	assert_int_equal(desk->ui.move_by, -10);
	assert_false(desk->ui.is_paused);
	desk->facts.playback.is_past = true;
	desk->ui.move_by = 0;
	assert_requests(desk_press(desk, '}'), UI_REQUEST_MOVE);
	assert_int_equal(desk->ui.move_by, 10);
}

static void nothing_comes_after_the_present(void **state)
{
	struct desk *desk = *state;

	assert_requests(desk_press(desk, ']'), 0);
	assert_true(desk_shows(desk, "this is the present"));
	assert_requests(desk_press(desk, '}'), 0);
	assert_int_equal(desk->ui.move_by, 0);
}

static void nothing_comes_before_what_is_remembered(void **state)
{
	struct desk *desk = *state;

	desk->facts.playback.is_at_start = true;
	assert_requests(desk_press(desk, '['), 0);
	assert_true(desk_shows(desk, "nothing earlier is remembered"));
	assert_requests(desk_press(desk, '{'), 0);
	assert_int_equal(desk->ui.move_by, 0);
}

static void esc_goes_to_the_present_first(void **state)
{
	struct desk *desk = *state;

	desk_press(desk, '\\');
	desk_type(desk, "work");
	assert_requests(desk_press(desk, EVENT_KEY_ESCAPE), UI_REQUEST_TIME);
	assert_true(desk->ui.move_to_ns == UI_NEWEST_NS);
	assert_non_null(desk->ui.filter);
	desk->facts.playback.is_past = false;
	assert_requests(desk_press(desk, EVENT_KEY_ESCAPE), 0);
	assert_null(desk->ui.filter);
}

/* The answer to keys that come together: who goes back and changes his mind stays. */
static void esc_takes_back_steps_not_yet_made(void **state)
{
	struct desk *desk = *state;

	desk_press(desk, '[');
	desk_press(desk, '[');
	assert_requests(desk_press(desk, EVENT_KEY_ESCAPE), UI_REQUEST_TIME);
	assert_int_equal(desk->ui.move_by, 0);
	assert_true(desk->ui.move_to_ns == UI_NEWEST_NS);
}

static void space_goes_on_from_the_past_with_the_present(void **state)
{
	struct desk *desk = *state;

	assert_requests(desk_press(desk, ' '), UI_REQUEST_TIME);
	assert_false(desk->ui.is_paused);
	desk->ui.is_paused = true;
	assert_requests(desk_press(desk, ' '), UI_REQUEST_TIME | UI_REQUEST_PAUSE);
	assert_false(desk->ui.is_paused);
	assert_true(desk->ui.move_to_ns == UI_NEWEST_NS);
}

static void a_pause_stays_while_one_goes_back(void **state)
{
	struct desk *desk = *state;

	desk_press(desk, ' ');
	assert_requests(desk_press(desk, '['), UI_REQUEST_MOVE);
	assert_true(desk->ui.is_paused);
	assert_requests(desk_press(desk, EVENT_KEY_ESCAPE), UI_REQUEST_TIME);
	assert_true(desk->ui.is_paused);
}

static void a_time_is_gone_to(void **state)
{
	struct desk *desk = *state;

	desk_press(desk, '[');
	desk_press(desk, '@');
	assert_true(desk_shows(desk, "time: (2026-11-30 16:05:33) "));
	assert_requests(desk_type(desk, "-30"), UI_REQUEST_TIME);
	assert_true(desk->ui.move_to_ns == shown_ns - 30 * SECOND);
	assert_int_equal(desk->ui.move_by, 0);
	desk_press(desk, '@');
	assert_requests(desk_type(desk, "16:05"), UI_REQUEST_TIME);
	assert_true(desk->ui.move_to_ns == (shown_ns / SECOND - 33) * SECOND);
	assert_false(desk->ui.is_paused);
}

static void what_is_no_time_says_so(void **state)
{
	struct desk *desk = *state;

	desk_press(desk, '@');
	assert_requests(desk_type(desk, "noon"), 0);
	assert_true(desk_shows(desk, "not a time like 14:05:30"));
	assert_true(desk_shows(desk, ": noon"));
	desk_press(desk, '@');
	assert_requests(desk_type(desk, ""), 0);
	assert_string_equal(desk->ui.message, "");
}

static void a_dump_has_no_clock(void **state)
{
	struct desk *desk = *state;

	desk->facts.is_dump = true;
	desk_press(desk, '@');
	assert_true(desk_shows(desk, "time: "));
	assert_false(desk_shows(desk, "2026"));
	desk_press(desk, EVENT_KEY_ESCAPE);
	desk->facts.is_dump = false;
	desk->machine.interval.wall_ns = UINT64_MAX;
	desk_draw(desk);
}

static void speed_is_of_recordings(void **state)
{
	static const char keys[] = "+=-";
	struct desk *desk = *state;

	for (const char *key = keys; *key; key++) {
		assert_requests(desk_press(desk, *key), 0);
		assert_true(desk_shows(desk, "that key is for recordings"));
	}
	assert_true(desk->ui.speed > 0.99 && desk->ui.speed < 1.01);
}

static void what_is_remembered_is_written(void **state)
{
	struct desk *desk = *state;

	desk_press(desk, 'w');
	assert_true(desk_shows(desk, "file: overtop-20261130-160533.jsonl.zst"));
	assert_requests(desk_press(desk, EVENT_KEY_ENTER), UI_REQUEST_WRITE);
	assert_string_equal(desk->ui.write_path, "overtop-20261130-160533.jsonl.zst");
	desk_press(desk, 'w');
	desk_press(desk, 'U' & 0x1f);
	assert_requests(desk_type(desk, "/tmp/x.gz"), UI_REQUEST_WRITE);
	assert_string_equal(desk->ui.write_path, "/tmp/x.gz");
	desk_press(desk, 'w');
	desk_press(desk, 'U' & 0x1f);
	assert_requests(desk_press(desk, EVENT_KEY_ENTER), 0);
	desk_press(desk, 'w');
	assert_requests(desk_press(desk, EVENT_KEY_ESCAPE), 0);
	assert_string_equal(desk->ui.write_path, "/tmp/x.gz");
}

static void who_goes_about_in_a_recording_stops_it(void **state)
{
	static const char keys[] = "[]{}";
	struct desk *desk = *state;

	for (const char *key = keys; *key; key++) {
		desk->ui.is_paused = false;
		assert_requests(desk_press(desk, *key), UI_REQUEST_MOVE | UI_REQUEST_PAUSE);
		assert_true(desk->ui.is_paused);
		assert_requests(desk_press(desk, *key), UI_REQUEST_MOVE);
	}
	assert_int_equal(desk->ui.move_by, 0);
	desk->ui.is_paused = false;
	desk_press(desk, '@');
	assert_false(desk->ui.is_paused);
	assert_requests(desk_type(desk, "+5m"), UI_REQUEST_TIME | UI_REQUEST_PAUSE);
	assert_true(desk->ui.move_to_ns == shown_ns + 300 * SECOND);
	assert_true(desk->ui.is_paused);
	assert_requests(desk_press(desk, ' '), UI_REQUEST_PAUSE);
	assert_false(desk->ui.is_paused);
}

static void a_recording_has_two_ends(void **state)
{
	struct desk *desk = *state;

	desk->facts.playback.is_at_start = true;
	assert_requests(desk_press(desk, '['), 0);
	assert_true(desk_shows(desk, "this is the start of the recording"));
	desk->facts.playback.is_at_start = false;
	desk->facts.playback.is_at_end = true;
	assert_requests(desk_press(desk, ']'), 0);
	assert_true(desk_shows(desk, "this is the end of the recording"));
	assert_requests(desk_press(desk, '['), UI_REQUEST_MOVE | UI_REQUEST_PAUSE);
	assert_requests(desk_press(desk, ']'), UI_REQUEST_MOVE);
}

static void speed_doubles_and_halves(void **state)
{
	struct desk *desk = *state;
	double before;

	assert_requests(desk_press(desk, '+'), UI_REQUEST_SPEED);
	assert_true(desk->ui.speed > 1.99 && desk->ui.speed < 2.01);
	assert_requests(desk_press(desk, '='), UI_REQUEST_SPEED);
	assert_true(desk_shows(desk, "x4"));
	for (int i = 0; i < 20; i++)
		desk_press(desk, '+');
	assert_true(desk->ui.speed > 255 && desk->ui.speed < 257);
	assert_requests(desk_press(desk, '+'), 0);
	assert_true(desk_shows(desk, "it goes no faster"));
	for (int i = 0; i < 20; i++)
		desk_press(desk, '-');
	before = desk->ui.speed;
	assert_true(before > 0.062 && before < 0.063);
	assert_requests(desk_press(desk, '-'), 0);
	assert_true(desk_shows(desk, "it goes no slower"));
	assert_true(desk_shows(desk, "x1/16"));
	assert_false(desk->ui.is_paused);
}

static void what_a_recording_has_no_use_for_says_so(void **state)
{
	struct desk *desk = *state;

	assert_requests(desk_press(desk, 'd'), 0);
	assert_true(desk_shows(desk, "a recording has its own interval"));
	assert_requests(desk_press(desk, 'w'), 0);
	assert_true(desk_shows(desk, "this is a recording already"));
	assert_int_equal(desk->ui.prompt.kind, PROMPT_NONE);
}

static void esc_in_a_recording_goes_nowhere(void **state)
{
	struct desk *desk = *state;

	desk_press(desk, '[');
	desk_press(desk, '\\');
	desk_type(desk, "work");
	assert_requests(desk_press(desk, EVENT_KEY_ESCAPE), 0);
	assert_null(desk->ui.filter);
	assert_int_equal(desk->ui.move_by, -1);
}

/* The same task at another time. */
static void details_go_along(void **state)
{
	struct desk *desk = *state;

	desk_press(desk, EVENT_KEY_DOWN);
	desk_press(desk, EVENT_KEY_ENTER);
	assert_requests(desk_press(desk, '['), UI_REQUEST_MOVE);
	assert_int_equal(desk->ui.mode, UI_DETAILS);
	assert_int_equal(desk_press(desk, EVENT_KEY_ESCAPE) & UI_REQUEST_TIME, 0);
	assert_int_equal(desk->ui.mode, UI_PANE);
	assert_requests(desk_press(desk, EVENT_KEY_ESCAPE), UI_REQUEST_TIME);
}

#define TEST(test, set_up) cmocka_unit_test_setup_teardown(test, set_up, desk_teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(steps_add_up_until_they_are_made, set_up),
		TEST(nothing_comes_after_the_present, set_up),
		TEST(nothing_comes_before_what_is_remembered, set_up_past),
		TEST(esc_goes_to_the_present_first, set_up_past),
		TEST(esc_takes_back_steps_not_yet_made, set_up),
		TEST(space_goes_on_from_the_past_with_the_present, set_up_past),
		TEST(a_pause_stays_while_one_goes_back, set_up),
		TEST(a_time_is_gone_to, set_up),
		TEST(what_is_no_time_says_so, set_up_past),
		TEST(a_dump_has_no_clock, set_up_past),
		TEST(speed_is_of_recordings, set_up),
		TEST(what_is_remembered_is_written, set_up_past),
		TEST(who_goes_about_in_a_recording_stops_it, set_up_replay),
		TEST(a_recording_has_two_ends, set_up_replay),
		TEST(speed_doubles_and_halves, set_up_replay),
		TEST(what_a_recording_has_no_use_for_says_so, set_up_replay),
		TEST(esc_in_a_recording_goes_nowhere, set_up_replay),
		TEST(details_go_along, set_up_past),
	};

	setenv("TZ", "UTC0", 1);
	tzset();
	return cmocka_run_group_tests(tests, NULL, NULL);
}
