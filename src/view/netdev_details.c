/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "view/netdev_details.h"

#include <math.h>

#include "base/i18n.h"
#include "ui/format.h"
#include "view/cpus.h"

#define MAX_FACTS 8

struct details {
	struct detail *items;
	size_t n;
};

static void add(struct details *details, const char *name, const char *value)
{
	if (value)
		details->items[details->n++] = (struct detail){.name = name, .value = value};
}

static const char *number_words(double number, enum unit unit, struct arena *arena)
{
	char text[FORMAT_SIZE];

	if (isnan(number))
		return NULL;
	format_screen(number, unit, text);
	return arena_strdup(arena, text);
}

static const char *channels_words(const struct netdev_interval *netdev, struct arena *arena)
{
	if (isnan(netdev->channels + netdev->channels_most))
		return NULL;
	/* Translators: pairs of queues of a network card. */
	return arena_printf(arena, _("%.0f in use, %.0f possible"), netdev->channels,
			    netdev->channels_most);
}

const struct irq_interval *netdev_irq(const struct interval *interval, int irq)
{
	for (size_t i = 0; irq >= 0 && i < interval->n_irqs; i++)
		if (interval->irqs[i].irq == irq)
			return &interval->irqs[i];
	return NULL;
}

const char *queue_steering(const struct queue_interval *queue, struct arena *arena)
{
	const char *what = queue->kind == 'r' ? "RPS" : "XPS";

	if (!queue->cpus)
		return NULL;
	if (cpuset_count(queue->cpus) == 0)
		return arena_printf(arena, _("%s off"), what);
	return arena_printf(arena, "%s %s", what, cpus_list(arena, queue->cpus));
}

static const char *irq_words(const struct irq_interval *irq, struct arena *arena)
{
	const struct cpuset *cpus = irq->effective ? irq->effective : irq->asked;
	char rate[FORMAT_SIZE];

	format_screen(irq->per_s, UNIT_RATE, rate);
	if (!cpus)
		return arena_printf(arena, "IRQ %s %s %s/s", irq->label, irq->name, rate);
	/* Translators: an interrupt, how often it comes, and the CPUs that it goes to. */
	return arena_printf(arena, _("IRQ %s %s %s/s on CPU %s"), irq->label, irq->name, rate,
			    cpus_list(arena, cpus));
}

static const char *queue_words(const struct interval *interval, const struct queue_interval *queue,
			       struct arena *arena)
{
	const struct irq_interval *irq = netdev_irq(interval, queue->irq);
	const char *steering = queue_steering(queue, arena);

	if (!irq)
		return steering ? steering : "-";
	if (!steering)
		return irq_words(irq, arena);
	return arena_printf(arena, "%s, %s", irq_words(irq, arena), steering);
}

size_t netdev_details(const struct interval *interval, const struct netdev_interval *netdev,
		      struct arena *arena, const struct detail **details)
{
	struct details made = {
		.items = arena_alloc(arena, MAX_FACTS + netdev->n_queues, sizeof(*made.items))};
	double node = netdev->node < 0 ? (double)NAN : netdev->node;

	add(&made, _("interface"), netdev->name);
	add(&made, _("driver"), netdev->driver);
	add(&made, _("NUMA node"), number_words(node, UNIT_ID, arena));
	if (netdev->speed_mbit > 0)
		add(&made, _("speed"), arena_printf(arena, "%.0f Mbit/s", netdev->speed_mbit));
	add(&made, _("queue pairs"), channels_words(netdev, arena));
	for (size_t i = 0; i < netdev->n_queues; i++) {
		const struct queue_interval *queue = &netdev->queues[i];

		add(&made,
		    arena_printf(arena, "%s-%d", queue->kind == 'r' ? "rx" : "tx", queue->number),
		    queue_words(interval, queue, arena));
	}
	*details = made.items;
	return made.n;
}
