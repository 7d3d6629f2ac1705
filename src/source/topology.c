/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "source/topology.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/attributes.h"
#include "base/counter.h"
#include "base/scan.h"
#include "base/xalloc.h"

void topology_init(struct topology *topology)
{
	*topology = (struct topology){0};
}

static void clear(struct topology *topology)
{
	for (size_t i = 0; i < topology->n_caches; i++)
		cpuset_fini(&topology->caches[i].shared);
	for (size_t i = 0; i < topology->n_nodes; i++)
		cpuset_fini(&topology->nodes[i].cpus);
	topology->n_cpus = topology->n_caches = topology->n_nodes = 0;
	topology->n_cores = topology->n_sockets = 0;
	topology->is_read = false;
}

void topology_fini(struct topology *topology)
{
	clear(topology);
	free(topology->cpus);
	free(topology->caches);
	free(topology->nodes);
	cpuset_fini(&topology->online);
	cpuset_fini(&topology->present);
	cpuset_fini(&topology->possible);
	cpuset_fini(&topology->isolated);
	cpuset_fini(&topology->nohz_full);
	topology_init(topology);
}

/* The index of @cpu; n_cpus: not there. */
static size_t index_of(const struct topology *topology, int cpu)
{
	size_t low = 0, high = topology->n_cpus;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (topology->cpus[middle].cpu < cpu)
			low = middle + 1;
		else
			high = middle;
	}
	return low < topology->n_cpus && topology->cpus[low].cpu == cpu ? low : topology->n_cpus;
}

const struct topology_cpu *topology_find(const struct topology *topology, int cpu)
{
	size_t index = index_of(topology, cpu);

	return index < topology->n_cpus ? &topology->cpus[index] : NULL;
}

const struct topology_cache *topology_cache_of(const struct topology *topology, int cpu, int level)
{
	const struct topology_cache *highest = NULL;

	for (size_t i = 0; cpu >= 0 && i < topology->n_caches; i++) {
		const struct topology_cache *cache = &topology->caches[i];

		if (!cpuset_has(&cache->shared, (unsigned int)cpu))
			continue;
		if (cache->level == level)
			return cache;
		if (!highest || highest->level < cache->level)
			highest = cache;
	}
	return level > 0 ? NULL : highest;
}

uint64_t topology_parse_size(const char *text, size_t len)
{
	static const char units[] = "KMG";
	struct scan scan = scan_of(text, len), line = scan;
	const char *unit;
	uint64_t size;

	scan_line(&scan, &line);
	if (!scan_u64(&line, &size) || size == 0)
		return COUNTER_UNKNOWN;

	struct span rest = scan_rest(&line);

	if (rest.len == 0)
		return size;
	unit = memchr(units, *rest.text, strlen(units));
	if (!unit || rest.len > 1 || size >> 33)
		return COUNTER_UNKNOWN;
	return size << 10 * (unit - units + 1);
}

static bool parse_type(struct span text, enum cache_type *type)
{
	static const char *const types[] = {
		[CACHE_DATA] = "Data",
		[CACHE_INSTRUCTION] = "Instruction",
		[CACHE_UNIFIED] = "Unified",
	};

	for (size_t i = 0; i < sizeof(types) / sizeof(types[0]); i++) {
		if (!span_is(text, types[i]))
			continue;
		*type = (enum cache_type)i;
		return true;
	}
	return false;
}

static bool is_known_cache(const struct topology *topology, int cpu, int level,
			   enum cache_type type)
{
	for (size_t i = 0; i < topology->n_caches; i++) {
		const struct topology_cache *cache = &topology->caches[i];

		if (cache->level == level && cache->type == type &&
		    cpuset_has(&cache->shared, (unsigned int)cpu))
			return true;
	}
	return false;
}

/* The first kernels with these files wrote masks only. */
static bool read_set(struct attributes *files, const char *directory, const char *list,
		     const char *mask, struct cpuset *set)
{
	return attributes_list(files, directory, list, set) ||
	       attributes_mask(files, directory, mask, set);
}

/* Left out when nothing says who shares it. */
static void add_cache(struct topology *topology, struct attributes *files, const char *directory,
		      int cpu, struct topology_cache cache)
{
	struct span size;

	if (!read_set(files, directory, "shared_cpu_list", "shared_cpu_map", &cache.shared) ||
	    !cpuset_has(&cache.shared, (unsigned int)cpu)) {
		cpuset_fini(&cache.shared);
		return;
	}
	cache.line_bytes = attributes_count(files, directory, "coherency_line_size");
	cache.ways = attributes_count(files, directory, "ways_of_associativity");
	cache.size_bytes = COUNTER_UNKNOWN;
	if (attributes_text(files, directory, "size", &size))
		cache.size_bytes = topology_parse_size(size.text, size.len);
	topology->caches = xgrow(topology->caches, &topology->caches_capacity,
				 topology->n_caches + 1, sizeof(*topology->caches));
	topology->caches[topology->n_caches++] = cache;
}

/* Of a cache already met through another CPU only level and type are read. */
static void read_caches(struct topology *topology, struct attributes *files, int cpu)
{
	for (int i = 0;; i++) {
		struct topology_cache cache = {0};
		char directory[64];
		struct span type;

		snprintf(directory, sizeof(directory), "cpu%d/cache/index%d", cpu, i);
		if (!attributes_text(files, directory, "type", &type))
			return;
		if (!parse_type(type, &cache.type))
			continue;
		cache.level = attributes_id(files, directory, "level");
		if (cache.level > 0 && !is_known_cache(topology, cpu, cache.level, cache.type))
			add_cache(topology, files, directory, cpu, cache);
	}
}

static void read_ids(struct attributes *files, struct topology_cpu *cpu)
{
	struct cpuset siblings = {0};
	char directory[64];

	snprintf(directory, sizeof(directory), "cpu%d", cpu->cpu);
	cpu->capacity = attributes_id(files, directory, "cpu_capacity");
	snprintf(directory, sizeof(directory), "cpu%d/topology", cpu->cpu);
	cpu->socket = attributes_id(files, directory, "physical_package_id");
	cpu->die = attributes_id(files, directory, "die_id");
	cpu->core = attributes_id(files, directory, "core_id");
	/* A kernel that does not know the core (-1) lists all CPUs as siblings. */
	if (cpu->core >= 0 &&
	    read_set(files, directory, "thread_siblings_list", "thread_siblings", &siblings)) {
		cpu->first_sibling = cpuset_next(&siblings, -1);
		cpu->n_siblings = (int)cpuset_count(&siblings);
	}
	cpuset_fini(&siblings);
}

/* Where no list names them all, each says it itself; one that cannot be taken offline does not. */
static bool is_online(const struct topology *topology, struct attributes *files, int cpu)
{
	char directory[32];
	struct span text;

	if (topology->has_online)
		return cpuset_has(&topology->online, (unsigned int)cpu);
	snprintf(directory, sizeof(directory), "cpu%d", cpu);
	return !attributes_text(files, directory, "online", &text) || !span_is(text, "0");
}

static void read_cpu(struct topology *topology, struct attributes *files, int number)
{
	struct topology_cpu cpu = {
		.cpu = number,
		.is_online = is_online(topology, files, number),
		.node = -1,
		.first_sibling = -1,
	};

	read_ids(files, &cpu);
	read_caches(topology, files, number);
	topology->cpus = xgrow(topology->cpus, &topology->cpus_capacity, topology->n_cpus + 1,
			       sizeof(*topology->cpus));
	topology->cpus[topology->n_cpus++] = cpu;
}

/* `present`, where it is there: a directory may also stand for a CPU that could come. */
static void read_cpus(struct topology *topology, struct attributes *files)
{
	struct cpuset numbers = {0};

	topology->has_online = attributes_list(files, NULL, "online", &topology->online);
	topology->has_present = attributes_list(files, NULL, "present", &topology->present);
	topology->has_possible = attributes_list(files, NULL, "possible", &topology->possible);
	topology->has_isolated = attributes_list(files, NULL, "isolated", &topology->isolated);
	/* "(null)" in some kernels when it is empty: unknown. */
	topology->has_nohz_full = attributes_list(files, NULL, "nohz_full", &topology->nohz_full);
	if (topology->has_present)
		cpuset_copy(&numbers, &topology->present);
	else
		attributes_numbers(files, "cpu", &numbers);
	for (int cpu = -1; (cpu = cpuset_next(&topology->online, cpu)) >= 0;)
		cpuset_add(&numbers, (unsigned int)cpu);
	for (int cpu = -1; (cpu = cpuset_next(&numbers, cpu)) >= 0;)
		read_cpu(topology, files, cpu);
	cpuset_fini(&numbers);
}

/* "Node 0 MemTotal:        4286676 kB", in the first line since there is such a file. */
static uint64_t read_memory(struct attributes *files, const char *directory)
{
	struct span text, word = {0};
	uint64_t kib;

	if (!attributes_text(files, directory, "meminfo", &text))
		return COUNTER_UNKNOWN;

	struct scan line = scan_of(text.text, text.len);

	for (int i = 0; i < 3; i++)
		scan_word(&line, &word);
	return span_is(word, "MemTotal:") && scan_u64(&line, &kib) ? kib : COUNTER_UNKNOWN;
}

static void read_node(struct topology *topology, struct attributes *files, int number)
{
	struct topology_node node = {.node = number};
	char directory[32];

	snprintf(directory, sizeof(directory), "node%d", number);
	read_set(files, directory, "cpulist", "cpumap", &node.cpus);
	node.memory_kib = read_memory(files, directory);
	for (int cpu = -1; (cpu = cpuset_next(&node.cpus, cpu)) >= 0;) {
		size_t index = index_of(topology, cpu);

		if (index < topology->n_cpus)
			topology->cpus[index].node = number;
	}
	topology->nodes = xgrow(topology->nodes, &topology->nodes_capacity, topology->n_nodes + 1,
				sizeof(*topology->nodes));
	topology->nodes[topology->n_nodes++] = node;
}

static void read_nodes(struct topology *topology, struct attributes *files)
{
	struct cpuset numbers = {0};

	attributes_numbers(files, "node", &numbers);
	for (int node = -1; (node = cpuset_next(&numbers, node)) >= 0;)
		read_node(topology, files, node);
	cpuset_fini(&numbers);
}

static bool is_same_core(const struct topology_cpu *a, const struct topology_cpu *b)
{
	return a->socket == b->socket && a->die == b->die && a->core == b->core;
}

/* Siblings of a CPU without a list of them: those online that have its ids. */
static void derive_siblings(struct topology *topology, struct topology_cpu *cpu)
{
	for (size_t i = 0; i < topology->n_cpus; i++) {
		const struct topology_cpu *other = &topology->cpus[i];

		if (!other->is_online || !is_same_core(cpu, other))
			continue;
		if (cpu->first_sibling < 0)
			cpu->first_sibling = other->cpu;
		cpu->n_siblings++;
	}
}

static int core_of(const struct topology_cpu *cpu)
{
	return cpu->first_sibling;
}

static int socket_of(const struct topology_cpu *cpu)
{
	return cpu->socket;
}

/* How many different ones the online CPUs are of; 0 if that of one is unknown. */
static size_t count_different(const struct topology *topology,
			      int (*what_of)(const struct topology_cpu *cpu))
{
	size_t n = 0;

	for (size_t i = 0; i < topology->n_cpus; i++) {
		const struct topology_cpu *cpu = &topology->cpus[i], *before = topology->cpus;

		if (!cpu->is_online)
			continue;
		if (what_of(cpu) < 0)
			return 0;
		while (!before->is_online || what_of(before) != what_of(cpu))
			before++;
		n += before == cpu;
	}
	return n;
}

static int compare_caches(const void *a, const void *b)
{
	const struct topology_cache *one = a, *other = b;

	if (one->level != other->level)
		return one->level < other->level ? -1 : 1;
	if (one->type != other->type)
		return one->type < other->type ? -1 : 1;

	int first = cpuset_next(&one->shared, -1), second = cpuset_next(&other->shared, -1);

	return first < second ? -1 : first > second;
}

static void complete(struct topology *topology)
{
	for (size_t i = 0; i < topology->n_cpus; i++) {
		struct topology_cpu *cpu = &topology->cpus[i];

		if (cpu->is_online && cpu->n_siblings == 0 && cpu->core >= 0)
			derive_siblings(topology, cpu);
	}
	topology->n_cores = count_different(topology, core_of);
	topology->n_sockets = count_different(topology, socket_of);
	if (topology->n_caches)
		qsort(topology->caches, topology->n_caches, sizeof(*topology->caches),
		      compare_caches);
	topology->is_read = true;
}

int topology_read(struct topology *topology)
{
	struct attributes files;
	int error;

	clear(topology);
	attributes_init(&files);
	error = attributes_open(&files, "/sys/devices/system/cpu");
	read_cpus(topology, &files);
	attributes_open(&files, "/sys/devices/system/node");
	read_nodes(topology, &files);
	attributes_fini(&files);
	if (topology->n_cpus == 0 && topology->n_nodes == 0)
		return error ? error : -ENOENT;
	complete(topology);
	return 0;
}
