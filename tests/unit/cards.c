/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Interfaces and the owners of interrupts, of a machine made of files. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/counter.h"
#include "dump.h"
#include "source/cards.h"
#include "source/irq_owners.h"

static struct dump dump;
static struct cards cards;
static struct irq_owners owners;

static void put(const char *card, const char *name, const char *text)
{
	char path[128];

	snprintf(path, sizeof(path), "sys/class/net/%s/%s", card, name);
	dump_put(&dump, path, text);
}

static int setup(void **state)
{
	(void)state;
	dump_empty(&dump, "sys");
	cards_init(&cards);
	return 0;
}

static int teardown(void **state)
{
	(void)state;
	cards_fini(&cards);
	irq_owners_fini(&owners);
	return 0;
}

static void refresh(const char *const *names, size_t n)
{
	cards_refresh(&cards, names, n, false);
}

static void assert_set(const struct cpuset *set, const char *expected)
{
	char text[64];

	cpuset_format(set, text, sizeof(text));
	assert_string_equal(text, expected);
}

static void a_card_with_queues(void **state)
{
	(void)state;
	static const char *const names[] = {"eth0"};
	const struct card *card;

	put("eth0", "ifindex", "3\n");
	put("eth0", "speed", "25000\n");
	put("eth0", "device/numa_node", "1\n");
	dump_link(&dump, "sys/class/net/eth0/device/driver", "../../../bus/pci/drivers/ice");
	put("eth0", "queues/rx-10/rps_cpus", "00000002,00000000,00000000\n");
	put("eth0", "queues/rx-10/rps_flow_cnt", "0\n");
	put("eth0", "queues/rx-2/rps_cpus", "f\n");
	put("eth0", "queues/rx-2/rps_flow_cnt", "4096\n");
	put("eth0", "queues/tx-0/xps_cpus", "0\n");
	refresh(names, 1);
	card = cards_find(&cards, "eth0");
	assert_non_null(card);
	assert_int_equal(card->ifindex, 3);
	assert_string_equal(card->driver, "ice");
	assert_int_equal(card->node, 1);
	assert_int_equal(card->speed_mbit, 25000);
	assert_true(card->channels == COUNTER_UNKNOWN);
	assert_int_equal(card->n_queues, 3);
	assert_int_equal(card->n_rx, 2);
	assert_int_equal(card->queues[0].number, 2);
	assert_set(&card->queues[0].cpus, "0-3");
	assert_int_equal(card->queues[0].flow_cnt, 4096);
	assert_int_equal(card->queues[1].number, 10);
	assert_set(&card->queues[1].cpus, "65");
	assert_int_equal(card->queues[1].flow_cnt, 0);
	assert_int_equal(card->queues[2].kind, 't');
	assert_true(card->queues[2].has_cpus);
	assert_set(&card->queues[2].cpus, "");
	assert_true(card->queues[2].flow_cnt == COUNTER_UNKNOWN);
}

/* A link that is down says -1, a device with one queue has no xps_cpus to read. */
static void what_is_not_told_is_unknown(void **state)
{
	(void)state;
	static const char *const names[] = {"lo", "gone", "../lo", "..", "a_name_that_is_too_long"};

	put("lo", "ifindex", "1\n");
	put("lo", "speed", "-1\n");
	put("lo", "queues/rx-0/rps_cpus", "0\n");
	put("lo", "queues/tx-0/", "");
	refresh(names, 5);
	assert_null(cards_find(&cards, "lo")->driver);
	assert_int_equal(cards_find(&cards, "lo")->node, -1);
	assert_true(cards_find(&cards, "lo")->speed_mbit == COUNTER_UNKNOWN);
	assert_false(cards_find(&cards, "lo")->queues[1].has_cpus);
	assert_true(cards_find(&cards, "lo")->queues[0].flow_cnt == COUNTER_UNKNOWN);
	assert_false(cards_find(&cards, "gone")->has_queues);
	for (size_t i = 2; i < 5; i++)
		assert_null(cards_find(&cards, names[i]));
}

static void a_young_card_is_not_read_again(void **state)
{
	(void)state;
	static const char *const names[] = {"a"};

	put("a", "speed", "100\n");
	refresh(names, 1);
	put("a", "speed", "1000\n");
	refresh(names, 1);
	assert_int_equal(cards_find(&cards, "a")->speed_mbit, 100);
	cards.items[0].read_ns = 1;
	refresh(names, 1);
	assert_int_equal(cards_find(&cards, "a")->speed_mbit, 1000);
	put("a", "speed", "10\n");
	cards_forget(&cards);
	refresh(names, 1);
	assert_int_equal(cards_find(&cards, "a")->speed_mbit, 10);
}

static void the_budget_goes_to_the_most_interesting(void **state)
{
	(void)state;
	static const char *const names[] = {"z", "m", "a"};

	for (size_t i = 0; i < 3; i++)
		put(names[i], "queues/rx-0/rps_cpus", "1\n");
	cards.new_files = 1;
	for (size_t i = 0; i < 3; i++) {
		refresh(names, 3);
		assert_int_equal(cards.n_items, i + 1);
		assert_non_null(cards_find(&cards, names[i]));
	}
}

/* What is gone is forgotten; of what came in its place nothing is known before it is read. */
static void cards_come_and_go(void **state)
{
	(void)state;
	static const char *const then[] = {"a", "b", "c"}, *const now[] = {"c", "d"};

	put("b", "queues/rx-0/rps_cpus", "1\n");
	put("d", "queues/rx-0/rps_cpus", "2\n");
	refresh(then, 3);
	refresh(now, 2);
	assert_null(cards_find(&cards, "a"));
	assert_null(cards_find(&cards, "b"));
	assert_non_null(cards_find(&cards, "c"));
	assert_set(&cards_find(&cards, "d")->queues[0].cpus, "1");
	refresh(NULL, 0);
	assert_int_equal(cards.n_items, 0);
}

static void assert_owner(int irq, const char *named, const char *expected)
{
	const char *found = irq_owners_find(&owners, irq, (struct span){named, strlen(named)});

	if (!expected)
		assert_null(found);
	else
		assert_string_equal(found, expected);
}

static void assert_on_bus(const char *bus, const char *expected)
{
	const char *found = irq_owners_on_bus(&owners, (struct span){bus, strlen(bus)});

	if (!expected)
		assert_null(found);
	else
		assert_string_equal(found, expected);
}

/* A card on PCI, one with two ports, a virtio one below its PCI device, a disk, one without interrupts. */
static void sysfs_tells_whose_an_interrupt_is(void **state)
{
	(void)state;
	dump_put(&dump, "sys/devices/0000:81:00.0/msi_irqs/40", "msix\n");
	dump_put(&dump, "sys/devices/0000:81:00.0/msi_irqs/41", "msix\n");
	dump_link(&dump, "sys/class/net/eth0/device", "../../../devices/0000:81:00.0");
	dump_put(&dump, "sys/devices/0000:82:00.0/msi_irqs/50", "msix\n");
	dump_link(&dump, "sys/class/net/p1/device", "../../../devices/0000:82:00.0");
	dump_link(&dump, "sys/class/net/p2/device", "../../../devices/0000:82:00.0");
	dump_put(&dump, "sys/devices/0000:03:00.0/msi_irqs/7", "msix\n");
	dump_link(&dump, "sys/devices/0000:03:00.0/virtio2/subsystem", "../../../bus/virtio");
	dump_link(&dump, "sys/class/net/ens3/device", "../../../devices/0000:03:00.0/virtio2");
	dump_put(&dump, "sys/devices/0000:04:00.0/msi_irqs/9", "msix\n");
	dump_link(&dump, "sys/class/nvme/nvme0/device", "../../../devices/0000:04:00.0");
	/* What is above a card on PCI is a bridge, with an interrupt of its own. */
	dump_put(&dump, "sys/devices/bridge/msi_irqs/3", "msi\n");
	dump_put(&dump, "sys/devices/bridge/0000:05:00.0/", "");
	dump_link(&dump, "sys/class/net/old/device", "../../../devices/bridge/0000:05:00.0");
	put("lo", "ifindex", "1\n");
	irq_owners_refresh(&owners, 0);
	assert_owner(40, "", "eth0");
	assert_owner(41, "another", "eth0");
	assert_owner(50, "", "0000:82:00.0");
	assert_owner(50, "p2", "p2");
	assert_owner(7, "", "ens3");
	assert_owner(9, "", "nvme0");
	assert_owner(3, "", NULL);
	assert_owner(8, "", NULL);
	assert_on_bus("virtio2", "ens3");
	assert_on_bus("0000:05:00.0", "old");
	assert_on_bus("0000:82:00.0", NULL);
	assert_on_bus("virtio", NULL);
}

static void owners_are_read_again_when_they_are_old(void **state)
{
	(void)state;
	dump_put(&dump, "sys/devices/x/msi_irqs/40", "msix\n");
	dump_link(&dump, "sys/class/net/eth0/device", "../../../devices/x");
	irq_owners_refresh(&owners, UINT64_MAX);
	dump_put(&dump, "sys/devices/x/msi_irqs/41", "msix\n");
	irq_owners_refresh(&owners, UINT64_MAX);
	assert_owner(40, "", "eth0");
	assert_owner(41, "", NULL);
	irq_owners_refresh(&owners, 0);
	assert_owner(41, "", "eth0");
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(a_card_with_queues),
		TEST(what_is_not_told_is_unknown),
		TEST(a_young_card_is_not_read_again),
		TEST(the_budget_goes_to_the_most_interesting),
		TEST(cards_come_and_go),
		TEST(sysfs_tells_whose_an_interrupt_is),
		TEST(owners_are_read_again_when_they_are_old),
	};

	dump_init(&dump);
	dump_enter(&dump);

	int failed = cmocka_run_group_tests(tests, NULL, NULL);

	dump_fini(&dump);
	return failed;
}
