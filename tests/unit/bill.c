/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What a bill charges, by value. */
#include "config.h"

#include "bill.h"

#include "pane_story.h"
#include "priced.h"

/* Uses the assertions of cmocka.h. */
#include "near.h"

enum { N_CPUS = 4 };

struct shop {
	struct story *story;
	struct price_list prices;
	struct bill bill;
};

static int setup(void **state)
{
	static struct shop shop;
	struct totals *totals;

	story_setup(state);
	shop.story = *state;
	story_add_cpus(shop.story, NULL, N_CPUS);
	totals = &shop.story->interval.totals;
	totals->seconds = 1;
	totals->cs_per_s = 100000;
	totals->fault_per_s = 1010;
	totals->major_fault_per_s = 10;
	totals->fork_per_s = 100;
	priced_init(&shop.prices);
	*state = &shop;
	return 0;
}

static int teardown(void **state)
{
	struct shop *shop = *state;
	void *story = shop->story;

	price_list_fini(&shop->prices);
	return story_teardown(&story);
}

static void measure_all(struct shop *shop)
{
	priced_put(&shop->prices, "switch.process", 1500);
	priced_put(&shop->prices, "switch.thread", 1000);
	priced_put(&shop->prices, "switch.ring.16x64", 4000);
	priced_put(&shop->prices, "softirq.net_rx", 500);
	priced_put(&shop->prices, "fault.minor", 2000);
	priced_put(&shop->prices, "fork", 200000);
	priced_put(&shop->prices, "exec", 1000000);
}

static void make(struct shop *shop)
{
	bill_make(&shop->bill, &shop->story->interval, &shop->prices, &shop->story->arena);
}

static const struct bill_item *item(const struct shop *shop, const char *key)
{
	for (size_t i = 0; i < shop->bill.n_items; i++)
		if (strcmp(shop->bill.items[i].key, key) == 0)
			return &shop->bill.items[i];
	return NULL;
}

static void assert_costs(const struct bill_item *item, double low_ms, double high_ms)
{
	assert_non_null(item);
	assert_near(item->low_ms, low_ms);
	assert_near(item->high_ms, high_ms);
	/* Of four CPUs: 4000 ms a second. */
	assert_near(item->low_pct, low_ms / 40);
	assert_near(item->high_pct, high_ms / 40);
}

static void how_many_times_what_one_costs(void **state)
{
	struct shop *shop = *state;

	measure_all(shop);
	make(shop);
	assert_near(item(shop, "cs")->per_s, 100000);
	assert_near(item(shop, "cs")->low_ns, 1000);
	assert_near(item(shop, "cs")->high_ns, 4000);
	assert_costs(item(shop, "cs"), 100, 400);
	/* Those that waited for a disk are not of that price. */
	assert_costs(item(shop, "fault"), 2, 2);
	assert_costs(item(shop, "fork"), 20, 100);
}

/* Forks have faults and switches in them, and threads among them. */
static void forks_are_in_the_high_end_of_all_only(void **state)
{
	struct shop *shop = *state;

	measure_all(shop);
	make(shop);
	assert_costs(&shop->bill.total, 102, 502);
	assert_true(isnan(shop->bill.total.per_s));
}

static void nothing_measured_is_not_nothing(void **state)
{
	struct shop *shop = *state;

	make(shop);
	assert_int_equal(shop->bill.n_items, 3);
	for (size_t i = 0; i < shop->bill.n_items; i++) {
		assert_false(isnan(shop->bill.items[i].per_s));
		assert_true(isnan(shop->bill.items[i].low_ns));
		assert_true(isnan(shop->bill.items[i].high_ms));
		assert_true(isnan(shop->bill.items[i].low_pct));
	}
	assert_true(isnan(shop->bill.total.low_ms));
	assert_true(isnan(shop->bill.total.high_pct));
	bill_make(&shop->bill, &shop->story->interval, NULL, &shop->story->arena);
	assert_true(isnan(item(shop, "cs")->high_ms));
	assert_true(isnan(bill_switch(NULL).low_ns));
}

static void unknown_times_a_price_is_unknown(void **state)
{
	struct shop *shop = *state;

	measure_all(shop);
	shop->story->interval.totals.cs_per_s = UNKNOWN;
	shop->story->interval.totals.major_fault_per_s = UNKNOWN;
	make(shop);
	assert_true(isnan(item(shop, "cs")->low_ms));
	assert_near(item(shop, "cs")->low_ns, 1000);
	assert_true(isnan(item(shop, "fault")->per_s));
	assert_true(isnan(item(shop, "fault")->high_ms));
	assert_true(isnan(shop->bill.total.low_ms));
	assert_true(isnan(shop->bill.total.high_ms));
	/* At least the others. */
	shop->story->interval.totals.major_fault_per_s = 10;
	make(shop);
	assert_near(shop->bill.total.low_ms, 2);
	assert_true(isnan(shop->bill.total.high_ms));
}

/* Without the price of the low end nothing says how little it may be. */
static void one_end_may_be_known(void **state)
{
	struct shop *shop = *state;

	priced_put(&shop->prices, "switch.process", 1500);
	priced_put(&shop->prices, "switch.thread", UNKNOWN);
	make(shop);
	assert_true(isnan(item(shop, "cs")->low_ms));
	assert_near(item(shop, "cs")->high_ms, 150);
	assert_true(isnan(shop->bill.total.low_ms));
	assert_near(shop->bill.total.high_ms, 150);
}

static void the_high_end_is_not_below_the_low_one(void **state)
{
	struct shop *shop = *state;

	priced_put(&shop->prices, "switch.thread", 1000);
	make(shop);
	assert_true(isnan(item(shop, "cs")->high_ms));
	assert_near(item(shop, "cs")->low_ms, 100);
	assert_near(shop->bill.total.low_ms, 100);
	assert_true(isnan(shop->bill.total.high_ms));
	priced_put(&shop->prices, "switch.process", 900);
	make(shop);
	assert_costs(item(shop, "cs"), 100, 100);
}

static void none_cost_nothing(void **state)
{
	struct shop *shop = *state;

	measure_all(shop);
	shop->story->interval.totals.cs_per_s = 0;
	shop->story->interval.totals.fault_per_s = 9;
	shop->story->interval.totals.fork_per_s = 0;
	make(shop);
	assert_costs(item(shop, "cs"), 0, 0);
	/* Two counters that are not read at once. */
	assert_costs(item(shop, "fault"), 0, 0);
	assert_costs(&shop->bill.total, 0, 0);
}

static void what_was_disturbed_is_widened(void **state)
{
	struct shop *shop = *state;
	struct price price = priced("fault.minor", 2000);

	price.is_disturbed = true;
	price.min_ns = 1500;
	price.spread_pct = 50;
	price_list_put(&shop->prices, &price);
	make(shop);
	assert_near(item(shop, "fault")->low_ns, 1500);
	assert_near(item(shop, "fault")->high_ns, 2500);
	/* A few batches that met something else make it no dearer. */
	price.spread_pct = 300;
	price.wall_ns++;
	price_list_put(&shop->prices, &price);
	make(shop);
	assert_near(item(shop, "fault")->high_ns, 2500);
	price.min_ns = price.spread_pct = UNKNOWN;
	price.wall_ns++;
	price_list_put(&shop->prices, &price);
	make(shop);
	assert_near(item(shop, "fault")->low_ns, 2000);
	assert_near(item(shop, "fault")->high_ns, 2000);
}

static void kinds_of_cpu_make_a_range(void **state)
{
	struct shop *shop = *state;
	struct price slow = priced("fault.minor", 3000), quick = priced("fault.minor", 1000);

	slow.capacity = 512;
	quick.capacity = 1024;
	price_list_put(&shop->prices, &slow);
	price_list_put(&shop->prices, &quick);
	make(shop);
	assert_costs(item(shop, "fault"), 1, 3);
	assert_near(bill_range(&shop->prices, "fault", 512).low_ns, 3000);
	assert_near(bill_range(&shop->prices, "fault", 1024).high_ns, 1000);
	/* One of which nothing was measured may be of either. */
	assert_near(bill_range(&shop->prices, "fault", 700).low_ns, 1000);
	assert_near(bill_range(&shop->prices, "fault", 700).high_ns, 3000);
	assert_true(isnan(bill_range(&shop->prices, "irq.device", 512).low_ns));
}

/* Nothing is handed over by it. */
static void to_yield_may_be_the_low_end(void **state)
{
	struct shop *shop = *state;

	measure_all(shop);
	priced_put(&shop->prices, "yield", 700);
	make(shop);
	assert_costs(item(shop, "cs"), 70, 400);
	priced_put(&shop->prices, "yield", 9000);
	make(shop);
	assert_costs(item(shop, "cs"), 100, 400);
	assert_true(bill_uses("yield"));
}

static void only_packets_have_a_price_of_their_softirq(void **state)
{
	struct softirq_interval types[] = {
		{.name = "TIMER", .total = 500, .per_s = 500, .hottest_cpu = -1},
		{.name = "NET_RX",
		 .total = 12000,
		 .per_s = 12000,
		 .hottest_cpu = 1,
		 .hottest_pct = 97},
		{.name = "BLOCK", .total = 0, .per_s = 0, .hottest_cpu = -1},
		{.name = "RCU", .total = UNKNOWN, .per_s = UNKNOWN, .hottest_cpu = -1},
	};
	struct shop *shop = *state;

	shop->story->interval.softirqs = types;
	shop->story->interval.n_softirqs = 4;
	measure_all(shop);
	make(shop);
	assert_costs(item(shop, "softirq.net_rx"), 6, 6);
	assert_string_equal(item(shop, "softirq.net_rx")->payer, " 97% cpu1");
	assert_near(item(shop, "softirq.timer")->per_s, 500);
	assert_true(isnan(item(shop, "softirq.timer")->high_ms));
	assert_null(item(shop, "softirq.block"));
	assert_non_null(item(shop, "softirq.rcu"));
	assert_costs(&shop->bill.total, 108, 508);
}

static void interrupts_are_counted_but_have_no_price(void **state)
{
	static const double counts[N_CPUS] = {1, 2, 3, 4};
	struct irq_interval irqs[] = {
		{.label = "27",
		 .name = "eth0",
		 .irq = 27,
		 .total = 100,
		 .per_s = 100,
		 .per_cpu = counts},
		{.label = "30",
		 .name = "eth1",
		 .irq = 30,
		 .total = 300,
		 .per_s = 300,
		 .per_cpu = counts},
		{.label = "RES",
		 .name = "",
		 .irq = -1,
		 .total = 10,
		 .per_s = 10,
		 .hottest_cpu = 3,
		 .hottest_pct = 40,
		 .per_cpu = counts},
		{.label = "ERR",
		 .name = "",
		 .irq = -1,
		 .total = 10,
		 .per_s = 10,
		 .hottest_cpu = -1},
	};
	struct shop *shop = *state;

	shop->story->interval.irqs = irqs;
	shop->story->interval.n_irqs = 4;
	measure_all(shop);
	make(shop);
	assert_near(item(shop, "irq.device")->per_s, 400);
	assert_string_equal(item(shop, "irq.device")->payer, " 75% 30 eth1");
	assert_near(item(shop, "irq.res")->per_s, 10);
	assert_true(isnan(item(shop, "irq.res")->low_ms));
	assert_null(item(shop, "irq.err"));
	assert_costs(&shop->bill.total, 102, 502);
}

static void the_process_that_switches_most_pays_most(void **state)
{
	struct task_interval processes[] = {
		{.pid = 7, .name = "a", .switches_per_s = UNKNOWN, .cswch = 5e4, .nvcswch = 3e4},
		{.pid = 8, .name = "b", .switches_per_s = 25000, .cswch = 1, .nvcswch = 1},
		{.pid = 9, .name = "c", .switches_per_s = 10, .cswch = 1, .nvcswch = 1},
	};
	struct shop *shop = *state;

	make(shop);
	assert_null(item(shop, "cs")->payer);
	shop->story->interval.processes = processes;
	shop->story->interval.n_processes = 3;
	make(shop);
	assert_string_equal(item(shop, "cs")->payer, " 25% b (8)");
	shop->story->interval.is_since_boot = true;
	make(shop);
	assert_string_equal(item(shop, "cs")->payer, " 80% a (7)");
	shop->story->interval.totals.cs_per_s = UNKNOWN;
	make(shop);
	assert_string_equal(item(shop, "cs")->payer, "a (7)");
}

static void without_cpus_there_is_no_share(void **state)
{
	struct shop *shop = *state;

	shop->story->interval.n_cpus = 0;
	measure_all(shop);
	make(shop);
	assert_near(item(shop, "cs")->low_ms, 100);
	assert_true(isnan(item(shop, "cs")->low_pct));
	assert_true(isnan(shop->bill.total.high_pct));
}

static void which_prices_it_is_made_of(void **state)
{
	(void)state;
	assert_true(bill_uses("switch.thread"));
	assert_true(bill_uses("switch.ring.16x64"));
	assert_true(bill_uses("exec"));
	assert_false(bill_uses("switch.ring.16x0"));
	assert_false(bill_uses("call"));
	assert_near(bill_pct(139000, 1000), 13.9);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
#define TEST(function) cmocka_unit_test_setup_teardown(function, setup, teardown)
		TEST(how_many_times_what_one_costs),
		TEST(forks_are_in_the_high_end_of_all_only),
		TEST(nothing_measured_is_not_nothing),
		TEST(unknown_times_a_price_is_unknown),
		TEST(one_end_may_be_known),
		TEST(the_high_end_is_not_below_the_low_one),
		TEST(none_cost_nothing),
		TEST(what_was_disturbed_is_widened),
		TEST(kinds_of_cpu_make_a_range),
		TEST(to_yield_may_be_the_low_end),
		TEST(only_packets_have_a_price_of_their_softirq),
		TEST(interrupts_are_counted_but_have_no_price),
		TEST(the_process_that_switches_most_pays_most),
		TEST(without_cpus_there_is_no_share),
		TEST(which_prices_it_is_made_of),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
