/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "interval.h"
#include "join/broods.h"
#include "join/culprit.h"

static struct exited_interval exited[] = {
	{.name = "cc1", .parent_name = "gcc", .ppid = 5, .n = 4, .per_s = 4, .cpu_ms = 300},
	{.name = "st", .parent_name = "st", .ppid = 6, .n = 30, .per_s = 30, .cpu_ms = 1},
	{.name = "true", .parent_name = "st", .ppid = 7, .n = 40, .per_s = 40, .cpu_ms = 1},
	{.name = "st", .parent_name = "st", .ppid = 8, .n = 30, .per_s = 30, .cpu_ms = 3},
	{.name = "a", .ppid = 9, .n = 1, .per_s = 1, .cpu_ms = 1},
	{.name = "a", .ppid = 10, .n = 2, .per_s = 2, .cpu_ms = (double)NAN},
};
static struct interval interval = {.exited = exited, .n_exited = 6};

static void one_command_of_parents_of_one_name_is_one(void **state)
{
	(void)state;
	struct broods broods = broods_by_name(&interval, &interval.arena);

	assert_int_equal(broods.n, 5);
	assert_string_equal(broods.items[0].name, "st");
	assert_int_equal(broods.items[0].ppid, -1);
	assert_true(broods.items[0].per_s == 60);
	assert_true(broods.items[0].cpu_ms == 2);
	assert_string_equal(broods.items[1].name, "true");
	assert_int_equal(broods.items[1].ppid, 7);
	/* Of parents without a name each is one. */
	assert_int_equal(broods.items[3].ppid, 10);
	assert_true(isnan(broods.items[3].cpu_ms));
	assert_int_equal(broods.items[4].ppid, 9);
	arena_fini(&interval.arena);
}

static void a_parent_is_said_with_what_it_starts_most(void **state)
{
	(void)state;
	struct broods broods = broods_by_parent(&interval, &interval.arena);

	assert_int_equal(broods.n, 4);
	assert_string_equal(broods.items[0].parent_name, "st");
	assert_string_equal(broods.items[0].name, "st");
	assert_true(broods.items[0].per_s == 100);
	assert_true(broods.items[0].name_per_s == 60);
	assert_string_equal(broods.items[1].parent_name, "gcc");
	assert_int_equal(broods.items[1].ppid, 5);
	arena_fini(&interval.arena);
}

static void who_lives_for_a_moment_is_its_parents_doing(void **state)
{
	(void)state;
	struct task_interval processes[] = {
		{.pid = 1, .start_ticks = 0, .child_pct = 90},
		{.pid = 20, .ppid = 1, .start_ticks = 100, .child_pct = 0},
		{.pid = 30, .ppid = 20, .start_ticks = 5000, .child_pct = 80},
		{.pid = 40, .ppid = 30, .start_ticks = 9900, .child_pct = 80},
		{.pid = 50, .ppid = 40, .start_ticks = 9950},
		{.pid = 60, .ppid = 20, .start_ticks = 9950},
	};
	struct interval of_tasks = {.ticks_per_s = 100,
				    .totals.uptime_s = 100,
				    .processes = processes,
				    .n_processes = 6};

	assert_ptr_equal(settled(&of_tasks, &processes[2]), &processes[2]);
	assert_ptr_equal(settled(&of_tasks, &processes[4]), &processes[2]);
	/* The shell that started it has been there for long, but its children do not come and go. */
	assert_null(settled(&of_tasks, &processes[5]));
	of_tasks.totals.uptime_s = (double)NAN;
	assert_null(settled(&of_tasks, &processes[2]));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(one_command_of_parents_of_one_name_is_one),
		cmocka_unit_test(a_parent_is_said_with_what_it_starts_most),
		cmocka_unit_test(who_lives_for_a_moment_is_its_parents_doing),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
