/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The network between two reads of text made by hand. */
#include "config.h"

#include <string.h>

#include "story.h"

static int setup(void **state)
{
	static struct story story;

	story_init(&story);
	*state = &story;
	return 0;
}

/* Two seconds lie between the reads. */
static uint64_t read_ns(int which)
{
	return (uint64_t)(which + 1) * 2 * SECOND;
}

static void set_softnets(struct story *story, int which, const char *text)
{
	struct sample *sample = &story->samples[which];

	assert_int_equal(softnets_parse(text, strlen(text), &sample->softnets), 0);
	sample->softnets.read_ns = read_ns(which);
	sample->has |= NEED_SOFTNETS;
}

static void set_stat(struct story *story, int which, const char *text)
{
	struct sample *sample = &story->samples[which];

	assert_int_equal(procstat_parse(text, strlen(text), &sample->stat), 0);
	sample->stat.read_ns = read_ns(which);
	sample->has |= NEED_STAT;
}

static void set_netdevs(struct story *story, int which, const char *text)
{
	struct sample *sample = &story->samples[which];

	assert_int_equal(netdevs_parse(text, strlen(text), &sample->netdevs), 0);
	sample->netdevs.read_ns = read_ns(which);
	sample->has |= NEED_NETDEVS;
}

static uint64_t *set_sockets(struct story *story, int which)
{
	struct sample *sample = &story->samples[which];

	sample->sockets.read_ns = read_ns(which);
	sample->has |= NEED_SOCKETS;
	return sample->sockets.counts;
}

static void rows_of_softnet_are_their_cpus(void **state)
{
	struct story *story = *state;
	const struct softnet_interval *rows;

	set_softnets(story, 0,
		     "64 0 1 0 0 0 0 0 0 5 0 0 0 0 0\n"
		     "ffffffff a 0 0 0 0 0 0 0 6 0 0 7 0 0\n");
	set_softnets(story, 1,
		     "3 a 0 0 0 0 0 0 0 10 0 2 7 0 0\n"
		     "c8 0 3 0 0 0 0 0 0 5 0 0 0 0 0\n"
		     "9 9 9 0 0 0 0 0 0 9 9 9 3 0 0\n");
	story_between(story);
	rows = story->interval.softnets;
	assert_int_equal(story->interval.n_softnets, 3);
	assert_int_equal(rows[0].cpu, 0);
	assert_near(rows[0].processed_per_s, 50);
	assert_near(rows[0].seconds, 2);
	assert_near(rows[0].squeezed_per_s, 1);
	assert_near(rows[0].rps_per_s, 0);
	/* CPU 3 has just come. */
	assert_int_equal(rows[1].cpu, 3);
	assert_true(isnan(rows[1].processed_per_s));
	assert_near(rows[1].backlog, 9);
	/* A counter of 32 bits went past its end. */
	assert_int_equal(rows[2].cpu, 7);
	assert_near(rows[2].processed_per_s, 2);
	assert_near(rows[2].rps_per_s, 5);
	assert_near(rows[2].dropped_per_s, 0);
	assert_near(rows[2].backlog, 2);
}

#define OLD_ROW(processed) processed " 0 0 0 0 0 0 0 0 0 0\n"

/* CPU 1 went offline in between: the second row is another one's then. */
static void rows_of_old_kernels_are_the_online_cpus(void **state)
{
	struct story *story = *state;
	const struct softnet_interval *rows;

	set_stat(story, 0, "cpu0 1 1 1 1\ncpu1 1 1 1 1\ncpu8 1 1 1 1\n");
	set_stat(story, 1, "cpu0 1 1 1 1\ncpu8 1 1 1 1\n");
	set_softnets(story, 0, OLD_ROW("10") OLD_ROW("1000") OLD_ROW("20"));
	set_softnets(story, 1, OLD_ROW("12") OLD_ROW("28"));
	story_between(story);
	rows = story->interval.softnets;
	assert_int_equal(story->interval.n_softnets, 2);
	assert_int_equal(rows[0].cpu, 0);
	assert_near(rows[0].processed_per_s, 1);
	assert_int_equal(rows[1].cpu, 8);
	assert_near(rows[1].processed_per_s, 4);
	assert_true(isnan(rows[1].backlog));
}

/* A CPU came between the reads of two files. */
static void rows_that_nobody_can_place_have_no_cpu(void **state)
{
	struct story *story = *state;
	const struct softnet_interval *rows;

	set_stat(story, 0, "cpu0 1 1 1 1\n");
	set_stat(story, 1, "cpu0 1 1 1 1\n");
	set_softnets(story, 0, OLD_ROW("10") OLD_ROW("20"));
	set_softnets(story, 1, OLD_ROW("11") OLD_ROW("21"));
	story_between(story);
	rows = story->interval.softnets;
	assert_int_equal(story->interval.n_softnets, 2);
	assert_int_equal(rows[0].cpu, -1);
	assert_true(isnan(rows[0].processed_per_s));
	assert_int_equal(rows[1].cpu, -1);
}

static void a_cpu_that_is_there_twice_is_taken_once(void **state)
{
	struct story *story = *state;

	set_softnets(story, 0, "1 0 0 0 0 0 0 0 0 0 0 0 0\n");
	set_softnets(story, 1,
		     "5 0 0 0 0 0 0 0 0 0 0 0 0\n1 0 0 0 0 0 0 0 0 0 0 0 1\n"
		     "ff 0 0 0 0 0 0 0 0 0 0 0 0\n");
	story_between(story);
	assert_int_equal(story->interval.n_softnets, 2);
	assert_near(story->interval.softnets[0].processed_per_s, 2);
	assert_int_equal(story->interval.softnets[1].cpu, 1);
}

static void interfaces_are_their_names(void **state)
{
	struct story *story = *state;
	const struct netdev_interval *rows;

	set_netdevs(story, 0,
		    "lo: 5 5 0 0 0 0 0 0 5 5 0 0 0 0 0 0\n"
		    "gone: 5 5 0 0 0 0 0 0 5 5 0 0 0 0 0 0\n"
		    "eth0: 1000 10 1 2 0 0 0 0 2000 20 3 4 0 0 0 0\n");
	set_netdevs(story, 1,
		    "eth0: 3000 14 3 6 0 0 0 0 8000 28 9 12 0 0 0 0\n"
		    "lo: 5 5 0 0 0 0 0 0 5 5 0 0 0 0 0 0\n"
		    "new: 5 5 0 0 0 0 0 0 5 5 0 0 0 0 0 0\n");
	story_between(story);
	rows = story->interval.netdevs;
	assert_int_equal(story->interval.n_netdevs, 3);
	assert_string_equal(rows[0].name, "eth0");
	assert_near(rows[0].seconds, 2);
	assert_near(rows[0].rx_bytes_per_s, 1000);
	assert_near(rows[0].rx_packets_per_s, 2);
	assert_near(rows[0].rx_errors_per_s, 1);
	assert_near(rows[0].rx_dropped_per_s, 2);
	assert_near(rows[0].tx_bytes_per_s, 3000);
	assert_near(rows[0].tx_packets_per_s, 4);
	assert_near(rows[0].tx_errors_per_s, 3);
	assert_near(rows[0].tx_dropped_per_s, 4);
	assert_near(rows[1].rx_packets_per_s, 0);
	assert_string_equal(rows[2].name, "new");
	assert_true(isnan(rows[2].rx_packets_per_s) && isnan(rows[2].tx_dropped_per_s));
	/* Whose it is others find out. */
	assert_null(rows[0].driver);
	assert_int_equal(rows[0].node, -1);
	assert_int_equal(rows[0].n_queues, 0);
	assert_true(isnan(rows[0].speed_mbit) && isnan(rows[0].n_rx));
}

/* Its bytes are less, so that its packets are more says nothing: it was made anew. */
static void an_interface_that_counts_anew_is_another(void **state)
{
	struct story *story = *state;
	const struct netdev_interval *rows;

	set_netdevs(story, 0,
		    "veth0: 9000 10 0 0 0 0 0 0 9 9 0 0 0 0 0 0\n"
		    "odd: 1 1 0 7 0 0 0 0 1 1 0 0 0 0 0 0\n");
	set_netdevs(story, 1,
		    "veth0: 800 20 0 0 0 0 0 0 9 9 0 0 0 0 0 0\n"
		    "odd: 1 3 0 5 0 0 0 0 1 1 0 0 0 0 0 0\n");
	story_between(story);
	rows = story->interval.netdevs;
	assert_true(isnan(rows[0].rx_packets_per_s) && isnan(rows[0].tx_errors_per_s));
	/* A driver may think again of what it dropped. */
	assert_near(rows[1].rx_packets_per_s, 1);
	assert_true(isnan(rows[1].rx_dropped_per_s));
}

static void what_sockets_did_is_a_rate(void **state)
{
	struct story *story = *state;
	const struct sockets_interval *sockets = &story->interval.sockets;

	for (int which = 0; which < 2; which++) {
		uint64_t *counts = set_sockets(story, which);

		for (uint64_t i = 0; i < N_SOCKETS_COUNTS; i++)
			counts[i] = 1000 * i + (which ? 2 * (i + 1) : 0);
		counts[SOCKETS_RETRANS_SEGS] = which ? 3 : 0;
		counts[SOCKETS_OUT_SEGS] = which ? 30 : 0;
		story->samples[which].page_kib = 4;
	}
	story_between(story);
	assert_near(sockets->in_segs_per_s, SOCKETS_IN_SEGS + 1);
	assert_near(sockets->out_segs_per_s, 15);
	assert_near(sockets->retrans_per_s, 1.5);
	assert_near(sockets->retrans_pct, 100 * 1.5 / 16.5);
	assert_near(sockets->active_opens_per_s, SOCKETS_ACTIVE_OPENS + 1);
	assert_near(sockets->passive_opens_per_s, SOCKETS_PASSIVE_OPENS + 1);
	assert_near(sockets->listen_overflows_per_s, SOCKETS_LISTEN_OVERFLOWS + 1);
	assert_near(sockets->listen_drops_per_s, SOCKETS_LISTEN_DROPS + 1);
	assert_near(sockets->syn_cookies_per_s, SOCKETS_SYN_COOKIES + 1);
	assert_near(sockets->syn_drops_per_s, SOCKETS_SYN_DROPS + 1);
	assert_near(sockets->udp_in_per_s, SOCKETS_UDP_IN + SOCKETS_UDP6_IN + 2);
	assert_near(sockets->udp_out_per_s, SOCKETS_UDP_OUT + SOCKETS_UDP6_OUT + 2);
	assert_near(sockets->udp_full_per_s, SOCKETS_UDP_FULL + SOCKETS_UDP6_FULL + 2);
	assert_near(sockets->tcp_inuse, 1006);
	assert_near(sockets->tcp_orphans, 1000 * SOCKETS_ORPHANS + 2 * (SOCKETS_ORPHANS + 1));
	assert_near(sockets->time_wait, 1000 * SOCKETS_TIME_WAIT + 2 * (SOCKETS_TIME_WAIT + 1));
	assert_near(sockets->tcp_mem_kib,
		    4 * (1000 * SOCKETS_TCP_PAGES + 2 * (SOCKETS_TCP_PAGES + 1)));
	/* Counted one by one by others. */
	assert_true(isnan(sockets->established) && isnan(sockets->listen_queue));
	assert_null(sockets->top);
}

static void nothing_sent_is_no_share_of_it(void **state)
{
	struct story *story = *state;

	set_sockets(story, 0)[SOCKETS_OUT_SEGS] = 5;
	set_sockets(story, 0)[SOCKETS_RETRANS_SEGS] = 5;
	set_sockets(story, 1)[SOCKETS_OUT_SEGS] = 5;
	set_sockets(story, 1)[SOCKETS_RETRANS_SEGS] = 5;
	story_between(story);
	assert_near(story->interval.sockets.retrans_per_s, 0);
	assert_true(isnan(story->interval.sockets.retrans_pct));
	set_sockets(story, 1)[SOCKETS_OUT_SEGS] = 6;
	set_sockets(story, 1)[SOCKETS_RETRANS_SEGS] = 9;
	story_between(story);
	assert_near(story->interval.sockets.retrans_pct, 80);
}

static void since_boot_it_is_over_the_uptime(void **state)
{
	struct story *story = *state;
	const struct interval *interval = &story->interval;
	struct sample *sample = &story->samples[1];

	sample->has |= NEED_LOAD;
	sample->load.uptime_s = 10;
	set_softnets(story, 1, "64 0 0 0 0 0 0 0 0 0 0 0 0\n");
	set_netdevs(story, 1, "lo: 50 5 0 0 0 0 0 0 50 5 0 0 0 0 0 0\n");
	set_sockets(story, 1)[SOCKETS_IN_SEGS] = 70;
	interval_between(&story->interval, NULL, sample);
	assert_near(interval->softnets[0].processed_per_s, 10);
	assert_near(interval->netdevs[0].rx_bytes_per_s, 5);
	assert_near(interval->netdevs[0].seconds, 10);
	assert_near(interval->sockets.in_segs_per_s, 7);
}

/* It was not looked at before, or cannot be now. */
static void what_only_one_sample_has_has_no_rates(void **state)
{
	struct story *story = *state;
	const struct interval *interval = &story->interval;

	set_softnets(story, 1, "64 0 0 0 0 0 0 0 0 0 0 3 0\n");
	set_netdevs(story, 1, "lo: 50 5 0 0 0 0 0 0 50 5 0 0 0 0 0 0\n");
	set_sockets(story, 1)[SOCKETS_TIME_WAIT] = 70;
	set_sockets(story, 1)[SOCKETS_IN_SEGS] = 70;
	story_between(story);
	assert_true(isnan(interval->softnets[0].processed_per_s));
	assert_near(interval->softnets[0].backlog, 3);
	assert_true(isnan(interval->netdevs[0].rx_bytes_per_s));
	assert_true(isnan(interval->netdevs[0].seconds));
	assert_true(isnan(interval->sockets.in_segs_per_s));
	assert_near(interval->sockets.time_wait, 70);
	story->samples[1].has = 0;
	story_between(story);
	assert_int_equal(interval->n_softnets, 0);
	assert_int_equal(interval->n_netdevs, 0);
	assert_true(isnan(interval->sockets.time_wait));
}

#define TEST(function) cmocka_unit_test_setup_teardown(function, setup, story_teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(rows_of_softnet_are_their_cpus),
		TEST(rows_of_old_kernels_are_the_online_cpus),
		TEST(rows_that_nobody_can_place_have_no_cpu),
		TEST(a_cpu_that_is_there_twice_is_taken_once),
		TEST(interfaces_are_their_names),
		TEST(an_interface_that_counts_anew_is_another),
		TEST(what_sockets_did_is_a_rate),
		TEST(nothing_sent_is_no_share_of_it),
		TEST(since_boot_it_is_over_the_uptime),
		TEST(what_only_one_sample_has_has_no_rates),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
