/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A bill over many intervals: what is added up, and what is unknown. */
#include "config.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "bill.h"
#include "report/bill_sums.h"

/* Uses the assertions of cmocka.h. */
#include "near.h"

static struct bill_item item(const char *key, double per_s, double low_ms, double high_ms)
{
	return (struct bill_item){
		.key = key, .title = key, .per_s = per_s, .low_ms = low_ms, .high_ms = high_ms};
}

static void add(struct bill_sums *sums, struct bill_item cs, double seconds)
{
	struct bill_item items[] = {cs, item("irq.device", 5, (double)NAN, (double)NAN)};
	struct bill bill = {
		.total = item("all", (double)NAN, cs.low_ms, cs.high_ms),
		.items = items,
		.n_items = 2,
	};

	bill_sums_add(sums, &bill, seconds);
}

static void each_interval_counts_for_its_length(void **state)
{
	struct bill_sums sums = {0};

	(void)state;
	add(&sums, item("cs", 1000, 10, 30), 1);
	add(&sums, item("cs", 4000, 40, 120), 3);
	assert_int_equal(sums.n_items, 2);
	assert_string_equal(sums.items[0].key, "all");
	assert_string_equal(sums.items[1].key, "cs");
	assert_near(sums.seconds, 4);
	assert_near(sums.items[1].n, 13000);
	assert_near(sums.items[1].low_s, 0.13);
	assert_near(sums.items[1].high_s, 0.39);
	assert_near(sums.items[1].highest_ms, 40);
	bill_sums_fini(&sums);
}

static void an_end_that_is_unknown_once_is_unknown(void **state)
{
	struct bill_sums sums = {0};

	(void)state;
	add(&sums, item("cs", 1000, 10, 30), 1);
	add(&sums, item("cs", 1000, 10, (double)NAN), 1);
	assert_near(sums.items[1].low_s, 0.02);
	assert_true(isnan(sums.items[1].high_s));
	bill_sums_fini(&sums);
}

static void what_has_no_price_is_not_there(void **state)
{
	struct bill_sums sums = {0};

	(void)state;
	add(&sums, item("cs", 1000, (double)NAN, (double)NAN), 1);
	assert_int_equal(sums.n_items, 0);
	bill_sums_fini(&sums);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_interval_counts_for_its_length),
		cmocka_unit_test(an_end_that_is_unknown_once_is_unknown),
		cmocka_unit_test(what_has_no_price_is_not_there),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
