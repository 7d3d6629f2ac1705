/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What the name of an interrupt tells of its device and queue.
 *
 * A driver names its interrupts as it likes: "eth0-TxRx-7", "virtio2-input.0", "nvme0q12",
 * "mlx5_comp3@pci:0000:81:00.0".  One table knows the habits.  That an interrupt is of a device the kernel
 * tells better (source/irq_owners.h), so that is asked first; which queue it is, only the name tells.
 */
#ifndef OVERTOP_SOURCE_IRQ_NAME_H
#define OVERTOP_SOURCE_IRQ_NAME_H

#include <stddef.h>

#include "base/scan.h"

/* Of the blocks that a gve card has, the first half is of its transmit queues, the other of its receive queues. */
#define IRQ_NAME_BLOCK 'n'

struct irq_name {
	/* "eth0", or where it is on its bus: "virtio2", "0000:81:00.0"; borrowed; empty: not told. */
	struct span device;
	/* 'r' receives, 't' transmits, 'b' both, 0: no queue; or IRQ_NAME_BLOCK, and then it is that block. */
	char kind;
	int queue; /* -1: none */
};

/* Of one device: of a list ("uhci_hcd:usb3, eth0") each part is a name. */
struct irq_name irq_name_parse(const char *name, size_t len);

#endif
