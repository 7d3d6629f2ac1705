/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "near.h"
#include "report/series.h"

static void add(struct series *series, double to_s, double seconds, double value)
{
	series_add(series, to_s, seconds, &value, 1);
}

static struct reading first_of(const struct series *series, size_t point)
{
	return series_reading(&series->points[point], 0);
}

static void each_interval_is_a_point(void **state)
{
	struct series series;

	(void)state;
	series_init(&series, 8);
	add(&series, 101, 1, 5);
	add(&series, 102, 1, 7);
	assert_int_equal(series.n_points, 2);
	assert_near(series.points[0].from_s, 100);
	assert_near(series.points[1].from_s, 101);
	assert_near(series.points[1].to_s, 102);
	assert_false(series.points[0].is_joined);
	assert_true(series.points[1].is_joined);
	assert_near(first_of(&series, 1).mean, 7);
	assert_near(series_highest(&series, 0), 7);
	series_fini(&series);
}

static void merging_weighs_by_time_and_keeps_the_highest(void **state)
{
	struct series series;

	(void)state;
	series_init(&series, 2);
	add(&series, 101, 1, 10);
	add(&series, 104, 3, 2);
	add(&series, 105, 1, 6);
	assert_int_equal(series.stride, 2);
	assert_int_equal(series.n_points, 2);
	assert_near(first_of(&series, 0).mean, 4);
	assert_near(first_of(&series, 0).highest, 10);
	assert_near(first_of(&series, 0).seconds, 4);
	assert_near(series.points[0].from_s, 100);
	assert_near(series.points[0].to_s, 104);
	/* The next one completes the second point. */
	add(&series, 106, 1, 8);
	assert_int_equal(series.n_points, 2);
	assert_near(first_of(&series, 1).mean, 7);
	series_fini(&series);
}

/* However long it goes on: the mean of all and the highest of all are still there. */
static void points_are_bounded(void **state)
{
	struct series series;
	double sum = 0, seconds = 0, highest = 0;

	(void)state;
	series_init(&series, 16);
	for (int i = 0; i < 1000; i++)
		add(&series, 101 + i, 1, i == 777 ? 5000 : 3);
	assert_in_range(series.n_points, 8, 16);
	for (size_t i = 0; i < series.n_points; i++) {
		struct reading reading = first_of(&series, i);

		sum += reading.mean * reading.seconds;
		seconds += reading.seconds;
		highest = fmax(highest, reading.highest);
		assert_true(i == 0 || series.points[i].is_joined);
	}
	assert_near(seconds, 1000);
	assert_near(sum, 999 * 3 + 5000);
	assert_near(highest, 5000);
	series_fini(&series);
}

static void a_hole_stays_a_hole(void **state)
{
	struct series series;
	size_t n_holes = 0;

	(void)state;
	series_init(&series, 8);
	for (int i = 0; i < 100; i++)
		add(&series, (i < 50 ? 101 : 5001) + i, 1, 3);
	for (size_t i = 1; i < series.n_points; i++)
		if (!series.points[i].is_joined) {
			n_holes++;
			assert_near(series.points[i - 1].to_s, 150);
			assert_near(series.points[i].from_s, 5050);
		}
	assert_int_equal(n_holes, 1);
	series_fini(&series);
}

/* Recordings of a second each, hours apart. */
static void holes_are_given_up_before_memory(void **state)
{
	struct series series;

	(void)state;
	series_init(&series, 8);
	for (int i = 0; i < 1000; i++)
		add(&series, 3600.0 * i, 1, i);
	assert_in_range(series.n_points, 1, 8);
	series_fini(&series);
}

/* A clock that is set back by little makes no time before its time. */
static void time_does_not_run_back_within_a_point(void **state)
{
	struct series series;

	(void)state;
	series_init(&series, 8);
	add(&series, 101, 0.1, 3);
	add(&series, 100.97, 0.1, 3);
	assert_int_equal(series.n_points, 2);
	assert_true(series.points[1].is_joined);
	for (size_t i = 0; i < series.n_points; i++)
		assert_true(series.points[i].from_s <= series.points[i].to_s);
	series_fini(&series);
}

static void unknown_is_not_nothing(void **state)
{
	struct series series;

	(void)state;
	series_init(&series, 2);
	add(&series, 101, 1, (double)NAN);
	add(&series, 102, 1, 4);
	add(&series, 103, 1, (double)NAN);
	/* Of the time in which it is known. */
	assert_near(first_of(&series, 0).mean, 4);
	assert_near(first_of(&series, 0).seconds, 1);
	assert_true(isnan(first_of(&series, 1).mean));
	/* A mean over no time is none. */
	series_fini(&series);
	series_init(&series, 2);
	add(&series, 101, 0, 4);
	assert_true(isnan(first_of(&series, 0).mean));
	assert_true(isnan(series_highest(&series, 0)));
	series_fini(&series);
}

static void values_can_become_more(void **state)
{
	const double one[] = {1}, two[] = {3, 8};
	struct series series;

	(void)state;
	series_init(&series, 2);
	series_add(&series, 101, 1, one, 1);
	assert_true(isnan(series_reading(&series.points[0], 1).mean));
	series_add(&series, 102, 1, two, 2);
	series_add(&series, 103, 1, two, 2);
	assert_near(series_reading(&series.points[0], 0).mean, 2);
	assert_near(series_reading(&series.points[0], 1).mean, 8);
	series_fini(&series);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_interval_is_a_point),
		cmocka_unit_test(merging_weighs_by_time_and_keeps_the_highest),
		cmocka_unit_test(points_are_bounded),
		cmocka_unit_test(a_hole_stays_a_hole),
		cmocka_unit_test(holes_are_given_up_before_memory),
		cmocka_unit_test(time_does_not_run_back_within_a_point),
		cmocka_unit_test(unknown_is_not_nothing),
		cmocka_unit_test(values_can_become_more),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
