/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "join/skew.h"

#include <string.h>

#include "join/fleet.h"
#include "join/irq.h"

const double skew_busy_per_s = 100;

/* One of its queues has so much of a card's interrupts: most. */
static const double flow_share = 0.6;

static bool is_network(const struct cpu_load *load)
{
	return load->type && strncmp(load->type->name, "NET_", 4) == 0;
}

/*
 * Is this one rather why?  What is of the network comes by interrupts of interfaces; where none is known for one, by
 * those of which nobody knows whose they are.
 */
static bool is_likelier(const struct skew *skew, const struct irq_interval *irq,
			const struct netdev_interval *netdev, double per_s)
{
	if (!is_network(skew->load) || (netdev != NULL) == (skew->netdev != NULL))
		return per_s > skew->irq_per_s &&
		       (netdev || !irq->device || !is_network(skew->load));
	return netdev != NULL;
}

static void find_irq(const struct interval *interval, size_t position, struct skew *skew)
{
	skew->irq_per_s = skew_busy_per_s;
	for (size_t i = 0; i < interval->n_irqs; i++) {
		const struct irq_interval *irq = &interval->irqs[i];
		double per_s = irq->irq >= 0 ? irq_per_s_on(irq, position) : 0;
		const struct netdev_interval *netdev;

		if (!(per_s > skew_busy_per_s))
			continue;
		netdev = irq_netdev(interval, irq->device);
		if (!is_likelier(skew, irq, netdev, per_s))
			continue;
		skew->irq = irq;
		skew->irq_per_s = per_s;
		skew->netdev = netdev;
	}
	if (!skew->irq)
		return;
	skew->kind = SKEW_IRQ;
	skew->node = irq_node(interval, skew->irq);
	skew->queue = irq_queue(interval, skew->irq);
}

/* Receives at least half of what this CPU takes in. */
static bool is_source(const struct skew *skew, const struct netdev_interval *netdev)
{
	return netdev->rx_packets_per_s >= skew->load->packets_per_s / 2;
}

/* A queue that is steered to this CPU, and to less than all of the others; NULL. */
static const struct queue_interval *find_queue(const struct interval *interval,
					       const struct netdev_interval *netdev, int cpu)
{
	for (size_t i = 0; i < netdev->n_queues; i++) {
		const struct queue_interval *queue = &netdev->queues[i];

		if (queue->kind == 'r' && queue->cpus &&
		    cpuset_has(queue->cpus, (unsigned int)cpu) &&
		    2 * cpuset_count(queue->cpus) <= interval->n_cpus)
			return queue;
	}
	return NULL;
}

static void find_steering(const struct interval *interval, struct skew *skew)
{
	double most = 0;

	for (size_t i = 0; i < interval->n_netdevs; i++) {
		const struct netdev_interval *netdev = &interval->netdevs[i];
		const struct queue_interval *queue;

		if (!(netdev->rx_packets_per_s > most) || !is_source(skew, netdev))
			continue;
		queue = find_queue(interval, netdev, skew->load->cpu);
		if (!queue)
			continue;
		most = netdev->rx_packets_per_s;
		skew->kind = SKEW_STEERED;
		skew->queue = queue;
		skew->netdev = netdev;
		skew->node = netdev->node;
	}
}

/* Without a device: who sends takes in. */
static void find_local(const struct interval *interval, struct skew *skew)
{
	double most = 0;

	for (size_t i = 0; i < interval->n_netdevs; i++) {
		const struct netdev_interval *netdev = &interval->netdevs[i];

		if (netdev->driver || !(netdev->rx_packets_per_s > most) ||
		    !is_source(skew, netdev))
			continue;
		most = netdev->rx_packets_per_s;
		skew->kind = SKEW_LOCAL;
		skew->netdev = netdev;
		skew->queue = netdev->n_queues && netdev->queues[0].kind == 'r' ? &netdev->queues[0]
										: NULL;
	}
}

/* It is interrupted to take over packets, or who is in the kernel most, and so sends, is on another CPU. */
static bool is_given(const struct interval *interval, const struct cpu_load *load)
{
	const struct task_interval *most = NULL;

	if (load->softnet && load->softnet->rps_per_s > 0)
		return true;
	for (size_t i = 0; i < interval->n_threads; i++)
		if (interval->threads[i].sys_pct > (most ? most->sys_pct : 0) &&
		    &interval->threads[i] != load->ksoftirqd)
			most = &interval->threads[i];
	return most && most->cpu >= 0 && most->cpu != load->cpu;
}

/*
 * What a CPU took in is counted for all network namespaces together (struct softnet_data), interfaces only in their
 * own.  One that has no device may send to its other half elsewhere.
 */
static void find_unseen(const struct interval *interval, struct skew *skew)
{
	const double half = skew->load->packets_per_s / 2;
	double received = 0, most = half;

	for (size_t i = 0; i < interval->n_netdevs; i++) {
		const struct netdev_interval *netdev = &interval->netdevs[i];

		received += netdev->rx_packets_per_s;
		if (netdev->driver || !(netdev->tx_packets_per_s >= most))
			continue;
		most = netdev->tx_packets_per_s;
		skew->outlet = netdev;
	}
	if (!interval->n_netdevs || !(half > 0) || !(received < half)) {
		skew->outlet = NULL;
		return;
	}
	skew->kind = SKEW_UNSEEN;
	skew->is_given = is_given(interval, skew->load);
}

static bool may_go_elsewhere(const struct irq_interval *irq)
{
	return irq->asked && cpuset_count(irq->asked) > 1;
}

/* Another busy one that comes here, though both may go elsewhere; NULL. */
static const struct irq_interval *find_rival(const struct fleet *fleet, const struct skew *skew)
{
	for (size_t i = 0; i < fleet->n && may_go_elsewhere(skew->irq); i++) {
		const struct irq_interval *irq = fleet->irqs[i];

		if (irq != skew->irq && irq->hottest_cpu == skew->load->cpu &&
		    may_go_elsewhere(irq))
			return irq;
	}
	return NULL;
}

static enum skew_kind kind_of(const struct fleet *fleet, const struct skew *skew)
{
	if (skew->netdev->n_rx == 1 || skew->netdev->channels == 1)
		return SKEW_SINGLE;
	if (fleet->n > 2 && cpuset_count(&fleet->cpus) <= 2)
		return SKEW_CROWD;
	if (fleet->n > 1 && skew->irq->per_s >= flow_share * fleet->per_s)
		return SKEW_FLOW;
	return skew->rival ? SKEW_RIVAL : SKEW_IRQ;
}

struct skew skew_of(const struct interval *interval, const struct cpu_load *load, size_t position,
		    struct arena *arena)
{
	struct skew skew = {.load = load, .node = -1};
	struct fleet fleet;

	if (is_network(load))
		find_steering(interval, &skew);
	if (skew.kind == SKEW_STEERED)
		return skew;
	find_irq(interval, position, &skew);
	if (!skew.irq && is_network(load))
		find_local(interval, &skew);
	if (skew.kind == SKEW_UNKNOWN && load->is_receiving)
		find_unseen(interval, &skew);
	if (!skew.irq || !skew.netdev)
		return skew;
	fleet_init(&fleet, interval, skew.netdev->name, skew_busy_per_s, arena);
	skew.rival = find_rival(&fleet, &skew);
	skew.kind = kind_of(&fleet, &skew);
	fleet_fini(&fleet);
	return skew;
}
