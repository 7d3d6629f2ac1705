/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What a process is, made of its threads. */
#include "config.h"

#include <stdlib.h>

#include "task_story.h"

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

static void give_cpus(struct story *story, size_t n)
{
	struct sample *sample = &story->samples[1];

	sample->has |= NEED_STAT;
	sample->stat.cpus = calloc(n, sizeof(*sample->stat.cpus));
	assert_non_null(sample->stat.cpus);
	for (size_t i = 0; i < n; i++)
		sample->stat.cpus[i].cpu = (int)i;
	sample->stat.n_cpus = n;
}

/* Between the scans there were more threads than in either of them. */
static void threads_that_came_and_went_have_used_cpu(void **state)
{
	struct story *story = *state;

	give_cpus(story, 4);
	for (int which = 0; which < 2; which++) {
		add_process(story, which, 100, 50)->cpu_ns = (uint64_t)which * 6 * SECOND;
		add_thread(story, which, 100, 50);
		add_process(story, which, 200, 50)->cpu_ns =
			(uint64_t)which * (2 * SECOND + SECOND / 50);
		add_thread(story, which, 200, 50);
		add_process(story, which, 300, 50)->cpu_ns = (uint64_t)which * 90 * SECOND;
		add_thread(story, which, 300, 50);
	}
	story_between(story);
	assert_near(story->interval.processes[0].cpu_pct, 300);
	/* One CPU, read an instant late; and more than there are. */
	assert_near(story->interval.processes[1].cpu_pct, 100);
	assert_near(story->interval.processes[2].cpu_pct, 400);
}

/* Numbers had reached the largest when its threads were born. */
static void a_process_is_called_as_its_leader(void **state)
{
	struct story *story = *state;

	add_process(story, 1, 30000, 50);
	add_thread(story, 1, 301, 60);
	memcpy(add_thread(story, 1, 30000, 50)->name, "leader", sizeof("leader"));
	story_between(story);
	assert_string_equal(story->interval.processes[0].name, "leader");
	assert_int_equal(story->interval.processes[0].pid, 30000);
}

static void a_process_lives_as_long_as_a_thread_does(void **state)
{
	struct story *story = *state;

	for (int pid = 100; pid <= 200; pid += 100) {
		add_process(story, 1, pid, 50);
		add_thread(story, 1, pid, 50)->state = 'Z';
	}
	add_thread(story, 1, 201, 50)->state = 'S';
	story_between(story);
	assert_int_equal(story->interval.processes[0].state, 'Z');
	assert_int_equal(story->interval.processes[1].state, 'S');
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, task_story_setup, story_teardown)
	const struct CMUnitTest tests[] = {
		TEST(a_process_sums_its_threads),
		TEST(a_thread_that_exits_makes_no_dip),
		TEST(a_process_may_have_more_than_one_cpu_but_a_thread_not),
		TEST(threads_that_came_and_went_have_used_cpu),
		TEST(a_process_is_called_as_its_leader),
		TEST(a_process_lives_as_long_as_a_thread_does),
	};
#undef TEST

	return cmocka_run_group_tests(tests, NULL, NULL);
}
