/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What an interval made by hand has beside CPUs, interrupts and tasks: a row or two of each kind, with what
 * is unknown in one of them.  Everything is in the arena of the interval, but for the texts.
 */
#ifndef OVERTOP_TESTS_UNIT_FURNISHED_H
#define OVERTOP_TESTS_UNIT_FURNISHED_H

#include <math.h>

#include "base/cpuset.h"
#include "interval.h"

static inline const struct queue_interval *furnish_queues(struct arena *arena)
{
	struct queue_interval *queues = arena_alloc(arena, 3, sizeof(*queues));
	struct cpuset rps = {0}, off = {0};

	cpuset_add(&rps, 2);
	cpuset_add(&rps, 70);
	queues[0] = (struct queue_interval){'r', 0, cpuset_keep(&rps, arena), 4096, 30};
	queues[1] = (struct queue_interval){'r', 1, cpuset_keep(&off, arena), 0, -1};
	queues[2] = (struct queue_interval){'t', 0, NULL, (double)NAN, 31};
	cpuset_fini(&rps);
	return queues;
}

static inline void furnish_network(struct interval *interval)
{
	struct arena *arena = &interval->arena;

	interval->n_softnets = 2;
	interval->softnets = arena_alloc(arena, 2, sizeof(*interval->softnets));
	interval->softnets[0].cpu = -1;
	interval->softnets[1] = (struct softnet_interval){
		.cpu = 4,
		.processed_per_s = 12200,
		.squeezed_per_s = 3,
		.rps_per_s = (double)NAN,
	};
	interval->n_netdevs = 2;
	interval->netdevs = arena_alloc(arena, 2, sizeof(*interval->netdevs));
	interval->netdevs[0] = (struct netdev_interval){
		.name = "eth0",
		.driver = "virtio_net",
		.rx_packets_per_s = 12345.5,
		.speed_mbit = 25000,
		.queues = furnish_queues(arena),
		.n_queues = 3,
	};
	interval->netdevs[1] = (struct netdev_interval){
		.name = "v\x1b[2J\"\xff%n",
		.node = -1,
		.speed_mbit = (double)NAN,
	};
	interval->sockets.retrans_pct = 1.25;
	interval->sockets.top = "192.0.2.7:443";
}

static inline void furnish_standing(struct interval *interval)
{
	struct arena *arena = &interval->arena;

	interval->has_exits = interval->has_marks = true;
	interval->n_exited = 2;
	interval->exited = arena_alloc(arena, 2, sizeof(*interval->exited));
	interval->exited[0] = (struct exited_interval){
		.name = "cc1", .parent_name = "gcc", .ppid = 77, .uid = 1000, .n = 12};
	interval->exited[1] = (struct exited_interval){
		.name = "a\nb", .ppid = -1, .uid = UINT32_MAX, .wait_pct = (double)NAN};
	interval->n_cgroups = 1;
	interval->cgroups = arena_alloc(arena, 1, sizeof(*interval->cgroups));
	interval->cgroups[0] = (struct cgroup_interval){.path = "/a b/\x01", .quota_cpus = 1.5};
	interval->n_settings = 2;
	interval->settings = arena_alloc(arena, 2, sizeof(*interval->settings));
	interval->settings[0] = (struct setting){"net.core.netdev_budget", "300"};
	interval->settings[1] = (struct setting){"net.ipv4.tcp_rmem", "4096\t131072\t6291456"};
	interval->n_marks = 2;
	interval->marks = arena_alloc(arena, 2, sizeof(*interval->marks));
	interval->marks[0] =
		(struct mark){"R1", "cpu1", "it is so", 2, 1796054733123456789, (double)NAN};
	interval->marks[1] = (struct mark){"R17", "", "it was \xe4", 0, 1796054700000000000, 12.5};
}

static inline void furnish(struct interval *interval)
{
	furnish_network(interval);
	furnish_standing(interval);
}

#endif
