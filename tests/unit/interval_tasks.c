/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Threads and processes between two scans made by hand; a tick is 10 ms. */
#include "config.h"

#include <string.h>

#include "base/counter.h"
#include "story.h"

/* The machine has been up for 1000 s when the first scan begins, and the next is 2 s later. */
static int setup(void **state)
{
	static struct story story;

	story_init(&story);
	for (uint64_t i = 0; i < 2; i++) {
		struct sample *sample = &story.samples[i];

		sample->has = NEED_TASKS;
		sample->is_live = true;
		sample->ticks_per_s = 100;
		sample->tasks.begun_boot_ns = (1000 + 2 * i) * SECOND;
	}
	*state = &story;
	return 0;
}

static uint64_t seen_ns(const struct story *story, int which)
{
	return story->samples[which].tasks.begun_boot_ns;
}

static struct process *add_process(struct story *story, int which, int pid, uint64_t start)
{
	struct process *process = tasks_add_process(&story->samples[which].tasks);

	process->pid = pid;
	process->start_ticks = start;
	process->seen_ns = seen_ns(story, which);
	process->first = story->samples[which].tasks.n_threads;
	process->n_threads = 0;
	return process;
}

static struct task *add_thread(struct story *story, int which, int tid, uint64_t start)
{
	struct tasks *tasks = &story->samples[which].tasks;
	struct process *process = &tasks->processes[tasks->n_processes - 1];
	struct task *task = tasks_add_threads(tasks, 1);

	task_init(task);
	process->n_threads++;
	task->pid = process->pid;
	task->tid = tid;
	task->start_ticks = start;
	task->seen_ns = seen_ns(story, which);
	task->cswch = task->nvcswch = task->run_ns = task->wait_ns = 0;
	task->utime_ticks = task->stime_ticks = 0;
	memcpy(task->name, "work", sizeof("work"));
	return task;
}

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

/* The leader sleeps, its threads switch: what pidstat -w calls 0. */
static void a_process_sums_its_threads(void **state)
{
	struct story *story = *state;
	const struct task_interval *row;

	for (int which = 0; which < 2; which++) {
		struct process *process = add_process(story, which, 100, 50);

		process->cpu_ns = (uint64_t)which * SECOND;
		process->utime_ticks = process->stime_ticks = 0;
		for (int tid = 100; tid < 105; tid++) {
			struct task *task = add_thread(story, which, tid, 50);

			if (which && tid > 100)
				task->cswch = 1800;
		}
	}
	story_between(story);
	assert_int_equal(story->interval.n_processes, 1);
	row = &story->interval.processes[0];
	assert_near(row->cswch_per_s, 3600);
	assert_near(row->nvcswch_per_s, 0);
	assert_near(row->cpu_pct, 50);
	assert_int_equal(row->n_threads, 5);
	assert_int_equal(row->tid, 0);
	assert_near(story->interval.threads[0].cswch_per_s, 0);
	assert_false(story->interval.threads[0].ran);
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

static void a_thread_that_exits_makes_no_dip(void **state)
{
	struct story *story = *state;

	for (int which = 0; which < 2; which++) {
		add_process(story, which, 100, 50);
		for (int tid = 100; tid < 103; tid++) {
			struct task *task;

			if (which && tid == 101)
				continue;
			task = add_thread(story, which, tid, 50);
			task->cswch = tid == 101 ? 500000 : (uint64_t)which * 200;
		}
	}
	story_between(story);
	assert_near(story->interval.processes[0].cswch_per_s, 200);
}

static void a_process_may_have_more_than_one_cpu_but_a_thread_not(void **state)
{
	struct story *story = *state;

	for (int which = 0; which < 2; which++) {
		struct process *process = add_process(story, which, 100, 50);

		process->cpu_ns = (uint64_t)which * 4 * SECOND;
		for (int tid = 100; tid < 102; tid++)
			add_thread(story, which, tid, 50)->run_ns =
				(uint64_t)which * (2 * SECOND + 90000);
	}
	story_between(story);
	assert_near(story->interval.processes[0].cpu_pct, 200);
	assert_near(story->interval.threads[0].cpu_pct, 100);
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

/* Ticks are too coarse for little work: its whole life tells how it is split. */
static void user_and_system_time_add_up_to_the_cpu(void **state)
{
	struct story *story = *state;

	for (int which = 0; which < 2; which++) {
		struct task *task;

		add_process(story, which, 7, 50);
		task = add_thread(story, which, 7, 50);
		task->utime_ticks = 300 + (uint64_t)which * 2;
		task->stime_ticks = 100;
		task->run_ns = (uint64_t)which * SECOND / 25;
	}
	story_between(story);
	assert_near(story->interval.threads[0].cpu_pct, 2);
	assert_near(story->interval.threads[0].usr_pct, 2 * 302.0 / 402);
	assert_near(story->interval.threads[0].sys_pct, 2 * 100.0 / 402);
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

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, story_teardown)
	const struct CMUnitTest tests[] = {
		TEST(a_thread_has_the_rates_of_its_counters),
		TEST(a_process_sums_its_threads),
		TEST(a_reused_number_is_another_task),
		TEST(an_old_task_seen_first_has_no_rate),
		TEST(a_thread_that_exits_makes_no_dip),
		TEST(a_process_may_have_more_than_one_cpu_but_a_thread_not),
		TEST(unknown_counters_are_unknown_rates),
		TEST(user_and_system_time_add_up_to_the_cpu),
		TEST(exec_by_another_thread_is_no_spike),
		TEST(since_boot_a_task_has_its_life),
		TEST(a_first_look_has_rows_but_no_rates),
		TEST(names_are_kept_as_they_are),
		TEST(everything_is_joined_by_identity),
	};
#undef TEST

	return cmocka_run_group_tests(tests, NULL, NULL);
}
