/* SPDX-License-Identifier: GPL-2.0-or-later */
/* When two samples of a dump say the same. */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "story.h"

/* What stands in memory between the members of a row is nobody's. */
static void fill_row(struct cpu_ticks *row, int rubbish)
{
	memset(row, rubbish, sizeof(*row));
	row->cpu = 3;
	for (uint64_t i = 0; i < N_CPU_FIELDS; i++)
		row->field[i] = 100 * i;
}

static int setup(void **state)
{
	static struct story story;

	story_init(&story);
	for (int i = 0; i < 2; i++) {
		struct procstat *stat = &story.samples[i].stat;

		stat->cpus = malloc(sizeof(*stat->cpus));
		assert_non_null(stat->cpus);
		fill_row(stat->cpus, i ? 0x55 : 0xaa);
		stat->n_cpus = 1;
		story.samples[i].has = NEED_STAT;
	}
	*state = &story;
	return 0;
}

static bool is_same(const struct story *story)
{
	return sample_is_same(&story->samples[0], &story->samples[1]);
}

static void equal_counters_are_the_same(void **state)
{
	assert_true(is_same(*state));
}

static void a_tick_is_a_change(void **state)
{
	struct story *story = *state;

	story->samples[1].stat.cpus[0].field[CPU_GUEST_NICE]++;
	assert_false(is_same(story));
}

static void another_cpu_is_a_change(void **state)
{
	struct story *story = *state;

	story->samples[1].stat.cpus[0].cpu = 4;
	assert_false(is_same(story));
	story->samples[1].stat.n_cpus = 0;
	assert_false(is_same(story));
}

static void a_switch_is_a_change(void **state)
{
	struct story *story = *state;

	story->samples[1].stat.ctxt = 1;
	assert_false(is_same(story));
}

static void a_packet_is_a_change(void **state)
{
	struct story *story = *state;

	for (int i = 0; i < 2; i++) {
		struct sample *sample = &story->samples[i];

		sample->has = NEED_NETDEVS | NEED_SOFTNETS | NEED_SOCKETS;
		assert_int_equal(netdevs_parse("lo: 1 2", 7, &sample->netdevs), 0);
		assert_int_equal(softnets_parse("1 2 3 4 5 6 7 8 9", 17, &sample->softnets), 0);
	}
	assert_true(is_same(story));
	story->samples[1].netdevs.rows[0].counts[NETDEV_RX_PACKETS]++;
	assert_false(is_same(story));
	story->samples[0].netdevs.rows[0].counts[NETDEV_RX_PACKETS]++;
	story->samples[1].softnets.rows[0].counts[SOFTNET_SQUEEZED]++;
	assert_false(is_same(story));
	story->samples[0].softnets.rows[0].counts[SOFTNET_SQUEEZED]++;
	assert_true(is_same(story));
	story->samples[1].sockets.counts[SOCKETS_UDP_IN] = 1;
	assert_false(is_same(story));
}

static void what_one_does_not_have_is_not_compared(void **state)
{
	struct story *story = *state;

	story->samples[1].stat.ctxt = 1;
	story->samples[1].has = 0;
	assert_true(is_same(story));
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, story_teardown)
	const struct CMUnitTest tests[] = {
		TEST(equal_counters_are_the_same), TEST(a_tick_is_a_change),
		TEST(another_cpu_is_a_change),     TEST(a_switch_is_a_change),
		TEST(a_packet_is_a_change),        TEST(what_one_does_not_have_is_not_compared),
	};
#undef TEST

	return cmocka_run_group_tests(tests, NULL, NULL);
}
