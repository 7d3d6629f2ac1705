/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Interrupts and interfaces joined, and what was counted of connections put beside the rest. */
#include "config.h"

#include <arpa/inet.h>
#include <string.h>

#include "base/counter.h"
#include "netlink/diag.h"
#include "source/cards.h"
#include "source/irq_owners.h"
#include "source/peers.h"
#include "story.h"

static const char interrupts[] =
	"            CPU0       CPU1\n"
	" 16:          5          0  IO-APIC  16-fasteoi   uhci_hcd:usb1, virtio9, i801\n"
	" 17:          5          0  IO-APIC  17-fasteoi   eth7, eth8\n"
	" 18:          5          0  IO-APIC  18-fasteoi   eth9\n"
	" 40:          5          0  PCI-MSI 1-edge      eth1-TxRx-0\n"
	" 41:          0          5  PCI-MSI 2-edge      eth1-TxRx-1\n"
	" 42:          0          5  PCI-MSI 3-edge      eth1\n"
	" 50:          0          5  PCI-MSI 4-edge      virtio2-input.0\n"
	" 51:          0          5  PCI-MSI 5-edge      virtio2-output.0\n"
	" 60:          0          5  PCI-MSI 6-edge      nvme0q12\n"
	" 61:          0          5  PCI-MSI 7-edge      mlx5_comp1@pci:0000:82:00.0\n"
	" 80:          0          5  PCI-MSI 9-edge      gve-ntfy-blk0@pci:0000:00:04.0\n"
	" 81:          0          5  PCI-MSI 10-edge      gve-ntfy-blk1@pci:0000:00:04.0\n"
	" 82:          0          5  PCI-MSI 11-edge      gve-ntfy-blk2@pci:0000:00:04.0\n"
	" 83:          0          5  PCI-MSI 12-edge      gve-ntfy-blk3@pci:0000:00:04.0\n"
	" 84:          0          5  PCI-MSI 13-edge      gve-mgmnt@pci:0000:00:04.0\n"
	" 90:          0          5  PCI-MSI 14-edge      gve-ntfy-blk0@pci:0000:00:05.0\n"
	" 70:          0          5  PCI-MSI 8-edge      xhci_hcd\n"
	"LOC:          9          9  Local timer interrupts\n";

/* eth1 was renamed to lan0 after its interrupts had their names. */
static struct irq_owner owner_items[] = {
	{(char *)"lan0", (char *)"0000:81:00.0", 3},  {(char *)"ens3", (char *)"virtio2", 0},
	{(char *)"p1", (char *)"0000:82:00.0", 1},    {(char *)"p2", (char *)"0000:82:00.0", 1},
	{(char *)"nvme0", (char *)"0000:04:00.0", 1}, {(char *)"eth9", (char *)"0000:09:00.0", 0},
};
static struct irq_tie ties[] = {{40, 0}, {41, 0}, {42, 0}, {60, 4}, {61, 2}, {61, 3}};
static const struct irq_owners owners = {
	.items = owner_items, .n_items = 6, .ties = ties, .n_ties = 6};
static const struct irq_owners nobody;

static struct card_queue lan0_queues[] = {
	{.kind = 'r', .number = 0, .has_cpus = true, .flow_cnt = 4096},
	{.kind = 'r', .number = 1, .flow_cnt = COUNTER_UNKNOWN},
	{.kind = 't', .number = 0, .flow_cnt = COUNTER_UNKNOWN},
	{.kind = 't', .number = 2, .flow_cnt = COUNTER_UNKNOWN},
};
static struct card_queue pair[] = {{.kind = 'r', .flow_cnt = 0},
				   {.kind = 't', .flow_cnt = COUNTER_UNKNOWN}};

static struct card card_of(const char *name, struct card_queue *queues, size_t n, size_t n_rx)
{
	return (struct card){
		.name = (char *)name,
		.node = -1,
		.speed_mbit = COUNTER_UNKNOWN,
		.channels = COUNTER_UNKNOWN,
		.channels_most = COUNTER_UNKNOWN,
		.has_queues = n > 0,
		.queues = queues,
		.n_queues = n,
		.n_rx = n_rx,
		.read_ns = 1,
	};
}

static int setup(void **state)
{
	static struct story story;

	story_init(&story);
	story.samples[0].has = story.samples[1].has = NEED_INTERRUPTS;
	for (int i = 0; i < 2; i++) {
		struct interrupts *one = &story.samples[i].interrupts;

		assert_int_equal(interrupts_parse(interrupts, strlen(interrupts), one), 0);
		one->read_ns = (uint64_t)(i + 1) * SECOND;
	}
	story_between(&story);
	*state = &story;
	return 0;
}

static const struct irq_interval *irq(const struct interval *interval, int number)
{
	for (size_t i = 0; i < interval->n_irqs; i++)
		if (interval->irqs[i].irq == number)
			return &interval->irqs[i];
	fail_msg("no IRQ %d", number);
	return NULL;
}

static void assert_irq(const struct interval *interval, int number, const char *device, char kind,
		       int queue)
{
	const struct irq_interval *one = irq(interval, number);

	if (!device)
		assert_null(one->device);
	else
		assert_string_equal(one->device, device);
	assert_int_equal(one->queue_kind, kind);
	assert_int_equal(one->queue, queue);
}

static void add(struct interval *interval, struct card *items, size_t n, const char *const *names,
		size_t n_names, const struct irq_owners *of)
{
	const struct cards cards = {.items = items, .n_items = n};

	interval->netdevs = arena_alloc(&interval->arena, n_names, sizeof(*interval->netdevs));
	interval->n_netdevs = n_names;
	for (size_t i = 0; i < n_names; i++)
		interval->netdevs[i] =
			(struct netdev_interval){.name = names[i], .node = -1, .n_rx = (double)NAN};
	interval_add_cards(interval, &cards, of);
}

static void an_interrupt_is_of_a_device(void **state)
{
	struct story *story = *state;
	const struct interval *interval = &story->interval;

	add(&story->interval, NULL, 0, NULL, 0, &owners);
	assert_irq(interval, 40, "lan0", 'b', 0);
	assert_irq(interval, 41, "lan0", 'b', 1);
	assert_irq(interval, 42, "lan0", 0, -1);
	assert_irq(interval, 50, "ens3", 'r', 0);
	assert_irq(interval, 51, "ens3", 't', 0);
	assert_irq(interval, 60, "nvme0", 'b', 12);
	assert_irq(interval, 61, "0000:82:00.0", 'b', 1);
	assert_irq(interval, 70, NULL, 0, -1);
	/* Two blocks transmit and two receive; one alone cannot be half of them. */
	assert_irq(interval, 80, "0000:00:04.0", 't', 0);
	assert_irq(interval, 81, "0000:00:04.0", 't', 1);
	assert_irq(interval, 82, "0000:00:04.0", 'r', 0);
	assert_irq(interval, 83, "0000:00:04.0", 'r', 1);
	assert_irq(interval, 84, "0000:00:04.0", 0, -1);
	assert_irq(interval, 90, "0000:00:05.0", 0, -1);
	/* A line that is shared: the only one that is known, but none of two. */
	assert_irq(interval, 16, "virtio9", 0, -1);
	assert_irq(interval, 17, NULL, 0, -1);
	for (size_t i = 0; i < interval->n_irqs; i++)
		if (interval->irqs[i].irq < 0)
			assert_null(interval->irqs[i].device);
}

/* A container has an eth9 and an eth1 of its own, and sees the interrupts of the host's. */
static void another_of_that_name_has_no_interrupt(void **state)
{
	static const char *const names[] = {"eth1", "eth9"};
	struct irq_owner other[] = {{(char *)"eth1", (char *)"0000:99:00.0", 1}};
	struct irq_tie tie[] = {{99, 0}};
	const struct irq_owners mine = {.items = other, .n_items = 1, .ties = tie, .n_ties = 1};
	struct story *story = *state;
	struct card items[] = {card_of("eth1", pair, 2, 1), card_of("eth9", pair, 2, 1)};

	add(&story->interval, items, 2, names, 2, &mine);
	assert_irq(&story->interval, 40, NULL, 'b', 0);
	assert_irq(&story->interval, 18, NULL, 0, -1);
	assert_int_equal(story->interval.netdevs[0].queues[0].irq, -1);
	assert_int_equal(story->interval.netdevs[1].queues[0].irq, -1);
}

/* A dump without /sys. */
static void where_sysfs_does_not_tell_the_name_does(void **state)
{
	struct story *story = *state;
	const struct interval *interval = &story->interval;

	add(&story->interval, NULL, 0, NULL, 0, &nobody);
	assert_irq(interval, 40, "eth1", 'b', 0);
	assert_irq(interval, 42, "eth1", 0, -1);
	assert_irq(interval, 50, "virtio2", 'r', 0);
	assert_irq(interval, 60, "nvme0", 'b', 12);
	assert_irq(interval, 61, "0000:82:00.0", 'b', 1);
}

static void a_queue_has_the_interrupt_that_announces_it(void **state)
{
	static const char *const names[] = {"lo", "lan0", "eth9", "ens3"};
	struct story *story = *state;
	struct card items[] = {
		card_of("ens3", pair, 2, 1),
		card_of("eth9", pair, 2, 1),
		card_of("lan0", lan0_queues, 4, 2),
	};
	const struct netdev_interval *netdevs;

	cpuset_add(&lan0_queues[0].cpus, 65);
	items[2].driver = (char *)"igb";
	items[2].node = 1;
	items[2].speed_mbit = 1000;
	items[2].channels = 2;
	items[2].channels_most = 8;
	add(&story->interval, items, 3, names, 4, &owners);
	netdevs = story->interval.netdevs;
	assert_null(netdevs[0].queues);
	assert_true(isnan(netdevs[0].n_rx));
	assert_string_equal(netdevs[1].driver, "igb");
	assert_int_equal(netdevs[1].node, 1);
	assert_near(netdevs[1].speed_mbit, 1000);
	assert_near(netdevs[1].channels, 2);
	assert_near(netdevs[1].channels_most, 8);
	assert_near(netdevs[1].n_rx, 2);
	assert_near(netdevs[1].n_tx, 2);
	assert_int_equal(netdevs[1].n_queues, 4);
	assert_int_equal(netdevs[1].queues[0].irq, 40);
	assert_int_equal(netdevs[1].queues[1].irq, 41);
	assert_int_equal(netdevs[1].queues[2].irq, 40);
	assert_int_equal(netdevs[1].queues[3].irq, -1);
	assert_true(cpuset_has(netdevs[1].queues[0].cpus, 65));
	assert_null(netdevs[1].queues[1].cpus);
	assert_near(netdevs[1].queues[0].flow_cnt, 4096);
	assert_true(isnan(netdevs[1].queues[2].flow_cnt));
	/* The only interrupt of a card with one queue announces all it does. */
	assert_int_equal(netdevs[2].queues[0].irq, 18);
	assert_int_equal(netdevs[2].queues[1].irq, 18);
	assert_int_equal(netdevs[3].queues[0].irq, 50);
	assert_int_equal(netdevs[3].queues[1].irq, 51);
	assert_true(isnan(netdevs[3].speed_mbit));
	assert_null(netdevs[3].driver);
	cpuset_fini(&lan0_queues[0].cpus);
}

static struct diag_address address(const char *text, uint16_t port)
{
	struct diag_address address = {.port = port};

	assert_int_equal(inet_pton(AF_INET6, text, address.bytes), 1);
	return address;
}

static void connections_are_put_beside_the_rest(void **state)
{
	struct story *story = *state;
	const struct sockets_interval *sockets = &story->interval.sockets;
	struct peers peers = {.ports = 28232};

	interval_add_peers(&story->interval, &peers);
	assert_near(sockets->ports, 28232);
	assert_true(isnan(sockets->established) && isnan(sockets->top_ports));
	peers.told = (struct peers_told){
		.is_known = true,
		.established = 7,
		.top_ports = 5,
		.top = address("::ffff:192.0.2.7", 443),
	};
	interval_add_peers(&story->interval, &peers);
	assert_near(sockets->established, 7);
	assert_near(sockets->top_ports, 5);
	assert_string_equal(sockets->top, "192.0.2.7:443");
	assert_near(sockets->listen_queue, 0);
	assert_true(isnan(sockets->listen_queue_most));
	assert_null(sockets->listener);
	peers.told.listen_queue = 3;
	peers.told.listen_queue_most = 128;
	peers.told.listener = address("::", 80);
	interval_add_peers(&story->interval, &peers);
	assert_near(sockets->listen_queue_most, 128);
	assert_string_equal(sockets->listener, "[::]:80");
}

/* Which of them are outgoing nobody can say then. */
static void without_a_range_no_port_is_ephemeral(void **state)
{
	struct story *story = *state;
	struct peers peers = {.ports = COUNTER_UNKNOWN, .told = {.is_known = true}};

	interval_add_peers(&story->interval, &peers);
	assert_true(isnan(story->interval.sockets.ports));
	assert_true(isnan(story->interval.sockets.top_ports));
	assert_near(story->interval.sockets.established, 0);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, story_teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(an_interrupt_is_of_a_device),
		TEST(another_of_that_name_has_no_interrupt),
		TEST(where_sysfs_does_not_tell_the_name_does),
		TEST(a_queue_has_the_interrupt_that_announces_it),
		TEST(connections_are_put_beside_the_rest),
		TEST(without_a_range_no_port_is_ephemeral),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
