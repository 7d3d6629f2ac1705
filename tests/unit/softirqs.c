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
#include "source/softirqs.h"

static const char three_cpus[] = "                    CPU0       CPU1       CPU2       \n"
				 "          HI:          1          2          3\n"
				 "       TIMER: 4294967290 4294967295          0\n"
				 "      NET_TX:          7          8          9\n"
				 "      NET_RX:     100000     200000     300000\n"
				 "         RCU:         10         11         12\n";

static int parse(const char *text, struct softirqs *softirqs)
{
	return softirqs_parse(text, strlen(text), softirqs);
}

static int setup(void **state)
{
	struct softirqs *softirqs = xmalloc(sizeof(*softirqs));

	softirqs_init(softirqs);
	*state = softirqs;
	return 0;
}

static int teardown(void **state)
{
	softirqs_fini(*state);
	free(*state);
	return 0;
}

static uint64_t count(const struct softirqs *softirqs, size_t type, size_t cpu)
{
	return softirqs->counts[type * softirqs->n_cpus + cpu];
}

static void every_count_is_read(void **state)
{
	const struct softirqs *softirqs = *state;

	assert_int_equal(parse(three_cpus, *state), 0);
	assert_int_equal(softirqs->n_cpus, 3);
	assert_int_equal(softirqs->cpus[2], 2);
	assert_int_equal(softirqs->n_types, 5);
	assert_string_equal(softirqs->types[0].name, "HI");
	assert_string_equal(softirqs->types[3].name, "NET_RX");
	assert_int_equal(count(softirqs, 0, 0), 1);
	assert_int_equal(count(softirqs, 1, 1), 4294967295);
	assert_int_equal(count(softirqs, 3, 2), 300000);
}

static void a_cpu_is_its_number_not_its_column(void **state)
{
	const struct softirqs *softirqs = *state;

	assert_int_equal(parse(" CPU0 CPU8 CPU96\nRCU: 1 2 3\n", *state), 0);
	assert_int_equal(softirqs->n_cpus, 3);
	assert_int_equal(softirqs->cpus[1], 8);
	assert_int_equal(softirqs->cpus[2], 96);
	assert_int_equal(count(softirqs, 0, 2), 3);
}

static void a_count_may_touch_its_label(void **state)
{
	const struct softirqs *softirqs = *state;

	assert_int_equal(parse(" CPU0 CPU1\nNET_RX:4123456789 4223456789\n", *state), 0);
	assert_string_equal(softirqs->types[0].name, "NET_RX");
	assert_int_equal(count(softirqs, 0, 0), 4123456789);
	assert_int_equal(count(softirqs, 0, 1), 4223456789);
}

static void missing_counts_are_unknown_and_surplus_ones_nobodys(void **state)
{
	const struct softirqs *softirqs = *state;

	assert_int_equal(parse(" CPU0 CPU1 CPU2\nHI: 1 2\nTIMER:\nRCU: 1 2 3 4 5\n", *state), 0);
	assert_int_equal(softirqs->n_types, 3);
	assert_int_equal(count(softirqs, 0, 1), 2);
	assert_int_equal(count(softirqs, 0, 2), COUNTER_UNKNOWN);
	assert_int_equal(count(softirqs, 1, 0), COUNTER_UNKNOWN);
	assert_int_equal(count(softirqs, 2, 2), 3);
}

static void a_text_without_a_header_is_refused(void **state)
{
	const struct softirqs *softirqs = *state;

	assert_int_equal(parse("", *state), -EINVAL);
	assert_int_equal(parse("\n HI: 1 2\n", *state), -EINVAL);
	assert_int_equal(parse(" HI: 1 2\n", *state), -EINVAL);
	assert_int_equal(parse("CPU99999999999\n HI: 1\n", *state), -EINVAL);
	assert_int_equal(softirqs->n_cpus, 0);
	assert_int_equal(softirqs->n_types, 0);
}

static void lines_that_are_no_rows_are_passed_over(void **state)
{
	const struct softirqs *softirqs = *state;

	assert_int_equal(parse(" CPU0\n\n  \nno row\n : 7\nHI: 5", *state), 0);
	assert_int_equal(softirqs->n_types, 1);
	assert_int_equal(count(softirqs, 0, 0), 5);
}

/* A thousand columns over a thousand empty rows would be eight megabytes out of seven kilobytes. */
static void a_wide_header_over_empty_rows_eats_no_memory(void **state)
{
	const struct softirqs *softirqs = *state;
	char *text = xmalloc(20000);
	size_t len = 0;

	for (int cpu = 0; cpu < 1000; cpu++)
		len += (size_t)snprintf(text + len, 20000 - len, " CPU%d", cpu);
	text[len++] = '\n';
	for (int row = 0; row < 1000; row++, len += 3)
		memcpy(text + len, "a:\n", 3);
	assert_int_equal(softirqs_parse(text, len, *state), 0);
	assert_true(softirqs->counts_capacity < 20000);
	free(text);
}

static void cpus_come_and_go(void **state)
{
	const struct softirqs *softirqs = *state;

	assert_int_equal(parse(" CPU0 CPU1\nTASKLET: 1 2\nRCU: 3 4\n", *state), 0);
	assert_int_equal(parse(" CPU1\nRCU: 5\n", *state), 0);
	assert_int_equal(softirqs->n_cpus, 1);
	assert_int_equal(softirqs->cpus[0], 1);
	assert_int_equal(softirqs->n_types, 1);
	assert_string_equal(softirqs->types[0].name, "RCU");
	assert_int_equal(count(softirqs, 0, 0), 5);
	assert_int_equal(parse(three_cpus, *state), 0);
	assert_int_equal(softirqs->n_cpus, 3);
	assert_string_equal(softirqs->types[4].name, "RCU");
}

static void the_steady_state_keeps_its_memory(void **state)
{
	struct softirqs *softirqs = *state;

	assert_int_equal(parse(three_cpus, softirqs), 0);

	struct softirqs before = *softirqs;
	const char *name = softirqs->types[4].name;

	for (int i = 0; i < 3; i++)
		assert_int_equal(parse(three_cpus, softirqs), 0);
	assert_memory_equal(softirqs, &before, sizeof(before));
	assert_ptr_equal(softirqs->types[4].name, name);
}

static void parse_prefix(const char *text, size_t len)
{
	struct softirqs softirqs;

	softirqs_init(&softirqs);
	softirqs_parse(text, len, &softirqs);
	assert_true(softirqs.n_cpus <= 3 && softirqs.n_types <= 5);
	softirqs_fini(&softirqs);
}

static void a_text_may_end_anywhere(void **state)
{
	(void)state;
	for_each_prefix(three_cpus, parse_prefix);
}

static void this_machine_can_be_read(void **state)
{
	struct softirqs *softirqs = *state;
	struct textfile file;

	textfile_init(&file);
	assert_int_equal(softirqs_read(&file, softirqs), 0);
	assert_int_equal(softirqs_read(&file, softirqs), 0);
	assert_true(softirqs->read_ns > 0);
	assert_true(softirqs->n_cpus > 0);
	assert_string_equal(softirqs->types[0].name, "HI");
	textfile_fini(&file);
}

#define TEST(function) cmocka_unit_test_setup_teardown(function, setup, teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(every_count_is_read),
		TEST(a_cpu_is_its_number_not_its_column),
		TEST(a_count_may_touch_its_label),
		TEST(missing_counts_are_unknown_and_surplus_ones_nobodys),
		TEST(a_text_without_a_header_is_refused),
		TEST(lines_that_are_no_rows_are_passed_over),
		TEST(a_wide_header_over_empty_rows_eats_no_memory),
		TEST(cpus_come_and_go),
		TEST(the_steady_state_keeps_its_memory),
		TEST(a_text_may_end_anywhere),
		TEST(this_machine_can_be_read),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
