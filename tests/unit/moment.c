/* SPDX-License-Identifier: GPL-2.0-or-later */
/* How a screen looks that does not show the present: never like one that does. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/xalloc.h"
#include "desk.h"

#define GIB (1024.0 * 1024)

static const struct playback past = {.is_past = true, .behind_s = 12.7, .done_pct = (double)NAN};
static const struct playback replay = {.is_replay = true, .done_pct = 42.9};

static int set_up(void **state)
{
	assert_int_equal(desk_setup(state), 0);
	struct desk *desk = *state;
	struct interval *interval = &desk->machine.interval;

	interval->wall_ns = UINT64_C(1796054733412000000); /* 2026-11-30 16:05:33 UTC */
	interval->seconds = 1;
	interval->totals = (struct totals){
		.running = 3,
		.cs_per_s = 139004,
		.in_per_s = 10211,
		.sirq_per_s = (double)NAN,
		.fork_per_s = 110.4,
		.load1 = 3.31,
		.load5 = 2.9,
		.load15 = 0.12,
		.uptime_s = 12 * 86400 + 4 * 3600,
		.mem_total_kib = 15.6 * GIB,
		.mem_used_kib = 5.2 * GIB,
		.mem_available_kib = 9 * GIB,
	};
	desk->facts.host = "web-3";
	desk->facts.own_cpu_pct = 0.4;
	return 0;
}

/* Line @y of the screen, without trailing blanks; from the bottom if negative. */
static char *line_dup(const struct desk *desk, int y)
{
	char *text = NULL, *line;
	size_t len = 0;
	FILE *out = open_memstream(&text, &len);

	assert_non_null(out);
	grid_dump(&desk->grid, out, false);
	fclose(out);
	line = text;
	for (int i = y < 0 ? desk->grid.height + y : y; i > 0; i--)
		line = strchr(line, '\n') + 1;
	char *copy = xstrndup(line, (size_t)(strchr(line, '\n') - line));

	free(text);
	return copy;
}

static void resize(struct desk *desk, int width, int height)
{
	desk->width = width;
	desk->height = height;
	desk_draw(desk);
}

static void assert_line(const struct desk *desk, int y, const char *expected)
{
	char *line = line_dup(desk, y);

	assert_string_equal(line, expected);
	free(line);
}

static void the_past_looks_so(void **state)
{
	struct desk *desk = *state;

	desk->facts.playback = past;
	resize(desk, 80, 24);
	assert_line(
		desk, 0,
		"overtop  web-3  16:05:33  load 3.31 2.90 0.12  4 CPUs              12s ago  1.0s");
	assert_line(
		desk, -1,
		"PAST  Esc now  [ earlier  ] later  @ time  w write  ? help         tasks 1-20/60");
	resize(desk, 40, 10);
	assert_line(desk, 0, "web-3  16:05:33            12s ago  1.0s");
	assert_line(desk, -1, "PAST  Esc now  [ earlier  ] later");
	resize(desk, 20, 4);
	assert_line(desk, 0, "r 3 b 0      12s ago");
	desk->facts.playback.behind_s = 3 * 3600 + 500;
	desk_draw(desk);
	assert_line(desk, 0, "r 3 b 0    3h08m ago");
}

static void a_recording_looks_so(void **state)
{
	struct desk *desk = *state;

	desk->facts.playback = replay;
	resize(desk, 80, 24);
	assert_line(
		desk, 0,
		"web-3  2026-11-30  16:05:33  load 3.31 2.90 0.12                replay 42%  1.0s");
	assert_line(
		desk, -1,
		"REPLAY  space pause  [ earlier  ] later  @ time  + faster  ? help  tasks 1-20/60");
	desk->ui.is_paused = true;
	desk->ui.speed = 4;
	desk_draw(desk);
	assert_line(
		desk, 0,
		"web-3  2026-11-30  16:05:33  load 3.31 2.90 0.12   paused   replay 42%  x4  1.0s");
	assert_line(
		desk, -1,
		"PAUSED  space play  [ earlier  ] later  @ time  + faster  ? help   tasks 1-20/60");
	resize(desk, 40, 10);
	assert_line(desk, 0, "16:05:33   paused   replay 42%  x4  1.0s");
	assert_line(desk, -1, "PAUSED  space play  [ earlier  ] later");
	resize(desk, 20, 4);
	assert_line(desk, 0, "r 3 b 0   replay 42%");
	desk->facts.playback.done_pct = 100;
	desk_draw(desk);
	assert_line(desk, 0, "r 3 b 0  replay 100%");
}

static void why_a_recording_stands_still_is_said(void **state)
{
	struct desk *desk = *state;

	desk->facts.playback = replay;
	desk->facts.playback.is_at_end = true;
	desk->ui.is_paused = true;
	desk_draw(desk);
	assert_true(desk_shows(desk, "  end   replay 42%  1.0s"));
	desk->facts.playback.is_reading = true;
	desk_draw(desk);
	assert_true(desk_shows(desk, "  reading   replay 42%  1.0s"));
	desk->facts.playback.done_pct = (double)NAN;
	desk->ui.speed = 1.0 / 16;
	desk_draw(desk);
	assert_true(desk_shows(desk, "  reading  replay  x1/16  1.0s"));
}

static void of_a_recorded_dump_the_time_is_unknown(void **state)
{
	struct desk *desk = *state;

	desk->facts.playback = replay;
	desk->facts.is_dump = true;
	desk->machine.interval.is_since_boot = true;
	desk_draw(desk);
	assert_true(desk_shows(desk, "replay 42%  dump (since boot)"));
	assert_false(desk_shows(desk, "16:05"));
	assert_false(desk_shows(desk, "2026"));
}

static void the_present_says_only_that_it_is_recorded(void **state)
{
	struct desk *desk = *state;

	desk->facts.is_recording = true;
	desk_draw(desk);
	assert_true(desk_shows(desk, "  rec  1.0s"));
	assert_line(desk, -1,
		    "0-9 panes  ? help  q quit  / find  \\ filter  H threads   tasks 1-20/60  own "
		    "0.4%");
	resize(desk, 120, 24);
	assert_int_equal(desk_line_of(desk, "space pause  [ rewind  Enter details"), 23);
	desk->ui.is_paused = true;
	desk_draw(desk);
	assert_int_equal(desk_line_of(desk, "space go on  [ rewind"), 23);
	assert_true(desk_shows(desk, "  rec  paused 1.0s"));
}

static void the_tiniest_screen_gives_up_its_number(void **state)
{
	struct desk *desk = *state;

	desk->facts.playback = past;
	resize(desk, 10, 2);
	assert_line(desk, 0, "PAST    30");
	assert_line(desk, 1, "0       30");
	resize(desk, 5, 1);
	assert_line(desk, 0, "<  30");
	for (int width = 1; width < 5; width++) {
		resize(desk, width, 1);
		assert_line(desk, 0, "<");
	}
	desk->facts.playback = replay;
	resize(desk, 10, 2);
	assert_line(desk, 0, "REPLAY  30");
	resize(desk, 9, 2);
	assert_line(desk, 0, "<      30");
}

static void assert_does_not_look_present(const struct desk *desk)
{
	if (desk_shows(desk, "ago") || desk_shows(desk, "replay") || desk_shows(desk, "PAST") ||
	    desk_shows(desk, "REPLAY") || grid_at(&desk->grid, 0, 0)->ch == L'<')
		return;
	fail_msg("nothing says so at %dx%d", desk->width, desk->height);
}

static void look_at_all_sizes(struct desk *desk, int least_height)
{
	for (int width = 1; width <= 120; width++)
		for (int height = least_height; height <= 12; height++) {
			desk->facts.playback = past;
			resize(desk, width, height);
			assert_does_not_look_present(desk);
			desk->facts.playback = replay;
			resize(desk, width, height);
			assert_does_not_look_present(desk);
		}
}

/* Whatever its size, and whatever else it has to say. */
static void no_screen_looks_like_the_present(void **state)
{
	struct desk *desk = *state;

	look_at_all_sizes(desk, 1);
	desk->facts.is_dump = desk->facts.is_recording = desk->facts.is_scanning = true;
	desk->machine.interval.is_since_boot = desk->ui.is_paused = true;
	desk->machine.interval.hides_irq_time = true;
	desk->facts.host = "a-very-long-name-of-a-host-somewhere.example.org";
	ui_say(&desk->ui,
	       "something that takes the whole of the footer for itself, from end to end");
	look_at_all_sizes(desk, 1);
	resize(desk, 80, 24);
	desk_press(desk, EVENT_KEY_DOWN);
	desk_press(desk, EVENT_KEY_ENTER);
	assert_int_equal(desk->ui.mode, UI_DETAILS);
	look_at_all_sizes(desk, 1);
	desk_press(desk, '@');
	look_at_all_sizes(desk, 2); /* a prompt takes the last line */
}

static void without_utf8_too(void **state)
{
	struct desk *desk = *state;

	desk->ui.is_ascii = true;
	assert_non_null(setlocale(LC_ALL, "C"));
	look_at_all_sizes(desk, 1);
	desk->facts.playback = past;
	resize(desk, 80, 24);
	for (int y = 0; y < 24; y++)
		for (int x = 0; x < 80; x++)
			assert_in_range(grid_at(&desk->grid, x, y)->ch, ' ', '~');
}

/* The header without its right end, which is all that may change while a recording plays. */
static char *left_part_dup(struct desk *desk, int width)
{
	resize(desk, width, 24);
	char *line = line_dup(desk, 0);

	assert_non_null(strstr(line, "replay"));
	line[width - (int)strlen("reading  replay 100%  1.0s")] = '\0';
	return line;
}

static void nothing_jumps_while_it_plays(void **state)
{
	static const struct playback moments[] = {
		{.is_replay = true, .done_pct = 0},
		{.is_replay = true, .done_pct = 9, .is_reading = true},
		{.is_replay = true, .done_pct = 10},
		{.is_replay = true, .done_pct = 100, .is_at_end = true},
	};
	struct desk *desk = *state;

	for (int width = 50; width <= 140; width++) {
		desk->facts.playback = replay;
		char *expected = left_part_dup(desk, width);

		for (size_t i = 0; i < sizeof(moments) / sizeof(*moments); i++) {
			desk->facts.playback = moments[i];
			char *line = left_part_dup(desk, width);

			assert_string_equal(line, expected);
			free(line);
		}
		free(expected);
	}
}

#define TEST(test) cmocka_unit_test_setup_teardown(test, set_up, desk_teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(the_past_looks_so),
		TEST(a_recording_looks_so),
		TEST(why_a_recording_stands_still_is_said),
		TEST(of_a_recorded_dump_the_time_is_unknown),
		TEST(the_present_says_only_that_it_is_recorded),
		TEST(the_tiniest_screen_gives_up_its_number),
		TEST(no_screen_looks_like_the_present),
		TEST(without_utf8_too),
		TEST(nothing_jumps_while_it_plays),
	};

	setenv("TZ", "UTC0", 1);
	tzset();
	return cmocka_run_group_tests(tests, NULL, NULL);
}
