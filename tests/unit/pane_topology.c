/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The topology pane: a row per CPU, and the machine, its caches and its nodes over them. */
#include "config.h"

#include "pane_story.h"

#include "base/counter.h"
#include "source/topology.h"

#define KIB 1024ULL

enum { MACHINE, CACHES, NODES };

/* Two cores of two siblings (n, n + 2), a CPU 4 that is offline, 2 isolated, 3 without a tick too. */
static void make_topology(struct topology *topology, struct arena *arena)
{
	topology->is_read = true;
	topology->n_cpus = 5;
	topology->cpus = arena_alloc(arena, 5, sizeof(*topology->cpus));
	for (int i = 0; i < 5; i++)
		topology->cpus[i] = (struct topology_cpu){.cpu = i,
							  .is_online = true,
							  .core = i % 2,
							  .die = -1,
							  .capacity = -1,
							  .first_sibling = i % 2,
							  .n_siblings = 2};
	topology->cpus[4] = (struct topology_cpu){.cpu = 4,
						  .socket = -1,
						  .die = -1,
						  .core = -1,
						  .node = -1,
						  .capacity = -1,
						  .first_sibling = -1};
	topology->n_sockets = 1;
	topology->n_cores = 2;
	cpuset_parse_list(&topology->isolated, "2-3", 3);
	cpuset_parse_list(&topology->nohz_full, "3", 1);
	topology->has_isolated = true;
}

static void add_cache(struct topology *topology, int level, enum cache_type type, uint64_t size,
		      const char *shared)
{
	struct topology_cache *cache = &topology->caches[topology->n_caches++];

	*cache = (struct topology_cache){
		.level = level,
		.type = type,
		.size_bytes = size,
		.line_bytes = 64,
		.ways = level == 3 ? COUNTER_UNKNOWN : 8,
	};
	cpuset_parse_list(&cache->shared, shared, strlen(shared));
}

static void add_caches(struct topology *topology, struct arena *arena)
{
	topology->caches = arena_alloc(arena, 7, sizeof(*topology->caches));
	add_cache(topology, 1, CACHE_DATA, 48 * KIB, "0,2");
	add_cache(topology, 1, CACHE_DATA, 48 * KIB, "1,3");
	add_cache(topology, 1, CACHE_INSTRUCTION, 32 * KIB, "0,2");
	add_cache(topology, 1, CACHE_INSTRUCTION, 32 * KIB, "1,3");
	add_cache(topology, 2, CACHE_UNIFIED, 2048 * KIB, "0,2");
	add_cache(topology, 2, CACHE_UNIFIED, 1280 * KIB, "1,3");
	add_cache(topology, 3, CACHE_UNIFIED, COUNTER_UNKNOWN, "0-3");
}

static int setup(void **state)
{
	static struct topology topology;
	struct story *story;

	story_setup(state);
	story = *state;
	topology_init(&topology);
	make_topology(&topology, &story->arena);
	add_caches(&topology, &story->arena);
	topology.nodes = arena_alloc(&story->arena, 1, sizeof(*topology.nodes));
	topology.nodes[0].memory_kib = 16 * KIB * KIB;
	cpuset_parse_list(&topology.nodes[0].cpus, "0-3", 3);
	topology.n_nodes = 1;
	story->view.topology = &topology;
	return 0;
}

static int teardown(void **state)
{
	struct story *story = *state;
	struct topology topology = *story->view.topology;

	/* Its arrays are the arena's, its sets are not. */
	for (size_t i = 0; i < topology.n_caches; i++)
		cpuset_fini(&topology.caches[i].shared);
	cpuset_fini(&topology.nodes[0].cpus);
	cpuset_fini(&topology.isolated);
	cpuset_fini(&topology.nohz_full);
	return story_teardown(state);
}

static void a_row_per_cpu(void **state)
{
	struct story *story = *state;
	struct model model = story_main(story, "topology");

	assert_string_equal(story_titles(story, &model),
			    "CPU STATE SOCKET DIE CORE NODE SMT SIBLINGS L1d L1i L2 L3 CAPACITY");
	assert_int_equal(model.n_rows, 5);
	assert_string_equal(story_row(story, &model, 0),
			    "0 online 0 - 0 0 2 0,2 48K:0,2 32K:0,2 2M:0,2 -:0-3 -");
	assert_string_equal(story_row(story, &model, 1),
			    "1 online 0 - 1 0 2 1,3 48K:1,3 32K:1,3 1280K:1,3 -:0-3 -");
	assert_string_equal(story_text(story, &model, 2, "state"), "isolated");
	assert_string_equal(story_text(story, &model, 3, "state"), "isolated,nohz_full");
	assert_string_equal(story_row(story, &model, 4), "4 offline - - - - - - - - - - -");
}

static struct model build(struct story *story, size_t block)
{
	return story_build(story, &pane_by_name("topology", 8)->blocks[block]);
}

static void the_machine_in_a_line(void **state)
{
	struct story *story = *state;
	struct model model = build(story, MACHINE);

	assert_string_equal(story_titles(story, &model),
			    "SOCKETS CORES CPUS ISOLATED NOHZ_FULL OFFLINE ONLINE");
	assert_string_equal(story_row(story, &model, 0), "1 2 5 2-3 - 4 0-3");
	assert_int_equal(story_cell(&model, 0, "nohz_full").kind, CELL_NUMBER);
}

static void caches_of_a_kind_are_one_line(void **state)
{
	struct story *story = *state;
	struct model model = build(story, CACHES);

	assert_string_equal(story_titles(story, &model),
			    "CACHE SIZE LINE WAYS INSTANCES SHARED BY");
	assert_int_equal(model.n_rows, 5);
	assert_string_equal(story_row(story, &model, 0), "L1d 48K 64 8 2 0,2 1,3");
	assert_string_equal(story_row(story, &model, 1), "L1i 32K 64 8 2 0,2 1,3");
	assert_string_equal(story_row(story, &model, 2), "L2 2M 64 8 1 0,2");
	assert_string_equal(story_row(story, &model, 3), "L2 1280K 64 8 1 1,3");
	assert_string_equal(story_row(story, &model, 4), "L3 - 64 - 1 0-3");
}

static void caches_of_another_size_are_another_kind(void **state)
{
	struct story *story = *state;
	struct model model;

	story->view.topology->caches[1].size_bytes = 32 * KIB;
	model = build(story, CACHES);
	assert_int_equal(model.n_rows, 6);
	assert_string_equal(story_row(story, &model, 1), "L1d 32K 64 8 1 1,3");
}

static void nodes_have_memory_and_cpus(void **state)
{
	struct story *story = *state;
	struct model model = build(story, NODES);

	assert_string_equal(story_titles(story, &model), "NODE MEMORY CPUS");
	assert_string_equal(story_row(story, &model, 0), "0 16777216 0-3");
	story->view.topology->nodes[0].memory_kib = COUNTER_UNKNOWN;
	assert_string_equal(story_text(story, &model, 0, "memory"), "-");
}

static void many_sharers_are_cut_short(void **state)
{
	struct story *story = *state;
	struct topology topology = {.is_read = true, .n_caches = 1152};
	struct model model;

	topology.caches = arena_alloc(&story->arena, 1152, sizeof(*topology.caches));
	for (unsigned int i = 0; i < 1152; i++) {
		topology.caches[i] = (struct topology_cache){.level = 1, .type = CACHE_DATA};
		cpuset_add(&topology.caches[i].shared, i);
	}
	const struct topology *whole = story->view.topology;

	story->view.topology = &topology;
	model = build(story, CACHES);
	assert_int_equal(model.n_rows, 1);
	assert_string_equal(story_text(story, &model, 0, "instances"), "1152");
	const char *text = story_text(story, &model, 0, "shared");

	assert_true(strlen(text) < 250);
	assert_string_equal(text + strlen(text) - 4, " ...");
	for (size_t i = 0; i < 1152; i++)
		cpuset_fini(&topology.caches[i].shared);
	story->view.topology = whole;
}

static void before_it_is_read(void **state)
{
	struct story *story = *state;
	const struct topology *whole = story->view.topology;
	const struct topology unread = {0};

	for (int i = 0; i < 2; i++) {
		story->view.topology = i ? &unread : NULL;
		struct model model = story_main(story, "topology");

		assert_int_equal(model.n_rows, 0);
		assert_non_null(model.note);
		for (size_t block = MACHINE; block <= NODES; block++)
			assert_int_equal(build(story, block).n_rows, 0);
	}
	story->view.topology = whole;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
#define TEST(function) cmocka_unit_test_setup_teardown(function, setup, teardown)
		TEST(a_row_per_cpu),
		TEST(the_machine_in_a_line),
		TEST(caches_of_a_kind_are_one_line),
		TEST(caches_of_another_size_are_another_kind),
		TEST(nodes_have_memory_and_cpus),
		TEST(many_sharers_are_cut_short),
		TEST(before_it_is_read),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
