/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What is remembered: for how long, within how much memory, and under which number. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "handmade.h"
#include "past.h"

#define SECOND 1000000000ULL

static struct handmade machine;

static int setup(void **state)
{
	(void)state;
	handmade_init(&machine, 2, 10, 2);
	return 0;
}

static int teardown(void **state)
{
	(void)state;
	handmade_fini(&machine);
	return 0;
}

static void add(struct past *past, uint64_t second)
{
	machine.interval.wall_ns = second * SECOND;
	past_add(past, &machine.interval, NULL);
}

static uint64_t second_of(const struct past *past, size_t serial)
{
	return past_get(past, serial)->wall_ns / SECOND;
}

static void all_are_there_in_their_order(void **state)
{
	struct past *past = past_new(64 << 20, 600);

	(void)state;
	assert_int_equal(past_end(past), 0);
	assert_null(past_get(past, 0));
	for (uint64_t second = 100; second < 200; second++)
		add(past, second);
	assert_int_equal(past_first(past), 0);
	assert_int_equal(past_end(past), 100);
	for (size_t serial = 0; serial < 100; serial++)
		assert_int_equal(second_of(past, serial), 100 + serial);
	assert_null(past_get(past, 100));
	past_free(past);
}

static void what_is_too_old_goes(void **state)
{
	struct past *past = past_new(64 << 20, 10);

	(void)state;
	for (uint64_t second = 100; second < 200; second++)
		add(past, second);
	assert_int_equal(past_end(past), 100);
	assert_int_equal(second_of(past, past_first(past)), 189);
	assert_null(past_get(past, past_first(past) - 1));
	past_free(past);
}

static void what_is_too_much_goes(void **state)
{
	struct past *past = past_new(200000, 1e12);
	size_t n;

	(void)state;
	for (uint64_t second = 100; second < 1100; second++)
		add(past, second);
	n = past_end(past) - past_first(past);
	/* Twenty processes and threads and two CPUs: more than a kilobyte, and less than twenty. */
	assert_in_range(n, 10, 200);
	assert_int_equal(second_of(past, past_end(past) - 1), 1099);
	past_free(past);
}

/* However little room there is. */
static void the_newest_stays(void **state)
{
	struct past *past = past_new(1, 600);

	(void)state;
	for (uint64_t second = 100; second < 110; second++)
		add(past, second);
	assert_int_equal(past_first(past), 9);
	assert_int_equal(second_of(past, 9), 109);
	past_free(past);
}

static void nothing_is_remembered_where_there_is_no_room(void **state)
{
	struct past *past = past_new(0, 600);

	(void)state;
	add(past, 100);
	assert_int_equal(past_end(past), 0);
	past_free(past);
}

static void a_clock_that_is_set_forgets_nothing(void **state)
{
	struct past *past = past_new(64 << 20, 10);

	(void)state;
	for (uint64_t second = 1000; second < 1005; second++)
		add(past, second);
	for (uint64_t second = 500; second < 503; second++)
		add(past, second);
	for (uint64_t second = 90000; second < 90003; second++)
		add(past, second);
	assert_int_equal(past_first(past), 0);
	past_free(past);
}

static void a_moment_is_found(void **state)
{
	struct past *past = past_new(64 << 20, 600);

	(void)state;
	assert_int_equal(past_find(past, 1), past_end(past));
	for (uint64_t second = 100; second < 120; second += 2)
		add(past, second);
	assert_int_equal(second_of(past, past_find(past, 1)), 100);
	assert_int_equal(second_of(past, past_find(past, 105 * SECOND)), 106);
	assert_int_equal(second_of(past, past_find(past, 106 * SECOND)), 106);
	assert_int_equal(second_of(past, past_find(past, UINT64_MAX)), 118);
	past_free(past);
}

/* Tasks that did nothing take no room. */
static void only_active_tasks_are_kept(void **state)
{
	struct past *past = past_new(64 << 20, 600);

	(void)state;
	for (size_t i = 0; i < machine.interval.n_processes; i++)
		machine.interval.processes[i].ran = i == 3;
	for (size_t i = 0; i < machine.interval.n_threads; i++) {
		machine.interval.threads[i].ran = false;
		machine.interval.threads[i].state = 'S';
	}
	for (size_t i = 0; i < machine.interval.n_processes; i++)
		machine.interval.processes[i].state = 'S';
	add(past, 100);
	assert_int_equal(past_get(past, 0)->n_processes, 1);
	assert_int_equal(past_get(past, 0)->processes[0].pid, machine.interval.processes[3].pid);
	past_free(past);
}

/* Who is gone by then cannot be asked. */
static void command_lines_are_kept_if_asked_for(void **state)
{
	struct past *past = past_new(64 << 20, 600);

	(void)state;
	past_add(past, &machine.interval, &machine.view);
	past_add(past, &machine.interval, NULL);
	assert_string_equal(past_get(past, 0)->processes[3].command_line,
			    "/usr/bin/work --all --day");
	assert_string_equal(past_get(past, 0)->threads[3].command_line,
			    "/usr/bin/work --all --day");
	assert_null(past_get(past, 1)->processes[3].command_line);
	past_free(past);
}

#define PAST_TEST(function) cmocka_unit_test_setup_teardown(function, setup, teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		PAST_TEST(all_are_there_in_their_order),
		PAST_TEST(what_is_too_old_goes),
		PAST_TEST(what_is_too_much_goes),
		PAST_TEST(the_newest_stays),
		PAST_TEST(nothing_is_remembered_where_there_is_no_room),
		PAST_TEST(a_clock_that_is_set_forgets_nothing),
		PAST_TEST(a_moment_is_found),
		PAST_TEST(only_active_tasks_are_kept),
		PAST_TEST(command_lines_are_kept_if_asked_for),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
