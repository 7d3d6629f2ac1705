/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "view/irq_joins.h"

#include "base/i18n.h"
#include "view/cpus.h"

const char *irq_queue_words(const struct irq_interval *irq, struct arena *arena)
{
	const char *kind = irq->queue_kind == 'r' ? "rx-" : irq->queue_kind == 't' ? "tx-" : "q";

	if (!irq->device || irq->queue < 0)
		return irq->device;
	return arena_printf(arena, "%s %s%d", irq->device, kind, irq->queue);
}

const char *irq_steering(const struct interval *interval, const struct irq_interval *irq,
			 struct arena *arena)
{
	const struct queue_interval *queue = irq_queue(interval, irq);

	if (!queue || !queue->cpus)
		return NULL;
	/* Translators: packets are not steered; 3 cells. */
	return cpuset_count(queue->cpus) ? cpus_list(arena, queue->cpus) : _("off");
}
