/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "ui/click.h"

#define MS 1000000ULL

static void two_quick_presses_at_one_place_are_a_double_click(void **state)
{
	struct click click = {0};

	(void)state;
	assert_int_equal(click_kind(&click, 3, 4, 1000 * MS), EVENT_CLICK);
	assert_int_equal(click_kind(&click, 3, 4, 1200 * MS), EVENT_DOUBLE_CLICK);
	assert_int_equal(click_kind(&click, 3, 4, 1300 * MS), EVENT_CLICK);
	assert_int_equal(click_kind(&click, 3, 4, 1400 * MS), EVENT_DOUBLE_CLICK);
}

static void slow_or_elsewhere_they_are_two(void **state)
{
	struct click click = {0};

	(void)state;
	assert_int_equal(click_kind(&click, 0, 0, 100 * MS), EVENT_CLICK);
	assert_int_equal(click_kind(&click, 0, 0, 600 * MS), EVENT_CLICK);
	assert_int_equal(click_kind(&click, 0, 1, 700 * MS), EVENT_CLICK);
	assert_int_equal(click_kind(&click, 1, 1, 800 * MS), EVENT_CLICK);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(two_quick_presses_at_one_place_are_a_double_click),
		cmocka_unit_test(slow_or_elsewhere_they_are_two),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
