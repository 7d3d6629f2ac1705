/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A record to be written, of a machine made by hand.  Include cmocka before. */
#ifndef OVERTOP_TESTS_UNIT_RECORDED_H
#define OVERTOP_TESTS_UNIT_RECORDED_H

#include <math.h>
#include <string.h>

#include "base/counter.h"
#include "furnished.h"
#include "handmade.h"
#include "record/record.h"

struct recorded {
	struct handmade machine;
	struct topology topology;
	struct record_user users[2];
	struct record record;
	struct arena arena;
};

static inline void fill(void *record, const struct field *fields, size_t n, double *next)
{
	for (size_t i = 0; i < n; i++) {
		memcpy((char *)record + fields[i].offset, next, sizeof(*next));
		*next += 1.0 / 3;
	}
}

static inline void fill_rest(struct interval *interval, double *next)
{
	for (size_t i = 0; i < interval->n_exited; i++)
		fill(&interval->exited[i], exited_fields, n_exited_fields, next);
	for (size_t i = 0; i < interval->n_softnets; i++)
		fill(&interval->softnets[i], softnet_fields, n_softnet_fields, next);
	for (size_t i = 0; i < interval->n_netdevs; i++)
		fill(&interval->netdevs[i], netdev_fields, n_netdev_fields, next);
	fill(&interval->sockets, sockets_fields, n_sockets_fields, next);
	for (size_t i = 0; i < interval->n_cgroups; i++)
		fill(&interval->cgroups[i], cgroup_fields, n_cgroup_fields, next);
}

/* Every double another one; from NAN on every one unknown. */
static inline void fill_interval(struct interval *interval, double first)
{
	double next = first;

	fill(&interval->totals, totals_fields, n_totals_fields, &next);
	fill(&interval->all, cpu_fields, n_cpu_fields, &next);
	for (size_t i = 0; i < interval->n_cpus; i++)
		fill(&interval->cpus[i], cpu_fields, n_cpu_fields, &next);
	for (size_t i = 0; i < interval->n_softirqs; i++)
		fill(&interval->softirqs[i], softirq_fields, n_softirq_fields, &next);
	for (size_t i = 0; i < interval->n_irqs; i++)
		fill(&interval->irqs[i], irq_fields, n_irq_fields, &next);
	for (size_t i = 0; i < interval->n_processes; i++)
		fill(&interval->processes[i], task_fields, n_task_fields, &next);
	for (size_t i = 0; i < interval->n_threads; i++)
		fill(&interval->threads[i], task_fields, n_task_fields, &next);
	fill_rest(interval, &next);
	for (size_t i = 0; i < N_PRESSURES; i++) {
		interval->pressure.some[i] = (struct pressure_line){next, next + 1, next + 2, i};
		interval->pressure.full[i] =
			(struct pressure_line){next, next + 3, next + 4, COUNTER_UNKNOWN};
	}
}

static inline void make_topology(struct recorded *recorded, size_t n_cpus)
{
	struct topology *topology = &recorded->topology;

	topology->n_cpus = n_cpus;
	topology->cpus = arena_alloc(&recorded->arena, n_cpus, sizeof(*topology->cpus));
	topology->n_caches = n_cpus;
	topology->caches = arena_alloc(&recorded->arena, n_cpus, sizeof(*topology->caches));
	for (size_t i = 0; i < n_cpus; i++) {
		topology->cpus[i] = (struct topology_cpu){
			.cpu = (int)i,
			.is_online = i != 3,
			.socket = (int)i / 8,
			.die = -1,
			.core = (int)i / 2,
			.node = 0,
			.capacity = -1,
			.first_sibling = (int)i / 2 * 2,
			.n_siblings = 2,
		};
		topology->caches[i] = (struct topology_cache){
			.level = 1,
			.type = i % 2 ? CACHE_INSTRUCTION : CACHE_UNIFIED,
			.size_bytes = 49152,
			.line_bytes = 64,
			.ways = COUNTER_UNKNOWN,
		};
		cpuset_add(&topology->caches[i].shared, (unsigned int)i);
		cpuset_add(&topology->online, (unsigned int)i);
	}
	topology->n_nodes = 1;
	topology->nodes = arena_alloc(&recorded->arena, 1, sizeof(*topology->nodes));
	topology->nodes[0] = (struct topology_node){.node = 2, .memory_kib = 1 << 20};
	cpuset_copy(&topology->nodes[0].cpus, &topology->online);
	topology->has_online = topology->has_isolated = true;
	topology->n_cores = n_cpus / 2;
	topology->n_sockets = 1;
	topology->is_read = true;
}

static inline void recorded_init(struct recorded *recorded, size_t n_cpus, size_t n_processes,
				 size_t n_threads)
{
	struct interval *interval = &recorded->machine.interval;

	*recorded = (struct recorded){0};
	handmade_init(&recorded->machine, n_cpus, n_processes, n_threads);
	make_topology(recorded, n_cpus);
	furnish(interval);
	fill_interval(interval, 0.1);
	interval->wall_ns = 1796054733123456789;
	interval->ticks_per_s = 100;
	interval->is_live = true;
	interval->irqs[0].per_cpu = NULL;
	interval->irqs[0].irq = -1;
	for (size_t i = 0; i < interval->n_irqs; i++)
		interval->irqs[i].on = &recorded->topology.online;
	interval->irqs[1].asked = &recorded->topology.isolated;
	for (size_t i = 0; i < n_processes; i++)
		interval->processes[i].command_line = i ? "work\x01--\xff" : NULL;
	recorded->users[0] = (struct record_user){1000, "alice"};
	recorded->users[1] = (struct record_user){1001, "b\xc3\xb6"
							"b"};
	record_init(&recorded->record);
	recorded->record.interval = *interval;
	recorded->record.host = "web-3";
	recorded->record.boot_id = "8f1c2a3e";
	recorded->record.topology = &recorded->topology;
	recorded->record.users = recorded->users;
	recorded->record.n_users = 2;
}

static inline void read_line(struct record *record, const char *line, size_t len)
{
	const char *why;

	if (record_read(record, line, len, &why) < 0)
		fail_msg("%s", why);
}

static inline void recorded_fini(struct recorded *recorded)
{
	struct topology *topology = &recorded->topology;

	for (size_t i = 0; i < topology->n_caches; i++)
		cpuset_fini(&topology->caches[i].shared);
	cpuset_fini(&topology->nodes[0].cpus);
	cpuset_fini(&topology->online);
	arena_fini(&recorded->arena);
	handmade_fini(&recorded->machine);
}

#endif
