/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Interfaces and interrupts, joined: which interrupt is of which device, and which queue it announces. */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "base/counter.h"
#include "interval/parts.h"
#include "source/cards.h"
#include "source/irq_name.h"
#include "source/irq_owners.h"

/* Interrupts whose device is known, ascending by its name. */
struct ties {
	struct irq_interval **items;
	size_t n;
};

/* What is known of devices. */
struct known {
	const struct cards *cards;
	const struct irq_owners *owners;
};

/*
 * May what is called by the name of an interrupt be its device?  In a container it is not: there the interrupts
 * are those of the host, the interfaces are others.  One that is here and has no device, or other interrupts
 * of its own, only has the same name.
 */
static bool is_named_right(const struct known *known, const char *name)
{
	const struct irq_owner *owner =
		irq_owners_named(known->owners, (struct span){name, strlen(name)});
	const struct card *card = cards_find(known->cards, name);

	return owner ? owner->n_irqs == 0 : !card || !card->has_queues;
}

/* By the name alone: what is at that place of the bus, or what is called so; NULL. */
static const char *named_device(const struct known *known, struct span device, struct arena *arena)
{
	const char *found;

	if (device.len == 0)
		return NULL;
	found = irq_owners_on_bus(known->owners, device);
	if (found)
		return arena_strdup(arena, found);
	found = arena_strndup(arena, device.text, device.len);
	return is_named_right(known, found) ? found : NULL;
}

static void fill_irq(struct irq_interval *irq, const struct known *known, struct arena *arena)
{
	struct irq_name name = irq_name_parse(irq->name, strlen(irq->name));
	const char *device = irq_owners_find(known->owners, irq->irq, name.device);

	irq->device =
		device ? arena_strdup(arena, device) : named_device(known, name.device, arena);
	irq->queue_kind = name.kind;
	irq->queue = name.queue;
}

/* A line that several devices share is of the one among them that is known, and of no queue. */
static void fill_shared_irq(struct irq_interval *irq, const struct known *known,
			    struct arena *arena)
{
	struct scan rest = scan_of(irq->name, strlen(irq->name));
	const char *found = NULL;

	while (!scan_is_at_end(&rest)) {
		const char *comma = memchr(rest.at, ',', (size_t)(rest.end - rest.at));
		struct scan part = {rest.at, comma ? comma : rest.end};
		struct span text = scan_rest(&part);
		struct irq_name name = irq_name_parse(text.text, text.len);
		const char *device = named_device(known, name.device, arena);

		rest.at = comma ? comma + 1 : rest.end;
		if (found && device)
			return;
		found = device ? device : found;
	}
	irq->device = found;
}

static int by_device(const void *a, const void *b)
{
	const struct irq_interval *const *x = a, *const *y = b;
	int order = strcmp((*x)->device, (*y)->device);

	return order ? order : ((*x)->irq > (*y)->irq) - ((*x)->irq < (*y)->irq);
}

/* The first half of @n blocks is of transmit queues, the rest of receive queues; of an odd number none is. */
static void tell_block(struct irq_interval *irq, int n)
{
	int half = n / 2, block = irq->queue;

	irq->queue_kind = 0;
	irq->queue = -1;
	if (n % 2 || block >= n)
		return;
	irq->queue_kind = block < half ? 't' : 'r';
	irq->queue = block < half ? block : block - half;
}

/* Those of one device. */
static void tell_blocks(struct irq_interval *const *items, size_t n)
{
	int n_blocks = 0;

	for (size_t i = 0; i < n; i++)
		n_blocks += items[i]->queue_kind == IRQ_NAME_BLOCK;
	for (size_t i = 0; i < n; i++)
		if (items[i]->queue_kind == IRQ_NAME_BLOCK)
			tell_block(items[i], n_blocks);
}

static void tell_all_blocks(const struct ties *ties)
{
	for (size_t first = 0, end; first < ties->n; first = end) {
		const char *device = ties->items[first]->device;

		for (end = first + 1; end < ties->n; end++)
			if (strcmp(ties->items[end]->device, device) != 0)
				break;
		tell_blocks(ties->items + first, end - first);
	}
}

static struct ties fill_irqs(struct interval *interval, const struct known *known)
{
	struct arena *arena = &interval->arena;
	struct ties ties = {
		.items = arena_alloc(arena, interval->n_irqs, sizeof(struct irq_interval *))};

	for (size_t i = 0; i < interval->n_irqs; i++) {
		struct irq_interval *irq = &interval->irqs[i];

		if (irq->irq < 0)
			continue;
		if (strchr(irq->name, ','))
			fill_shared_irq(irq, known, arena);
		else
			fill_irq(irq, known, arena);
		if (irq->device)
			ties.items[ties.n++] = irq;
		else if (irq->queue_kind == IRQ_NAME_BLOCK)
			tell_block(irq, 1);
	}
	qsort(ties.items, ties.n, sizeof(struct irq_interval *), by_device);
	tell_all_blocks(&ties);
	return ties;
}

/* Those of one device. */
static struct ties ties_of(const struct ties *ties, const char *device)
{
	size_t low = 0, high = ties->n, end;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (strcmp(ties->items[middle]->device, device) < 0)
			low = middle + 1;
		else
			high = middle;
	}
	for (end = low; end < ties->n && strcmp(ties->items[end]->device, device) == 0; end++)
		;
	return (struct ties){.items = ties->items + low, .n = end - low};
}

static bool announces(const struct irq_interval *irq, const struct card_queue *queue)
{
	return irq->queue == queue->number &&
	       (irq->queue_kind == 'b' || irq->queue_kind == queue->kind);
}

/* The one of @ties that does; -1: none, or several claim to.  A card with one interrupt has no other. */
static int irq_of_queue(const struct ties *ties, const struct card *card,
			const struct card_queue *queue)
{
	int found = -1;

	if (ties->n == 1 && !ties->items[0]->queue_kind && card->n_rx == 1)
		return ties->items[0]->irq;
	for (size_t i = 0; i < ties->n; i++) {
		if (!announces(ties->items[i], queue))
			continue;
		if (found >= 0)
			return -1;
		found = ties->items[i]->irq;
	}
	return found;
}

static const struct queue_interval *copy_queues(const struct card *card, const struct ties *ties,
						struct arena *arena)
{
	struct queue_interval *queues = arena_alloc(arena, card->n_queues, sizeof(*queues));

	for (size_t i = 0; i < card->n_queues; i++) {
		const struct card_queue *from = &card->queues[i];

		queues[i] = (struct queue_interval){
			.kind = from->kind,
			.number = from->number,
			.cpus = from->has_cpus ? cpuset_keep(&from->cpus, arena) : NULL,
			.flow_cnt = counter_value(from->flow_cnt),
			.irq = irq_of_queue(ties, card, from),
		};
	}
	return queues;
}

/* Copies: the cache goes on changing. */
static void fill_netdev(struct netdev_interval *netdev, const struct card *card,
			const struct ties *ties, struct arena *arena)
{
	struct ties own = ties_of(ties, netdev->name);

	netdev->driver = interval_keep_text(card->driver, arena);
	netdev->node = card->node;
	netdev->speed_mbit = counter_value(card->speed_mbit);
	netdev->channels = counter_value(card->channels);
	netdev->channels_most = counter_value(card->channels_most);
	if (!card->has_queues)
		return;
	netdev->n_rx = (double)card->n_rx;
	netdev->n_tx = (double)(card->n_queues - card->n_rx);
	netdev->n_queues = card->n_queues;
	netdev->queues = copy_queues(card, &own, arena);
}

void interval_add_cards(struct interval *interval, const struct cards *cards,
			const struct irq_owners *owners)
{
	const struct known known = {cards, owners};
	struct ties ties = fill_irqs(interval, &known);

	for (size_t i = 0; i < interval->n_netdevs; i++) {
		struct netdev_interval *netdev = &interval->netdevs[i];
		const struct card *card = cards_find(cards, netdev->name);

		if (card)
			fill_netdev(netdev, card, &ties, &interval->arena);
	}
}
