/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Softirqs that were never measured: what they cost by the kernel's own account. */
#include "config.h"

#include "bill.h"

#include "pane_story.h"
#include "priced.h"

/* Uses the assertions of cmocka.h. */
#include "near.h"

static const double counts[] = {1000, 3000};

static int setup(void **state)
{
	static struct softirq_interval softirqs[2];
	struct story *story;

	story_setup(state);
	story = *state;
	story_add_cpus(story, NULL, 2);
	softirqs[0] = (struct softirq_interval){
		.name = "TIMER", .total = 4000, .per_s = 4000, .hottest_cpu = 1, .per_cpu = counts};
	softirqs[1] = (struct softirq_interval){.name = "NET_RX",
						.total = 4000,
						.per_s = 4000,
						.hottest_cpu = 1,
						.per_cpu = counts};
	story->interval.softirqs = softirqs;
	story->interval.n_softirqs = 2;
	/* 1 % of two CPUs: 20 ms for 8000 softirqs. */
	story->interval.all.si = 1;
	story->interval.all.capacity_s = 2;
	return 0;
}

static double low_ns(struct story *story, const struct price_list *prices, const char *key)
{
	struct bill bill;

	bill_make(&bill, &story->interval, prices, &story->arena);
	for (size_t i = 0; i < bill.n_items; i++)
		if (strcmp(bill.items[i].key, key) == 0)
			return bill.items[i].low_ns;
	fail_msg("no item %s", key);
	return UNKNOWN;
}

static void its_time_over_their_number(void **state)
{
	assert_near(low_ns(*state, NULL, "softirq.timer"), 2500);
	assert_near(low_ns(*state, NULL, "softirq.net_rx"), 2500);
}

static void what_was_measured_is_believed(void **state)
{
	struct price_list prices;

	priced_init(&prices);
	priced_put(&prices, "softirq.net_rx", 500);
	assert_near(low_ns(*state, &prices, "softirq.net_rx"), 500);
	assert_near(low_ns(*state, &prices, "softirq.timer"), 2500);
	price_list_fini(&prices);
}

static void what_the_kernel_hides_is_unknown(void **state)
{
	struct story *story = *state;

	story->interval.hides_irq_time = true;
	assert_true(isnan(low_ns(story, NULL, "softirq.timer")));
	story->interval.hides_irq_time = false;
	story->interval.all.si = 0;
	assert_true(isnan(low_ns(story, NULL, "softirq.timer")));
	story->interval.all.si = UNKNOWN;
	assert_true(isnan(low_ns(story, NULL, "softirq.timer")));
}

/* A switch cannot have cost what nobody spent. */
static void no_more_than_the_machine_was_busy(void **state)
{
	struct story *story = *state;
	struct price_list prices;
	struct bill bill;

	priced_init(&prices);
	priced_put(&prices, "switch.thread", 1000);
	priced_put(&prices, "switch.ring.16x64", 3000);
	story->interval.totals.cs_per_s = 500000;
	/* Of two CPUs: 1000 ms a second. */
	story->interval.all.busy = 50;
	bill_make(&bill, &story->interval, &prices, &story->arena);
	assert_string_equal(bill.items[0].key, "cs");
	assert_near(bill.items[0].low_ms, 500);
	assert_near(bill.items[0].high_ms, 1000);
	assert_near(bill.items[0].high_pct, 50);
	/* Programs ran for 600 ms of it: a switch is the kernel's work. */
	story->interval.all.us = 30;
	story->interval.all.ni = 0;
	bill_make(&bill, &story->interval, &prices, &story->arena);
	assert_near(bill.items[0].low_ms, 400);
	assert_near(bill.items[0].high_ms, 1000);
	assert_near(bill_least_pct(&story->interval.all, 15), 15);
	story->interval.all.busy = UNKNOWN;
	assert_near(bill_most_pct(&story->interval.all, 150), 150);
	price_list_fini(&prices);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(its_time_over_their_number, setup, story_teardown),
		cmocka_unit_test_setup_teardown(what_was_measured_is_believed, setup,
						story_teardown),
		cmocka_unit_test_setup_teardown(no_more_than_the_machine_was_busy, setup,
						story_teardown),
		cmocka_unit_test_setup_teardown(what_the_kernel_hides_is_unknown, setup,
						story_teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
