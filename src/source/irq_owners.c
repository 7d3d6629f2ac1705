/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "source/irq_owners.h"

#include <dirent.h>
#include <fcntl.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/xalloc.h"

static void forget(struct irq_owners *owners)
{
	for (size_t i = 0; i < owners->n_items; i++) {
		free(owners->items[i].name);
		free(owners->items[i].bus);
	}
	owners->n_items = owners->n_ties = 0;
}

void irq_owners_fini(struct irq_owners *owners)
{
	forget(owners);
	free(owners->items);
	free(owners->ties);
	*owners = (struct irq_owners){0};
}

/* The last name in what the link @dirfd/@name/@link says, in @base. */
static bool read_link(int dirfd, const char *name, const char *link, char base[NAME_MAX + 1])
{
	char path[PATH_MAX], target[PATH_MAX];
	const char *slash;
	ssize_t len;

	if (snprintf(path, sizeof(path), "%s/%s", name, link) >= (int)sizeof(path))
		return false;
	len = readlinkat(dirfd, path, target, sizeof(target) - 1);
	if (len <= 0)
		return false;
	target[len] = '\0';
	slash = strrchr(target, '/');
	snprintf(base, NAME_MAX + 1, "%.*s", NAME_MAX, slash ? slash + 1 : target);
	return true;
}

static void add_tie(struct irq_owners *owners, size_t owner, const char *irq)
{
	struct scan scan = scan_of(irq, strlen(irq));
	uint64_t number;

	if (!scan_u64(&scan, &number) || !scan_is_at_end(&scan) || number > INT_MAX)
		return;
	owners->ties = xgrow(owners->ties, &owners->ties_capacity, owners->n_ties + 1,
			     sizeof(*owners->ties));
	owners->ties[owners->n_ties++] = (struct irq_tie){.irq = (int)number, .owner = owner};
	owners->items[owner].n_irqs++;
}

static DIR *open_below(int dirfd, const char *path)
{
	int fd = openat(dirfd, path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	DIR *directory = fd < 0 ? NULL : fdopendir(fd);

	if (!directory && fd >= 0)
		close(fd);
	return directory;
}

/* Only a virtio device has its interrupts on the device above: above others is a bridge, which has its own. */
static DIR *open_irqs(int dirfd, const char *name)
{
	char path[PATH_MAX], subsystem[NAME_MAX + 1];
	bool is_virtio = read_link(dirfd, name, "device/subsystem", subsystem) &&
			 strcmp(subsystem, "virtio") == 0;

	if (snprintf(path, sizeof(path), "%s/device/%smsi_irqs", name, is_virtio ? "../" : "") >=
	    (int)sizeof(path))
		return NULL;
	return open_below(dirfd, path);
}

static void add_owner(struct irq_owners *owners, int dirfd, const char *name)
{
	char bus[NAME_MAX + 1];
	bool has_bus = read_link(dirfd, name, "device", bus);
	DIR *irqs = open_irqs(dirfd, name);
	struct dirent *entry;

	if (!has_bus && !irqs)
		return;
	owners->items = xgrow(owners->items, &owners->items_capacity, owners->n_items + 1,
			      sizeof(*owners->items));
	owners->items[owners->n_items++] = (struct irq_owner){
		.name = xstrdup(name),
		.bus = has_bus ? xstrdup(bus) : NULL,
	};
	while (irqs && (entry = readdir(irqs)))
		add_tie(owners, owners->n_items - 1, entry->d_name);
	if (irqs)
		closedir(irqs);
}

static void add_class(struct irq_owners *owners, const char *path)
{
	DIR *directory = open_below(AT_FDCWD, path);
	struct dirent *entry;

	while (directory && (entry = readdir(directory)))
		if (entry->d_name[0] != '.')
			add_owner(owners, dirfd(directory), entry->d_name);
	if (directory)
		closedir(directory);
}

static int by_irq(const void *a, const void *b)
{
	const struct irq_tie *x = a, *y = b;

	if (x->irq != y->irq)
		return x->irq < y->irq ? -1 : 1;
	return (x->owner > y->owner) - (x->owner < y->owner);
}

void irq_owners_refresh(struct irq_owners *owners, uint64_t max_age_ns)
{
	uint64_t now_ns = clock_monotonic_ns();

	if (owners->read_ns && now_ns - owners->read_ns < max_age_ns)
		return;
	forget(owners);
	add_class(owners, "/sys/class/net");
	add_class(owners, "/sys/class/nvme");
	add_class(owners, "/sys/class/block");
	if (owners->n_ties)
		qsort(owners->ties, owners->n_ties, sizeof(*owners->ties), by_irq);
	owners->read_ns = now_ns;
}

static size_t first_tie(const struct irq_owners *owners, int irq)
{
	size_t low = 0, high = owners->n_ties;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (owners->ties[middle].irq < irq)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

const char *irq_owners_find(const struct irq_owners *owners, int irq, struct span named)
{
	size_t first = first_tie(owners, irq), end = first;

	for (; end < owners->n_ties && owners->ties[end].irq == irq; end++) {
		const char *name = owners->items[owners->ties[end].owner].name;

		if (span_is(named, name))
			return name;
	}
	if (end == first)
		return NULL;

	const struct irq_owner *owner = &owners->items[owners->ties[first].owner];

	return end - first == 1 ? owner->name : owner->bus;
}

const char *irq_owners_on_bus(const struct irq_owners *owners, struct span bus)
{
	const char *found = NULL;

	for (size_t i = 0; i < owners->n_items; i++) {
		if (!owners->items[i].bus || !span_is(bus, owners->items[i].bus))
			continue;
		if (found)
			return NULL;
		found = owners->items[i].name;
	}
	return found;
}

const struct irq_owner *irq_owners_named(const struct irq_owners *owners, struct span name)
{
	for (size_t i = 0; i < owners->n_items; i++)
		if (span_is(name, owners->items[i].name))
			return &owners->items[i];
	return NULL;
}
