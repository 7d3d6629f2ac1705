/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The dashboard, and what holds for every pane. */
#include "config.h"

#include "pane_story.h"

#include "sample.h"

static void a_row_of_totals_names_the_busiest(void **state)
{
	static struct softirq_interval softirqs[] = {
		{.name = "TIMER", .total = 10, .hottest_cpu = 0, .hottest_pct = 50},
		{.name = "NET_RX", .total = 20, .hottest_cpu = 1, .hottest_pct = 97},
	};
	static struct irq_interval irqs[] = {
		{.label = "LOC", .name = "timer", .irq = -1, .per_s = 90000},
		{.label = "30", .name = "virtio2-input.0", .irq = 30, .per_s = 12000},
		{.label = "31", .name = "disk", .irq = 31, .per_s = UNKNOWN},
	};
	static struct task_interval processes[] = {
		{.pid = 1, .name = "init", .cpu_pct = UNKNOWN},
		{.pid = 10552, .name = "sysbench", .cpu_pct = 80},
		{.pid = 2, .name = "other", .cpu_pct = 8},
	};
	struct story *story = *state;
	struct model model;

	story_add_cpus(story, NULL, 2);
	story->interval.cpus[1].busy = 97;
	story->interval.all.us = 48.5;
	story->interval.totals.running = 2;
	story->interval.totals.load1 = 0.25;
	story->interval.softirqs = softirqs;
	story->interval.n_softirqs = 2;
	story->interval.irqs = irqs;
	story->interval.n_irqs = 3;
	story->interval.processes = processes;
	story->interval.n_processes = 3;
	model = story_main(story, "dashboard");
	assert_string_equal(story_titles(story, &model),
			    "r b cs/s in/s fork/s sirq/s load1 us ni sy id wa hi si st ?? busiest "
			    "softirq irq task");
	assert_int_equal(model.n_rows, 1);
	assert_string_equal(story_row(story, &model, 0),
			    "2 - - - - - 0.25 48.50 - - - - - - - - cpu1:97.00 "
			    "NET_RX:cpu1:97.00 30:virtio2-input.0:12000.00 sysbench[10552]");
	story->interval.is_since_boot = true;
	processes[0].cpu_s = 61;
	processes[1].cpu_s = 3;
	model = story_main(story, "dashboard");
	assert_string_equal(story_text(story, &model, 0, "task"), "init[1]");
}

static void nothing_known_is_a_row_of_dashes(void **state)
{
	struct story *story = *state;
	struct model model = story_main(story, "dashboard");

	assert_string_equal(story_row(story, &model, 0), "- - - - - - - - - - - - - - - - - - - -");
}

static void panes_are_found_by_name_and_digit(void **state)
{
	static const char names[] =
		"0 dashboard 1 cpus 2 tasks 3 softirqs 4 interrupts 5 history 6 network 7 bill "
		"8 topology 9 findings ";
	struct story *story = *state;
	const char *found = "";

	for (size_t i = 0; i < n_panes; i++) {
		found = arena_printf(&story->arena, "%s%c %s ", found, panes[i]->key,
				     panes[i]->name);
		assert_ptr_equal(pane_by_name(panes[i]->name, strlen(panes[i]->name)), panes[i]);
		assert_ptr_equal(pane_by_key(panes[i]->key), panes[i]);
	}
	assert_string_equal(found, names);
	assert_null(pane_by_name("cpu", 3));
	assert_null(pane_by_name("cpusx", 5));
	assert_ptr_equal(pane_by_name("cpus,tasks", 4), pane_by_key('1'));
	assert_null(pane_by_key('a'));
}

static void every_pane_has_one_main_block(void **state)
{
	(void)state;
	for (size_t i = 0; i < n_panes; i++) {
		size_t n_main = 0;

		for (size_t j = 0; j < panes[i]->n_blocks; j++) {
			const struct block *block = &panes[i]->blocks[j];

			n_main += block->want_lines == 0;
			assert_true(block->want_lines == 0 ||
				    block->min_lines <= block->want_lines);
		}
		assert_int_equal(n_main, 1);
		assert_non_null(panes[i]->title);
		assert_non_null(panes[i]->help);
	}
}

static void the_dashboard_needs_what_it_stacks(void **state)
{
	struct story *story = *state;
	const struct pane *dashboard = pane_by_key('0');
	unsigned int needs = pane_needs(dashboard, &story->choice);

	for (const char *const *name = dashboard->stack; *name; name++) {
		const struct pane *pane = pane_by_name(*name, strlen(*name));

		assert_non_null(pane);
		/* Findings stand above, without a table. */
		assert_true(pane->brief || strcmp(*name, "findings") == 0);
		assert_int_equal(pane_own_needs(pane, &story->choice) & ~needs, 0);
	}
}

static void check_columns(const struct column *columns, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		assert_non_null(columns[i].key);
		assert_non_null(columns[i].title);
		assert_non_null(columns[i].help);
		assert_true(!columns[i].grows || i == n - 1);
		for (const char *at = columns[i].key; *at; at++)
			assert_true((*at >= 'a' && *at <= 'z') || (*at >= '0' && *at <= '9') ||
				    *at == '_');
		for (size_t j = 0; j < i; j++)
			assert_string_not_equal(columns[i].key, columns[j].key);
	}
}

/* Those of a model are among all that it can have. */
static void check_known(const struct model *model, const struct column *columns, size_t n)
{
	const struct model all = {.columns = columns, .n_columns = n};

	for (size_t i = 0; i < model->n_columns; i++)
		assert_true(model_find_column(&all, model->columns[i].key) >= 0);
}

static void every_column_is_explained(void **state)
{
	struct story *story = *state;
	const struct column *columns;

	for (size_t i = 0; i < n_panes; i++) {
		size_t n = pane_columns(panes[i], &story->arena, &columns);
		struct model model = story_main(story, panes[i]->name);

		check_columns(columns, n);
		check_columns(model.columns, model.n_columns);
		if (panes[i]->columns)
			check_known(&model, columns, n);
		/* What it is sorted by is a column. */
		if (model.sort_key)
			story_column(&model, model.sort_key);
	}
}

/* Nothing is there, in every way it can be not there. */
static void nothing_known_breaks_no_pane(void **state)
{
	struct story *story = *state;

	for (int way = 0; way < 4; way++) {
		story_add_cpus(story, NULL, way & 1 ? 3 : 0);
		story->interval.has_tasks = way & 2;
		story->choice.group = way & 1 ? GROUP_NODE : GROUP_NONE;
		for (size_t i = 0; i < n_panes; i++) {
			struct model model;

			for (size_t j = 0; j < panes[i]->n_blocks; j++) {
				model = story_build(story, &panes[i]->blocks[j]);
				check_columns(model.columns, model.n_columns);
				story_ask_all(story, &model);
			}
			if (!panes[i]->brief)
				continue;
			model = story_build(story, panes[i]->brief);
			check_columns(model.columns, model.n_columns);
			story_ask_all(story, &model);
		}
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
#define TEST(function) cmocka_unit_test_setup_teardown(function, story_setup, story_teardown)
		TEST(a_row_of_totals_names_the_busiest),  TEST(nothing_known_is_a_row_of_dashes),
		TEST(panes_are_found_by_name_and_digit),  TEST(every_pane_has_one_main_block),
		TEST(the_dashboard_needs_what_it_stacks), TEST(every_column_is_explained),
		TEST(nothing_known_breaks_no_pane),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
