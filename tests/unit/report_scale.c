/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "near.h"
#include "report/scale.h"

static void is_scale(double highest, size_t most_steps, double step, double top)
{
	struct scale scale = scale_of(highest, most_steps);

	assert_near(scale.step, step);
	assert_near(scale.top, top);
}

static void ends_at_a_round_number(void **state)
{
	(void)state;
	is_scale(100, 5, 20, 100);
	is_scale(83.2, 5, 20, 100);
	is_scale(103000, 3, 50000, 150000);
	is_scale(3, 3, 1, 3);
	is_scale(0.07, 5, 0.02, 0.08);
	is_scale(1, 1, 1, 1);
	is_scale(1001, 1, 2000, 2000);
}

static void of_nothing_there_is_a_scale_too(void **state)
{
	(void)state;
	is_scale(0, 1, 1, 1);
	is_scale((double)NAN, 1, 1, 1);
}

/* Whatever the highest is, it is below the top, and the steps are no more than asked for. */
static void holds_what_it_is_for(void **state)
{
	(void)state;
	for (double highest = 1e-6; highest < 1e15; highest *= 1.37)
		for (size_t most = 1; most < 8; most++) {
			struct scale scale = scale_of(highest, most);
			double n = scale.top / scale.step;

			assert_true(scale.top >= highest * (1 - 1e-9));
			assert_true(scale.top - scale.step < highest);
			assert_near(n, round(n));
			assert_in_range((size_t)round(n), 1, most);
		}
}

static void the_absurd_has_an_end(void **state)
{
	struct scale scale = scale_of((double)INFINITY, 3);

	(void)state;
	assert_true(isfinite(scale.top) && isfinite(scale.step));
	scale = scale_of(1e300, 3);
	assert_true(isfinite(scale.top) && isfinite(scale.step));
}

static void is_text(double top, double value, const char *wanted)
{
	struct scale scale = {.top = top};
	char text[SCALE_SIZE];

	scale_text(&scale, value, text);
	assert_string_equal(text, wanted);
}

static void all_values_are_in_one_unit(void **state)
{
	(void)state;
	is_text(100, 20, "20");
	is_text(8000, 2000, "2000");
	is_text(30000, 7500, "7.5k");
	is_text(150000, 50000, "50k");
	is_text(150000, 0, "0");
	is_text(1500000, 500000, "0.5M");
	is_text(0.08, 0.02, "0.02");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(ends_at_a_round_number),
		cmocka_unit_test(of_nothing_there_is_a_scale_too),
		cmocka_unit_test(holds_what_it_is_for),
		cmocka_unit_test(the_absurd_has_an_end),
		cmocka_unit_test(all_values_are_in_one_unit),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
