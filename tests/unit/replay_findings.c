/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The findings of a recording: as they were recorded or found now, and going to where one begins. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <string.h>

#include "replay_desk.h"

/* Stands since @begun. */
static void record_found(struct desk *desk, size_t n, uint64_t begun)
{
	struct interval *interval = &desk->machine.interval;
	struct mark mark = {
		.rule = "R91",
		.subject = "",
		.text = "so it is",
		.since_ns = begun * SECOND,
		.cleared_s = (double)NAN,
	};

	interval->has_marks = true;
	interval->marks = &mark;
	interval->n_marks = 1;
	record_some(desk, n);
	interval->marks = NULL;
	interval->n_marks = 0;
}

/* Of 200 lines, a second each, the 50th to 59th and those from the 150th on have one. */
static void record_all(struct desk *desk)
{
	desk->machine.interval.has_marks = true;
	record_some(desk, 50);
	record_found(desk, 10, FIRST_SECOND + 50);
	record_some(desk, 90);
	record_found(desk, 50, FIRST_SECOND + 150);
	open_it(desk);
}

static uint64_t second_of(struct desk *desk)
{
	return replay_view(desk->replay, &any).interval->wall_ns / SECOND - FIRST_SECOND;
}

static void find(struct desk *desk, int direction)
{
	replay_move_to_finding(desk->replay, direction);
	arrive(desk);
}

static void what_was_recorded_is_shown(void **state)
{
	struct desk *desk = *state;
	struct view view;

	record_all(desk);
	move_to(desk, FIRST_SECOND + 55);
	view = replay_view(desk->replay, &any);
	assert_int_equal(view.interval->n_marks, 1);
	assert_string_equal(view.interval->marks[0].text, "so it is");
	assert_true(isnan(view.looked_s));
}

static void the_next_one_is_looked_for_in_what_was_not_read(void **state)
{
	struct desk *desk = *state;

	record_all(desk);
	move(desk, 1);
	find(desk, 1);
	assert_int_equal(second_of(desk), 50);
	find(desk, 1);
	assert_int_equal(second_of(desk), 150);
	assert_false(replay_found_nothing(desk->replay));
	find(desk, -1);
	assert_int_equal(second_of(desk), 50);
}

static void in_vain_it_comes_back(void **state)
{
	struct desk *desk = *state;

	record_all(desk);
	move_to(desk, FIRST_SECOND + 160);
	find(desk, 1);
	assert_true(replay_found_nothing(desk->replay));
	assert_int_equal(second_of(desk), 160);
	move_to(desk, FIRST_SECOND + 20);
	find(desk, -1);
	assert_true(replay_found_nothing(desk->replay));
	assert_int_equal(second_of(desk), 20);
	move(desk, 1);
	assert_false(replay_found_nothing(desk->replay));
}

/* CPU 1 works for the kernel only: R29. */
static void make_busy(struct desk *desk)
{
	struct cpu_interval *cpu = &desk->machine.interval.cpus[1];

	cpu->us = 5;
	cpu->sy = 90;
	cpu->busy = 95;
	desk->machine.interval.has_marks = false;
}

/* Of that rule: others may have something to say of this machine, too. */
static size_t count_marks(struct desk *desk)
{
	const struct interval *interval = replay_view(desk->replay, &any).interval;
	size_t n = 0;

	for (size_t i = 0; i < interval->n_marks; i++)
		n += strcmp(interval->marks[i].rule, "R29") == 0;
	return n;
}

static void what_was_not_judged_is_judged_as_it_comes(void **state)
{
	struct desk *desk = *state;

	make_busy(desk);
	record_some(desk, 20);
	open_it(desk);
	move(desk, 2);
	assert_int_equal(count_marks(desk), 0);
	find(desk, 1);
	assert_int_equal(second_of(desk), 4);
	assert_int_equal(count_marks(desk), 1);
	assert_true(replay_view(desk->replay, &any).looked_s == 5);
}

static void after_a_jump_enough_lines_must_pass_again(void **state)
{
	struct desk *desk = *state;

	make_busy(desk);
	record_some(desk, 20);
	open_it(desk);
	move_to(desk, FIRST_SECOND + 18);
	assert_int_equal(count_marks(desk), 1);
	move_to(desk, FIRST_SECOND + 10);
	assert_int_equal(count_marks(desk), 0);
	for (int i = 0; i < 4; i++)
		move(desk, 1);
	assert_int_equal(count_marks(desk), 1);
	/* The lines that are new go on from those that were. */
	move(desk, 1000);
	assert_int_equal(count_marks(desk), 1);
	find(desk, -1);
	assert_int_equal(second_of(desk), 4);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
#define TEST(function) cmocka_unit_test_setup_teardown(function, setup, teardown)
		TEST(what_was_recorded_is_shown),
		TEST(the_next_one_is_looked_for_in_what_was_not_read),
		TEST(in_vain_it_comes_back),
		TEST(what_was_not_judged_is_judged_as_it_comes),
		TEST(after_a_jump_enough_lines_must_pass_again),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
