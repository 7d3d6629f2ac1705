/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Going back among what is remembered, and to the intervals in which a finding begins. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>

#include "handmade.h"
#include "lookback.h"
#include "past.h"

#define SECOND 1000000000ULL

enum { N_INTERVALS = 20 };

struct memory {
	struct handmade machine;
	struct past *past;
	struct lookback lookback;
};

/* Stands from @from to @to. */
static struct mark mark_at(size_t second, size_t from, size_t to)
{
	return (struct mark){
		.rule = "R1",
		.subject = "cpu1",
		.text = "so it is",
		.since_ns = from * SECOND,
		.cleared_s = second < to ? (double)NAN : (double)(second - to),
	};
}

/* One stands from 5 to 8, and again from 12 on; it is known from the 5th on. */
static int setup(void **state)
{
	static struct memory memory;

	handmade_init(&memory.machine, 2, 2, 1);
	memory.past = past_new(64 << 20, 600);
	lookback_init(&memory.lookback);
	for (size_t second = 0; second < N_INTERVALS; second++) {
		struct interval *interval = &memory.machine.interval;
		struct mark mark = second < 12 ? mark_at(second, 5, 8) : mark_at(second, 12, 99);

		interval->wall_ns = second * SECOND;
		interval->marks = &mark;
		interval->n_marks = second >= 5;
		past_add(memory.past, interval, NULL);
	}
	memory.machine.interval.marks = NULL;
	memory.machine.interval.n_marks = 0;
	*state = &memory;
	return 0;
}

static int teardown(void **state)
{
	struct memory *memory = *state;

	lookback_fini(&memory->lookback);
	past_free(memory->past);
	handmade_fini(&memory->machine);
	return 0;
}

static size_t second_of(const struct memory *memory)
{
	return memory->lookback.is_back ? memory->lookback.on.wall_ns / SECOND : N_INTERVALS - 1;
}

static void it_goes_as_far_as_there_is_something(void **state)
{
	struct memory *memory = *state;

	lookback_move(&memory->lookback, memory->past, -3);
	assert_int_equal(second_of(memory), 16);
	assert_true(lookback_behind_s(&memory->lookback, memory->past) == 3);
	lookback_move(&memory->lookback, memory->past, -1000);
	assert_int_equal(second_of(memory), 0);
	assert_false(lookback_can_go_back(&memory->lookback, memory->past));
	lookback_move(&memory->lookback, memory->past, 1000);
	assert_false(memory->lookback.is_back);
}

static void where_one_begins_is_found_both_ways(void **state)
{
	struct memory *memory = *state;

	assert_true(lookback_to_finding(&memory->lookback, memory->past, -1));
	assert_int_equal(second_of(memory), 12);
	assert_int_equal(memory->lookback.on.n_marks, 1);
	assert_true(lookback_to_finding(&memory->lookback, memory->past, -1));
	assert_int_equal(second_of(memory), 5);
	assert_true(lookback_to_finding(&memory->lookback, memory->past, 1));
	assert_int_equal(second_of(memory), 12);
}

static void without_another_it_stays(void **state)
{
	struct memory *memory = *state;

	assert_false(lookback_to_finding(&memory->lookback, memory->past, 1));
	assert_false(memory->lookback.is_back);
	lookback_to(&memory->lookback, memory->past, 5);
	assert_false(lookback_to_finding(&memory->lookback, memory->past, -1));
	assert_int_equal(second_of(memory), 5);
}

static void of_nothing_there_is_nothing_to_find(void **state)
{
	struct lookback lookback;
	struct past *past = past_new(64 << 20, 600);

	(void)state;
	lookback_init(&lookback);
	assert_false(lookback_to_finding(&lookback, past, -1));
	lookback_move(&lookback, past, -1);
	assert_false(lookback.is_back);
	past_free(past);
	lookback_fini(&lookback);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
#define TEST(function) cmocka_unit_test_setup_teardown(function, setup, teardown)
		TEST(it_goes_as_far_as_there_is_something),
		TEST(where_one_begins_is_found_both_ways),
		TEST(without_another_it_stays),
		TEST(of_nothing_there_is_nothing_to_find),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
