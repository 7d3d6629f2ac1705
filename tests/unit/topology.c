/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <errno.h>
#include <string.h>

#include "base/counter.h"
#include "dump.h"
#include "source/topology.h"

#define UNKNOWN COUNTER_UNKNOWN
#define SYSTEM  "sys/devices/system/"

static struct dump dump;
static struct topology topology;

__attribute__((format(printf, 2, 3))) static void put(const char *text, const char *format, ...)
{
	char name[256] = SYSTEM;
	size_t len = strlen(name);
	va_list arguments;

	va_start(arguments, format);
	vsnprintf(name + len, sizeof(name) - len, format, arguments);
	va_end(arguments);
	dump_put(&dump, name, text);
}

static void put_core(int cpu, const char *socket, const char *core, const char *siblings)
{
	put(socket, "cpu/cpu%d/topology/physical_package_id", cpu);
	put(core, "cpu/cpu%d/topology/core_id", cpu);
	if (siblings)
		put(siblings, "cpu/cpu%d/topology/thread_siblings_list", cpu);
}

static void put_cache(int cpu, int index, const char *level, const char *type, const char *size,
		      const char *shared)
{
	put(level, "cpu/cpu%d/cache/index%d/level", cpu, index);
	put(type, "cpu/cpu%d/cache/index%d/type", cpu, index);
	if (size)
		put(size, "cpu/cpu%d/cache/index%d/size", cpu, index);
	if (shared)
		put(shared, "cpu/cpu%d/cache/index%d/shared_cpu_list", cpu, index);
}

/* Two sockets of one core each, with two threads numbered apart. */
static void put_smt_machine(void)
{
	put("0-3\n", "cpu/online");
	put("0-3\n", "cpu/present");
	put("0-7\n", "cpu/possible");
	put("\n", "cpu/isolated");
	put("3\n", "cpu/nohz_full");
	for (int cpu = 0; cpu < 4; cpu++) {
		bool is_odd = cpu % 2;

		put_core(cpu, is_odd ? "1\n" : "0\n", "0\n", is_odd ? "1,3\n" : "0,2\n");
		put("0\n", "cpu/cpu%d/topology/die_id", cpu);
		put("1024\n", "cpu/cpu%d/cpu_capacity", cpu);
		put_cache(cpu, 0, "1\n", "Data\n", "48K\n", is_odd ? "1,3\n" : "0,2\n");
		put_cache(cpu, 1, "1\n", "Instruction\n", "32K\n", is_odd ? "1,3\n" : "0,2\n");
		put_cache(cpu, 2, "3\n", "Unified\n", "2M\n", is_odd ? "1,3\n" : "0,2\n");
		put("64\n", "cpu/cpu%d/cache/index0/coherency_line_size", cpu);
		put("12\n", "cpu/cpu%d/cache/index0/ways_of_associativity", cpu);
	}
	put("0,2\n", "node/node0/cpulist");
	put("Node 0 MemTotal:        4286676 kB\nNode 0 MemFree: 1 kB\n", "node/node0/meminfo");
	put("1,3\n", "node/node1/cpulist");
	put("\n", "node/node2/cpulist");
}

static int setup(void **state)
{
	(void)state;
	dump_empty(&dump, "sys");
	topology_init(&topology);
	return 0;
}

static int teardown(void **state)
{
	(void)state;
	topology_fini(&topology);
	return 0;
}

static void assert_set(const struct cpuset *set, const char *expected)
{
	char text[256];

	cpuset_format(set, text, sizeof(text));
	assert_string_equal(text, expected);
}

static void everything_is_read(void **state)
{
	(void)state;
	put_smt_machine();
	assert_int_equal(topology_read(&topology), 0);
	assert_true(topology.is_read);
	assert_int_equal(topology.n_cpus, 4);
	assert_int_equal(topology.n_cores, 2);
	assert_int_equal(topology.n_sockets, 2);
	assert_set(&topology.possible, "0-7");
	assert_true(topology.has_isolated);
	assert_set(&topology.isolated, "");
	assert_set(&topology.nohz_full, "3");

	const struct topology_cpu *cpu = topology_find(&topology, 3);

	assert_non_null(cpu);
	assert_true(cpu->is_online);
	assert_int_equal(cpu->socket, 1);
	assert_int_equal(cpu->die, 0);
	assert_int_equal(cpu->core, 0);
	assert_int_equal(cpu->node, 1);
	assert_int_equal(cpu->capacity, 1024);
	assert_int_equal(cpu->first_sibling, 1);
	assert_int_equal(cpu->n_siblings, 2);
	assert_null(topology_find(&topology, 4));
	assert_null(topology_find(&topology, -1));
}

static void each_cache_stands_once_in_order(void **state)
{
	(void)state;
	put_smt_machine();
	assert_int_equal(topology_read(&topology), 0);
	assert_int_equal(topology.n_caches, 6);
	assert_set(&topology.caches[0].shared, "0,2");
	assert_int_equal(topology.caches[0].size_bytes, 48 << 10);
	assert_int_equal(topology.caches[0].line_bytes, 64);
	assert_int_equal(topology.caches[0].ways, 12);
	assert_set(&topology.caches[1].shared, "1,3");
	assert_int_equal(topology.caches[2].type, CACHE_INSTRUCTION);
	assert_int_equal(topology.caches[2].line_bytes, UNKNOWN);
	assert_int_equal(topology.caches[5].level, 3);
	assert_int_equal(topology.caches[5].size_bytes, 2 << 20);
	assert_ptr_equal(topology_cache_of(&topology, 3, 0), &topology.caches[5]);
	assert_ptr_equal(topology_cache_of(&topology, 0, 1), &topology.caches[0]);
	assert_null(topology_cache_of(&topology, 0, 2));
	assert_null(topology_cache_of(&topology, 9, 0));
	assert_null(topology_cache_of(&topology, -1, 0));
}

static void nodes_may_have_no_cpu_and_no_size(void **state)
{
	(void)state;
	put_smt_machine();
	assert_int_equal(topology_read(&topology), 0);
	assert_int_equal(topology.n_nodes, 3);
	assert_int_equal(topology.nodes[0].memory_kib, 4286676);
	assert_int_equal(topology.nodes[1].memory_kib, UNKNOWN);
	assert_set(&topology.nodes[1].cpus, "1,3");
	assert_set(&topology.nodes[2].cpus, "");
}

static void offline_cpus_are_there_but_counted_nowhere(void **state)
{
	(void)state;
	put("1-2,16\n", "cpu/online");
	put("0-2,16-17\n", "cpu/present");
	put_core(1, "0\n", "1\n", "1-2\n");
	put_core(2, "0\n", "1\n", "1-2\n");
	put_core(16, "8\n", "1\n", "16\n");
	assert_int_equal(topology_read(&topology), 0);
	assert_int_equal(topology.n_cpus, 5);
	assert_int_equal(topology.cpus[4].cpu, 17);
	assert_false(topology_find(&topology, 0)->is_online);
	assert_int_equal(topology_find(&topology, 0)->core, -1);
	assert_int_equal(topology_find(&topology, 0)->n_siblings, 0);
	assert_int_equal(topology.n_cores, 2);
	assert_int_equal(topology.n_sockets, 2);
}

/* No lists at all, and masks where newer kernels have lists too. */
static void an_old_kernel_is_understood(void **state)
{
	(void)state;
	for (int cpu = 0; cpu < 2; cpu++) {
		put_core(cpu, "0\n", "0\n", NULL);
		put("00000000,00000003\n", "cpu/cpu%d/topology/thread_siblings", cpu);
		put_cache(cpu, 0, "2\n", "Unified\n", "1024K\n", NULL);
		put("00000000,00000003\n", "cpu/cpu%d/cache/index0/shared_cpu_map", cpu);
	}
	put("1\n", "cpu/cpu1/online");
	put("0\n", "cpu/cpu40/online");
	put("00000100,00000003\n", "node/node0/cpumap");
	assert_int_equal(topology_read(&topology), 0);
	assert_false(topology.has_online);
	assert_false(topology.has_isolated);
	assert_int_equal(topology.n_cpus, 3);
	assert_true(topology_find(&topology, 0)->is_online);
	assert_true(topology_find(&topology, 1)->is_online);
	assert_false(topology_find(&topology, 40)->is_online);
	assert_int_equal(topology_find(&topology, 40)->node, 0);
	assert_int_equal(topology.n_cores, 1);
	assert_int_equal(topology.n_caches, 1);
	assert_set(&topology.caches[0].shared, "0-1");
}

static void siblings_are_derived_from_ids_where_no_list_is(void **state)
{
	(void)state;
	put("0-2\n", "cpu/online");
	put("0-3\n", "cpu/present");
	put_core(0, "0\n", "4\n", NULL);
	put_core(1, "1\n", "4\n", NULL);
	put_core(2, "0\n", "4\n", NULL);
	put_core(3, "0\n", "4\n", NULL);
	assert_int_equal(topology_read(&topology), 0);
	assert_int_equal(topology_find(&topology, 2)->first_sibling, 0);
	assert_int_equal(topology_find(&topology, 2)->n_siblings, 2);
	assert_int_equal(topology.n_cores, 2);
}

/* A board whose firmware tells nothing: all ids -1 and every CPU a sibling of every other. */
static void unknown_ids_make_no_core(void **state)
{
	(void)state;
	put("0-1\n", "cpu/online");
	put_core(0, "-1\n", "-1\n", "0-1\n");
	put_core(1, "-1\n", "-1\n", "0-1\n");
	assert_int_equal(topology_read(&topology), 0);
	assert_int_equal(topology_find(&topology, 1)->socket, -1);
	assert_int_equal(topology_find(&topology, 1)->n_siblings, 0);
	assert_int_equal(topology.n_cores, 0);
	assert_int_equal(topology.n_sockets, 0);
}

static void what_a_cache_does_not_say_is_unknown(void **state)
{
	(void)state;
	put("0\n", "cpu/online");
	put("(null)\n", "cpu/nohz_full");
	put_cache(0, 0, "1\n", "Data\n", NULL, "0\n");
	put_cache(0, 1, "2\n", "Strange\n", "1M\n", "0\n");
	put_cache(0, 2, "0\n", "Unified\n", "1M\n", "0\n");
	put_cache(0, 3, "3\n", "Unified\n", "1M\n", NULL);
	put_cache(0, 4, "4\n", "Unified\n", "huge\n", "0\n");
	assert_int_equal(topology_read(&topology), 0);
	assert_false(topology.has_nohz_full);
	assert_int_equal(topology.n_caches, 2);
	assert_int_equal(topology.caches[0].size_bytes, UNKNOWN);
	assert_int_equal(topology.caches[1].level, 4);
	assert_int_equal(topology.caches[1].size_bytes, UNKNOWN);
}

static void nothing_to_read_is_an_error(void **state)
{
	(void)state;
	assert_int_equal(topology_read(&topology), -ENOENT);
	put("", "cpu/");
	assert_int_equal(topology_read(&topology), -ENOENT);
	assert_false(topology.is_read);
}

static void a_second_reading_replaces_the_first(void **state)
{
	(void)state;
	put_smt_machine();
	assert_int_equal(topology_read(&topology), 0);
	put("0,2\n", "cpu/online");
	put("0\n", "cpu/isolated");
	assert_int_equal(topology_read(&topology), 0);
	assert_int_equal(topology.n_cpus, 4);
	assert_int_equal(topology.n_cores, 1);
	assert_set(&topology.isolated, "0");
	dump_remove(&dump, "sys/devices");
	assert_int_equal(topology_read(&topology), -ENOENT);
	assert_int_equal(topology.n_cpus, 0);
	assert_int_equal(topology.n_caches, 0);
	assert_int_equal(topology.n_nodes, 0);
}

static uint64_t size_of(const char *text)
{
	return topology_parse_size(text, strlen(text));
}

static void sizes_have_units(void **state)
{
	(void)state;
	assert_int_equal(size_of("48K"), 49152);
	assert_int_equal(size_of("266240K\n"), 272629760);
	assert_int_equal(size_of("260M\n"), 272629760);
	assert_int_equal(size_of("1G"), 1 << 30);
	assert_int_equal(size_of("512"), 512);
	assert_int_equal(size_of(""), UNKNOWN);
	assert_int_equal(size_of("0K"), UNKNOWN);
	assert_int_equal(size_of("K"), UNKNOWN);
	assert_int_equal(size_of("-1K"), UNKNOWN);
	assert_int_equal(size_of("48KB"), UNKNOWN);
	assert_int_equal(size_of("48T"), UNKNOWN);
	assert_int_equal(size_of("99999999999999999999G"), UNKNOWN);
}

#define TEST(function) cmocka_unit_test_setup_teardown(function, setup, teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(everything_is_read),
		TEST(each_cache_stands_once_in_order),
		TEST(nodes_may_have_no_cpu_and_no_size),
		TEST(offline_cpus_are_there_but_counted_nowhere),
		TEST(an_old_kernel_is_understood),
		TEST(siblings_are_derived_from_ids_where_no_list_is),
		TEST(unknown_ids_make_no_core),
		TEST(what_a_cache_does_not_say_is_unknown),
		TEST(nothing_to_read_is_an_error),
		TEST(a_second_reading_replaces_the_first),
		TEST(sizes_have_units),
	};

	dump_init(&dump);
	dump_enter(&dump);

	int failed = cmocka_run_group_tests(tests, NULL, NULL);

	dump_fini(&dump);
	return failed;
}
