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

#include "base/counter.h"
#include "base/textfile.h"
#include "base/xalloc.h"
#include "prefixes.h"
#include "source/softnet.h"

#define FIVE_ZEROS "00000000 00000000 00000000 00000000 00000000 "

static const char modern[] = "00387d22 00000001 00000002 " FIVE_ZEROS
			     "00000000 00000003 00000004 0000001f 00000000 00000010 0000000f\n"
			     "ffffffff 00000000 00000000 " FIVE_ZEROS
			     "00000000 00155790 00000000 00000000 0000000c 00000000 00000000\n";

static int parse(const char *text, struct softnets *softnets)
{
	return softnets_parse(text, strlen(text), softnets);
}

static int setup(void **state)
{
	struct softnets *softnets = xmalloc(sizeof(*softnets));

	softnets_init(softnets);
	*state = softnets;
	return 0;
}

static int teardown(void **state)
{
	softnets_fini(*state);
	free(*state);
	return 0;
}

static void every_column_is_read_in_hexadecimal(void **state)
{
	const struct softnets *softnets = *state;
	const struct softnet *row;

	assert_int_equal(parse(modern, *state), 0);
	assert_int_equal(softnets->n_rows, 2);
	assert_true(softnets->names_cpus);
	row = &softnets->rows[0];
	assert_int_equal(row->cpu, 0);
	assert_int_equal(row->counts[SOFTNET_PROCESSED], 0x387d22);
	assert_int_equal(row->counts[SOFTNET_DROPPED], 1);
	assert_int_equal(row->counts[SOFTNET_SQUEEZED], 2);
	assert_int_equal(row->counts[SOFTNET_RPS], 3);
	assert_int_equal(row->counts[SOFTNET_FLOW_LIMIT], 4);
	assert_int_equal(row->counts[SOFTNET_BACKLOG], 31);
	row = &softnets->rows[1];
	assert_int_equal(row->cpu, 12);
	assert_int_equal(row->counts[SOFTNET_PROCESSED], UINT32_MAX);
	assert_int_equal(row->counts[SOFTNET_RPS], 0x155790);
}

/* 2.6.18, then 2.6.35, then 3.11: the ninth column was collisions of locks, and is nobody's now. */
static void columns_that_a_kernel_does_not_have_are_unknown(void **state)
{
	const struct softnets *softnets = *state;
	const struct softnet *row;

	assert_int_equal(parse("6dcad223 00000000 00000001 " FIVE_ZEROS "00000005\n"
			       "00000007 00000000 00000001 " FIVE_ZEROS "00000005 00000006\n"
			       "00000008 00000000 00000001 " FIVE_ZEROS
			       "00000005 00000006 0000000a",
			       *state),
			 0);
	assert_int_equal(softnets->n_rows, 3);
	assert_false(softnets->names_cpus);
	row = softnets->rows;
	assert_int_equal(row[0].cpu, -1);
	assert_int_equal(row[0].counts[SOFTNET_PROCESSED], 0x6dcad223);
	assert_int_equal(row[0].counts[SOFTNET_RPS], COUNTER_UNKNOWN);
	assert_int_equal(row[1].counts[SOFTNET_RPS], 6);
	assert_int_equal(row[1].counts[SOFTNET_FLOW_LIMIT], COUNTER_UNKNOWN);
	assert_int_equal(row[2].counts[SOFTNET_FLOW_LIMIT], 10);
	assert_int_equal(row[2].counts[SOFTNET_BACKLOG], COUNTER_UNKNOWN);
}

static void what_is_no_row_is_refused(void **state)
{
	const struct softnets *softnets = *state;

	assert_int_equal(parse("", *state), -EINVAL);
	assert_int_equal(parse("\n\n", *state), -EINVAL);
	assert_int_equal(parse("00015c73 00020e76 f0000769 00000000\n", *state), -EINVAL);
	assert_int_equal(parse("0 0 0 0 0 0 0 0 x\n", *state), -EINVAL);
	assert_int_equal(parse("0 0 0 0 0 0 0 0 100000000\n", *state), -EINVAL);
	/* No machine has such a CPU. */
	assert_int_equal(parse("1 2 3 0 0 0 0 0 0 0 0 0 ffffffff\n", *state), -EINVAL);
	assert_int_equal(softnets->n_rows, 0);
}

static void the_steady_state_keeps_its_memory(void **state)
{
	struct softnets *softnets = *state;

	assert_int_equal(parse(modern, softnets), 0);

	struct softnets before = *softnets;

	for (int i = 0; i < 3; i++)
		assert_int_equal(parse(modern, softnets), 0);
	assert_memory_equal(softnets, &before, sizeof(before));
}

static void parse_prefix(const char *text, size_t len)
{
	struct softnets softnets;

	softnets_init(&softnets);
	softnets_parse(text, len, &softnets);
	assert_true(softnets.n_rows <= 2);
	softnets_fini(&softnets);
}

static void a_text_may_end_anywhere(void **state)
{
	(void)state;
	for_each_prefix(modern, parse_prefix);
}

static void this_machine_can_be_read(void **state)
{
	struct softnets *softnets = *state;
	struct textfile file;

	textfile_init(&file);
	assert_int_equal(softnets_read(&file, softnets), 0);
	assert_int_equal(softnets_read(&file, softnets), 0);
	assert_true(softnets->read_ns > 0);
	assert_true(softnets->n_rows > 0);
	textfile_fini(&file);
}

#define TEST(function) cmocka_unit_test_setup_teardown(function, setup, teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(every_column_is_read_in_hexadecimal),
		TEST(columns_that_a_kernel_does_not_have_are_unknown),
		TEST(what_is_no_row_is_refused),
		TEST(the_steady_state_keeps_its_memory),
		TEST(a_text_may_end_anywhere),
		TEST(this_machine_can_be_read),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
