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
#include "source/netdev.h"

#define TITLES                                                                                     \
	"Inter-|   Receive                                                |  Transmit\n"           \
	" face |bytes    packets errs drop fifo frame compressed multicast|"                       \
	"bytes    packets errs drop fifo colls carrier compressed\n"

static const char two[] =
	TITLES "    lo:   13222     152    0    0    0     0          0         0    13222     152"
	       "    0    0    0     0       0          0\n"
	       "  eth0: 18446744073709551000 109378 1 2 3 4 5 6 44256546 121425 7 8 9 10 11 12\n";

static int parse(const char *text, struct netdevs *netdevs)
{
	return netdevs_parse(text, strlen(text), netdevs);
}

static int setup(void **state)
{
	struct netdevs *netdevs = xmalloc(sizeof(*netdevs));

	netdevs_init(netdevs);
	*state = netdevs;
	return 0;
}

static int teardown(void **state)
{
	netdevs_fini(*state);
	free(*state);
	return 0;
}

static void assert_name(const struct netdevs *netdevs, size_t row, const char *name)
{
	const struct netdev *netdev = &netdevs->rows[row];

	assert_int_equal(netdev->name_len, strlen(name));
	assert_memory_equal(netdevs->text + netdev->name, name, strlen(name));
}

static void every_count_is_read(void **state)
{
	const struct netdevs *netdevs = *state;
	const uint64_t *counts;

	assert_int_equal(parse(two, *state), 0);
	assert_int_equal(netdevs->n_rows, 2);
	assert_name(netdevs, 0, "lo");
	assert_name(netdevs, 1, "eth0");
	assert_int_equal(netdevs->rows[0].counts[NETDEV_TX_PACKETS], 152);
	counts = netdevs->rows[1].counts;
	assert_true(counts[NETDEV_RX_BYTES] == 18446744073709551000U);
	assert_int_equal(counts[NETDEV_RX_PACKETS], 109378);
	assert_int_equal(counts[NETDEV_RX_ERRORS], 1);
	assert_int_equal(counts[NETDEV_RX_DROPPED], 2);
	assert_int_equal(counts[NETDEV_TX_BYTES], 44256546);
	assert_int_equal(counts[NETDEV_TX_PACKETS], 121425);
	assert_int_equal(counts[NETDEV_TX_ERRORS], 7);
	assert_int_equal(counts[NETDEV_TX_DROPPED], 8);
}

/* As old kernels print it. */
static void a_count_may_touch_the_name(void **state)
{
	const struct netdevs *netdevs = *state;

	assert_int_equal(parse(TITLES "  eth0:5019464820 7 0 0 0 0 0 0 90 8 0 0 0 0 0 0\n"
				      "eth0:1:4019464820 6 0 0 0 0 0 0 80 5 0 0 0 0 0 0\n",
			       *state),
			 0);
	assert_int_equal(netdevs->n_rows, 2);
	assert_name(netdevs, 0, "eth0");
	assert_int_equal(netdevs->rows[0].counts[NETDEV_RX_BYTES], 5019464820);
	assert_int_equal(netdevs->rows[0].counts[NETDEV_TX_PACKETS], 8);
	assert_name(netdevs, 1, "eth0:1");
	assert_int_equal(netdevs->rows[1].counts[NETDEV_RX_BYTES], 4019464820);
	assert_int_equal(netdevs->rows[1].counts[NETDEV_RX_PACKETS], 6);
}

static void names_may_hold_any_byte(void **state)
{
	const struct netdevs *netdevs = *state;

	assert_int_equal(parse(TITLES " \x1b[2J\xff|%n: 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16\n"
				      "12: 1 2\n",
			       *state),
			 0);
	assert_name(netdevs, 0, "\x1b[2J\xff|%n");
	assert_int_equal(netdevs->rows[0].counts[NETDEV_TX_DROPPED], 12);
	assert_name(netdevs, 1, "12");
}

static void missing_counts_are_unknown(void **state)
{
	const struct netdevs *netdevs = *state;

	assert_int_equal(parse(TITLES "a: 1 2\nb: No statistics available.\nc:\n", *state), 0);
	assert_int_equal(netdevs->n_rows, 3);
	assert_int_equal(netdevs->rows[0].counts[NETDEV_RX_PACKETS], 2);
	assert_int_equal(netdevs->rows[0].counts[NETDEV_RX_ERRORS], COUNTER_UNKNOWN);
	for (size_t i = 0; i < N_NETDEV_COUNTS; i++) {
		assert_int_equal(netdevs->rows[1].counts[i], COUNTER_UNKNOWN);
		assert_int_equal(netdevs->rows[2].counts[i], COUNTER_UNKNOWN);
	}
}

static void lines_that_are_no_rows_are_passed_over(void **state)
{
	const struct netdevs *netdevs = *state;

	assert_int_equal(parse(TITLES "\n   \nno row\n  : 7 8\nlo: 5", *state), 0);
	assert_int_equal(netdevs->n_rows, 1);
	assert_name(netdevs, 0, "lo");
	/* A namespace may have none at all. */
	assert_int_equal(parse(TITLES, *state), 0);
	assert_int_equal(netdevs->n_rows, 0);
	assert_int_equal(parse("", *state), -EINVAL);
	assert_int_equal(parse("nothing\n", *state), -EINVAL);
}

static void there_may_be_a_thousand(void **state)
{
	const struct netdevs *netdevs = *state;
	char *text = xmalloc(60000);
	size_t len = 0;

	for (int i = 0; i < 1000; i++)
		len += (size_t)snprintf(text + len, 60000 - len,
					"veth%07x: %d 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16\n", i,
					i);
	assert_int_equal(netdevs_parse(text, len, *state), 0);
	assert_int_equal(netdevs->n_rows, 1000);
	assert_name(netdevs, 999, "veth00003e7");
	assert_int_equal(netdevs->rows[999].counts[NETDEV_RX_BYTES], 999);

	struct netdevs before = *netdevs;

	assert_int_equal(netdevs_parse(text, len, *state), 0);
	assert_memory_equal(netdevs, &before, sizeof(before));
	free(text);
}

static void parse_prefix(const char *text, size_t len)
{
	struct netdevs netdevs;

	netdevs_init(&netdevs);
	netdevs_parse(text, len, &netdevs);
	assert_true(netdevs.n_rows <= 2);
	netdevs_fini(&netdevs);
}

static void a_text_may_end_anywhere(void **state)
{
	(void)state;
	for_each_prefix(two, parse_prefix);
}

static void this_machine_can_be_read(void **state)
{
	struct netdevs *netdevs = *state;
	struct textfile file;

	textfile_init(&file);
	assert_int_equal(netdevs_read(&file, netdevs), 0);
	assert_int_equal(netdevs_read(&file, netdevs), 0);
	assert_true(netdevs->read_ns > 0);
	textfile_fini(&file);
}

#define TEST(function) cmocka_unit_test_setup_teardown(function, setup, teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(every_count_is_read),
		TEST(a_count_may_touch_the_name),
		TEST(names_may_hold_any_byte),
		TEST(missing_counts_are_unknown),
		TEST(lines_that_are_no_rows_are_passed_over),
		TEST(there_may_be_a_thousand),
		TEST(a_text_may_end_anywhere),
		TEST(this_machine_can_be_read),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
