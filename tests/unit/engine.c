/* SPDX-License-Identifier: GPL-2.0-or-later */
/* When a finding begins, how it stands, and when it is cleared. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "judged.h"

static const struct mark *first(const struct judged *judged)
{
	assert_true(judged->interval.n_marks > 0);
	return &judged->interval.marks[0];
}

static bool stands(const struct mark *mark)
{
	return isnan(mark->cleared_s);
}

static void it_begins_after_five_seconds(void **state)
{
	struct judged judged;

	(void)state;
	judged_init(&judged, 0);
	assert_int_equal(judged_rate(&judged, 4, 150), 0);
	assert_true(judged.interval.has_marks);
	assert_int_equal(judged_rate(&judged, 1, 150), 1);
	assert_string_equal(first(&judged)->rule, "R1");
	assert_string_equal(first(&judged)->subject, "");
	assert_string_equal(first(&judged)->text, "150");
	assert_int_equal(first(&judged)->grade, GRADE_WARN);
	assert_true(stands(first(&judged)));
	/* With the first interval in which it held. */
	assert_true(first(&judged)->since_ns == JUDGED_EPOCH_NS);
	judged_fini(&judged);
}

static void it_begins_after_three_intervals(void **state)
{
	struct judged judged;

	(void)state;
	judged_init(&judged, 0);
	judged.interval.seconds = 10;
	assert_int_equal(judged_rate(&judged, 2, 150), 0);
	assert_int_equal(judged_rate(&judged, 1, 150), 1);
	judged_fini(&judged);
	judged_init(&judged, 0);
	judged.interval.seconds = 3600;
	assert_int_equal(judged_rate(&judged, 1, 150), 0);
	judged.interval.seconds = 0.1;
	assert_int_equal(judged_rate(&judged, 1, 150), 0);
	assert_int_equal(judged_rate(&judged, 1, 150), 1);
	judged_fini(&judged);
	judged_init(&judged, 0);
	judged.interval.seconds = 0.1;
	assert_int_equal(judged_rate(&judged, 48, 150), 0);
	assert_int_equal(judged_rate(&judged, 2, 150), 1);
	judged_fini(&judged);
}

static void it_began_at_some_time(void **state)
{
	struct judged judged;

	(void)state;
	judged_init(&judged, 0);
	judged.interval.seconds = 1e300;
	judged.interval.totals.cs_per_s = 150;
	for (int i = 0; i < 3; i++)
		engine_judge(judged.engine, &judged.interval, &judged.facts);
	assert_true(first(&judged)->since_ns == 0);
	judged.interval.seconds = (double)NAN;
	engine_forget(judged.engine);
	for (int i = 0; i < 30; i++)
		engine_judge(judged.engine, &judged.interval, &judged.facts);
	assert_int_equal(judged.interval.n_marks, 0);
	judged_fini(&judged);
}

static void what_does_not_last_does_not_begin(void **state)
{
	struct judged judged;

	(void)state;
	judged_init(&judged, 0);
	for (int i = 0; i < 10; i++) {
		assert_int_equal(judged_rate(&judged, 4, 150), 0);
		/* It would do for one that stands. */
		assert_int_equal(judged_rate(&judged, 1, i % 2 ? 90 : (double)NAN), 0);
	}
	judged_fini(&judged);
}

static void it_stands_with_a_fifth_less(void **state)
{
	struct judged judged;

	(void)state;
	judged_init(&judged, 0);
	judged_rate(&judged, 5, 150);
	assert_int_equal(judged_rate(&judged, 30, 81), 1);
	assert_true(stands(first(&judged)));
	assert_string_equal(first(&judged)->text, "81");
	judged_rate(&judged, 1, 79);
	assert_true(stands(first(&judged)));
	/* What was said last. */
	assert_string_equal(first(&judged)->text, "81");
	judged_rate(&judged, 1, 79);
	assert_false(stands(first(&judged)));
	judged_fini(&judged);
}

static void one_odd_interval_clears_nothing(void **state)
{
	struct judged judged;

	(void)state;
	judged_init(&judged, 0);
	judged_rate(&judged, 5, 150);
	for (int i = 0; i < 20; i++) {
		judged_rate(&judged, 1, i % 2 ? 0 : (double)NAN);
		assert_true(stands(first(&judged)));
		judged_rate(&judged, 1, 100);
	}
	assert_true(first(&judged)->since_ns == JUDGED_EPOCH_NS);
	/* Nor do many short ones. */
	judged.interval.seconds = 0.1;
	judged_rate(&judged, 15, 0);
	assert_true(stands(first(&judged)));
	judged_rate(&judged, 10, 0);
	assert_false(stands(first(&judged)));
	judged_fini(&judged);
}

static void nor_does_a_long_one(void **state)
{
	struct judged judged;

	(void)state;
	judged_init(&judged, 0);
	judged_rate(&judged, 5, 150);
	judged.interval.seconds = 3600;
	judged_rate(&judged, 1, 0);
	assert_true(stands(first(&judged)));
	judged_rate(&judged, 1, 0);
	assert_false(stands(first(&judged)));
	assert_int_equal(judged_rate(&judged, 1, 0), 0);
	judged_fini(&judged);
}

static void what_cleared_stays_for_a_minute(void **state)
{
	struct judged judged;

	(void)state;
	judged_init(&judged, 0);
	judged_rate(&judged, 5, 150);
	judged_rate(&judged, 2, 0);
	assert_true(first(&judged)->cleared_s == 0);
	judged_rate(&judged, 60, 0);
	assert_true(first(&judged)->cleared_s == 60);
	assert_string_equal(first(&judged)->text, "150");
	assert_int_equal(judged_rate(&judged, 1, 0), 0);
	judged_fini(&judged);
}

static void what_cleared_may_begin_again(void **state)
{
	struct judged judged;

	(void)state;
	judged_init(&judged, 0);
	judged_rate(&judged, 5, 150);
	judged_rate(&judged, 2, 0);
	judged_rate(&judged, 4, 120);
	assert_true(first(&judged)->cleared_s == 4);
	assert_int_equal(judged_rate(&judged, 1, 120), 1);
	assert_true(stands(first(&judged)));
	assert_true(first(&judged)->since_ns == JUDGED_EPOCH_NS + 7000000000U);
	/* Also when the minute ends before it has. */
	judged_rate(&judged, 2, 0);
	judged_rate(&judged, 58, 0);
	assert_int_equal(judged_rate(&judged, 3, 120), 0);
	assert_int_equal(judged_rate(&judged, 2, 120), 1);
	judged_fini(&judged);
}

static void a_grade_is_earned_and_lost(void **state)
{
	struct judged judged;

	(void)state;
	judged_init(&judged, 0);
	judged_rate(&judged, 2, 150);
	judged_rate(&judged, 3, 300);
	assert_int_equal(first(&judged)->grade, GRADE_WARN);
	judged_rate(&judged, 2, 300);
	assert_int_equal(first(&judged)->grade, GRADE_CRIT);
	judged_rate(&judged, 10, 161);
	assert_int_equal(first(&judged)->grade, GRADE_CRIT);
	judged_rate(&judged, 1, 0);
	judged_rate(&judged, 1, 150);
	/* It was a warning meanwhile. */
	assert_int_equal(first(&judged)->grade, GRADE_WARN);
	assert_true(stands(first(&judged)));
	assert_true(first(&judged)->since_ns == JUDGED_EPOCH_NS);
	judged_rate(&judged, 2, 0);
	assert_false(stands(first(&judged)));
	judged_fini(&judged);
}

static void an_interval_since_boot_has_none(void **state)
{
	struct judged judged;

	(void)state;
	judged_init(&judged, 0);
	judged.interval.is_since_boot = true;
	judged.interval.seconds = 100;
	assert_int_equal(judged_rate(&judged, 5, 150), 0);
	assert_false(judged.interval.has_marks);
	judged.interval.is_since_boot = false;
	judged.interval.seconds = 1;
	assert_int_equal(judged_rate(&judged, 4, 150), 0);
	judged_fini(&judged);
}

static void what_cannot_be_looked_at_is_given_up(void **state)
{
	struct judged judged;

	(void)state;
	judged_init(&judged, 0);
	judged_rate(&judged, 5, 150);
	judged.facts.has = NEED_LOAD;
	/* It neither holds nor lapses. */
	assert_int_equal(judged_rate(&judged, 9, 0), 1);
	assert_true(stands(first(&judged)));
	judged.facts.has = NEED_STAT;
	assert_int_equal(judged_rate(&judged, 1, 0), 1);
	judged_rate(&judged, 1, 150);
	judged.facts.has = NEED_LOAD;
	assert_int_equal(judged_rate(&judged, 9, 0), 1);
	judged.facts.has = NEED_STAT;
	judged_rate(&judged, 1, 150);
	judged.facts.has = NEED_LOAD;
	assert_int_equal(judged_rate(&judged, 10, 150), 0);
	judged.facts.has = NEED_STAT;
	assert_int_equal(judged_rate(&judged, 4, 150), 0);
	judged_fini(&judged);
}

static void what_begins_waits_for_its_input(void **state)
{
	struct judged judged;

	(void)state;
	judged_init(&judged, 0);
	for (int i = 0; i < 5; i++) {
		judged.facts.has = NEED_LOAD;
		assert_int_equal(judged_rate(&judged, 1, 0), 0);
		judged.facts.has = NEED_STAT;
		judged_rate(&judged, 1, 150);
	}
	assert_int_equal(judged.interval.n_marks, 1);
	judged_fini(&judged);
}

static void after_a_gap_all_is_new(void **state)
{
	struct judged judged;

	(void)state;
	judged_init(&judged, 0);
	judged_rate(&judged, 5, 150);
	engine_forget(judged.engine);
	assert_int_equal(judged_rate(&judged, 4, 150), 0);
	assert_int_equal(judged_rate(&judged, 1, 150), 1);
	assert_true(first(&judged)->since_ns == JUDGED_EPOCH_NS + 5000000000U);
	judged_fini(&judged);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(it_begins_after_five_seconds),
		cmocka_unit_test(it_begins_after_three_intervals),
		cmocka_unit_test(it_began_at_some_time),
		cmocka_unit_test(what_does_not_last_does_not_begin),
		cmocka_unit_test(it_stands_with_a_fifth_less),
		cmocka_unit_test(one_odd_interval_clears_nothing),
		cmocka_unit_test(nor_does_a_long_one),
		cmocka_unit_test(what_cleared_stays_for_a_minute),
		cmocka_unit_test(what_cleared_may_begin_again),
		cmocka_unit_test(a_grade_is_earned_and_lost),
		cmocka_unit_test(an_interval_since_boot_has_none),
		cmocka_unit_test(what_cannot_be_looked_at_is_given_up),
		cmocka_unit_test(what_begins_waits_for_its_input),
		cmocka_unit_test(after_a_gap_all_is_new),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
