/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "history.h"

static void add(struct history *history, uint64_t when)
{
	struct interval interval;

	interval_init(&interval);
	interval.wall_ns = when;
	history_add(history, &interval);
	interval_fini(&interval);
}

static void the_newest_comes_first(void **state)
{
	struct history history;

	(void)state;
	history_init(&history, 10);
	assert_null(history_get(&history, 0));
	add(&history, 1);
	add(&history, 2);
	assert_int_equal(history_get(&history, 0)->wall_ns, 2);
	assert_int_equal(history_get(&history, 1)->wall_ns, 1);
	assert_null(history_get(&history, 2));
	history_fini(&history);
}

static void the_oldest_goes_when_it_is_full(void **state)
{
	struct history history;

	(void)state;
	history_init(&history, 3);
	for (uint64_t when = 1; when <= 8; when++)
		add(&history, when);
	for (uint64_t age = 0; age < 3; age++)
		assert_int_equal(history_get(&history, age)->wall_ns, 8 - age);
	assert_null(history_get(&history, 3));
	history_fini(&history);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_newest_comes_first),
		cmocka_unit_test(the_oldest_goes_when_it_is_full),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
