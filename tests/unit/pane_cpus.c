/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The CPU pane: rows, groups, strips, and what of it fits a narrow screen. */
#include "config.h"

#include "pane_story.h"

#include "base/counter.h"
#include "sample.h"
#include "source/topology.h"
#include "ui/table.h"

/* Busy with user code and softirqs alone. */
static void set_load(struct story *story, size_t at, double us, double si)
{
	struct cpu_interval *cpu = &story->interval.cpus[at];

	*cpu = (struct cpu_interval){
		.cpu = cpu->cpu,
		.us = us,
		.si = si,
		.busy = us + si,
		.id = 100 - us - si,
		.cs_per_s = 100,
		.in_per_s = 10,
		.sirq_per_s = 20,
		.capacity_s = 1,
	};
}

static void sum_all(struct story *story)
{
	const struct cpu_interval *parts[8];

	for (size_t i = 0; i < story->interval.n_cpus; i++)
		parts[i] = &story->interval.cpus[i];
	story->interval.all = cpu_interval_sum(parts, story->interval.n_cpus);
}

/* CPUs 0, 2, 5, 7: the second is unknown. */
static void add_four(struct story *story)
{
	static const int numbers[] = {0, 2, 5, 7};

	story_add_cpus(story, numbers, 4);
	set_load(story, 0, 10, 0);
	set_load(story, 2, 20, 70);
	set_load(story, 3, 50, 0);
	sum_all(story);
}

static void rows_are_all_and_each_cpu(void **state)
{
	struct story *story = *state;

	add_four(story);
	struct model model = story_main(story, "cpus");

	assert_string_equal(story_titles(story, &model),
			    "CPU us ni sy id wa hi si st ?? gu gn cs/s in/s sirq/s busy");
	assert_int_equal(model.n_rows, 5);
	assert_int_equal(model.n_pinned, 1);
	assert_null(model.sort_key);
	assert_string_equal(story_row(story, &model, 0),
			    "all 26.67 0.00 0.00 50.00 0.00 0.00 23.33 0.00 0.00 0.00 0.00 - 30.00 "
			    "60.00 50.00");
	assert_string_equal(
		story_row(story, &model, 1),
		"0 10.00 0.00 0.00 90.00 0.00 0.00 0.00 0.00 0.00 0.00 0.00 100.00 10.00 "
		"20.00 10.00");
	assert_string_equal(story_row(story, &model, 2), "2 - - - - - - - - - - - - - - -");
	assert_string_equal(story_text(story, &model, 4, "cpu"), "7");
	assert_int_not_equal(model.row_id(&model, 1), model.row_id(&model, 2));
}

static void much_is_hot(void **state)
{
	struct story *story = *state;

	add_four(story);
	struct model model = story_main(story, "cpus");

	assert_int_equal(story_cell(&model, 3, "si").style, STYLE_HOT);
	assert_int_equal(story_cell(&model, 1, "si").style, STYLE_DIM);
	assert_int_equal(story_cell(&model, 2, "si").style, STYLE_DIM);
	assert_int_equal(story_cell(&model, 1, "us").style, STYLE_NORMAL);
	/* Each by its own value. */
	story->interval.cpus[0].us = 92;
	story->interval.cpus[0].sy = 8.1;
	story->interval.cpus[0].busy = 100.1;
	assert_int_equal(story_cell(&model, 1, "us").style, STYLE_WARM);
	assert_int_equal(story_cell(&model, 1, "sy").style, STYLE_NORMAL);
	assert_int_equal(story_cell(&model, 1, "busy").style, STYLE_HOT);
	story->interval.cpus[0].ni = 96;
	assert_int_equal(story_cell(&model, 1, "ni").style, STYLE_HOT);
}

static void strips_name_the_hottest(void **state)
{
	struct story *story = *state;
	const struct pane *pane = pane_by_name("cpus", 4);

	add_four(story);
	struct model model = story_build(story, &pane->blocks[0]);

	assert_string_equal(story_titles(story, &model), "SHARE all hottest most cpu 0..7");
	assert_string_equal(story_row(story, &model, 0), "busy 50.00 cpu5 90.00 0-84");
	assert_string_equal(story_row(story, &model, 1), "si 23.33 cpu5 70.00 0-60");
	assert_string_equal(story_row(story, &model, 2), "hi 0.00 - - 0-00");
	/* What is written as 0.0 is none. */
	story->interval.cpus[3].hi = 0.04;
	model = story_build(story, &pane->blocks[0]);
	assert_string_equal(story_row(story, &model, 2), "hi 0.00 - - 0-00");
	assert_true(story_cell(&model, 2, "cpus").strip[3] == 0);
}

static void few_cpus_all_have_room(void **state)
{
	struct story *story = *state;

	add_four(story);
	struct model model = story_brief(story, "cpus");

	assert_string_equal(story_titles(story, &model),
			    "CPU us sy ni id wa hi si st ?? cs/s in/s sirq/s cpu 0..7");
	assert_int_equal(model.n_rows, 5);
	assert_string_equal(story_text(story, &model, 0, "cpus"), "0-84");
	/* A bar for each of them. */
	assert_string_equal(story_text(story, &model, 1, "cpus"), "9000000000");
	assert_string_equal(story_text(story, &model, 2, "cpus"), "-");
	assert_string_equal(story_text(story, &model, 3, "cpus"), "9999999990");
	story->interval.cpus[0].busy = 2;
	assert_string_equal(story_text(story, &model, 1, "cpus"), "1000000000");
	story->interval.cpus[0].busy = 100;
	assert_string_equal(story_text(story, &model, 1, "cpus"), "9999999999");
	for (size_t i = 0; i < 4; i++)
		assert_int_equal(story_cell(&model, i + 1, "cpu").number,
				 story->interval.cpu_numbers[i]);
	assert_string_equal(story_text(story, &model, 3, "si"), "70.00");
}

static void of_many_the_hottest_are_shown(void **state)
{
	struct story *story = *state;

	story_add_cpus(story, NULL, 1152);
	for (size_t i = 0; i < 1152; i++)
		if (i != 1151)
			set_load(story, i, i == 777 ? 90 : 1 + (double)(i % 7), 0);
	struct model model = story_brief(story, "cpus");

	assert_int_equal(model.n_rows, 5);
	assert_string_equal(story_text(story, &model, 1, "cpu"), "777");
	assert_string_equal(story_text(story, &model, 2, "cpu"), "6");
	assert_string_equal(story_text(story, &model, 3, "cpu"), "13");
	model = story_main(story, "cpus");
	assert_int_equal(model.n_rows, 1153);
	assert_string_equal(story_text(story, &model, 1152, "cpu"), "1151");
	assert_string_equal(story_text(story, &model, 1152, "us"), "-");
}

/* Two sockets of two cores of two: siblings are n and n + 4; a node per socket; L3 per socket. */
static void make_topology(struct topology *topology, struct topology_cpu *cpus,
			  struct topology_cache *caches)
{
	for (int i = 0; i < 8; i++)
		cpus[i] = (struct topology_cpu){
			.cpu = i,
			.is_online = true,
			.socket = i / 2 % 2,
			.core = i % 2,
			.node = i / 2 % 2,
			.first_sibling = i % 4,
			.n_siblings = 2,
		};
	for (int i = 0; i < 2; i++) {
		caches[i] = (struct topology_cache){.level = 3, .type = CACHE_UNIFIED};
		for (int cpu = 0; cpu < 8; cpu++)
			if (cpu / 2 % 2 == i)
				cpuset_add(&caches[i].shared, (unsigned int)cpu);
	}
	*topology = (struct topology){
		.cpus = cpus,
		.n_cpus = 8,
		.caches = caches,
		.n_caches = 2,
		.is_read = true,
	};
}

static const char *labels(struct story *story, enum cpu_group group)
{
	const char *text = "";

	story->choice.group = group;
	struct model model = story_main(story, "cpus");

	for (size_t i = 1; i < model.n_rows; i++)
		text = arena_printf(&story->arena, "%s%s|", text,
				    story_text(story, &model, i, "cpu"));
	assert_true(model.columns[0].is_left);
	return text;
}

static void cpus_are_summed_by_what_they_share(void **state)
{
	static const int numbers[] = {0, 1, 2, 3, 4, 5, 6, 9, 11};
	struct story *story = *state;
	struct topology topology;
	struct topology_cpu cpus[8];
	struct topology_cache caches[2];

	make_topology(&topology, cpus, caches);
	story->view.topology = &topology;
	story_add_cpus(story, numbers, 9);
	for (size_t i = 0; i < 9; i++)
		set_load(story, i, (double)i * 10, 0);
	/* CPU 7 is not there; of 9 and 11 the topology knows nothing. */
	assert_string_equal(labels(story, GROUP_CORE),
			    "core 0.0 (0,4)|core 0.1 (1,5)|core 1.0 (2,6)|core 1.1 (3)|core ? "
			    "(9)|core ? (11)|");
	assert_string_equal(labels(story, GROUP_SOCKET),
			    "socket 0 (0-1,4-5)|socket 1 (2-3,6)|socket ? (9,11)|");
	assert_string_equal(labels(story, GROUP_NODE),
			    "node 0 (0-1,4-5)|node 1 (2-3,6)|node ? (9,11)|");
	assert_string_equal(labels(story, GROUP_CACHE), "L3 (0-1,4-5)|L3 (2-3,6)|cache ? (9,11)|");
	struct model model = story_main(story, "cpus");

	assert_string_equal(story_text(story, &model, 1, "us"), "25.00");
	assert_string_equal(story_text(story, &model, 1, "in"), "40.00");
	assert_int_equal(model.n_pinned, 1);
	topology.is_read = false;
	model = story_main(story, "cpus");
	assert_int_equal(model.n_rows, 10);
	cpuset_fini(&caches[0].shared);
	cpuset_fini(&caches[1].shared);
}

static void topology_is_read_only_for_groups(void **state)
{
	struct story *story = *state;
	const struct pane *pane = pane_by_name("cpus", 4);

	assert_false(pane_needs(pane, &story->choice) & NEED_TOPOLOGY);
	story->choice.group = GROUP_NODE;
	assert_true(pane_needs(pane, &story->choice) & NEED_TOPOLOGY);
}

static void no_cpus_at_all(void **state)
{
	struct story *story = *state;
	const struct pane *pane = pane_by_name("cpus", 4);
	struct model model = story_main(story, "cpus");

	assert_int_equal(model.n_rows, 1);
	assert_string_equal(story_row(story, &model, 0), "all - - - - - - - - - - - - - - -");
	model = story_brief(story, "cpus");
	story_ask_all(story, &model);
	model = story_build(story, &pane->blocks[0]);
	assert_string_equal(story_row(story, &model, 0), "busy - - - ");
}

/* Titles of the columns that have room, with a blank after each. */
static const char *shown(struct story *story, const struct model *model, int width)
{
	struct order order = order_rows(model, NULL, false, ORDER_EXACT, NULL, &story->arena);
	int widths[32] = {0};
	const char *text = "";

	table_widths(model, &order, 0, 10, 0, width, widths);
	for (size_t i = 0; i < model->n_columns; i++)
		if (widths[i] > 0)
			text = arena_printf(&story->arena, "%s%s ", text, model->columns[i].title);
	return text;
}

static void the_essential_stays_on_a_narrow_screen(void **state)
{
	struct story *story = *state;

	add_four(story);
	struct model model = story_main(story, "cpus");

	assert_string_equal(shown(story, &model, 80),
			    "CPU us ni sy id wa hi si st ?? gu cs/s in/s sirq/s busy ");
	assert_string_equal(shown(story, &model, 62),
			    "CPU us sy id wa hi si st ?? cs/s in/s sirq/s ");
	assert_string_equal(shown(story, &model, 40), "CPU us sy id wa si st sirq/s ");
	model = story_brief(story, "cpus");
	assert_string_equal(shown(story, &model, 80),
			    "CPU us sy ni id wa hi si st ?? cs/s in/s sirq/s cpu 0..7 ");
}

/* Of the machine they nearly always are known, and then the header says them. */
static void switches_that_no_cpu_knows_leave_first(void **state)
{
	struct story *story = *state;

	add_four(story);
	for (size_t i = 0; i < 4; i++)
		story->interval.cpus[i].cs_per_s = (double)NAN;
	story->interval.all.cs_per_s = 400;
	struct model model = story_main(story, "cpus");

	assert_string_equal(shown(story, &model, 80),
			    "CPU us ni sy id wa hi si st ?? gu gn in/s sirq/s busy ");
	assert_string_equal(story_text(story, &model, 0, "cs"), "400.00");
	assert_string_equal(story_text(story, &model, 1, "cs"), "-");
	model = story_brief(story, "cpus");
	assert_string_equal(story_titles(story, &model),
			    "CPU us sy ni id wa hi si st ?? in/s sirq/s cpu 0..7");
	assert_string_equal(story_text(story, &model, 0, "cpus"), "0-84");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
#define TEST(function) cmocka_unit_test_setup_teardown(function, story_setup, story_teardown)
		TEST(rows_are_all_and_each_cpu),
		TEST(much_is_hot),
		TEST(strips_name_the_hottest),
		TEST(few_cpus_all_have_room),
		TEST(of_many_the_hottest_are_shown),
		TEST(cpus_are_summed_by_what_they_share),
		TEST(topology_is_read_only_for_groups),
		TEST(no_cpus_at_all),
		TEST(the_essential_stays_on_a_narrow_screen),
		TEST(switches_that_no_cpu_knows_leave_first),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
