/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The rules over intervals as they come. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "handmade.h"
#include "judge.h"
#include "rule/engine.h"

#define SECOND 1000000000ULL

struct bench {
	struct handmade machine;
	struct judge *judge;
};

static const struct rule_facts all = {.has = UINT32_MAX};

/* CPU 1 works for the kernel only: R29. */
static int setup(void **state)
{
	static struct bench bench;
	struct cpu_interval *cpu;

	handmade_init(&bench.machine, 2, 2, 1);
	cpu = &bench.machine.interval.cpus[1];
	cpu->us = 5;
	cpu->sy = 90;
	cpu->busy = 95;
	bench.machine.interval.wall_ns = 1000 * SECOND;
	bench.machine.interval.seconds = 1;
	bench.machine.interval.has_wait = true; /* else V4 says so */
	bench.judge = judge_new();
	*state = &bench;
	return 0;
}

static int teardown(void **state)
{
	struct bench *bench = *state;

	judge_free(bench->judge);
	handmade_fini(&bench->machine);
	return 0;
}

static void judge(struct bench *bench, int n)
{
	struct interval *interval = &bench->machine.interval;

	for (int i = 0; i < n; i++) {
		interval->wall_ns += SECOND;
		interval->has_marks = false;
		judge_next(bench->judge, interval, &all);
	}
}

/* As if it were made anew. */
static void make_anew(struct interval *interval)
{
	interval->has_marks = false;
	interval->marks = NULL;
	interval->n_marks = 0;
}

static void it_marks_what_has_held(void **state)
{
	struct bench *bench = *state;

	judge(bench, 4);
	assert_true(bench->machine.interval.has_marks);
	assert_int_equal(bench->machine.interval.n_marks, 0);
	judge(bench, 1);
	assert_int_equal(bench->machine.interval.n_marks, 1);
	assert_true(judge_looked_s(bench->judge) == 5);
}

static void one_that_is_made_anew_gets_its_marks_again(void **state)
{
	struct bench *bench = *state;
	struct interval *interval = &bench->machine.interval;

	judge(bench, 5);
	make_anew(interval);
	judge_again(bench->judge, interval);
	assert_true(interval->has_marks);
	assert_int_equal(interval->n_marks, 1);
	assert_string_equal(interval->marks[0].rule, "R29");
	assert_true(judge_looked_s(bench->judge) == 5);
}

static void what_is_forgotten_must_hold_anew(void **state)
{
	struct bench *bench = *state;
	struct interval *interval = &bench->machine.interval;

	judge(bench, 5);
	judge_forget(bench->judge);
	assert_true(judge_looked_s(bench->judge) == 0);
	judge_again(bench->judge, interval);
	assert_false(interval->has_marks);
	judge(bench, 4);
	assert_int_equal(interval->n_marks, 0);
	judge(bench, 1);
	assert_int_equal(interval->n_marks, 1);
}

static void a_gap_is_no_time_in_which_something_held(void **state)
{
	struct bench *bench = *state;
	struct interval *interval = &bench->machine.interval;

	judge(bench, 5);
	assert_int_equal(interval->n_marks, 1);
	interval->wall_ns += 3600 * SECOND;
	judge(bench, 4);
	assert_int_equal(interval->n_marks, 0);
	judge(bench, 1);
	assert_int_equal(interval->n_marks, 1);
	/* A long interval is no gap. */
	interval->seconds = 60;
	interval->wall_ns += 59 * SECOND;
	judge(bench, 1);
	assert_int_equal(interval->n_marks, 1);
	assert_true(judge_looked_s(bench->judge) == 65);
}

static void since_boot_is_no_look(void **state)
{
	struct bench *bench = *state;

	bench->machine.interval.is_since_boot = true;
	judge(bench, 10);
	assert_int_equal(bench->machine.interval.n_marks, 0);
	assert_true(judge_looked_s(bench->judge) == 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
#define TEST(function) cmocka_unit_test_setup_teardown(function, setup, teardown)
		TEST(it_marks_what_has_held),
		TEST(one_that_is_made_anew_gets_its_marks_again),
		TEST(what_is_forgotten_must_hold_anew),
		TEST(a_gap_is_no_time_in_which_something_held),
		TEST(since_boot_is_no_look),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
