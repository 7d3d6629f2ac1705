/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "source/affinity.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/counter.h"
#include "base/xalloc.h"

/* The first so many of those asked for, in order of interest. */
enum { N_OFTEN = 4 };

void affinities_init(struct affinities *affinities)
{
	*affinities = (struct affinities){0};
	attributes_init(&affinities->files);
}

void affinities_fini(struct affinities *affinities)
{
	for (size_t i = 0; i < affinities->n_items; i++) {
		cpuset_fini(&affinities->items[i].asked);
		cpuset_fini(&affinities->items[i].effective);
	}
	free(affinities->items);
	free(affinities->due);
	attributes_fini(&affinities->files);
	affinities_init(affinities);
}

static size_t place_of(const struct affinities *affinities, int irq)
{
	size_t low = 0, high = affinities->n_items;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (affinities->items[middle].irq < irq)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

static bool is_at(const struct affinities *affinities, size_t place, int irq)
{
	return place < affinities->n_items && affinities->items[place].irq == irq;
}

const struct affinity *affinities_find(const struct affinities *affinities, int irq)
{
	size_t place = place_of(affinities, irq);

	return is_at(affinities, place, irq) ? &affinities->items[place] : NULL;
}

static struct affinity *item_of(struct affinities *affinities, int irq)
{
	size_t place = place_of(affinities, irq);

	if (is_at(affinities, place, irq))
		return &affinities->items[place];
	affinities->items = xgrow(affinities->items, &affinities->capacity, affinities->n_items + 1,
				  sizeof(*affinities->items));
	memmove(&affinities->items[place + 1], &affinities->items[place],
		(affinities->n_items - place) * sizeof(*affinities->items));
	affinities->items[place] = (struct affinity){.irq = irq};
	affinities->n_items++;
	return &affinities->items[place];
}

bool affinity_parse_spurious(const char *text, size_t len, uint64_t *unhandled)
{
	struct scan rest = scan_of(text, len), line;

	while (scan_line(&rest, &line)) {
		if (scan_literal(&line, "unhandled "))
			return scan_u64(&line, unhandled);
	}
	return false;
}

static uint64_t read_unhandled(struct attributes *files, const char *directory)
{
	struct span first;
	uint64_t unhandled;

	if (!attributes_text(files, directory, "spurious", &first) ||
	    !affinity_parse_spurious(files->file.text, files->file.len, &unhandled))
		return COUNTER_UNKNOWN;
	return unhandled;
}

/* The node never changes; how many were unwanted is of interest only if it comes often. */
static void read_item(struct affinities *affinities, int irq, bool comes_often)
{
	struct affinity *item = item_of(affinities, irq);
	bool is_new = item->read_ns == 0;
	struct attributes *files = &affinities->files;
	char directory[16];

	snprintf(directory, sizeof(directory), "%d", irq);
	item->has_asked = attributes_list(files, directory, "smp_affinity_list", &item->asked);
	item->has_effective =
		attributes_list(files, directory, "effective_affinity_list", &item->effective);
	if (is_new)
		item->node = attributes_id(files, directory, "node");
	if (is_new || comes_often)
		item->unhandled = read_unhandled(files, directory);
	item->read_ns = clock_monotonic_ns();
}

/* The longest unread first, those never read before all; among equals in order of interest. */
static int compare_due(const void *a, const void *b)
{
	const struct affinity_due *one = a, *other = b;

	if (one->read_ns != other->read_ns)
		return one->read_ns < other->read_ns ? -1 : 1;
	return one->order < other->order ? -1 : one->order > other->order;
}

static size_t collect_due(struct affinities *affinities, const int *irqs, size_t n,
			  uint64_t oldest_ns)
{
	size_t n_due = 0;

	affinities->due =
		xgrow(affinities->due, &affinities->due_capacity, n, sizeof(*affinities->due));
	for (size_t i = 0; i < n; i++) {
		const struct affinity *item = affinities_find(affinities, irqs[i]);
		uint64_t read_ns = item ? item->read_ns : 0;

		if (irqs[i] < 0 || (read_ns && read_ns >= oldest_ns))
			continue;
		affinities->due[n_due++] = (struct affinity_due){
			.read_ns = read_ns,
			.order = i,
			.irq = irqs[i],
		};
	}
	if (n_due)
		qsort(affinities->due, n_due, sizeof(*affinities->due), compare_due);
	return n_due;
}

void affinities_forget(struct affinities *affinities)
{
	for (size_t i = 0; i < affinities->n_items; i++)
		affinities->items[i].read_ns = 0;
}

void affinities_refresh(struct affinities *affinities, const int *irqs, size_t n, size_t budget,
			uint64_t max_age_ns)
{
	uint64_t now_ns = clock_monotonic_ns();
	uint64_t oldest_ns = now_ns > max_age_ns ? now_ns - max_age_ns : 0;

	if (!affinities->is_opened)
		attributes_open(&affinities->files, "/proc/irq");
	affinities->is_opened = true;
	if (affinities->files.dirfd < 0 || budget == 0)
		return;

	size_t n_due = collect_due(affinities, irqs, n, oldest_ns);

	for (size_t i = 0; i < n_due && i < budget; i++)
		read_item(affinities, affinities->due[i].irq, affinities->due[i].order < N_OFTEN);
}
