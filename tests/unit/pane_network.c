/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "pane_story.h"

#include "view/sockets_rows.h"
#include "view/softnet_rows.h"

static struct cpuset *set_of(unsigned int cpu)
{
	static struct cpuset sets[2];
	struct cpuset *set = &sets[cpu ? 1 : 0];

	cpuset_clear(set);
	if (cpu)
		cpuset_add(set, cpu);
	return set;
}

static int setup(void **state)
{
	static struct netdev_interval netdevs[2];
	static struct queue_interval queues[3];
	static struct softnet_interval softnets[2];
	static struct irq_interval irq;
	struct story *story;

	story_setup(state);
	story = *state;
	story_add_cpus(story, (int[]){0, 3, 8}, 3);
	softnets[0] = (struct softnet_interval){3, 1, 9000, 5, 1, UNKNOWN, UNKNOWN, UNKNOWN};
	softnets[1] = (struct softnet_interval){8, 1, 1000, 0, 0, UNKNOWN, UNKNOWN, UNKNOWN};
	queues[0] = (struct queue_interval){'r', 0, set_of(0), 0, 30};
	queues[1] = (struct queue_interval){'r', 1, set_of(5), 0, -1};
	queues[2] = (struct queue_interval){'t', 0, NULL, UNKNOWN, -1};
	netdevs[0] = (struct netdev_interval){
		.name = "eth0",
		.driver = "virtio_net",
		.node = 1,
		.rx_packets_per_s = 900,
		.tx_packets_per_s = 100,
		.rx_bytes_per_s = 1e6,
		.tx_bytes_per_s = 500000,
		.rx_dropped_per_s = 0,
		.tx_dropped_per_s = UNKNOWN,
		.speed_mbit = 100,
		.channels = 2,
		.channels_most = 4,
		.n_rx = 2,
		.n_tx = 1,
		.queues = queues,
		.n_queues = 3,
	};
	netdevs[1] = (struct netdev_interval){
		.name = "lo", .node = -1, .speed_mbit = UNKNOWN, .channels = UNKNOWN};
	irq = (struct irq_interval){
		.label = "30",
		.name = "virtio2-input.0",
		.irq = 30,
		.per_s = 1234,
		.asked = set_of(5),
	};
	story->interval.irqs = &irq;
	story->interval.n_irqs = 1;
	story->interval.netdevs = netdevs;
	story->interval.n_netdevs = 2;
	story->interval.softnets = softnets;
	story->interval.n_softnets = 2;
	return 0;
}

static void an_interface_has_a_row(void **state)
{
	struct story *story = *state;
	struct model model = story_main(story, "network");

	assert_int_equal(model.n_rows, 2);
	assert_string_equal(
		story_row(story, &model, 0),
		"eth0 900.00 100.00 1000000.00 500000.00 1500 0.00 - 0.00 0.00 8.00 2 1 "
		"100 1 virtio_net");
	assert_string_equal(story_text(story, &model, 1, "node"), "-");
	assert_string_equal(story_text(story, &model, 1, "driver"), "-");
	assert_string_equal(story_text(story, &model, 1, "ifutil"), "-");
	assert_string_equal(story_text(story, &model, 1, "bytes_per_packet"), "-");
	assert_true(model.row_id(&model, 0) != model.row_id(&model, 1));
}

static void details_tell_who_serves_each_queue(void **state)
{
	struct story *story = *state;
	struct model model = story_main(story, "network");
	const struct detail *lines;
	size_t n = pane_by_key('6')->details(&story->view, &model, 0, &story->arena, &lines);

	assert_int_equal(n, 8);
	assert_string_equal(lines[4].value, "2 in use, 4 possible");
	assert_string_equal(lines[5].name, "rx-0");
	assert_string_equal(lines[5].value, "IRQ 30 virtio2-input.0 1234/s on CPU 5, RPS off");
	assert_string_equal(lines[6].value, "RPS 5");
	assert_string_equal(lines[7].name, "tx-0");
	assert_string_equal(lines[7].value, "-");
	n = pane_by_key('6')->details(&story->view, &model, 1, &story->arena, &lines);
	assert_int_equal(n, 1);
}

/* CPU 0 has no row in softnet_stat. */
static void packets_are_counted_by_cpu(void **state)
{
	struct story *story = *state;
	const struct block *block = &pane_by_key('6')->blocks[0];
	struct model model = story_build(story, block);

	assert_int_equal(model.n_rows, N_SOFTNET_ROWS);
	assert_string_equal(story_row(story, &model, 0), "taken in 10000.00 cpu3  90% -91");
	assert_string_equal(story_text(story, &model, 4, "rate"), "-");
	assert_string_equal(story_text(story, &model, 4, "hottest"), "-");
	assert_string_equal(story_text(story, &model, 1, "rate"), "5.00");
	assert_int_equal(story_cell(&model, 1, "rate").style, STYLE_WARM);
	story->interval.n_softnets = 0;
	model = story_build(story, block);
	assert_int_equal(model.n_rows, 0);
	assert_non_null(model.note);
}

static void sockets_tell_what_went_wrong(void **state)
{
	struct story *story = *state;
	struct sockets_interval *sockets = &story->interval.sockets;
	const struct block *block = &pane_by_key('6')->blocks[1];
	struct model model;

	*sockets = (struct sockets_interval){
		.in_segs_per_s = 100,
		.out_segs_per_s = 90,
		.retrans_per_s = 9,
		.retrans_pct = 10,
		.listen_overflows_per_s = 6,
		.time_wait = 12000,
		.ports = 28232,
		.top_ports = 11000,
		.top = "192.0.2.7:443",
		.listener = "0.0.0.0:80",
		.listen_queue = 128,
		.listen_queue_most = 128,
	};
	model = story_build(story, block);
	assert_string_equal(story_text(story, &model, 1, "note"), "10.0% of those sent");
	assert_string_equal(story_row(story, &model, 3),
			    "overflows 6.00 128 of 128 wait at 0.0.0.0:80");
	assert_int_equal(story_cell(&model, 3, "rate").style, STYLE_HOT);
	assert_string_equal(story_text(story, &model, 4, "note"),
			    "11000 of 28232 ports to 192.0.2.7:443");
	story_ask_all(story, &model);
	sockets->retrans_pct = sockets->ports = UNKNOWN;
	sockets->listener = NULL;
	model = story_build(story, block);
	assert_string_equal(story_text(story, &model, 1, "note"), "-");
	assert_string_equal(story_text(story, &model, 3, "note"), "-");
	assert_string_equal(story_text(story, &model, 4, "note"), "-");
}

#define TEST(function) cmocka_unit_test_setup_teardown(function, setup, story_teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(an_interface_has_a_row),
		TEST(details_tell_who_serves_each_queue),
		TEST(packets_are_counted_by_cpu),
		TEST(sockets_tell_what_went_wrong),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
