/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/xalloc.h"

static void nothing_is_still_memory(void **state)
{
	(void)state;
	void *pieces[] = {xmalloc(0), xcalloc(0, 8), xcalloc(8, 0), xreallocarray(NULL, 0, 8)};

	for (size_t i = 0; i < sizeof(pieces) / sizeof(*pieces); i++) {
		assert_non_null(pieces[i]);
		free(pieces[i]);
	}
}

static void room_grows_by_half_at_least(void **state)
{
	(void)state;
	size_t capacity = 0, moves = 0;
	int *items = NULL;

	for (size_t n = 0; n < 100000; n++) {
		size_t had = capacity;

		items = xgrow(items, &capacity, n + 1, sizeof(*items));
		assert_true(capacity > n);
		assert_true(capacity == had || capacity >= had + had / 2);
		moves += capacity != had;
		items[n] = (int)n;
	}
	assert_true(moves < 30);
	for (size_t n = 0; n < 100000; n++)
		assert_int_equal(items[n], n);
	free(items);
}

static void room_for_much_at_once(void **state)
{
	(void)state;
	size_t capacity = 0;
	char *items = xgrow(NULL, &capacity, 1000, 1);

	assert_true(capacity >= 1000);
	assert_ptr_equal(xgrow(items, &capacity, 1000, 1), items);
	assert_ptr_equal(xgrow(items, &capacity, 0, 1), items);
	free(items);
}

static void text_is_copied(void **state)
{
	(void)state;
	char *whole = xstrdup("softirqs"), *cut = xstrndup("softirqs", 4);

	assert_string_equal(whole, "softirqs");
	assert_string_equal(cut, "soft");
	free(whole);
	free(cut);
}

static void give_back(void)
{
	if (write(STDERR_FILENO, "restored\n", 9) < 0)
		_exit(1);
}

static void ask_too_much(int message_fd)
{
	volatile size_t count = SIZE_MAX / 2;

	dup2(message_fd, STDERR_FILENO);
	xalloc_at_failure(give_back);
	free(xreallocarray(NULL, count, 3));
	_exit(0);
}

static void a_size_that_overflows_is_the_end(void **state)
{
	(void)state;
	char message[256] = {0};
	int fds[2], status;

	assert_int_equal(pipe(fds), 0);

	pid_t child = fork();

	assert_true(child >= 0);
	if (child == 0)
		ask_too_much(fds[1]);
	close(fds[1]);
	assert_true(read(fds[0], message, 9) == 9);
	assert_true(read(fds[0], message + 9, sizeof(message) - 10) > 0);
	close(fds[0]);
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT);
	assert_string_equal(message, "restored\novertop: out of memory\n");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(nothing_is_still_memory),
		cmocka_unit_test(room_grows_by_half_at_least),
		cmocka_unit_test(room_for_much_at_once),
		cmocka_unit_test(text_is_copied),
		cmocka_unit_test(a_size_that_overflows_is_the_end),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
