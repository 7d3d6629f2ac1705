/* SPDX-License-Identifier: GPL-2.0-or-later */
/* As record/shapes.c, of the topology. */
#include "config.h"

#include "record/shapes.h"
#include "source/topology.h"

#define COUNT(items) (sizeof(items) / sizeof(*(items)))

static const struct member topology_cpu_members[] = {
	{"cpu", MEMBER_INT, offsetof(struct topology_cpu, cpu), .help = "number of the CPU"},
	{"is_online", MEMBER_BOOL, offsetof(struct topology_cpu, is_online),
	 .help = "it is online"},
	{"socket", MEMBER_ID, offsetof(struct topology_cpu, socket),
	 .help = "package it is in (physical_package_id)"},
	{"die", MEMBER_ID, offsetof(struct topology_cpu, die),
	 .help = "die within the socket (die_id)"},
	{"core", MEMBER_ID, offsetof(struct topology_cpu, core),
	 .help = "core, unique within its socket only (core_id)"},
	{"node", MEMBER_ID, offsetof(struct topology_cpu, node),
	 .help = "NUMA node: the memory nearest to it"},
	{"capacity", MEMBER_ID, offsetof(struct topology_cpu, capacity),
	 .help = "how fast it is, 1024 for the fastest kind (cpu_capacity)"},
	{"first_sibling", MEMBER_ID, offsetof(struct topology_cpu, first_sibling),
	 .help = "lowest CPU of the same core (thread_siblings_list)"},
	{"n_siblings", MEMBER_INT, offsetof(struct topology_cpu, n_siblings),
	 .help = "how many CPUs its core is; 0: unknown"},
};

static const struct shape topology_cpu_shape = {
	.name = "topology_cpu",
	.size = sizeof(struct topology_cpu),
	.members = topology_cpu_members,
	.n_members = COUNT(topology_cpu_members),
};

static const char *const cache_types[] = {
	[CACHE_DATA] = "data",
	[CACHE_INSTRUCTION] = "instruction",
	[CACHE_UNIFIED] = "unified",
	NULL,
};

static const struct member topology_cache_members[] = {
	{"level", MEMBER_INT, offsetof(struct topology_cache, level),
	 .help = "1 is nearest to the CPU"},
	{"type", MEMBER_WORD, offsetof(struct topology_cache, type), .words = cache_types,
	 .help = "what it holds"},
	{"size_bytes", MEMBER_U64, offsetof(struct topology_cache, size_bytes), .help = "its size"},
	{"line_bytes", MEMBER_U64, offsetof(struct topology_cache, line_bytes),
	 .help = "bytes that are loaded at a time (coherency_line_size)"},
	{"ways", MEMBER_U64, offsetof(struct topology_cache, ways),
	 .help = "places for one address (ways_of_associativity)"},
	{"shared", MEMBER_CPUS, offsetof(struct topology_cache, shared),
	 .help = "the CPUs that share it (shared_cpu_list)"},
};

static const struct shape topology_cache_shape = {
	.name = "topology_cache",
	.size = sizeof(struct topology_cache),
	.members = topology_cache_members,
	.n_members = COUNT(topology_cache_members),
};

static const struct member topology_node_members[] = {
	{"node", MEMBER_INT, offsetof(struct topology_node, node),
	 .help = "number of the NUMA node"},
	{"cpus", MEMBER_CPUS, offsetof(struct topology_node, cpus), .help = "the CPUs of the node"},
	{"memory_kib", MEMBER_U64, offsetof(struct topology_node, memory_kib),
	 .help = "memory of the node (MemTotal of nodeN/meminfo)"},
};

static const struct shape topology_node_shape = {
	.name = "topology_node",
	.size = sizeof(struct topology_node),
	.members = topology_node_members,
	.n_members = COUNT(topology_node_members),
};

static const struct member topology_members[] = {
	{"n_sockets", MEMBER_SIZE, offsetof(struct topology, n_sockets),
	 .help = "sockets with a CPU online; 0: unknown"},
	{"n_cores", MEMBER_SIZE, offsetof(struct topology, n_cores),
	 .help = "cores with a CPU online; 0: unknown"},
	{"online", MEMBER_CPUS_IF_KNOWN, offsetof(struct topology, online),
	 .n_offset = offsetof(struct topology, has_online), .help = "CPUs that are online"},
	{"present", MEMBER_CPUS_IF_KNOWN, offsetof(struct topology, present),
	 .n_offset = offsetof(struct topology, has_present), .help = "CPUs that the machine has"},
	{"possible", MEMBER_CPUS_IF_KNOWN, offsetof(struct topology, possible),
	 .n_offset = offsetof(struct topology, has_possible), .help = "CPUs that it could have"},
	{"isolated", MEMBER_CPUS_IF_KNOWN, offsetof(struct topology, isolated),
	 .n_offset = offsetof(struct topology, has_isolated),
	 .help = "CPUs that the scheduler leaves alone"},
	{"nohz_full", MEMBER_CPUS_IF_KNOWN, offsetof(struct topology, nohz_full),
	 .n_offset = offsetof(struct topology, has_nohz_full),
	 .help = "CPUs that do without a tick while one task runs"},
	{"cpus", MEMBER_ROWS, offsetof(struct topology, cpus),
	 .n_offset = offsetof(struct topology, n_cpus), .shape = &topology_cpu_shape,
	 .help = "each CPU that the machine has, ascending"},
	{"caches", MEMBER_ROWS, offsetof(struct topology, caches),
	 .n_offset = offsetof(struct topology, n_caches), .shape = &topology_cache_shape,
	 .help = "each cache, once"},
	{"nodes", MEMBER_ROWS, offsetof(struct topology, nodes),
	 .n_offset = offsetof(struct topology, n_nodes), .shape = &topology_node_shape,
	 .help = "each NUMA node, ascending"},
};

const struct shape topology_shape = {
	.name = "topology",
	.size = sizeof(struct topology),
	.members = topology_members,
	.n_members = COUNT(topology_members),
};
