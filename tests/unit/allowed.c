/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <sched.h>

#include "base/cpuset.h"
#include "dump.h"
#include "source/allowed.h"

static struct dump dump;
static struct cpuset set;

/* What sched_getaffinity() says of this very process. */
static void this_process_is_read(void **state)
{
	(void)state;
	cpu_set_t own;

	assert_int_equal(sched_getaffinity(0, sizeof(own), &own), 0);
	assert_int_equal(allowed_read(getpid(), getpid(), &set), 0);
	assert_int_equal(cpuset_count(&set), CPU_COUNT(&own));
	for (int cpu = -1; (cpu = cpuset_next(&set, cpu)) >= 0;)
		assert_true(CPU_ISSET(cpu, &own));
}

static void the_list_of_a_thread_is_read(void **state)
{
	(void)state;
	dump_put(&dump, "proc/7/task/8/status",
		 "Name:\tx\\nCpus_allowed_list:\nCpus_allowed:\tff,00000000\n"
		 "Cpus_allowed_list:\t32-39,200\nMems_allowed_list:\t0\n");
	assert_int_equal(allowed_read(7, 8, &set), 0);
	assert_int_equal(cpuset_count(&set), 9);
	assert_true(cpuset_has(&set, 200));
}

static void a_leader_needs_no_folder_of_threads(void **state)
{
	(void)state;
	dump_put(&dump, "proc/20/status", "Name:\tx\nCpus_allowed_list:\t3\n");
	assert_int_equal(allowed_read(20, 20, &set), 0);
	assert_true(cpuset_has(&set, 3));
}

static void what_cannot_be_read_is_empty(void **state)
{
	(void)state;
	dump_put(&dump, "proc/7/task/9/status", "Name:\tx\n");
	cpuset_add(&set, 5);
	assert_int_equal(allowed_read(7, 9, &set), -EINVAL);
	assert_int_equal(cpuset_count(&set), 0);
	cpuset_add(&set, 5);
	assert_int_equal(allowed_read(7, 10, &set), -ENOENT);
	assert_int_equal(cpuset_count(&set), 0);
}

int main(void)
{
	const struct CMUnitTest live[] = {
		cmocka_unit_test(this_process_is_read),
	};
	const struct CMUnitTest dumped[] = {
		cmocka_unit_test(the_list_of_a_thread_is_read),
		cmocka_unit_test(a_leader_needs_no_folder_of_threads),
		cmocka_unit_test(what_cannot_be_read_is_empty),
	};
	int failed = cmocka_run_group_tests(live, NULL, NULL);

	if (failed)
		return failed;
	dump_init(&dump);
	dump_enter(&dump);
	failed = cmocka_run_group_tests(dumped, NULL, NULL);
	cpuset_fini(&set);
	dump_fini(&dump);
	return failed;
}
