/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <sched.h>
#include <string.h>

#include "base/cpuset.h"
#include "interval.h"
#include "measure/place.h"
#include "source/topology.h"

/* Two P cores of two threads, two E cores; 0 to 3 and 4, 5 have a last cache each. */
static struct topology_cpu cpus[] = {
	{.cpu = 0, .capacity = 1024, .first_sibling = 0, .n_siblings = 2},
	{.cpu = 1, .capacity = 1024, .first_sibling = 0, .n_siblings = 2},
	{.cpu = 2, .capacity = 1024, .first_sibling = 2, .n_siblings = 2},
	{.cpu = 3, .capacity = 1024, .first_sibling = 2, .n_siblings = 2},
	{.cpu = 4, .capacity = 512, .first_sibling = 4, .n_siblings = 1},
	{.cpu = 5, .capacity = 512, .first_sibling = 5, .n_siblings = 1},
};
static struct topology_cache caches[2] = {{.level = 3}, {.level = 3}};
static const struct topology topology = {
	.cpus = cpus,
	.n_cpus = 6,
	.caches = caches,
	.n_caches = 2,
};

struct world {
	struct cpuset allowed;
	struct place place;
};

static void allow(struct world *world, const char *list)
{
	cpuset_init(&world->allowed);
	assert_int_equal(cpuset_parse_list(&world->allowed, list, strlen(list)), 0);
	world->place = (struct place){&world->allowed, &topology, NULL};
}

static void assert_kinds(const struct world *world, const int *wanted)
{
	int capacity = PLACE_NO_KIND;

	do
		assert_int_equal(place_next_kind(&world->place, &capacity), *wanted);
	while (*wanted++ >= 0);
}

static void one_cpu_of_each_kind(void **state)
{
	(void)state;
	struct world world;

	allow(&world, "0-5");
	assert_kinds(&world, (const int[]){5, 3, -1});
	cpuset_fini(&world.allowed);
	allow(&world, "1,2");
	assert_kinds(&world, (const int[]){2, -1});
	cpuset_fini(&world.allowed);
	/* Of which nobody knows the kind. */
	allow(&world, "4,9");
	assert_kinds(&world, (const int[]){9, 4, -1});
	cpuset_fini(&world.allowed);
	allow(&world, "");
	assert_kinds(&world, (const int[]){-1});
	cpuset_fini(&world.allowed);
}

static void the_least_busy_one(void **state)
{
	(void)state;
	struct cpu_interval busy[] = {
		{.cpu = 3, .busy = 90},
		{.cpu = 1, .busy = 10},
		{.cpu = 2, .busy = 50},
		{.cpu = 0, .busy = 10.5},
	};
	struct interval interval = {.cpus = busy, .n_cpus = 4};
	struct world world;

	allow(&world, "0-3");
	world.place.interval = &interval;
	assert_kinds(&world, (const int[]){1, -1});
	cpuset_fini(&world.allowed);
	allow(&world, "0,2,3");
	world.place.interval = &interval;
	assert_kinds(&world, (const int[]){0, -1});
	cpuset_fini(&world.allowed);
}

static void a_second_cpu_by_distance(void **state)
{
	(void)state;
	struct world world;

	allow(&world, "0-5");
	assert_int_equal(place_other(&world.place, 3, PLACE_SIBLING), 2);
	assert_int_equal(place_other(&world.place, 3, PLACE_CACHE), 1);
	assert_int_equal(place_other(&world.place, 3, PLACE_REMOTE), 5);
	assert_int_equal(place_other(&world.place, 5, PLACE_SIBLING), -1);
	assert_int_equal(place_other(&world.place, 5, PLACE_CACHE), 4);
	cpuset_fini(&world.allowed);
	allow(&world, "3,9");
	assert_int_equal(place_other(&world.place, 3, PLACE_SIBLING), -1);
	assert_int_equal(place_other(&world.place, 3, PLACE_CACHE), -1);
	assert_int_equal(place_other(&world.place, 3, PLACE_REMOTE), -1);
	cpuset_fini(&world.allowed);
}

static void what_the_kernel_allows(void **state)
{
	(void)state;
	struct cpuset allowed;
	cpu_set_t set;

	cpuset_init(&allowed);
	assert_int_equal(place_allowed(&allowed), 0);
	assert_int_equal(sched_getaffinity(0, sizeof(set), &set), 0);
	assert_int_equal(cpuset_count(&allowed), CPU_COUNT(&set));
	for (int cpu = -1; (cpu = cpuset_next(&allowed, cpu)) >= 0;)
		assert_true(CPU_ISSET(cpu, &set));
	cpuset_fini(&allowed);
}

static int share_caches(void **state)
{
	(void)state;
	cpuset_parse_list(&caches[0].shared, "0-3", 3);
	cpuset_parse_list(&caches[1].shared, "4,5", 3);
	return 0;
}

static int free_caches(void **state)
{
	(void)state;
	cpuset_fini(&caches[0].shared);
	cpuset_fini(&caches[1].shared);
	return 0;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(one_cpu_of_each_kind),
		cmocka_unit_test(the_least_busy_one),
		cmocka_unit_test(a_second_cpu_by_distance),
		cmocka_unit_test(what_the_kernel_allows),
	};

	return cmocka_run_group_tests(tests, share_caches, free_caches);
}
