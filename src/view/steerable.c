/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "view/steerable.h"

#include <string.h>

#include "base/i18n.h"

static struct steerable of_irq(const struct irq_interval *irq)
{
	return (struct steerable){
		.target = {.kind = STEER_IRQ, .number = irq->irq},
		.name = irq->name,
		.node = irq->node,
	};
}

static struct steerable of_queue(const struct netdev_interval *netdev,
				 const struct queue_interval *queue)
{
	return (struct steerable){
		.target = {.kind = queue->kind == 'r' ? STEER_RPS : STEER_XPS,
			   .number = queue->number,
			   .device = netdev->name},
		.node = netdev->node,
	};
}

/* Where there is one transmit queue only there is nothing to choose, and nothing known. */
static bool has_choice(const struct queue_interval *queue)
{
	return queue->kind == 'r' || queue->cpus;
}

static bool announces(const struct irq_interval *irq, const struct netdev_interval *netdev,
		      const struct queue_interval *queue)
{
	return irq->device && strcmp(irq->device, netdev->name) == 0 &&
	       irq->queue == queue->number &&
	       (irq->queue_kind == 'b' || irq->queue_kind == queue->kind);
}

size_t steerable_irq(const struct interval *interval, const struct irq_interval *irq,
		     struct arena *arena, const struct steerable **things)
{
	/* Itself, and a queue of either kind. */
	struct steerable *made = arena_alloc(arena, 3, sizeof(*made));
	size_t n = 0;

	*things = made;
	if (irq->irq < 0)
		return 0;
	made[n++] = of_irq(irq);
	for (size_t i = 0; i < interval->n_netdevs; i++) {
		const struct netdev_interval *netdev = &interval->netdevs[i];

		for (size_t k = 0; k < netdev->n_queues && n < 3; k++)
			if (announces(irq, netdev, &netdev->queues[k]) &&
			    has_choice(&netdev->queues[k]))
				made[n++] = of_queue(netdev, &netdev->queues[k]);
	}
	return n;
}

size_t steerable_netdev(const struct interval *interval, const struct netdev_interval *netdev,
			struct arena *arena, const struct steerable **things)
{
	struct steerable *made =
		arena_alloc(arena, netdev->n_queues + interval->n_irqs, sizeof(*made));
	size_t n = 0;

	for (size_t i = 0; i < netdev->n_queues; i++)
		if (has_choice(&netdev->queues[i]))
			made[n++] = of_queue(netdev, &netdev->queues[i]);
	for (size_t i = 0; i < interval->n_irqs; i++) {
		const struct irq_interval *irq = &interval->irqs[i];

		if (irq->irq >= 0 && irq->device && strcmp(irq->device, netdev->name) == 0)
			made[n++] = of_irq(irq);
	}
	*things = made;
	return n;
}

size_t steerable_task(const struct task_interval *task, struct arena *arena,
		      const struct steerable **things)
{
	struct steerable *made = arena_alloc(arena, 1, sizeof(*made));

	*made = (struct steerable){
		.target = {.kind = task->tid ? STEER_TASK : STEER_PROCESS,
			   .number = task->tid ? task->tid : task->pid,
			   .start_ticks = task->start_ticks},
		.name = task->name,
		.node = -1,
	};
	*things = made;
	return 1;
}

const char *steerable_words(const struct steerable *thing, struct arena *arena)
{
	const struct steer_target *target = &thing->target;
	const char *name = thing->name ? thing->name : "";

	switch (target->kind) {
	case STEER_IRQ:
		return arena_printf(arena, _("IRQ %d, %s"), target->number, name);
	case STEER_RPS:
		/* Translators: which CPUs take in what came to a receive queue. */
		return arena_printf(arena, _("RPS of %s rx-%d"), target->device, target->number);
	case STEER_XPS:
		return arena_printf(arena, _("XPS of %s tx-%d"), target->device, target->number);
	case STEER_PROCESS:
		return arena_printf(arena, _("process %d, %s"), target->number, name);
	case STEER_TASK:
		break;
	}
	return arena_printf(arena, _("thread %d, %s"), target->number, name);
}
