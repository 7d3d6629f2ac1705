/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "handmade.h"

/* Nothing of it did anything. */
static void make_idle(struct interval *interval)
{
	for (size_t i = 0; i < interval->n_processes; i++) {
		interval->processes[i].ran = false;
		interval->processes[i].state = 'S';
	}
	for (size_t i = 0; i < interval->n_threads; i++) {
		interval->threads[i].ran = false;
		interval->threads[i].state = 'S';
	}
}

static void those_that_did_something_are_left(void **state)
{
	struct handmade machine;
	const struct interval *active;
	struct arena arena;

	(void)state;
	arena_init(&arena);
	handmade_init(&machine, 2, 4, 3);
	make_idle(&machine.interval);
	machine.interval.processes[1].ran = machine.interval.threads[4].ran = true;
	machine.interval.threads[11].state = 'D';
	active = interval_of_active(&machine.interval, &arena);
	assert_int_equal(active->n_processes, 2);
	assert_int_equal(active->n_threads, 2);
	assert_int_equal(active->processes[0].pid, machine.interval.processes[1].pid);
	assert_int_equal(active->processes[0].first, 0);
	assert_int_equal(active->processes[0].n_listed, 1);
	assert_int_equal(active->threads[0].tid, machine.interval.threads[4].tid);
	/* One whose only active thread waits for a disk. */
	assert_int_equal(active->processes[1].pid, machine.interval.processes[3].pid);
	assert_int_equal(active->processes[1].first, 1);
	assert_int_equal(active->threads[1].tid, machine.interval.threads[11].tid);
	assert_int_equal(active->n_cpus, 2);
	handmade_fini(&machine);
	arena_fini(&arena);
}

static void of_an_idle_machine_nothing_is_left(void **state)
{
	struct handmade machine;
	const struct interval *active;
	struct arena arena;

	(void)state;
	arena_init(&arena);
	handmade_init(&machine, 1, 3, 2);
	make_idle(&machine.interval);
	active = interval_of_active(&machine.interval, &arena);
	assert_int_equal(active->n_processes, 0);
	assert_int_equal(active->n_threads, 0);
	assert_int_equal(machine.interval.n_processes, 3);
	handmade_fini(&machine);
	arena_fini(&arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(those_that_did_something_are_left),
		cmocka_unit_test(of_an_idle_machine_nothing_is_left),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
