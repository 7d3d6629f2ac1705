/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/cpuset.h"

static void assert_set(const struct cpuset *set, const char *list)
{
	char text[256];

	assert_int_equal(cpuset_format(set, text, sizeof(text)), strlen(list));
	assert_string_equal(text, list);
}

static void assert_list(const char *text, const char *list)
{
	struct cpuset set = {0};

	assert_int_equal(cpuset_parse_list(&set, text, strlen(text)), 0);
	assert_set(&set, list);
	cpuset_fini(&set);
}

static void assert_mask(const char *text, const char *list)
{
	struct cpuset set = {0};

	assert_int_equal(cpuset_parse_mask(&set, text, strlen(text)), 0);
	assert_set(&set, list);
	cpuset_fini(&set);
}

static void lists_as_the_kernel_writes_them(void **state)
{
	(void)state;
	assert_list("", "");
	assert_list("\n", "");
	assert_list("0\n", "0");
	assert_list("0-3,8\n", "0-3,8");
	assert_list("2,5,19,21,24,30 \n", "2,5,19,21,24,30");
	assert_list("0-15,88-103\n", "0-15,88-103");
	assert_list("3,1-2,0", "0-3");
	assert_list("63-64", "63-64");
	assert_list("65535", "65535");
}

static void masks_as_the_kernel_writes_them(void **state)
{
	(void)state;
	assert_mask("", "");
	assert_mask("\n", "");
	assert_mask("0\n", "");
	assert_mask("f\n", "0-3");
	assert_mask("ff,ffffffff\n", "0-39");
	assert_mask("00000002,00000000,00000000\n", "65");
	assert_mask("80000000,00000001", "0,63");
	assert_mask("1,0", "32");
	assert_mask("AbC", "2-5,7,9,11");
}

static void masks_of_many_empty_groups(void **state)
{
	(void)state;
	char text[9 * 3000];
	struct cpuset set = {0};

	for (size_t i = 0; i < 3000; i++)
		memcpy(text + 9 * i, i < 2999 ? "00000000," : "00000001", 9);
	assert_int_equal(cpuset_parse_mask(&set, text, sizeof(text) - 1), 0);
	assert_set(&set, "0");
	text[7] = '1';
	assert_int_equal(cpuset_parse_mask(&set, text, sizeof(text) - 1), -EINVAL);
	assert_set(&set, "");
	cpuset_fini(&set);
}

static void garbage_leaves_an_empty_set(void **state)
{
	(void)state;
	static const char *const lists[] = {
		"x",     "-",       "1-",  "3-1",   ",",    "1,", ",1",      "1,,2",
		"1 2",   "0-3:1/2", "0x3", "65536", "1\n2", "-1", "0-65536", "99999999999999999999",
		"0-3-5", "1,x",     "1.5"};
	static const char *const masks[] = {"x",   ",",   "f,",  ",f",        "f,,f",
					    "0x3", "1-3", "1 1", "000000001", "f\nf"};
	struct cpuset set = {0};

	for (size_t i = 0; i < sizeof(lists) / sizeof(*lists); i++) {
		cpuset_add(&set, 70);
		assert_int_equal(cpuset_parse_list(&set, lists[i], strlen(lists[i])), -EINVAL);
		assert_int_equal(cpuset_count(&set), 0);
	}
	for (size_t i = 0; i < sizeof(masks) / sizeof(*masks); i++) {
		cpuset_add(&set, 70);
		assert_int_equal(cpuset_parse_mask(&set, masks[i], strlen(masks[i])), -EINVAL);
		assert_int_equal(cpuset_count(&set), 0);
	}
	assert_int_equal(cpuset_parse_list(&set, "1\0002", 3), -EINVAL);
	assert_int_equal(cpuset_parse_mask(&set, "1\0", 2), -EINVAL);
	cpuset_fini(&set);
}

static void sets_are_equal_whatever_their_size(void **state)
{
	(void)state;
	struct cpuset a = {0}, b = {0};

	assert_true(cpuset_equal(&a, &b));
	cpuset_add(&a, 1000);
	assert_false(cpuset_equal(&a, &b));
	assert_false(cpuset_equal(&b, &a));
	cpuset_clear(&a);
	assert_true(cpuset_equal(&a, &b));
	assert_true(cpuset_equal(&b, &a));
	cpuset_fini(&a);
	cpuset_fini(&b);
}

static void a_copy_replaces_all(void **state)
{
	(void)state;
	struct cpuset small = {0}, large = {0};

	cpuset_add(&small, 3);
	cpuset_add(&large, 4000);
	cpuset_copy(&large, &small);
	assert_set(&large, "3");
	cpuset_add(&large, 4000);
	cpuset_copy(&small, &large);
	assert_set(&small, "3,4000");
	cpuset_fini(&small);
	cpuset_fini(&large);
}

static void members_are_walked_in_order(void **state)
{
	(void)state;
	static const unsigned int members[] = {0, 31, 32, 63, 64, 127, 128, 65535};
	struct cpuset set = {0};
	int cpu = -1;

	assert_int_equal(cpuset_next(&set, -1), -1);
	for (size_t i = 0; i < 8; i++)
		cpuset_add(&set, members[7 - i]);
	assert_int_equal(cpuset_count(&set), 8);
	for (size_t i = 0; i < 8; i++) {
		cpu = cpuset_next(&set, cpu);
		assert_int_equal(cpu, members[i]);
		assert_true(cpuset_has(&set, members[i]));
	}
	assert_int_equal(cpuset_next(&set, cpu), -1);
	assert_int_equal(cpuset_next(&set, 1000000), -1);
	assert_false(cpuset_has(&set, 1));
	assert_false(cpuset_has(&set, 4000000000));
	cpuset_fini(&set);
}

static void what_is_written_is_read_back(void **state)
{
	(void)state;
	struct cpuset set = {0}, again = {0};
	char text[8192];

	srandom(1);
	for (int round = 0; round < 300; round++) {
		cpuset_clear(&set);
		for (long n = random() % 200; n > 0; n--)
			cpuset_add(&set, (unsigned int)(random() % 1200));

		size_t len = cpuset_format(&set, text, sizeof(text));

		assert_true(len < sizeof(text));
		assert_int_equal(cpuset_parse_list(&again, text, len), 0);
		assert_true(cpuset_equal(&set, &again));
	}
	cpuset_fini(&set);
	cpuset_fini(&again);
}

static void a_list_is_cut_to_the_room_there_is(void **state)
{
	(void)state;
	struct cpuset set = {0};
	char text[10];

	cpuset_parse_list(&set, "1,3,5,7-9,100", 13);
	assert_int_equal(cpuset_format(&set, NULL, 0), 13);
	for (size_t size = 1; size <= sizeof(text); size++) {
		memset(text, '#', sizeof(text));
		assert_int_equal(cpuset_format(&set, text, size), 13);
		assert_memory_equal(text, "1,3,5,7-9,100", size - 1);
		assert_int_equal(text[size - 1], '\0');
	}
	cpuset_fini(&set);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(lists_as_the_kernel_writes_them),
		cmocka_unit_test(masks_as_the_kernel_writes_them),
		cmocka_unit_test(masks_of_many_empty_groups),
		cmocka_unit_test(garbage_leaves_an_empty_set),
		cmocka_unit_test(sets_are_equal_whatever_their_size),
		cmocka_unit_test(a_copy_replaces_all),
		cmocka_unit_test(members_are_walked_in_order),
		cmocka_unit_test(what_is_written_is_read_back),
		cmocka_unit_test(a_list_is_cut_to_the_room_there_is),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
