/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "join/irq.h"

#include <math.h>
#include <string.h>

#include "source/topology.h"

const struct netdev_interval *irq_netdev(const struct interval *interval, const char *name)
{
	for (size_t i = 0; name && i < interval->n_netdevs; i++)
		if (strcmp(interval->netdevs[i].name, name) == 0)
			return &interval->netdevs[i];
	return NULL;
}

const struct queue_interval *irq_queue(const struct interval *interval,
				       const struct irq_interval *irq)
{
	const struct netdev_interval *netdev = irq_netdev(interval, irq->device);
	char kind = irq->queue_kind == 't' ? 't' : 'r';

	for (size_t i = 0; netdev && i < netdev->n_queues; i++)
		if (netdev->queues[i].kind == kind && netdev->queues[i].number == irq->queue)
			return &netdev->queues[i];
	return NULL;
}

/*
 * Drivers of disks leave the affinity of their queues to the kernel (IRQD_AFFINITY_MANAGED), which tells of it in
 * debugfs only: nvme0q1 and up, but not nvme0q0 (struct irq_affinity.pre_vectors), and virtio2-req.0.
 */
bool irq_looks_managed(const struct irq_interval *irq)
{
	const char *queue;

	if (strncmp(irq->name, "virtio", 6) == 0)
		return strstr(irq->name, "-req.");
	queue = strncmp(irq->name, "nvme", 4) == 0 ? strchr(irq->name, 'q') : NULL;
	return queue && queue[1] >= '1' && queue[1] <= '9';
}

bool irq_is_pinned(const struct interval *interval, const struct irq_interval *irq)
{
	const char *list = interval_setting(interval, "irq.default_affinity");
	struct cpuset usual;
	bool is_pinned;

	if (!list || !irq->asked || irq_looks_managed(irq))
		return false;
	cpuset_init(&usual);
	is_pinned = cpuset_parse_list(&usual, list, strlen(list)) == 0 &&
		    !cpuset_equal(&usual, irq->asked);
	cpuset_fini(&usual);
	return is_pinned;
}

int irq_node(const struct interval *interval, const struct irq_interval *irq)
{
	const struct netdev_interval *netdev = irq_netdev(interval, irq->device);

	return netdev && netdev->node >= 0 ? netdev->node : irq->node;
}

int irq_node_of_cpu(const struct topology *topology, int cpu)
{
	const struct topology_cpu *found =
		topology && cpu >= 0 ? topology_find(topology, cpu) : NULL;

	return found ? found->node : -1;
}

double irq_per_s_on(const struct irq_interval *irq, size_t position)
{
	if (!irq->per_cpu || !(irq->total > 0))
		return irq->total == 0 ? 0 : (double)NAN;
	return irq->per_s * (irq->per_cpu[position] / irq->total);
}
