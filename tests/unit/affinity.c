/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/counter.h"
#include "dump.h"
#include "prefixes.h"
#include "source/affinity.h"

#define HOUR_NS (3600 * UINT64_C(1000000000))

static struct dump dump;
static struct affinities affinities;

static void put(int irq, const char *name, const char *text)
{
	char path[64];

	snprintf(path, sizeof(path), "proc/irq/%d/%s", irq, name);
	dump_put(&dump, path, text);
}

static int setup(void **state)
{
	(void)state;
	dump_empty(&dump, "proc");
	affinities_init(&affinities);
	return 0;
}

static int teardown(void **state)
{
	(void)state;
	affinities_fini(&affinities);
	return 0;
}

static void assert_set(const struct cpuset *set, const char *expected)
{
	char text[64];

	cpuset_format(set, text, sizeof(text));
	assert_string_equal(text, expected);
}

static void asked_effective_and_node_are_read(void **state)
{
	(void)state;
	const struct affinity *affinity;
	int irq = 30;

	put(30, "smp_affinity_list", "0-3,65\n");
	put(30, "effective_affinity_list", "2\n");
	put(30, "node", "1\n");
	affinities_refresh(&affinities, &irq, 1, 8, HOUR_NS);
	affinity = affinities_find(&affinities, 30);
	assert_non_null(affinity);
	assert_true(affinity->has_asked && affinity->has_effective);
	assert_set(&affinity->asked, "0-3,65");
	assert_set(&affinity->effective, "2");
	assert_int_equal(affinity->node, 1);
	assert_true(affinity->read_ns > 0);
	assert_null(affinities_find(&affinities, 31));
}

static void what_nobody_wanted_is_read(void **state)
{
	(void)state;
	int irq = 30;

	put(30, "spurious", "count 6482\nunhandled 17\nlast_unhandled 19347908 ms\n");
	affinities_refresh(&affinities, &irq, 1, 8, HOUR_NS);
	assert_int_equal(affinities_find(&affinities, 30)->unhandled, 17);
}

static void parse_spurious(const char *text, size_t len)
{
	uint64_t unhandled;
	bool is_known = affinity_parse_spurious(text, len, &unhandled);

	assert_int_equal(is_known, len > strlen("count 5\nunhandled "));
	if (is_known)
		assert_true(unhandled == 1 || unhandled == 12);
}

static void spurious_may_end_anywhere(void **state)
{
	(void)state;
	for_each_prefix("count 5\nunhandled 12\nlast_unhandled 7 ms\n", parse_spurious);
}

/* A kernel before 4.13, a device on no node, an interrupt that came and went. */
static void what_is_not_there_is_unknown(void **state)
{
	(void)state;
	const int irqs[] = {9, 4};

	put(4, "smp_affinity_list", "0\n");
	put(4, "node", "-1\n");
	affinities_refresh(&affinities, irqs, 2, 8, HOUR_NS);
	assert_true(affinities_find(&affinities, 4)->has_asked);
	assert_false(affinities_find(&affinities, 4)->has_effective);
	assert_int_equal(affinities_find(&affinities, 4)->node, -1);
	assert_false(affinities_find(&affinities, 9)->has_asked);
	assert_int_equal(affinities_find(&affinities, 9)->node, -1);
	assert_true(affinities_find(&affinities, 4)->unhandled == COUNTER_UNKNOWN);
}

static void without_a_directory_nothing_is_known(void **state)
{
	(void)state;
	int irq = 1;

	affinities_refresh(&affinities, &irq, 1, 8, HOUR_NS);
	assert_null(affinities_find(&affinities, 1));
}

static void a_young_entry_is_not_read_again(void **state)
{
	(void)state;
	int irq = 7;

	put(7, "smp_affinity_list", "0\n");
	affinities_refresh(&affinities, &irq, 1, 8, HOUR_NS);
	put(7, "smp_affinity_list", "1\n");
	affinities_refresh(&affinities, &irq, 1, 8, HOUR_NS);
	assert_set(&affinities_find(&affinities, 7)->asked, "0");
	affinities_refresh(&affinities, &irq, 1, 8, 0);
	assert_set(&affinities_find(&affinities, 7)->asked, "1");
}

static void one_that_was_forgotten_is_read_as_if_it_were_new(void **state)
{
	(void)state;
	int irq = 7;

	put(7, "smp_affinity_list", "0\n");
	affinities_refresh(&affinities, &irq, 1, 8, HOUR_NS);
	put(7, "smp_affinity_list", "1\n");
	affinities_forget(&affinities);
	assert_set(&affinities_find(&affinities, 7)->asked, "0");
	affinities_refresh(&affinities, &irq, 1, 8, UINT64_MAX);
	assert_set(&affinities_find(&affinities, 7)->asked, "1");
}

static void the_budget_goes_to_the_unknown_in_order_of_interest(void **state)
{
	(void)state;
	const int irqs[] = {50, 10, 40, 20, -1};

	for (int i = 0; i < 4; i++)
		put(irqs[i], "smp_affinity_list", "0\n");
	affinities_refresh(&affinities, irqs, 5, 0, HOUR_NS);
	assert_int_equal(affinities.n_items, 0);
	affinities_refresh(&affinities, irqs, 5, 2, HOUR_NS);
	assert_int_equal(affinities.n_items, 2);
	assert_non_null(affinities_find(&affinities, 50));
	assert_non_null(affinities_find(&affinities, 10));
	/* Old ones wait for those never seen. */
	affinities_refresh(&affinities, irqs, 5, 1, 0);
	assert_non_null(affinities_find(&affinities, 40));
	affinities_refresh(&affinities, irqs, 5, 8, HOUR_NS);
	assert_int_equal(affinities.n_items, 4);
	for (size_t i = 1; i < affinities.n_items; i++)
		assert_true(affinities.items[i - 1].irq < affinities.items[i].irq);
}

/* Read in the order 3, 2, 1; so 3 is the first to be read again. */
static void then_to_the_oldest(void **state)
{
	(void)state;
	const int irqs[] = {1, 2, 3};

	for (int irq = 3; irq >= 1; irq--) {
		put(irq, "smp_affinity_list", "0\n");
		affinities_refresh(&affinities, &irq, 1, 1, HOUR_NS);
	}
	for (int irq = 3; irq >= 1; irq--) {
		put(irq, "smp_affinity_list", "8\n");
		affinities_refresh(&affinities, irqs, 3, 1, 0);
		assert_set(&affinities_find(&affinities, irq)->asked, "8");
	}
}

static void one_no_longer_asked_for_is_kept(void **state)
{
	(void)state;
	const int before = 5, after = 6;

	put(5, "smp_affinity_list", "0\n");
	affinities_refresh(&affinities, &before, 1, 8, HOUR_NS);
	affinities_refresh(&affinities, &after, 1, 8, 0);
	assert_non_null(affinities_find(&affinities, 5));
}

#define TEST(function) cmocka_unit_test_setup_teardown(function, setup, teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(asked_effective_and_node_are_read),
		TEST(what_nobody_wanted_is_read),
		cmocka_unit_test(spurious_may_end_anywhere),
		TEST(what_is_not_there_is_unknown),
		TEST(without_a_directory_nothing_is_known),
		TEST(a_young_entry_is_not_read_again),
		TEST(one_that_was_forgotten_is_read_as_if_it_were_new),
		TEST(the_budget_goes_to_the_unknown_in_order_of_interest),
		TEST(then_to_the_oldest),
		TEST(one_no_longer_asked_for_is_kept),
	};

	dump_init(&dump);
	dump_enter(&dump);

	int failed = cmocka_run_group_tests(tests, NULL, NULL);

	dump_fini(&dump);
	return failed;
}
