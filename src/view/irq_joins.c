/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "view/irq_joins.h"

#include <string.h>

#include "base/i18n.h"
#include "source/topology.h"
#include "view/cpus.h"

const char *irq_queue_words(const struct irq_interval *irq, struct arena *arena)
{
	const char *kind = irq->queue_kind == 'r' ? "rx-" : irq->queue_kind == 't' ? "tx-" : "q";

	if (!irq->device || irq->queue < 0)
		return irq->device;
	return arena_printf(arena, "%s %s%d", irq->device, kind, irq->queue);
}

static const struct netdev_interval *find_netdev(const struct interval *interval, const char *name)
{
	for (size_t i = 0; name && i < interval->n_netdevs; i++)
		if (strcmp(interval->netdevs[i].name, name) == 0)
			return &interval->netdevs[i];
	return NULL;
}

const struct queue_interval *irq_queue(const struct interval *interval,
				       const struct irq_interval *irq)
{
	const struct netdev_interval *netdev = find_netdev(interval, irq->device);
	char kind = irq->queue_kind == 't' ? 't' : 'r';

	for (size_t i = 0; netdev && i < netdev->n_queues; i++)
		if (netdev->queues[i].kind == kind && netdev->queues[i].number == irq->queue)
			return &netdev->queues[i];
	return NULL;
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

bool irq_is_pinned(const struct interval *interval, const struct irq_interval *irq)
{
	const char *list = interval_setting(interval, "irq.default_affinity");
	struct cpuset usual;
	bool is_pinned;

	if (!list || !irq->asked)
		return false;
	cpuset_init(&usual);
	is_pinned = cpuset_parse_list(&usual, list, strlen(list)) == 0 &&
		    !cpuset_equal(&usual, irq->asked);
	cpuset_fini(&usual);
	return is_pinned;
}

int irq_node_of_cpu(const struct topology *topology, int cpu)
{
	const struct topology_cpu *found =
		topology && cpu >= 0 ? topology_find(topology, cpu) : NULL;

	return found ? found->node : -1;
}
