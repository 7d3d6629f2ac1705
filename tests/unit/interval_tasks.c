/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Threads and processes between two scans made by hand; a tick is 10 ms. */
#include "config.h"

#include <string.h>

#include "base/counter.h"
#include "task_story.h"

static void a_thread_has_the_rates_of_its_counters(void **state)
{
	struct story *story = *state;
	const struct task_interval *row;
	struct task *task;

	add_process(story, 0, 7, 50);
	add_thread(story, 0, 7, 50);
	add_process(story, 1, 7, 50);
	task = add_thread(story, 1, 7, 50);
	task->cswch = 2000;
	task->nvcswch = 20;
	task->run_ns = SECOND / 2;
	task->wait_ns = SECOND / 5;
	task->utime_ticks = 30;
	task->stime_ticks = 20;
	story_between(story);
	row = &story->interval.threads[0];
	assert_near(row->cswch_per_s, 1000);
	assert_near(row->nvcswch_per_s, 10);
	assert_near(row->switches_per_s, 1010);
	assert_near(row->cpu_pct, 25);
	assert_near(row->wait_pct, 10);
	assert_near(row->usr_pct, 15);
	assert_near(row->sys_pct, 10);
	assert_true(row->ran);
}

static void a_reused_number_is_another_task(void **state)
{
	struct story *story = *state;
	struct task *task;

	add_process(story, 0, 7, 50);
	task = add_thread(story, 0, 7, 50);
	task->run_ns = 5 * SECOND;
	add_process(story, 1, 7, 100100);
	task = add_thread(story, 1, 7, 100100);
	task->run_ns = SECOND / 50;
	task->cswch = 4;
	story_between(story);
	/* Born within the interval: all it did was done here. */
	assert_near(story->interval.threads[0].cpu_pct, 1);
	assert_near(story->interval.threads[0].cswch_per_s, 2);
}

/* It is old, but was not seen before: its life is not what it did now. */
static void an_old_task_seen_first_has_no_rate(void **state)
{
	struct story *story = *state;
	struct task *task;

	add_process(story, 1, 9, 50);
	task = add_thread(story, 1, 9, 50);
	task->cswch = 1000000;
	task->run_ns = 900 * SECOND;
	story_between(story);
	assert_true(isnan(story->interval.threads[0].cswch_per_s));
	assert_true(isnan(story->interval.threads[0].cpu_pct));
	assert_true(isnan(story->interval.processes[0].cswch_per_s));
	assert_true(story->interval.threads[0].ran);
}

static void unknown_counters_are_unknown_rates(void **state)
{
	struct story *story = *state;

	for (int which = 0; which < 2; which++) {
		struct task *task;

		add_process(story, which, 7, 50);
		task = add_thread(story, which, 7, 50);
		task->wait_ns = task->nvcswch = task->run_ns = COUNTER_UNKNOWN;
		task->utime_ticks = (uint64_t)which * 50;
		task->cswch = (uint64_t)which * 10;
	}
	story_between(story);
	assert_true(isnan(story->interval.threads[0].wait_pct));
	assert_true(isnan(story->interval.threads[0].nvcswch_per_s));
	assert_true(isnan(story->interval.threads[0].switches_per_s));
	assert_near(story->interval.threads[0].cswch_per_s, 5);
	/* Without schedstat its ticks are what is known. */
	assert_near(story->interval.threads[0].cpu_pct, 25);
}

/* A thread that used 2% of a CPU, after a life of which three quarters were in user code. */
static void split_two_percent(struct story *story, uint64_t usr_ticks, uint64_t sys_ticks)
{
	for (uint64_t which = 0; which < 2; which++) {
		struct task *task;

		add_process(story, (int)which, 7, 50);
		task = add_thread(story, (int)which, 7, 50);
		task->utime_ticks = 300 + which * usr_ticks;
		task->stime_ticks = 100 + which * sys_ticks;
		task->run_ns = which * SECOND / 25;
	}
	story_between(story);
	assert_near(story->interval.threads[0].cpu_pct, 2);
}

static void user_and_system_time_add_up_to_the_cpu(void **state)
{
	struct story *story = *state;

	split_two_percent(story, 1, 2);
	assert_near(story->interval.threads[0].usr_pct, 2.0 / 3);
	assert_near(story->interval.threads[0].sys_pct, 4.0 / 3);
}

/* What it does now need not be what it did all its life. */
static void few_ticks_are_still_what_is_known(void **state)
{
	struct story *story = *state;

	split_two_percent(story, 0, 3);
	assert_near(story->interval.threads[0].usr_pct, 0);
	assert_near(story->interval.threads[0].sys_pct, 2);
}

static void without_a_tick_time_is_split_as_in_all_its_life(void **state)
{
	struct story *story = *state;

	split_two_percent(story, 0, 0);
	assert_near(story->interval.threads[0].usr_pct, 1.5);
	assert_near(story->interval.threads[0].sys_pct, 0.5);
}

static void exec_by_another_thread_is_no_spike(void **state)
{
	struct story *story = *state;

	add_process(story, 0, 100, 50);
	add_thread(story, 0, 100, 50);
	add_thread(story, 0, 101, 60)->cswch = 30000;
	add_process(story, 1, 100, 50);
	add_thread(story, 1, 100, 50)->cswch = 30004;
	memcpy(story->samples[1].tasks.threads[0].name, "sleep", sizeof("sleep"));
	story_between(story);
	assert_true(isnan(story->interval.threads[0].cswch_per_s));
	assert_true(isnan(story->interval.processes[0].cswch_per_s));
}

static void since_boot_a_task_has_its_life(void **state)
{
	struct story *story = *state;
	struct task *task;

	add_process(story, 1, 7, 90200);
	task = add_thread(story, 1, 7, 90200);
	task->cswch = 1000;
	task->run_ns = 50 * SECOND;
	interval_between(&story->interval, NULL, &story->samples[1]);
	assert_near(story->interval.threads[0].seconds, 100);
	assert_near(story->interval.threads[0].cswch_per_s, 10);
	assert_near(story->interval.threads[0].cpu_pct, 50);
	assert_near(story->interval.threads[0].cpu_s, 50);
}

static void a_first_look_has_rows_but_no_rates(void **state)
{
	struct story *story = *state;

	story->samples[0].has = 0;
	add_process(story, 1, 7, 100150);
	add_thread(story, 1, 7, 100150);
	story_between(story);
	assert_int_equal(story->interval.n_threads, 1);
	assert_true(isnan(story->interval.threads[0].cswch_per_s));
}

static void names_are_kept_as_they_are(void **state)
{
	struct story *story = *state;
	struct task *task;

	add_process(story, 1, 7, 50);
	task = add_thread(story, 1, 7, 50);
	memset(task->name, '\x1b', sizeof(task->name));
	story_between(story);
	assert_int_equal(strlen(story->interval.threads[0].name), sizeof(task->name));
}

/* 1,000 processes, of which every third goes, comes or is reused between the scans. */
static void everything_is_joined_by_identity(void **state)
{
	struct story *story = *state;

	for (int pid = 1; pid <= 3000; pid++) {
		if (pid % 3 != 0) {
			add_process(story, 0, pid, 50);
			add_thread(story, 0, pid, 50)->cswch = (uint64_t)pid;
		}
		if (pid % 3 != 1) {
			add_process(story, 1, pid, 50);
			add_thread(story, 1, pid, 50)->cswch = (uint64_t)pid + 2;
		}
	}
	story_between(story);
	assert_int_equal(story->interval.n_threads, 2000);
	for (size_t i = 0; i < 2000; i++) {
		const struct task_interval *row = &story->interval.threads[i];

		if (row->tid % 3 == 2)
			assert_near(row->cswch_per_s, 1);
		else
			assert_true(isnan(row->cswch_per_s));
	}
}

/* The machine slept for hours: start times count them, the time that rates are of does not. */
static void a_task_born_after_a_suspend_has_its_rate(void **state)
{
	struct story *story = *state;
	struct task *task;

	story->samples[1].tasks.begun_boot_ns += 36000 * SECOND;
	add_process(story, 1, 7, 3700100);
	task = add_thread(story, 1, 7, 3700100);
	task->cswch = 1000;
	story_between(story);
	assert_near(story->interval.threads[0].cswch_per_s, 500);
}

/* A scan takes its time: it was begun when the task had lived for a second only. */
static void since_boot_a_life_ends_when_the_task_is_seen(void **state)
{
	struct story *story = *state;
	struct task *task;

	add_process(story, 1, 7, 100100);
	task = add_thread(story, 1, 7, 100100);
	task->seen_ns += 3 * SECOND;
	task->cswch = 400;
	interval_between(&story->interval, NULL, &story->samples[1]);
	assert_near(story->interval.threads[0].seconds, 4);
	assert_near(story->interval.threads[0].cswch_per_s, 100);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, task_story_setup, story_teardown)
	const struct CMUnitTest tests[] = {
		TEST(a_thread_has_the_rates_of_its_counters),
		TEST(a_reused_number_is_another_task),
		TEST(an_old_task_seen_first_has_no_rate),
		TEST(unknown_counters_are_unknown_rates),
		TEST(user_and_system_time_add_up_to_the_cpu),
		TEST(few_ticks_are_still_what_is_known),
		TEST(without_a_tick_time_is_split_as_in_all_its_life),
		TEST(exec_by_another_thread_is_no_spike),
		TEST(since_boot_a_task_has_its_life),
		TEST(a_first_look_has_rows_but_no_rates),
		TEST(names_are_kept_as_they_are),
		TEST(everything_is_joined_by_identity),
		TEST(a_task_born_after_a_suspend_has_its_rate),
		TEST(since_boot_a_life_ends_when_the_task_is_seen),
	};
#undef TEST

	return cmocka_run_group_tests(tests, NULL, NULL);
}
