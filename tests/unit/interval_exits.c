/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Processes that exited within an interval. */
#include "config.h"

#include "base/counter.h"
#include "exit_story.h"

/* Two seconds lie between the reads, and the first scan began two seconds before the second. */
static void exits_between(struct story *story)
{
	struct exits *exits = &story->samples[1].exits;

	exits->begun_ns = story->samples[0].exits.read_ns;
	exits_sort(exits);
	story_between(story);
}

static const struct exited_interval *only_group(const struct story *story)
{
	assert_true(story->interval.has_exits);
	assert_int_equal(story->interval.n_exited, 1);
	return &story->interval.exited[0];
}

static void they_are_grouped_by_name_parent_and_user(void **state)
{
	struct story *story = *state;
	const struct exited_interval *rows;

	add_process(story, 1, 17, 50);
	add_thread(story, 1, 17, 50);
	memcpy(story->samples[1].tasks.threads[0].name, "make", 5);
	for (int i = 0; i < 10; i++) {
		struct task_usage *usage = add_exit(story, 500 + i, 500 + i, 0.02);

		usage->run_ns = SECOND / 100;
		usage->switches = 1;
		usage->usr_us = 3000;
		usage->sys_us = 1000;
		usage->wait_ns = SECOND / 50;
		usage->cswch = 4;
		usage->nvcswch = 2;
	}
	add_exit(story, 600, 600, 0.02)->ppid = 18;
	memcpy(add_exit(story, 601, 601, 0.02)->name, "ls", 3);
	add_exit(story, 602, 602, 0.02)->uid = 77;
	exits_between(story);
	assert_int_equal(story->interval.n_exited, 4);
	assert_near(story->interval.totals.exit_per_s, 6.5);
	assert_near(story->interval.totals.exit_seconds, 2);
	assert_near(story->interval.totals.exits_lost_per_s, 0);
	rows = story->interval.exited;
	assert_string_equal(rows[0].name, "sh");
	assert_string_equal(rows[0].parent_name, "make");
	assert_int_equal(rows[0].ppid, 17);
	assert_int_equal(rows[0].uid, 1000);
	assert_near(rows[0].n, 10);
	assert_near(rows[0].per_s, 5);
	assert_near(rows[0].cpu_pct, 5);
	assert_near(rows[0].usr_pct, 3.75);
	assert_near(rows[0].sys_pct, 1.25);
	assert_near(rows[0].wait_pct, 10);
	assert_near(rows[0].cswch_per_s, 20);
	assert_near(rows[0].nvcswch_per_s, 10);
	assert_near(rows[0].cpu_ms, 10);
	assert_string_equal(rows[1].name, "ls");
	assert_string_equal(rows[1].parent_name, "make");
	assert_int_equal(rows[2].uid, 77);
	assert_int_equal(rows[3].ppid, 18);
	assert_null(rows[3].parent_name);
	assert_near(rows[3].cpu_pct, 0);
	assert_near(rows[3].usr_pct, 0);
}

/* It had been on a row: what it did before is no business of this interval. */
static void what_was_seen_before_is_not_counted(void **state)
{
	struct story *story = *state;
	const struct exited_interval *row;
	struct task_usage *usage;
	struct task *task;

	add_process(story, 0, 100, 50);
	task = add_thread(story, 0, 100, 50);
	task->run_ns = 500 * SECOND;
	task->wait_ns = 7 * SECOND;
	task->cswch = 1000;
	task->nvcswch = 2000;
	usage = add_exit(story, 100, 100, 1001);
	usage->run_ns = 500 * SECOND + SECOND / 5;
	usage->wait_ns = 7 * SECOND + SECOND / 10;
	usage->cswch = 1010;
	usage->nvcswch = 2020;
	usage->usr_us = 300;
	usage->sys_us = 100;
	exits_between(story);
	row = only_group(story);
	assert_near(row->cpu_pct, 10);
	assert_near(row->usr_pct, 7.5);
	assert_near(row->wait_pct, 5);
	assert_near(row->cswch_per_s, 5);
	assert_near(row->nvcswch_per_s, 10);
	assert_near(row->cpu_ms, 200);
}

/* The number of one that was seen, but a tenth of a second old. */
static void a_number_given_out_again_is_another(void **state)
{
	struct story *story = *state;
	struct task_usage *usage;

	add_process(story, 0, 100, 50);
	add_thread(story, 0, 100, 50)->run_ns = SECOND / 10;
	usage = add_exit(story, 100, 100, 1000.5);
	usage->run_ns = SECOND / 10;
	usage = add_exit(story, 100, 100, 0.1);
	usage->run_ns = SECOND / 5;
	exits_between(story);
	assert_near(only_group(story)->n, 2);
	assert_near(only_group(story)->cpu_pct, 10);
}

/* Of one that was never seen but is older than the interval nobody knows what was here. */
static void an_old_stranger_is_counted_without_its_life(void **state)
{
	struct story *story = *state;

	add_exit(story, 100, 100, 900)->run_ns = 800 * SECOND;
	exits_between(story);
	assert_near(only_group(story)->n, 1);
	assert_near(only_group(story)->cpu_pct, 0);
}

/* Seen by the newest scan, as a zombie or just before its end: what it did until then is on its row. */
static void what_is_on_a_row_is_not_counted_again(void **state)
{
	struct story *story = *state;
	struct task_usage *usage;
	struct task *task;

	for (int which = 0; which < 2; which++) {
		add_process(story, which, 100, 50)->cpu_ns = (uint64_t)which * SECOND;
		task = add_thread(story, which, 100, 50);
		task->run_ns = (uint64_t)which * SECOND;
		task->cswch = 10 * (uint64_t)which;
	}
	task->seen_ns += SECOND / 2;
	usage = add_exit(story, 100, 100, 1002.2);
	usage->run_ns = SECOND + SECOND / 50;
	usage->cswch = 12;
	/* A thread that was gone before the scan came: in the clock of the process. */
	add_exit(story, 100, 101, 0.5)->run_ns = SECOND / 2;
	exits_between(story);
	assert_near(only_group(story)->n, 1);
	assert_near(only_group(story)->cpu_pct, 1);
	assert_near(only_group(story)->cswch_per_s, 1);
}

/* It had ended before the scan came to it: it was younger then than its row. */
static void a_zombie_has_its_cpu_on_its_row(void **state)
{
	struct story *story = *state;
	struct task *task;

	add_process(story, 1, 100, 100050)->cpu_ns = SECOND / 2;
	task = add_thread(story, 1, 100, 100050);
	task->run_ns = SECOND / 2;
	task->state = 'Z';
	add_exit(story, 100, 100, 0.7)->run_ns = SECOND / 2;
	exits_between(story);
	assert_near(only_group(story)->n, 1);
	assert_near(only_group(story)->cpu_pct, 0);
}

/* The kernel had no room to tell of its first thread. */
static void without_its_leader_it_is_who_has_its_number(void **state)
{
	struct story *story = *state;
	struct task_usage *usage;

	add_process(story, 1, 100, 100050);
	add_thread(story, 1, 100, 100050);
	usage = add_exit(story, 100, 101, 0.5);
	usage->run_ns = SECOND;
	usage->is_last = true;
	exits_between(story);
	assert_near(only_group(story)->n, 1);
	assert_near(only_group(story)->cpu_pct, 0);
}

/* A thread called exec: the leader exits, and it goes on under that number and another name. */
static void it_is_called_what_it_was_at_its_end(void **state)
{
	struct story *story = *state;

	add_exit(story, 100, 100, 0.5)->is_last = false;
	memcpy(add_exit(story, 100, 100, 0.6)->name, "true", 5);
	exits_between(story);
	assert_near(only_group(story)->n, 1);
	assert_string_equal(only_group(story)->name, "true");
}

/* The scan may have added what the kernel has not yet. */
static void less_than_was_seen_is_nothing(void **state)
{
	struct story *story = *state;

	add_process(story, 0, 100, 50);
	add_thread(story, 0, 100, 50)->run_ns = 2 * SECOND;
	add_exit(story, 100, 100, 1001)->run_ns = 2 * SECOND - 1000;
	exits_between(story);
	assert_near(only_group(story)->cpu_pct, 0);
}

static void threads_are_of_their_process(void **state)
{
	struct story *story = *state;

	/* The last thread to exit has a name of its own; the leader was before it. */
	add_exit(story, 100, 100, 0.5)->run_ns = SECOND / 10;
	story->samples[1].exits.usages[0].is_last = false;
	for (int tid = 101; tid < 105; tid++) {
		struct task_usage *usage = add_exit(story, 100, tid, 0.5);

		usage->run_ns = SECOND / 10;
		usage->is_last = tid == 104;
		memcpy(usage->name, "worker", 7);
	}
	/* This one's process lives on. */
	add_exit(story, 200, 201, 0.5)->run_ns = SECOND;
	exits_between(story);
	assert_string_equal(only_group(story)->name, "sh");
	assert_near(only_group(story)->n, 1);
	assert_near(only_group(story)->cpu_pct, 25);
	assert_near(story->interval.totals.exit_per_s, 0.5);
}

/* Born and gone between two scans, it forked children that are gone, too. */
static void a_parent_may_have_exited(void **state)
{
	struct story *story = *state;

	memcpy(add_exit(story, 300, 300, 0.5)->name, "cron", 5);
	add_exit(story, 301, 301, 0.1)->ppid = 300;
	exits_between(story);
	assert_int_equal(story->interval.n_exited, 2);
	for (size_t i = 0; i < 2; i++) {
		const struct exited_interval *row = &story->interval.exited[i];

		if (row->ppid == 300)
			assert_string_equal(row->parent_name, "cron");
		else
			assert_null(row->parent_name);
	}
}

/* Kernels that count by the tick only. */
static void without_nanoseconds_ticks_are_told(void **state)
{
	struct story *story = *state;
	struct task_usage *usage = add_exit(story, 100, 100, 0.5);

	usage->run_ns = usage->wait_ns = COUNTER_UNKNOWN;
	usage->usr_us = 80000;
	usage->sys_us = 20000;
	exits_between(story);
	assert_near(only_group(story)->cpu_pct, 5);
	assert_near(only_group(story)->usr_pct, 4);
	assert_true(isnan(only_group(story)->wait_pct));
}

static void what_was_lost_is_said(void **state)
{
	struct story *story = *state;

	story->samples[1].exits.n_lost = 500;
	exits_between(story);
	assert_true(story->interval.has_exits);
	assert_int_equal(story->interval.n_exited, 0);
	assert_near(story->interval.totals.exit_per_s, 0);
	assert_near(story->interval.totals.exits_lost_per_s, 250);
	story->samples[1].exits.n_lost = COUNTER_UNKNOWN;
	story_between(story);
	assert_true(isnan(story->interval.totals.exits_lost_per_s));
}

/* Nobody listened from its beginning. */
static void half_an_interval_is_none(void **state)
{
	struct story *story = *state;

	add_exit(story, 100, 100, 0.5);
	story->samples[0].has &= ~(unsigned int)NEED_EXITS;
	exits_between(story);
	assert_false(story->interval.has_exits);
	assert_int_equal(story->interval.n_exited, 0);
	assert_true(isnan(story->interval.totals.exit_per_s));
	interval_between(&story->interval, NULL, &story->samples[1]);
	assert_false(story->interval.has_exits);
}

#define STORY(test) cmocka_unit_test_setup_teardown(test, exit_story_setup, story_teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		STORY(they_are_grouped_by_name_parent_and_user),
		STORY(what_was_seen_before_is_not_counted),
		STORY(a_number_given_out_again_is_another),
		STORY(an_old_stranger_is_counted_without_its_life),
		STORY(what_is_on_a_row_is_not_counted_again),
		STORY(a_zombie_has_its_cpu_on_its_row),
		STORY(without_its_leader_it_is_who_has_its_number),
		STORY(it_is_called_what_it_was_at_its_end),
		STORY(less_than_was_seen_is_nothing),
		STORY(threads_are_of_their_process),
		STORY(a_parent_may_have_exited),
		STORY(without_nanoseconds_ticks_are_told),
		STORY(what_was_lost_is_said),
		STORY(half_an_interval_is_none),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
