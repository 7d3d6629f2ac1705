/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "task/numbers.h"

static char folder[] = "/tmp/overtop-numbers.XXXXXX";

static int make_folder(void **state)
{
	(void)state;
	return mkdtemp(folder) ? 0 : -1;
}

static void path_of(const char *name, char *path, size_t size)
{
	snprintf(path, size, "%s/%s", folder, name);
}

static void put(const char *name)
{
	char path[128];

	path_of(name, path, sizeof(path));
	assert_int_equal(mkdir(path, 0700), 0);
}

static void take(const char *name)
{
	char path[128];

	path_of(name, path, sizeof(path));
	rmdir(path);
}

static int remove_folder(void **state)
{
	(void)state;
	return rmdir(folder);
}

static void only_numbers_and_in_order(void **state)
{
	(void)state;
	static const char *const names[] = {
		"7",    "10",  "9",  "2147483647", "2147483648", "99999999999999999999",
		"0",    "01",  "1x", "x1",         "-3",         " 4",
		"self", "5\n", "+6", "1",          "4194304",
	};
	static const int expected[] = {1, 7, 9, 10, 4194304, 2147483647};
	const size_t n_names = sizeof(names) / sizeof(*names);
	struct numbers numbers;
	int fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);

	numbers_init(&numbers);
	for (size_t i = 0; i < n_names; i++)
		put(names[i]);
	/* Twice, for the descriptor is read from its start each time. */
	for (int round = 0; round < 2; round++) {
		assert_int_equal(numbers_list(&numbers, fd), 0);
		assert_int_equal(numbers.n, sizeof(expected) / sizeof(*expected));
		assert_memory_equal(numbers.items, expected, sizeof(expected));
	}
	for (size_t i = 0; i < n_names; i++)
		take(names[i]);
	assert_int_equal(numbers_list(&numbers, fd), 0);
	assert_int_equal(numbers.n, 0);
	numbers_fini(&numbers);
	close(fd);
}

static void more_than_one_piece(void **state)
{
	(void)state;
	struct numbers numbers;
	char name[16];
	int fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);

	numbers_init(&numbers);
	for (int i = 3000; i > 0; i--) {
		snprintf(name, sizeof(name), "%d", i);
		put(name);
	}
	assert_int_equal(numbers_list(&numbers, fd), 0);
	assert_int_equal(numbers.n, 3000);
	for (int i = 0; i < 3000; i++) {
		assert_int_equal(numbers.items[i], i + 1);
		snprintf(name, sizeof(name), "%d", i + 1);
		take(name);
	}
	numbers_fini(&numbers);
	close(fd);
}

static void what_cannot_be_listed_is_empty(void **state)
{
	(void)state;
	struct numbers numbers;

	numbers_init(&numbers);
	numbers_set(&numbers, 17);
	assert_int_equal(numbers.n, 1);
	assert_int_equal(numbers.items[0], 17);
	assert_int_equal(numbers_list(&numbers, -1), -EBADF);
	assert_int_equal(numbers.n, 0);
	numbers_fini(&numbers);
}

static void some_come_and_some_go(void **state)
{
	(void)state;
	struct numbers numbers;

	numbers_init(&numbers);
	assert_false(numbers_have(&numbers, 5));
	numbers_set(&numbers, 5);
	numbers_insert(&numbers, 9);
	numbers_insert(&numbers, 3);
	numbers_insert(&numbers, 7);
	assert_int_equal(numbers.n, 4);
	for (int i = 0; i < 4; i++)
		assert_int_equal(numbers.items[i], 3 + 2 * i);
	assert_true(numbers_have(&numbers, 3) && numbers_have(&numbers, 9));
	assert_false(numbers_have(&numbers, 4) || numbers_have(&numbers, 10));
	numbers_remove(&numbers, 1);
	assert_false(numbers_have(&numbers, 5));
	numbers_remove(&numbers, 2);
	numbers_remove(&numbers, 0);
	assert_int_equal(numbers.n, 1);
	assert_true(numbers_have(&numbers, 7));
	numbers_remove(&numbers, 0);
	assert_false(numbers_have(&numbers, 7));
	numbers_fini(&numbers);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(only_numbers_and_in_order),
		cmocka_unit_test(more_than_one_piece),
		cmocka_unit_test(what_cannot_be_listed_is_empty),
		cmocka_unit_test(some_come_and_some_go),
	};

	return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
