/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Many things at once: their order, their words, and what they take. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <errno.h>

#include "judged.h"

/* @busy: of those from @begin on. */
static void set_busy(struct judged *judged, size_t begin, size_t n, double busy)
{
	for (size_t i = begin; i < begin + n; i++) {
		judged->interval.cpus[i].busy = busy;
		judged->interval.cpus[i].id = 100 - busy;
	}
}

static void run(struct judged *judged, size_t n)
{
	while (n-- > 0)
		judged_next(judged);
}

static void assert_order(const struct judged *judged, const char *const *names, size_t n)
{
	assert_int_equal(judged->interval.n_marks, n);
	for (size_t i = 0; i < n; i++) {
		const struct mark *mark = &judged->interval.marks[i];

		assert_string_equal(*mark->subject ? mark->subject : mark->rule, names[i]);
	}
}

static void the_gravest_is_first(void **state)
{
	static const char *const all[] = {"R1", "cpu1", "cpu3", "cpu0", "V1"};
	static const char *const later[] = {"R1", "cpu3", "cpu0", "V1", "cpu1"};
	struct judged judged;

	(void)state;
	judged_init(&judged, 4);
	set_busy(&judged, 0, 1, 91);
	set_busy(&judged, 1, 1, 99);
	set_busy(&judged, 3, 1, 95);
	judged.interval.hides_irq_time = true;
	judged_rate(&judged, 5, 150);
	assert_order(&judged, all, 5);
	set_busy(&judged, 1, 1, 0);
	run(&judged, 2);
	/* What has cleared is last. */
	assert_order(&judged, later, 5);
	judged_fini(&judged);
}

static void what_is_at_most_is_eased_upwards(void **state)
{
	struct judged judged;

	(void)state;
	judged_init(&judged, 1);
	set_busy(&judged, 0, 1, 88);
	run(&judged, 9);
	assert_int_equal(judged.interval.n_marks, 0);
	set_busy(&judged, 0, 1, 90);
	run(&judged, 5);
	set_busy(&judged, 0, 1, 88);
	run(&judged, 9);
	assert_true(isnan(judged.interval.marks[0].cleared_s));
	set_busy(&judged, 0, 1, 87);
	run(&judged, 2);
	assert_false(isnan(judged.interval.marks[0].cleared_s));
	judged_fini(&judged);
}

static void each_thing_has_its_own_time(void **state)
{
	struct judged judged;

	(void)state;
	judged_init(&judged, 8);
	for (size_t i = 0; i < 8; i++) {
		set_busy(&judged, i, 1, 99);
		run(&judged, 1);
		assert_int_equal(judged.interval.n_marks, i < 4 ? 0 : i - 3);
	}
	set_busy(&judged, 0, 8, 0);
	run(&judged, 3);
	/* Three more would have begun. */
	assert_int_equal(judged.interval.n_marks, 4);
	run(&judged, 60);
	assert_int_equal(judged.interval.n_marks, 0);
	judged_fini(&judged);
}

/* Each interval other CPUs. */
static void things_that_come_and_go_leave_nothing(void **state)
{
	struct judged judged;

	(void)state;
	judged_init(&judged, 2000);
	for (size_t i = 0; i < 40; i++) {
		set_busy(&judged, 0, 2000, 0);
		set_busy(&judged, i * 50, 50, 99);
		run(&judged, 1);
		assert_int_equal(judged.interval.n_marks, 0);
	}
	judged_fini(&judged);
}

static void of_very_many_some_are_kept(void **state)
{
	struct judged judged;

	(void)state;
	judged_init(&judged, 10000);
	set_busy(&judged, 0, 10000, 95);
	set_busy(&judged, 7000, 200, 99);
	judged_rate(&judged, 5, 300);
	assert_int_equal(judged.interval.n_marks, 256);
	assert_string_equal(judged.interval.marks[0].rule, "R1");
	/* The gravest among them. */
	for (size_t i = 1; i <= 200; i++)
		assert_true(strncmp(judged.interval.marks[i].subject, "cpu7", 4) == 0);
	judged_fini(&judged);
}

static void words_are_made_again(void **state)
{
	const struct standing *standing;
	struct judged judged;

	(void)state;
	judged_init(&judged, 2);
	set_busy(&judged, 0, 2, 99);
	judged_rate(&judged, 7, 300);
	set_busy(&judged, 1, 1, 0);
	run(&judged, 2);
	judged_rate(&judged, 1, 90);
	assert_int_equal(findings_of(&judged.interval, &judged.facts, &judged.arena, &standing), 3);
	assert_string_equal(standing[0].finding->sentence, "90");
	/* Not what the interval alone would say. */
	assert_int_equal(standing[0].finding->grade, GRADE_CRIT);
	assert_string_equal(standing[1].finding->sentence, "cpu0");
	assert_true(standing[1].finding->n_lacks == 0);
	assert_string_equal(standing[2].mark->subject, "cpu1");
	assert_null(standing[2].finding);
	judged_fini(&judged);
}

/* A gap of an interval, in which it stands and is not so. */
static void last_words_are_kept(void **state)
{
	struct last_words *last = last_words_new();
	const struct standing *standing;
	struct judged judged;

	(void)state;
	judged_init(&judged, 0);
	judged.facts.last_words = last;
	judged_rate(&judged, 5, 150);
	last_words_take(last, &judged.interval, &judged.facts);
	for (size_t i = 0; i < 3; i++) {
		assert_int_equal(judged_rate(&judged, 1, i == 1 ? 170 : 0), 1);
		last_words_take(last, &judged.interval, &judged.facts);
		findings_of(&judged.interval, &judged.facts, &judged.arena, &standing);
		assert_non_null(standing[0].finding);
		assert_string_equal(standing[0].finding->sentence, i == 0 ? "150" : "170");
		assert_true(standing[0].said_ns ==
			    (i == 1 ? 0 : judged.interval.wall_ns - 1000000000));
	}
	/* The interval before is known, too; of a time before that nothing is. */
	judged.interval.wall_ns -= 1000000000;
	findings_of(&judged.interval, &judged.facts, &judged.arena, &standing);
	assert_true(standing[0].said_ns == judged.interval.wall_ns);
	judged.interval.wall_ns -= 1000000000;
	findings_of(&judged.interval, &judged.facts, &judged.arena, &standing);
	assert_null(standing[0].finding);
	judged_rate(&judged, 2, 0);
	last_words_take(last, &judged.interval, &judged.facts);
	judged.interval.marks[0].cleared_s = (double)NAN;
	findings_of(&judged.interval, &judged.facts, &judged.arena, &standing);
	assert_null(standing[0].finding);
	last_words_free(last);
	judged_fini(&judged);
}

static void validity_comes_after_the_others_of_its_grade(void **state)
{
	struct mark marks[] = {
		{"V1", "", "hidden", GRADE_INFO, 0, (double)NAN},
		{"R2", "cpu0", "cpu0", GRADE_INFO, 0, (double)NAN},
		{"V1", "x", "hidden", GRADE_WARN, 0, (double)NAN},
	};
	const struct standing *standing;
	struct judged judged;

	(void)state;
	judged_init(&judged, 0);
	judged.interval.marks = marks;
	judged.interval.n_marks = 3;
	assert_int_equal(findings_of(&judged.interval, &judged.facts, &judged.arena, &standing), 3);
	assert_ptr_equal(standing[0].mark, &marks[2]);
	assert_ptr_equal(standing[1].mark, &marks[1]);
	assert_ptr_equal(standing[2].mark, &marks[0]);
	judged_fini(&judged);
}

static void what_is_not_known_here_has_no_words(void **state)
{
	struct mark marks[] = {
		{"R999", "", "of the future", GRADE_INFO, 0, (double)NAN},
		{"R1", "", "cleared", GRADE_CRIT, 0, 3},
		{"R1", "nobody", "is not found", GRADE_WARN, 0, (double)NAN},
	};
	const struct standing *standing;
	struct judged judged;

	(void)state;
	judged_init(&judged, 0);
	judged.interval.totals.cs_per_s = 300;
	judged.interval.marks = marks;
	judged.interval.n_marks = 3;
	assert_int_equal(findings_of(&judged.interval, &judged.facts, &judged.arena, &standing), 3);
	assert_ptr_equal(standing[0].mark, &marks[2]);
	assert_ptr_equal(standing[1].mark, &marks[0]);
	assert_ptr_equal(standing[2].mark, &marks[1]);
	for (size_t i = 0; i < 3; i++)
		assert_null(standing[i].finding);
	judged_fini(&judged);
}

static void what_would_have_helped_is_named(void **state)
{
	const struct standing *standing;
	struct judged judged;

	(void)state;
	judged_init(&judged, 0);
	judged.facts.has = NEED_STAT;
	judged_rate(&judged, 5, 150);
	findings_of(&judged.interval, &judged.facts, &judged.arena, &standing);
	assert_int_equal(standing[0].finding->n_lacks, 1);
	assert_string_equal(standing[0].finding->lacks[0], "not read: load");
	judged_fini(&judged);
}

static size_t n_lacks_of(const struct judged *judged, const struct rule *rule, struct arena *arena)
{
	struct finds finds = rule_judge(rule, &judged->interval, &judged->facts, false, arena);

	assert_int_equal(finds.n, 1);
	return finds.items[0]->n_lacks;
}

static void whoever_speaks_of_tasks_says_that_some_are_hidden(void **state)
{
	struct rule of_tasks = rate_rule;
	struct judged judged;

	(void)state;
	of_tasks.helps |= NEED_TASKS;
	judged_init(&judged, 0);
	judged.interval.totals.cs_per_s = 150;
	judged.interval.totals.n_all_threads = 400;
	judged.interval.totals.n_threads = 390;
	assert_int_equal(n_lacks_of(&judged, &of_tasks, &judged.arena), 0);
	judged.interval.totals.n_threads = 370;
	assert_int_equal(n_lacks_of(&judged, &of_tasks, &judged.arena), 1);
	assert_int_equal(n_lacks_of(&judged, &rate_rule, &judged.arena), 0);
	judged.interval.totals.n_all_threads = (double)NAN;
	assert_int_equal(n_lacks_of(&judged, &of_tasks, &judged.arena), 0);
	judged_fini(&judged);
}

static void thresholds_can_be_set(void **state)
{
	struct tuning *tuning = tuning_new();
	struct judged judged;

	(void)state;
	judged_init(&judged, 1);
	judged.facts.tuning = tuning;
	assert_int_equal(tuning_set(tuning, "R1.warn_per_s", 13, 50), 0);
	assert_int_equal(tuning_set(tuning, "R2.idle_pct", 11, 50), 0);
	assert_int_equal(tuning_set(tuning, "R1.warn_per_s", 12, 1), -ENOENT);
	assert_int_equal(tuning_set(tuning, "R1", 2, 1), -ENOENT);
	assert_int_equal(tuning_set(tuning, "", 0, 1), -ENOENT);
	assert_int_equal(tuning_set(tuning, "R1.idle_pct", 11, 1), -ENOENT);
	assert_int_equal(tuning_set(tuning, "R1.warn_per_s", 13, (double)NAN), -EINVAL);
	assert_int_equal(tuning_set(tuning, "R1.warn_per_s", 13, -1), -EINVAL);
	set_busy(&judged, 0, 1, 51);
	judged_rate(&judged, 5, 50);
	assert_int_equal(judged.interval.n_marks, 2);
	judged_rate(&judged, 9, 41);
	assert_true(isnan(judged.interval.marks[0].cleared_s));
	judged_fini(&judged);
	tuning_free(tuning);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_gravest_is_first),
		cmocka_unit_test(what_is_at_most_is_eased_upwards),
		cmocka_unit_test(each_thing_has_its_own_time),
		cmocka_unit_test(things_that_come_and_go_leave_nothing),
		cmocka_unit_test(of_very_many_some_are_kept),
		cmocka_unit_test(words_are_made_again),
		cmocka_unit_test(last_words_are_kept),
		cmocka_unit_test(validity_comes_after_the_others_of_its_grade),
		cmocka_unit_test(what_is_not_known_here_has_no_words),
		cmocka_unit_test(what_would_have_helped_is_named),
		cmocka_unit_test(whoever_speaks_of_tasks_says_that_some_are_hidden),
		cmocka_unit_test(thresholds_can_be_set),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
