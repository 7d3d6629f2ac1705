/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * /sys/devices/system/{cpu,node}: which CPUs there are and what they share.
 *
 * Read when a pane first needs it and again when the set of online CPUs changes, never per refresh:
 * it is twenty small files per CPU.
 */
#ifndef OVERTOP_SOURCE_TOPOLOGY_H
#define OVERTOP_SOURCE_TOPOLOGY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/cpuset.h"

/* A CPU that the machine has; online or not.  -1: unknown. */
struct topology_cpu {
	int cpu;
	bool is_online;
	int socket;        /* physical_package_id */
	int die;           /* die_id */
	int core;          /* core_id: unique within a socket only */
	int node;          /* from /sys/devices/system/node/nodeN/cpulist */
	int capacity;      /* cpu_capacity: 1024 is the fastest kind */
	int first_sibling; /* lowest CPU of the same core (thread_siblings_list): names the core */
	int n_siblings;    /* SMT threads of the core, itself included; 0: unknown */
};

enum cache_type { CACHE_DATA, CACHE_INSTRUCTION, CACHE_UNIFIED };

/* One cache and who shares it: each cache stands here once. */
struct topology_cache {
	int level;
	enum cache_type type;
	uint64_t size_bytes;  /* COUNTER_UNKNOWN: unknown */
	uint64_t line_bytes;  /* coherency_line_size; COUNTER_UNKNOWN: unknown */
	uint64_t ways;        /* ways_of_associativity; COUNTER_UNKNOWN: unknown */
	struct cpuset shared; /* shared_cpu_list */
};

struct topology_node {
	int node;
	struct cpuset cpus;
	uint64_t memory_kib; /* MemTotal of nodeN/meminfo; COUNTER_UNKNOWN: unknown */
};

/* All zero is a valid empty one.  Owns everything in it. */
struct topology {
	struct topology_cpu *cpus; /* ascending by number */
	size_t n_cpus, cpus_capacity;
	struct topology_cache *caches; /* by level, then type, then first CPU */
	size_t n_caches, caches_capacity;
	struct topology_node *nodes; /* ascending */
	size_t n_nodes, nodes_capacity;
	struct cpuset online, present, possible, isolated, nohz_full;
	bool has_online, has_present, has_possible, has_isolated, has_nohz_full;
	size_t n_cores, n_sockets; /* of online CPUs; 0: unknown */
	bool is_read;
};

void topology_init(struct topology *topology);
void topology_fini(struct topology *topology);

/* Replaces what it holds.  0, or -errno when there is nothing to read at all. */
int topology_read(struct topology *topology);

/* Borrowed; NULL for a CPU that the tree does not have. */
const struct topology_cpu *topology_find(const struct topology *topology, int cpu);
/* The highest-level cache that @cpu is in, or its cache of @level; NULL if there is none. */
const struct topology_cache *topology_cache_of(const struct topology *topology, int cpu, int level);

/* "48K", "2048K", "260M", "1G" of a cache's size file, in bytes; COUNTER_UNKNOWN if it is none. */
uint64_t topology_parse_size(const char *text, size_t len);

#endif
