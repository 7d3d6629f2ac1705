/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

#include "prefixes.h"
#include "source/irq_name.h"

struct expectation {
	const char *name, *device;
	char kind;
	int queue;
};

static void assert_all(const struct expectation *expected, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		const struct expectation *one = &expected[i];
		struct irq_name found = irq_name_parse(one->name, strlen(one->name));

		if (!span_is(found.device, one->device) || found.kind != one->kind ||
		    found.queue != one->queue)
			fail_msg("%s: \"%.*s\", kind %d, queue %d", one->name,
				 (int)found.device.len, found.device.text, found.kind, found.queue);
	}
}

static void queues_of_interfaces(void **state)
{
	(void)state;
	static const struct expectation expected[] = {
		{"eth0-TxRx-7", "eth0", 'b', 7},
		{"p3p1-TxRx-12", "p3p1", 'b', 12},
		{"my-eth-TxRx-1", "my-eth", 'b', 1},
		{"ens5-Tx-Rx-3", "ens5", 'b', 3},
		{"eth0-rxtx-1", "eth0", 'b', 1},
		{"eth0-rx-3", "eth0", 'r', 3},
		{"eth0-tx-1", "eth0", 't', 1},
		{"eth2-Rx5", "eth2", 'r', 5},
		{"eth2-q1-tx", "eth2", 't', 1},
		{"eth2-q1-rx", "eth2", 'r', 1},
		{"end0:rx-2", "end0", 'r', 2},
		{"i40e-eth0-TxRx-3", "eth0", 'b', 3},
		{"iavf-ens1f0v2-TxRx-0", "ens1f0v2", 'b', 0},
		{"ice-enp1s0f0-TxRx-15", "enp1s0f0", 'b', 15},
		{"eth0-fp-3", "eth0", 'b', 3},
		{"eth4-q2", "eth4", 'b', 2},
		{"eth4-0", "eth4", 'b', 0},
		{"enP2p1s0-TxRx-63", "enP2p1s0", 'b', 63},
	};

	assert_all(expected, sizeof(expected) / sizeof(*expected));
}

static void queues_of_what_is_on_a_bus(void **state)
{
	(void)state;
	static const struct expectation expected[] = {
		{"mlx5_comp3@pci:0000:81:00.0", "0000:81:00.0", 'b', 3},
		{"mlx4-comp-2@pci:0000:05:00.0", "0000:05:00.0", 'b', 2},
		{"mana_q1@pci:7870:00:00.0", "7870:00:00.0", 'b', 1},
		{"virtio2-input.0", "virtio2", 'r', 0},
		{"virtio12-output.7", "virtio12", 't', 7},
		{"virtio1-req.2", "virtio1", 'b', 2},
		{"nvme0q12", "nvme0", 'b', 12},
		{"gve-ntfy-blk3@pci:0000:00:04.0", "0000:00:04.0", IRQ_NAME_BLOCK, 3},
		{"eth0-ntfy-block.5", "eth0", IRQ_NAME_BLOCK, 5},
		{"nvme10q0", "nvme10", 'b', 0},
	};

	assert_all(expected, sizeof(expected) / sizeof(*expected));
}

static void devices_without_a_queue(void **state)
{
	(void)state;
	static const struct expectation expected[] = {
		{"eth0", "eth0", 0, -1},
		{"enp0s25", "enp0s25", 0, -1},
		{"eth0-event-2", "eth0", 0, -1},
		{"virtio0", "virtio0", 0, -1},
		{"virtio0-config", "virtio0", 0, -1},
		{"virtio1-virtqueues", "virtio1", 0, -1},
		{"mlx5_async0@pci:0000:81:00.0", "0000:81:00.0", 0, -1},
		{"mlx5_pages_eq@pci:0000:01:00.0", "0000:01:00.0", 0, -1},
		{"ena-mgmnt@pci:0000:00:05.0", "0000:00:05.0", 0, -1},
		{"gve-mgmnt@pci:0000:00:04.0", "0000:00:04.0", 0, -1},
		{"i40e-0000:01:00.0:misc", "0000:01:00.0", 0, -1},
		{"i40e-0000:01:00.0:fdir-TxRx-0", "0000:01:00.0", 0, -1},
	};

	assert_all(expected, sizeof(expected) / sizeof(*expected));
}

static void names_that_tell_nothing(void **state)
{
	(void)state;
	static const struct expectation expected[] = {
		{"", "", 0, -1},
		{"timer", "", 0, -1},
		{"xhci_hcd", "", 0, -1},
		{"snd_ens1371", "", 0, -1},
		{"ehci_hcd:usb1", "", 0, -1},
		{"hpsa0-msix3", "", 0, -1},
		{"ahci[0000:00:1f.2]", "", 0, -1},
		{"PCIe PME", "", 0, -1},
		{"ethernet", "", 0, -1},
		{"virtio", "", 0, -1},
		{"virtiox-input.0", "", 0, -1},
		{"nvme0q", "", 0, -1},
		{"@pci:", "", 0, -1},
		{"-TxRx-1", "", 0, -1},
		{"eth0 -TxRx-1", "", 0, -1},
	};

	assert_all(expected, sizeof(expected) / sizeof(*expected));
}

static void a_number_too_large_is_none(void **state)
{
	(void)state;
	static const struct expectation expected[] = {
		{"eth0-TxRx-1000000000", "eth0", 'b', 1000000000},
		{"p1-TxRx-99999999999999999999", "", 0, -1},
	};

	assert_all(expected, sizeof(expected) / sizeof(*expected));
}

static void parse_any(const char *text, size_t len)
{
	struct irq_name found = irq_name_parse(text, len);

	assert_true(found.device.len <= len);
	assert_int_equal(found.kind != 0, found.queue >= 0);
}

static void a_name_may_end_anywhere(void **state)
{
	(void)state;
	for_each_prefix("i40e-eth0-TxRx-31", parse_any);
	for_each_prefix("mlx5_comp3@pci:0000:81:00.0", parse_any);
	for_each_prefix("virtio2-output.17", parse_any);
	for_each_prefix("nvme0q12", parse_any);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(queues_of_interfaces),
		cmocka_unit_test(queues_of_what_is_on_a_bus),
		cmocka_unit_test(devices_without_a_queue),
		cmocka_unit_test(names_that_tell_nothing),
		cmocka_unit_test(a_number_too_large_is_none),
		cmocka_unit_test(a_name_may_end_anywhere),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
