/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <stdlib.h>
#include <time.h>

#include "near.h"
#include "report/local_time.h"
#include "report/series.h"
#include "report/timeline.h"

/* 2025-11-30 16:00:00 UTC */
#define AFTERNOON 1764518400.0

struct made {
	struct series series;
	struct arena arena;
	struct timeline timeline;
};

/* @n seconds of intervals from @from_s. */
static void record(struct made *made, double from_s, int n)
{
	const double value = 1;

	for (int i = 1; i <= n; i++)
		series_add(&made->series, from_s + i, 1, &value, 1);
}

static void make(struct made *made)
{
	made->timeline = timeline_of(&made->series, &made->arena);
}

static int setup(void **state)
{
	struct made *made = calloc(1, sizeof(*made));

	assert_non_null(made);
	series_init(&made->series, 100000);
	*state = made;
	return 0;
}

static int teardown(void **state)
{
	struct made *made = *state;

	series_fini(&made->series);
	arena_fini(&made->arena);
	free(made);
	return 0;
}

static void time_runs_from_left_to_right(void **state)
{
	struct made *made = *state;

	record(made, AFTERNOON, 60);
	make(made);
	assert_int_equal(made->timeline.n_stretches, 1);
	assert_near(timeline_at(&made->timeline, AFTERNOON), 0);
	assert_near(timeline_at(&made->timeline, AFTERNOON + 15), 0.25);
	assert_near(timeline_at(&made->timeline, AFTERNOON + 60), 1);
	/* What is outside stands at the edge. */
	assert_near(timeline_at(&made->timeline, AFTERNOON - 60), 0);
	assert_near(timeline_at(&made->timeline, AFTERNOON + 600), 1);
}

static void a_short_hole_is_to_scale(void **state)
{
	struct made *made = *state;

	record(made, AFTERNOON, 40);
	record(made, AFTERNOON + 60, 40);
	make(made);
	assert_int_equal(made->timeline.n_stretches, 1);
	assert_near(timeline_at(&made->timeline, AFTERNOON + 50), 0.5);
}

static void at_a_long_hole_the_axis_is_broken(void **state)
{
	struct made *made = *state;
	const struct stretch *stretches;

	record(made, AFTERNOON, 60);
	record(made, AFTERNOON + 20000, 60);
	make(made);
	stretches = made->timeline.stretches;
	assert_int_equal(made->timeline.n_stretches, 2);
	assert_near(stretches[0].to_s, AFTERNOON + 60);
	assert_near(stretches[1].from_s, AFTERNOON + 20000);
	/* Both pieces are to the same scale, and a little is left between them. */
	assert_near(stretches[1].right - stretches[1].left, stretches[0].right);
	assert_true(stretches[1].left > stretches[0].right + 0.01);
	assert_near(stretches[1].right, 1);
	assert_near(timeline_at(&made->timeline, AFTERNOON + 10000), stretches[0].right);
}

/* Recordings may be joined in any order. */
static void stretches_ascend(void **state)
{
	struct made *made = *state;

	record(made, AFTERNOON + 20000, 60);
	record(made, AFTERNOON, 60);
	make(made);
	assert_int_equal(made->timeline.n_stretches, 2);
	assert_near(made->timeline.stretches[0].from_s, AFTERNOON);
	assert_near(timeline_at(&made->timeline, AFTERNOON), 0);
}

static void of_many_holes_something_is_left(void **state)
{
	struct made *made = *state;

	for (int i = 0; i < 500; i++)
		record(made, AFTERNOON + 86400.0 * i, 2);
	make(made);
	assert_int_equal(made->timeline.n_stretches, 500);
	for (size_t i = 0; i < 500; i++)
		assert_true(made->timeline.stretches[i].right > made->timeline.stretches[i].left);
	assert_near(made->timeline.stretches[499].right, 1);
}

static void ticks_are_round_in_local_time(void **state)
{
	struct made *made = *state;

	record(made, AFTERNOON + 33, 60);
	make(made);
	assert_int_equal(made->timeline.n_ticks, 6);
	assert_string_equal(made->timeline.ticks[0].text, "21:30:40");
	assert_string_equal(made->timeline.ticks[5].text, "21:31:30");
	assert_near(made->timeline.ticks[0].at, 7.0 / 60);
	assert_false(made->timeline.ticks[0].is_minor);
	assert_true(made->timeline.ticks[1].is_minor);
}

static void ticks_are_few_and_apart(void **state)
{
	static const int lengths[] = {1, 2, 7, 59, 61, 333, 3600, 50000, 90000};
	struct made *made = *state;

	for (size_t i = 0; i < sizeof(lengths) / sizeof(*lengths); i++) {
		series_fini(&made->series);
		series_init(&made->series, 100000);
		record(made, AFTERNOON + 1, lengths[i]);
		make(made);
		assert_in_range(made->timeline.n_ticks, 1, 9);
		for (size_t k = 1; k < made->timeline.n_ticks; k++)
			assert_true(made->timeline.ticks[k].at >
				    made->timeline.ticks[k - 1].at + 0.05);
	}
}

static void ticks_are_whole_hours_where_the_clock_shows_them(void **state)
{
	struct made *made = *state;

	record(made, AFTERNOON, 10 * 3600);
	make(made);
	assert_string_equal(made->timeline.ticks[0].text, "22:00");
	assert_string_equal(made->timeline.ticks[1].text, "12-01");
	assert_string_equal(made->timeline.ticks[2].text, "02:00");
}

/* In Kolkata the day begins at 18:30 UTC. */
static void a_new_day_is_named(void **state)
{
	struct made *made = *state;

	record(made, AFTERNOON, 4 * 3600);
	make(made);
	assert_string_equal(made->timeline.ticks[0].text, "21:30");
	assert_string_equal(made->timeline.ticks[5].text, "12-01");
	assert_string_equal(made->timeline.ticks[6].text, "00:30");
}

static void without_points_there_is_no_time(void **state)
{
	struct made *made = *state;

	make(made);
	assert_int_equal(made->timeline.n_stretches, 0);
	assert_int_equal(made->timeline.n_ticks, 0);
	assert_near(timeline_at(&made->timeline, AFTERNOON), 0);
}

static void local_time_has_words(void **state)
{
	struct made *made = *state;
	struct arena *arena = &made->arena;

	assert_string_equal(local_time_date(AFTERNOON, arena), "2025-11-30");
	assert_string_equal(local_time_seconds(AFTERNOON + 0.9, arena), "21:30:00");
	assert_string_equal(local_time_zone(AFTERNOON, arena), "IST (+0530)");
	assert_string_equal(local_time_date((double)NAN, arena), "-");
	assert_string_equal(local_time_date(1e300, arena), "-");
	assert_true(local_time_is_same_day(AFTERNOON, AFTERNOON + 2.4 * 3600));
	assert_false(local_time_is_same_day(AFTERNOON, AFTERNOON + 2.5 * 3600));
}

#define MADE(test) cmocka_unit_test_setup_teardown(test, setup, teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		MADE(time_runs_from_left_to_right),
		MADE(a_short_hole_is_to_scale),
		MADE(at_a_long_hole_the_axis_is_broken),
		MADE(stretches_ascend),
		MADE(of_many_holes_something_is_left),
		MADE(ticks_are_round_in_local_time),
		MADE(ticks_are_whole_hours_where_the_clock_shows_them),
		MADE(ticks_are_few_and_apart),
		MADE(a_new_day_is_named),
		MADE(without_points_there_is_no_time),
		MADE(local_time_has_words),
	};

	/* A zone that is no whole number of hours away; by rule, for not every machine has the names. */
	setenv("TZ", "IST-5:30", 1);
	tzset();
	return cmocka_run_group_tests(tests, NULL, NULL);
}
