/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>

#include "near.h"
#include "report/counts.h"

static void cpus_are_told_apart_by_number(void **state)
{
	const int before[] = {0, 2, 5}, after[] = {5, 7};
	const double first[] = {10, 0, 30}, then[] = {4, 1};
	struct counts counts;
	struct count *count;
	double pct;

	(void)state;
	counts_init(&counts, 8);
	count = counts_item(&counts, 0, "30", "eth0");
	count_add(count, 40, 40, first, before, 3);
	count_add(count, 5, 5, then, after, 2);
	assert_near(count->total, 45);
	assert_near(count->highest_per_s, 40);
	assert_int_equal(count_hottest(count, &pct), 5);
	assert_near(pct, 100.0 * 34 / 45);
	/* Only those that any came to, ascending. */
	assert_int_equal(count->n_cpus, 3);
	assert_int_equal(count->per_cpu[0].cpu, 0);
	assert_int_equal(count->per_cpu[1].cpu, 5);
	assert_int_equal(count->per_cpu[2].cpu, 7);
	counts_fini(&counts);
}

static void unknown_counts_are_left_out(void **state)
{
	struct counts counts;
	struct count *count;
	double pct;

	(void)state;
	counts_init(&counts, 8);
	count = counts_item(&counts, 0, "ERR", "");
	count_add(count, (double)NAN, (double)NAN, NULL, NULL, 0);
	assert_true(isnan(count->total));
	assert_int_equal(count_hottest(count, &pct), -1);
	assert_true(isnan(pct));
	count_add(count, 3, 1.5, NULL, NULL, 0);
	assert_near(count->total, 3);
	assert_near(count->highest_per_s, 1.5);
	counts_fini(&counts);
}

static void items_are_told_apart_by_label_and_name(void **state)
{
	struct counts counts;
	size_t n = 0;

	(void)state;
	counts_init(&counts, 3);
	counts_item(&counts, 0, "30", "eth0");
	counts_item(&counts, 0, "30", "eth1");
	counts_item(&counts, 0, "31", "eth0");
	/* Wherever it now stands. */
	for (size_t hint = 0; hint < 5; hint++)
		n += counts_item(&counts, hint, "30", "eth1") == &counts.items[1];
	assert_int_equal(n, 5);
	assert_int_equal(counts.n_items, 3);
	assert_null(counts_item(&counts, 0, "32", "eth0"));
	counts_fini(&counts);
}

static void the_most_come_first(void **state)
{
	static const double totals[] = {5, 0, (double)NAN, 70, 6};
	static const char *const labels[] = {"a", "b", "c", "d", "e"};
	const struct count *top[3];
	struct counts counts;

	(void)state;
	counts_init(&counts, 8);
	for (size_t i = 0; i < 5; i++)
		count_add(counts_item(&counts, i, labels[i], ""), totals[i], totals[i], NULL, NULL,
			  0);
	assert_int_equal(counts_top(&counts, top, 3), 3);
	assert_string_equal(top[0]->label, "d");
	assert_string_equal(top[1]->label, "e");
	assert_string_equal(top[2]->label, "a");
	assert_int_equal(counts_top(&counts, top, 2), 2);
	counts_fini(&counts);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(cpus_are_told_apart_by_number),
		cmocka_unit_test(unknown_counts_are_left_out),
		cmocka_unit_test(items_are_told_apart_by_label_and_name),
		cmocka_unit_test(the_most_come_first),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
