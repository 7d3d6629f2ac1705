/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/counter.h"
#include "base/textfile.h"
#include "base/xalloc.h"
#include "prefixes.h"
#include "source/procstat.h"

#define UNKNOWN COUNTER_UNKNOWN

static const char four_cpus[] = "cpu  400 40 200 4000 80 4 20 8 0 0\n"
				"cpu0 101 11 51 1001 21 1 6 2 0 0\n"
				"cpu1 102 12 52 1002 22 2 7 3 0 0\n"
				"cpu2 103 13 53 1003 23 3 8 4 5 6\n"
				"cpu3 104 14 54 1004 24 4 9 5 0 0\n"
				"intr 70707 9 8 7 0 0 0 0 6\n"
				"ctxt 1234567890123\n"
				"btime 1700000000\n"
				"processes 4321\n"
				"procs_running 3\n"
				"procs_blocked 1\n"
				"softirq 99887 1 2 3 4 5 6 7 8 9 10\n";

static int parse(const char *text, struct procstat *stat)
{
	return procstat_parse(text, strlen(text), stat);
}

static int setup(void **state)
{
	struct procstat *stat = xmalloc(sizeof(*stat));

	procstat_init(stat);
	*state = stat;
	return 0;
}

static int teardown(void **state)
{
	procstat_fini(*state);
	free(*state);
	return 0;
}

static void assert_numbers(const struct procstat *stat, const int *cpus, size_t n)
{
	assert_int_equal(stat->n_cpus, n);
	for (size_t i = 0; i < n; i++)
		assert_int_equal(stat->cpus[i].cpu, cpus[i]);
}

static void every_field_is_read(void **state)
{
	static const int numbers[] = {0, 1, 2, 3};
	static const uint64_t third[N_CPU_FIELDS] = {103, 13, 53, 1003, 23, 3, 8, 4, 5, 6};
	struct procstat *stat = *state;

	assert_int_equal(parse(four_cpus, stat), 0);
	assert_numbers(stat, numbers, 4);
	assert_memory_equal(stat->cpus[2].field, third, sizeof(third));
	assert_int_equal(stat->intr, 70707);
	assert_int_equal(stat->ctxt, 1234567890123);
	assert_int_equal(stat->forks, 4321);
	assert_int_equal(stat->running, 3);
	assert_int_equal(stat->blocked, 1);
	assert_int_equal(stat->softirqs, 99887);
}

static void a_cpu_is_its_number_not_its_row(void **state)
{
	static const int numbers[] = {0, 1, 8, 9, 96};

	assert_int_equal(parse("cpu  5 5 5 5\ncpu0 1 0 0 0\ncpu1 2 0 0 0\ncpu8 3 0 0 0\n"
			       "cpu9 4 0 0 0\ncpu96 5 0 0 0\n",
			       *state),
			 0);
	assert_numbers(*state, numbers, 5);
}

static void short_rows_leave_the_rest_unknown(void **state)
{
	const struct procstat *stat = *state;

	assert_int_equal(parse("cpu0 1 2 3 4\ncpu1 1 2 3 4 5 6 7\ncpu2 1 2 3 4 5 6 7 8\n", *state),
			 0);
	assert_int_equal(stat->cpus[0].field[CPU_IDLE], 4);
	assert_int_equal(stat->cpus[0].field[CPU_IOWAIT], UNKNOWN);
	assert_int_equal(stat->cpus[1].field[CPU_SOFTIRQ], 7);
	assert_int_equal(stat->cpus[1].field[CPU_STEAL], UNKNOWN);
	assert_int_equal(stat->cpus[2].field[CPU_STEAL], 8);
	assert_int_equal(stat->cpus[2].field[CPU_GUEST], UNKNOWN);
}

static void a_missing_line_is_unknown(void **state)
{
	const struct procstat *stat = *state;

	assert_int_equal(parse("cpu0 1 2 3 4\n\nctxt 7\nintr\nprocesses x\n", *state), 0);
	assert_int_equal(stat->ctxt, 7);
	assert_int_equal(stat->intr, UNKNOWN);
	assert_int_equal(stat->forks, UNKNOWN);
	assert_int_equal(stat->running, UNKNOWN);
	assert_int_equal(stat->blocked, UNKNOWN);
	assert_int_equal(stat->softirqs, UNKNOWN);
}

static void of_two_dumps_in_one_the_first_is_kept(void **state)
{
	static const int numbers[] = {0, 1, 2};
	const struct procstat *stat = *state;

	assert_int_equal(parse("cpu  3 0 0 0\ncpu0 1 0 0 0\ncpu2 2 0 0 0\nctxt 10\n"
			       "cpu  9 0 0 0\ncpu0 7 0 0 0\ncpu1 8 0 0 0\nctxt 20\n",
			       *state),
			 0);
	assert_numbers(stat, numbers, 3);
	assert_int_equal(stat->cpus[0].field[CPU_USER], 1);
	assert_int_equal(stat->cpus[1].field[CPU_USER], 8);
	assert_int_equal(stat->ctxt, 10);
}

static void a_text_of_something_else_is_refused(void **state)
{
	const struct procstat *stat = *state;

	assert_int_equal(parse("", *state), -EINVAL);
	assert_int_equal(parse("\n\n", *state), -EINVAL);
	assert_int_equal(parse("Linux version 6.1\nbtime 5\n", *state), -EINVAL);
	assert_int_equal(parse("cpu  1 2 3 4\n", *state), -EINVAL);
	assert_int_equal(stat->n_cpus, 0);
}

static void hostile_rows_invent_no_cpu(void **state)
{
	static const int numbers[] = {5};

	assert_int_equal(parse("cpu1\ncpu2 -1 2\ncpux 1 2\ncpu-3 1\ncpu99999999999999999999 1 2\n"
			       "cpu4294967296 1\ncpufreq 1 2\ncpu5 18446744073709551615 1\n",
			       *state),
			 0);
	assert_numbers(*state, numbers, 1);
	/* Too large to be a counter, yet not unknown. */
	assert_int_equal(((struct procstat *)*state)->cpus[0].field[CPU_USER], UINT64_MAX - 1);
}

/* The line of a machine with 60,000 interrupt lines. */
static void a_long_intr_line_is_one_number(void **state)
{
	const struct procstat *stat = *state;
	size_t size = 140000;
	char *text = xmalloc(size);
	size_t len = (size_t)snprintf(text, size, "cpu0 1 2 3 4\nintr 4242");

	while (len < size - 20) {
		memcpy(text + len, " 0", 2);
		len += 2;
	}
	memcpy(text + len, "\nctxt 11\n", 9);
	assert_int_equal(procstat_parse(text, len + 9, *state), 0);
	assert_int_equal(stat->intr, 4242);
	assert_int_equal(stat->ctxt, 11);
	free(text);
}

static void cpus_come_and_go(void **state)
{
	static const int three[] = {0, 1, 2}, two[] = {0, 2}, four[] = {0, 1, 2, 3};
	struct procstat *stat = *state;

	assert_int_equal(parse("cpu0 1 0 0 0\ncpu1 1 0 0 0\ncpu2 1 0 0 0\nctxt 1\n", stat), 0);
	assert_numbers(stat, three, 3);
	assert_int_equal(parse("cpu0 2 0 0 0\ncpu2 2 0 0 0\n", stat), 0);
	assert_numbers(stat, two, 2);
	assert_int_equal(stat->ctxt, UNKNOWN);
	assert_int_equal(parse(four_cpus, stat), 0);
	assert_numbers(stat, four, 4);
}

static void the_steady_state_keeps_its_memory(void **state)
{
	struct procstat *stat = *state;

	assert_int_equal(parse(four_cpus, stat), 0);

	const struct cpu_ticks *before = stat->cpus;
	size_t capacity = stat->capacity;

	for (int i = 0; i < 3; i++)
		assert_int_equal(parse(four_cpus, stat), 0);
	assert_ptr_equal(stat->cpus, before);
	assert_int_equal(stat->capacity, capacity);
}

static void parse_prefix(const char *text, size_t len)
{
	struct procstat stat;

	procstat_init(&stat);
	procstat_parse(text, len, &stat);
	assert_true(stat.n_cpus <= 4);
	procstat_fini(&stat);
}

static void a_text_may_end_anywhere(void **state)
{
	(void)state;
	for_each_prefix(four_cpus, parse_prefix);
}

static void this_machine_can_be_read(void **state)
{
	struct procstat *stat = *state;
	struct textfile file;

	textfile_init(&file);
	for (int i = 0; i < 3; i++) {
		uint64_t before_ns = stat->read_ns;

		assert_int_equal(procstat_read(&file, stat), 0);
		assert_true(stat->read_ns > before_ns);
	}
	assert_true(stat->n_cpus > 0);
	assert_true(stat->ctxt != UNKNOWN && stat->ctxt > 0);
	assert_true(stat->running != UNKNOWN);
	textfile_fini(&file);
}

#define TEST(function) cmocka_unit_test_setup_teardown(function, setup, teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(every_field_is_read),
		TEST(a_cpu_is_its_number_not_its_row),
		TEST(short_rows_leave_the_rest_unknown),
		TEST(a_missing_line_is_unknown),
		TEST(of_two_dumps_in_one_the_first_is_kept),
		TEST(a_text_of_something_else_is_refused),
		TEST(hostile_rows_invent_no_cpu),
		TEST(a_long_intr_line_is_one_number),
		TEST(cpus_come_and_go),
		TEST(the_steady_state_keeps_its_memory),
		cmocka_unit_test(a_text_may_end_anywhere),
		TEST(this_machine_can_be_read),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
