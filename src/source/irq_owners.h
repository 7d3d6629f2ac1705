/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Whose each interrupt is, as sysfs tells: an interface, an NVMe controller, a virtio disk.
 *
 * The interrupts that a PCI device has of its own (MSI) are the entries of its msi_irqs; a virtio device has
 * those of the PCI device it sits on.  Of lines that are shared (INTx) sysfs says nothing.
 */
#ifndef OVERTOP_SOURCE_IRQ_OWNERS_H
#define OVERTOP_SOURCE_IRQ_OWNERS_H

#include <stddef.h>
#include <stdint.h>

#include "base/scan.h"

struct irq_owner {
	char *name;    /* "eth0", "nvme0", "vda" */
	char *bus;     /* where it is: "0000:81:00.0", "virtio2"; NULL: unknown */
	size_t n_irqs; /* of its own; 0: it has none, or shares one */
};

struct irq_tie {
	int irq;
	size_t owner;
};

/* Owns everything in it; all zero is a valid empty one. */
struct irq_owners {
	struct irq_owner *items;
	size_t n_items, items_capacity;
	struct irq_tie *ties; /* ascending by irq; an irq may have several */
	size_t n_ties, ties_capacity;
	uint64_t read_ns; /* CLOCK_MONOTONIC; 0: never */
};

void irq_owners_fini(struct irq_owners *owners);

/* Reads it if it is older than @max_age_ns. */
void irq_owners_refresh(struct irq_owners *owners, uint64_t max_age_ns);

/*
 * The name of the device that @irq belongs to; of several on one card the one that is called @named, else
 * their place on the bus.  Borrowed; NULL: unknown.
 */
const char *irq_owners_find(const struct irq_owners *owners, int irq, struct span named);

/* The only device there is at that place of the bus; NULL. */
const char *irq_owners_on_bus(const struct irq_owners *owners, struct span bus);

/* The device of that name; borrowed; NULL. */
const struct irq_owner *irq_owners_named(const struct irq_owners *owners, struct span name);

#endif
