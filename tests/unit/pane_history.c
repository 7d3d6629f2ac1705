/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The history pane: vmstat's lines. */
#include "config.h"

#include "pane_story.h"

#include <stdlib.h>
#include <time.h>

#include "history.h"

#define SECOND 1000000000ULL

static int setup(void **state)
{
	struct story *story;

	setenv("TZ", "UTC", 1);
	tzset();
	story_setup(state);
	story = *state;
	story->interval.wall_ns = (uint64_t)(13 * 3600 + 4 * 60 + 5) * SECOND;
	story->interval.all = (struct cpu_interval){.us = 10,
						    .ni = 5,
						    .sy = 20,
						    .hi = 1,
						    .si = 2,
						    .id = 50,
						    .wa = 8,
						    .st = 3,
						    .unseen = 1};
	story->interval.totals.running = 3;
	story->interval.totals.cs_per_s = 1234;
	story->interval.totals.swap_in_kib_per_s = 7;
	story->interval.totals.mem_free_kib = 2048;
	return 0;
}

static void a_line_is_as_vmstat_has_it(void **state)
{
	struct story *story = *state;
	struct model model = story_main(story, "history");

	assert_string_equal(
		story_titles(story, &model),
		"TIME r b swpd free buff cache si so bi bo in cs fork us sy id wa st ??");
	assert_true(model.is_ordered);
	/* Without a history the interval is the only line. */
	assert_int_equal(model.n_rows, 1);
	assert_string_equal(story_row(story, &model, 0),
			    "13:04:05 3 - - 2048 - - 7 - - - - 1234.00 - 15.00 23.00 50.00 8.00 "
			    "3.00 1.00");
}

static void the_newest_line_comes_first(void **state)
{
	struct story *story = *state;
	struct history history;
	struct model model;

	history_init(&history, 10);
	story->view.history = &history;
	for (int i = 0; i < 3; i++) {
		story->interval.is_since_boot = i == 0;
		story->interval.totals.running = i;
		story->interval.wall_ns += SECOND;
		history_add(&history, &story->interval);
	}
	model = story_main(story, "history");
	assert_int_equal(model.n_rows, 3);
	assert_string_equal(story_text(story, &model, 0, "time"), "13:04:08");
	assert_string_equal(story_text(story, &model, 0, "r"), "2");
	assert_string_equal(story_text(story, &model, 2, "time"), "boot");
	assert_true(model.row_id(&model, 0) != model.row_id(&model, 1));
	story->choice.n_history = 1;
	model = story_main(story, "history");
	assert_int_equal(model.n_rows, 1);
	assert_string_equal(story_text(story, &model, 0, "r"), "2");
	history_fini(&history);
}

static void an_unknown_part_makes_the_sum_unknown(void **state)
{
	struct story *story = *state;
	struct model model;

	story->interval.all.si = UNKNOWN;
	model = story_main(story, "history");
	assert_string_equal(story_text(story, &model, 0, "sy"), "-");
	assert_string_equal(story_text(story, &model, 0, "us"), "15.00");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
#define TEST(function) cmocka_unit_test_setup_teardown(function, setup, story_teardown)
		TEST(a_line_is_as_vmstat_has_it),
		TEST(the_newest_line_comes_first),
		TEST(an_unknown_part_makes_the_sum_unknown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
