/* SPDX-License-Identifier: GPL-2.0-or-later */
/* As record/shapes.c, of the network.  Doubles are in the tables of interval/fields_network.c. */
#include "config.h"

#include "interval.h"
#include "record/shapes.h"

#define COUNT(items) (sizeof(items) / sizeof(*(items)))

static const struct member softnet_members[] = {
	{"cpu", MEMBER_ID, offsetof(struct softnet_interval, cpu),
	 .help = "number of the CPU; null: the kernel does not say whose it is"},
};

const struct shape softnet_shape = {
	.name = "softnet",
	.size = sizeof(struct softnet_interval),
	.members = softnet_members,
	.n_members = COUNT(softnet_members),
	.fields = softnet_fields,
	.n_fields = &n_softnet_fields,
};

static const struct member queue_members[] = {
	{"kind", MEMBER_CHAR, offsetof(struct queue_interval, kind),
	 .help = "r receives, t transmits"},
	{"number", MEMBER_INT, offsetof(struct queue_interval, number),
	 .help = "number of the queue"},
	{"cpus", MEMBER_CPUS_IF_ANY, offsetof(struct queue_interval, cpus),
	 .help = "the CPUs that take in its packets (rps_cpus), or that send by it (xps_cpus); "
		 "empty: not set"},
	{"irq", MEMBER_ID, offsetof(struct queue_interval, irq),
	 .help = "the interrupt that announces it; null: unknown"},
};

static const struct shape queue_shape = {
	.name = "queue",
	.size = sizeof(struct queue_interval),
	.members = queue_members,
	.n_members = COUNT(queue_members),
	.fields = queue_fields,
	.n_fields = &n_queue_fields,
};

static const struct member netdev_members[] = {
	{"name", MEMBER_TEXT, offsetof(struct netdev_interval, name),
	 .help = "name of the interface"},
	{"driver", MEMBER_TEXT, offsetof(struct netdev_interval, driver),
	 .help = "driver of its device; not there: it has no device, or unknown"},
	{"node", MEMBER_ID, offsetof(struct netdev_interval, node),
	 .help = "NUMA node of its device"},
	{"queues", MEMBER_ROWS, offsetof(struct netdev_interval, queues),
	 .n_offset = offsetof(struct netdev_interval, n_queues), .shape = &queue_shape,
	 .help = "its queues, those that receive first"},
};

const struct shape netdev_shape = {
	.name = "netdev",
	.size = sizeof(struct netdev_interval),
	.members = netdev_members,
	.n_members = COUNT(netdev_members),
	.fields = netdev_fields,
	.n_fields = &n_netdev_fields,
};

static const struct member sockets_members[] = {
	{"top", MEMBER_TEXT, offsetof(struct sockets_interval, top),
	 .help = "the destination that holds most ephemeral ports"},
	{"listener", MEMBER_TEXT, offsetof(struct sockets_interval, listener),
	 .help = "the listener whose queue is fullest"},
};

const struct shape sockets_shape = {
	.name = "sockets",
	.size = sizeof(struct sockets_interval),
	.members = sockets_members,
	.n_members = COUNT(sockets_members),
	.fields = sockets_fields,
	.n_fields = &n_sockets_fields,
};
