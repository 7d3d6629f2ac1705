/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Switches of threads that exit: a process's sum has no dip and its rate no spike. */
#include "config.h"

#include "base/counter.h"
#include "task/vanished.h"
#include "task_story.h"

static struct tasks *tasks_of(struct story *story, int which)
{
	return &story->samples[which].tasks;
}

static void look(struct story *story)
{
	static const struct tasks nothing;

	vanished_carry(&nothing, tasks_of(story, 0));
	vanished_carry(tasks_of(story, 0), tasks_of(story, 1));
	story_between(story);
}

/* A leader that has switched 10 times and then once more, and 1,000 threads that had switched much. */
static void kill_a_thousand(struct story *story)
{
	for (int which = 0; which < 2; which++) {
		add_process(story, which, 100, 50)->cpu_ns = (uint64_t)which;
		add_thread(story, which, 100, 50)->cswch = 10 + (uint64_t)which * 2;
	}
	for (int tid = 101; tid <= 1100; tid++) {
		struct task *task = add_thread(story, 0, tid, 50);

		task->cswch = 1000000;
		task->nvcswch = 7;
	}
}

static void a_thousand_threads_killed_are_no_dip_and_no_spike(void **state)
{
	struct story *story = *state;
	const struct task_interval *row;

	kill_a_thousand(story);
	look(story);
	row = &story->interval.processes[0];
	assert_near(row->cswch_per_s, 1);
	assert_near(row->nvcswch_per_s, 0);
	assert_near(row->cswch, 12 + 1000e6);
	assert_near(row->nvcswch, 7000);
	assert_int_equal(row->n_threads, 1);
}

/* What the process had of others before stays, though it stood still since. */
static void what_is_kept_stays(void **state)
{
	struct story *story = *state;

	for (int which = 0; which < 2; which++) {
		add_process(story, which, 100, 50)->cpu_ns = 5;
		add_thread(story, which, 100, 50)->cswch = 10;
	}
	tasks_of(story, 0)->processes[0].gone_cswch = 33;
	vanished_carry(tasks_of(story, 0), tasks_of(story, 1));
	assert_int_equal(tasks_of(story, 1)->processes[0].gone_cswch, 33);
	assert_int_equal(tasks_of(story, 1)->processes[0].gone_nvcswch, 0);
}

static void a_number_used_again_is_another_thread(void **state)
{
	struct story *story = *state;

	for (int which = 0; which < 2; which++) {
		add_process(story, which, 100, 50)->cpu_ns = (uint64_t)which;
		add_thread(story, which, 100, 50);
		add_thread(story, which, 101, 60 + (uint64_t)which)->cswch = which ? 4 : 90;
	}
	look(story);
	assert_int_equal(tasks_of(story, 1)->processes[0].gone_cswch, 90);
	assert_near(story->interval.processes[0].cswch, 94);
}

static void another_process_has_nothing_of_it(void **state)
{
	struct story *story = *state;

	add_process(story, 0, 100, 50)->gone_cswch = 33;
	add_thread(story, 0, 100, 50)->cswch = 10;
	add_process(story, 1, 100, 51);
	add_thread(story, 1, 100, 51)->cswch = 1;
	vanished_carry(tasks_of(story, 0), tasks_of(story, 1));
	assert_int_equal(tasks_of(story, 1)->processes[0].gone_cswch, 0);
}

/* Thread 101 calls exec and is the leader from then on: its switches are not counted twice. */
static void exec_by_another_thread_counts_once(void **state)
{
	struct story *story = *state;

	add_process(story, 0, 100, 50)->cpu_ns = 1;
	add_thread(story, 0, 100, 50)->cswch = 20;
	add_thread(story, 0, 101, 60)->cswch = 30000;
	add_process(story, 1, 100, 50)->cpu_ns = 2;
	add_thread(story, 1, 100, 50)->cswch = 30004;
	memcpy(tasks_of(story, 1)->threads[0].name, "sleep", sizeof("sleep"));
	look(story);
	assert_near(story->interval.processes[0].cswch, 30020);
}

static void unknown_counts_are_left_out(void **state)
{
	struct story *story = *state;

	kill_a_thousand(story);
	for (size_t i = 1; i < tasks_of(story, 0)->n_threads; i++)
		tasks_of(story, 0)->threads[i].nvcswch = COUNTER_UNKNOWN;
	look(story);
	assert_near(story->interval.processes[0].nvcswch, 0);
	assert_near(story->interval.processes[0].cswch, 12 + 1000e6);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, task_story_setup, story_teardown)
	const struct CMUnitTest tests[] = {
		TEST(a_thousand_threads_killed_are_no_dip_and_no_spike),
		TEST(what_is_kept_stays),
		TEST(a_number_used_again_is_another_thread),
		TEST(another_process_has_nothing_of_it),
		TEST(exec_by_another_thread_counts_once),
		TEST(unknown_counts_are_left_out),
	};
#undef TEST

	return cmocka_run_group_tests(tests, NULL, NULL);
}
