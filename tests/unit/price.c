/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>

#include "near.h"
#include "price.h"

static void of_nothing_nothing_is_known(void **state)
{
	(void)state;
	struct price price = price_of(NULL, 0);

	assert_true(isnan(price.median_ns));
	assert_true(isnan(price.min_ns));
	assert_true(isnan(price.spread_pct));
	assert_true(isnan(price.operations));
	assert_true(isnan(price.instructions));
	assert_int_equal(price.cpu, -1);
}

static void one_batch_has_no_spread(void **state)
{
	(void)state;
	double means[] = {7};
	struct price price = price_of(means, 1);

	assert_near(price.median_ns, 7);
	assert_near(price.min_ns, 7);
	assert_true(isnan(price.spread_pct));
	assert_true(price.is_disturbed);
}

static void the_median_is_in_the_middle(void **state)
{
	(void)state;
	double odd[] = {9, 1, 5}, even[] = {4, 1, 9, 2};

	assert_near(price_of(odd, 3).median_ns, 5);
	assert_near(price_of(even, 4).median_ns, 3);
	assert_near(price_of(odd, 3).min_ns, 1);
}

/* 100 to 120 in steps of 2, backwards: p10 is 102, p90 118. */
static void the_spread_leaves_out_a_tenth_at_either_end(void **state)
{
	(void)state;
	double means[11];

	for (int i = 0; i < 11; i++)
		means[i] = 120 - 2 * i;

	struct price price = price_of(means, 11);

	assert_near(price.median_ns, 110);
	assert_near(price.spread_pct, 100 * 16.0 / 110);
	assert_false(price.is_disturbed);
	/* Between two: a tenth of the way from 10 to 20 and from 10 to 20. */
	double two[] = {10, 20};

	price = price_of(two, 2);
	assert_near(price.spread_pct, 100 * 8.0 / 15);
	assert_true(price.is_disturbed);
}

/* One that was put off its CPU among many that were not. */
static void one_wild_batch_changes_nothing(void **state)
{
	(void)state;
	double means[15];

	for (int i = 0; i < 15; i++)
		means[i] = i == 7 ? 1e9 : 50;

	struct price price = price_of(means, 15);

	assert_near(price.median_ns, 50);
	assert_near(price.spread_pct, 0);
	assert_false(price.is_disturbed);
}

static struct price priced(double median, double min, double spread_pct)
{
	struct price price = price_unknown("x");

	price.median_ns = median;
	price.min_ns = min;
	price.spread_pct = spread_pct;
	return price;
}

/* Spreads of 30 and 40 are one of 50. */
static void less_takes_off_the_price_of_the_rest(void **state)
{
	(void)state;
	struct price with = priced(1000, 950, 3), without = priced(500, 480, 8);
	struct price less = price_less(&with, &without);

	assert_near(less.median_ns, 500);
	assert_near(less.min_ns, 470);
	assert_near(less.spread_pct, 10);
	assert_false(less.is_disturbed);
	assert_string_equal(less.key, "x");
}

static void less_is_unknown_if_it_is_lost_in_noise(void **state)
{
	static const double rests[] = {960, 910, 1000, 1500};

	(void)state;
	for (int i = 0; i < 4; i++) {
		struct price with = priced(1000, 900, 4), without = priced(rests[i], rests[i], 3);
		struct price less = price_less(&with, &without);

		assert_true(isnan(less.median_ns));
		assert_true(isnan(less.min_ns));
		assert_true(isnan(less.spread_pct));
		assert_true(less.is_disturbed);
	}
}

/* Half of the machine is others': the median still says what it costs. */
static void less_is_known_however_wide_some_batches_are(void **state)
{
	(void)state;
	struct price with = priced(1000, 950, 300), without = priced(500, 480, 200);
	struct price less = price_less(&with, &without);

	assert_near(less.median_ns, 500);
	assert_true(less.is_disturbed);
}

static void less_of_what_is_unknown_is_unknown(void **state)
{
	(void)state;
	struct price known = priced(1000, 900, 1), unknown = price_unknown("y");

	assert_true(isnan(price_less(&known, &unknown).median_ns));
	assert_true(isnan(price_less(&unknown, &known).median_ns));
	/* Of one batch, too, nobody knows how far it can be trusted. */
	unknown.median_ns = unknown.min_ns = 10;
	assert_true(isnan(price_less(&known, &unknown).median_ns));
}

static void what_disturbed_either_disturbs_the_difference(void **state)
{
	(void)state;
	struct price with = priced(1000, 900, 1), without = priced(100, 90, 1);

	assert_false(price_less(&with, &without).is_disturbed);
	without.is_disturbed = true;
	assert_true(price_less(&with, &without).is_disturbed);
	without.is_disturbed = false;
	with.is_disturbed = true;
	assert_true(price_less(&with, &without).is_disturbed);
}

/* The quickest of the one may have met the slowest of the other. */
static void the_minimum_is_never_above_the_median(void **state)
{
	(void)state;
	struct price with = priced(1000, 999, 1), without = priced(500, 400, 1);

	assert_near(price_less(&with, &without).min_ns, 500);
	without.min_ns = 1200;
	assert_true(isnan(price_less(&with, &without).min_ns));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(of_nothing_nothing_is_known),
		cmocka_unit_test(one_batch_has_no_spread),
		cmocka_unit_test(the_median_is_in_the_middle),
		cmocka_unit_test(the_spread_leaves_out_a_tenth_at_either_end),
		cmocka_unit_test(one_wild_batch_changes_nothing),
		cmocka_unit_test(less_takes_off_the_price_of_the_rest),
		cmocka_unit_test(less_is_unknown_if_it_is_lost_in_noise),
		cmocka_unit_test(less_is_known_however_wide_some_batches_are),
		cmocka_unit_test(less_of_what_is_unknown_is_unknown),
		cmocka_unit_test(what_disturbed_either_disturbs_the_difference),
		cmocka_unit_test(the_minimum_is_never_above_the_median),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
