/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <errno.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"

static void clocks_go_forward(void **state)
{
	(void)state;
	uint64_t monotonic = clock_monotonic_ns(), boot = clock_boottime_ns();

	assert_true(monotonic > 0 && clock_monotonic_ns() >= monotonic);
	assert_true(boot >= monotonic && clock_boottime_ns() >= boot);
	assert_true(clock_wall_ns() / 1000000000 - (uint64_t)time(NULL) + 1 <= 2);
}

static void a_process_has_a_clock_of_its_own(void **state)
{
	(void)state;
	uint64_t before = clock_own_cpu_ns(), ns = 0;

	assert_int_equal(clock_process_cpu_ns(getpid(), &ns), 0);
	assert_true(ns >= before && ns <= clock_own_cpu_ns());
}

static void a_process_that_is_gone_has_none(void **state)
{
	(void)state;
	uint64_t ns;
	pid_t child = fork();

	if (child == 0)
		_exit(0);
	assert_int_equal(waitpid(child, NULL, 0), child);
	assert_int_equal(clock_process_cpu_ns(child, &ns), -ESRCH);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(clocks_go_forward),
		cmocka_unit_test(a_process_has_a_clock_of_its_own),
		cmocka_unit_test(a_process_that_is_gone_has_none),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
