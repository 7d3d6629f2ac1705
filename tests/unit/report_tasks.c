/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <string.h>

#include "interval.h"
#include "near.h"
#include "report/task_sums.h"

/* One process of one thread. */
struct lone {
	struct interval interval;
	struct task_interval process, thread;
};

static void lone_init(struct lone *lone, int tid, uint64_t start_ticks)
{
	memset(lone, 0, sizeof(*lone));
	lone->process = (struct task_interval){
		.pid = tid,
		.start_ticks = start_ticks,
		.name = "java",
		.n_threads = 1,
		.n_listed = 1,
	};
	lone->thread = lone->process;
	lone->thread.tid = tid;
	lone->thread.name = "worker";
	lone->thread.seconds = 2;
	lone->thread.cpu_pct = 50;
	lone->thread.wait_pct = 25;
	lone->thread.cswch_per_s = 10;
	lone->thread.nvcswch_per_s = 3;
	lone->thread.switches_per_s = 13;
	lone->interval.processes = &lone->process;
	lone->interval.threads = &lone->thread;
	lone->interval.n_processes = lone->interval.n_threads = 1;
}

static void seconds_are_time_by_share(void **state)
{
	struct task_sums sums;
	struct lone lone;

	(void)state;
	task_sums_init(&sums, 8);
	lone_init(&lone, 7, 100);
	task_sums_add(&sums, &lone.interval, 1000, 1002);
	lone.thread.seconds = 1;
	lone.thread.cpu_pct = 100;
	lone.thread.name = "renamed";
	task_sums_add(&sums, &lone.interval, 1002, 1003);
	assert_int_equal(sums.n_tasks, 1);
	assert_near(sums.tasks[0].cpu_s, 2);
	assert_near(sums.tasks[0].wait_s, 0.75);
	assert_near(sums.tasks[0].cswch, 30);
	assert_near(sums.tasks[0].nvcswch, 9);
	assert_near(sums.tasks[0].first_s, 1000);
	assert_near(sums.tasks[0].last_s, 1003);
	assert_string_equal(sums.tasks[0].name, "renamed");
	assert_string_equal(sums.tasks[0].process, "java");
	task_sums_fini(&sums);
}

static void a_number_given_out_again_is_another_thread(void **state)
{
	struct task_sums sums;
	struct lone lone;

	(void)state;
	task_sums_init(&sums, 8);
	lone_init(&lone, 7, 100);
	task_sums_add(&sums, &lone.interval, 1000, 1002);
	lone_init(&lone, 7, 101);
	task_sums_add(&sums, &lone.interval, 1002, 1004);
	assert_int_equal(sums.n_tasks, 2);
	assert_near(sums.tasks[1].cpu_s, 1);
	task_sums_fini(&sums);
}

static void what_stands_still_is_not_remembered(void **state)
{
	struct task_sums sums;
	struct lone lone;

	(void)state;
	task_sums_init(&sums, 8);
	lone_init(&lone, 7, 100);
	lone.thread.cpu_pct = lone.thread.wait_pct = lone.thread.switches_per_s = 0;
	task_sums_add(&sums, &lone.interval, 1000, 1002);
	/* Seen for the first time. */
	lone.thread.cpu_pct = lone.thread.wait_pct = lone.thread.switches_per_s = (double)NAN;
	task_sums_add(&sums, &lone.interval, 1002, 1004);
	assert_int_equal(sums.n_tasks, 0);
	/* One that never gets a CPU does nothing but wait. */
	lone.thread.wait_pct = 100;
	lone.thread.cpu_pct = lone.thread.switches_per_s = 0;
	task_sums_add(&sums, &lone.interval, 1004, 1006);
	assert_int_equal(sums.n_tasks, 1);
	assert_near(sums.tasks[0].wait_s, 2);
	task_sums_fini(&sums);
}

static void unknown_stays_unknown(void **state)
{
	struct task_sums sums;
	struct lone lone;

	(void)state;
	task_sums_init(&sums, 8);
	lone_init(&lone, 7, 100);
	lone.thread.wait_pct = lone.thread.cswch_per_s = (double)NAN;
	task_sums_add(&sums, &lone.interval, 1000, 1002);
	assert_true(isnan(sums.tasks[0].wait_s));
	assert_true(isnan(sums.tasks[0].cswch));
	lone.thread.cswch_per_s = 5;
	task_sums_add(&sums, &lone.interval, 1002, 1004);
	assert_true(isnan(sums.tasks[0].wait_s));
	assert_near(sums.tasks[0].cswch, 10);
	task_sums_fini(&sums);
}

/* 1000 short threads come and go beside one that works, one that switches and one that waits. */
static void the_least_are_summed_up_and_nothing_is_lost(void **state)
{
	struct task_sums sums;
	struct lone lone;
	double cpu_s = 0, cswch = 0;
	size_t n_found = 0;

	(void)state;
	task_sums_init(&sums, 40);
	for (int i = 0; i < 1000; i++)
		for (int tid = 1; tid <= 4; tid++) {
			lone_init(&lone, tid, tid == 4 ? (uint64_t)i : 0);
			lone.thread.cpu_pct = tid == 1 ? 90 : tid == 3 ? 0 : 0.1;
			lone.thread.cswch_per_s = tid == 2 ? 9000 : tid == 3 ? 0 : 1;
			lone.thread.nvcswch_per_s = 0;
			lone.thread.wait_pct = tid == 3 ? 90 : 0;
			task_sums_add(&sums, &lone.interval, 1000, 1002);
		}
	assert_in_range(sums.n_tasks, 20, 40);
	for (size_t i = 0; i < sums.n_tasks; i++) {
		const struct task_sum *task = &sums.tasks[i];

		cpu_s += task->cpu_s;
		cswch += task->cswch;
		if (task->tid > 3)
			continue;
		n_found++;
		if (task->tid == 1)
			assert_near(task->cpu_s, 1800);
		if (task->tid == 2)
			assert_near(task->cswch, 18e6);
		if (task->tid == 3)
			assert_near(task->wait_s, 1800);
	}
	assert_int_equal(n_found, 3);
	assert_int_equal(sums.n_tasks + sums.n_others, 1003);
	assert_near(cpu_s + sums.others.cpu_s, 1800 + 2000 * 0.002);
	assert_near(cswch + sums.others.cswch, 18e6 + 2000 * 2);
	task_sums_fini(&sums);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(seconds_are_time_by_share),
		cmocka_unit_test(a_number_given_out_again_is_another_thread),
		cmocka_unit_test(what_stands_still_is_not_remembered),
		cmocka_unit_test(unknown_stays_unknown),
		cmocka_unit_test(the_least_are_summed_up_and_nothing_is_lost),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
