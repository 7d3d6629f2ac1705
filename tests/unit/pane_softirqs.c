/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The softirq pane: rates per CPU and type, and the line per type. */
#include "config.h"

#include "pane_story.h"

/* Four CPUs; two reads half a second apart, so that a count of 1 is 2 a second. */
enum { N_CPUS = 4, TIMER = 0, NET_RX, BLOCK, HOSTILE, N_TYPES };

static void set_type(struct softirq_interval *type, const char *name, const double *counts)
{
	*type = (struct softirq_interval){
		.name = name, .per_cpu = counts, .hottest_cpu = -1, .hottest_pct = UNKNOWN};
	for (int i = 0; i < N_CPUS; i++) {
		type->total += isnan(counts[i]) ? 0 : counts[i];
		if (counts[i] > (type->hottest_cpu < 0 ? 0 : counts[type->hottest_cpu]))
			type->hottest_cpu = i;
	}
	type->per_s = 2 * type->total;
	if (type->hottest_cpu >= 0)
		type->hottest_pct = 100 * counts[type->hottest_cpu] / type->total;
}

static int setup(void **state)
{
	static struct softirq_interval types[N_TYPES];
	static const double timer[] = {100, 100, 150, 50}, net_rx[] = {15, 970, 0, 15};
	static const double block[] = {0, 0, 0, 0}, hostile[] = {1, UNKNOWN, 0, 0};
	struct story *story;

	story_setup(state);
	story = *state;
	story_add_cpus(story, NULL, N_CPUS);
	set_type(&types[TIMER], "TIMER", timer);
	set_type(&types[NET_RX], "NET_RX", net_rx);
	set_type(&types[BLOCK], "BLOCK", block);
	set_type(&types[HOSTILE], "A\x1b\nZ", hostile);
	story->interval.softirqs = types;
	story->interval.n_softirqs = N_TYPES;
	return 0;
}

static void a_column_per_type_and_a_row_per_cpu(void **state)
{
	struct story *story = *state;
	struct model model = story_main(story, "softirqs");

	assert_string_equal(story_titles(story, &model), "CPU TIMER NET_RX BLOCK A??Z");
	assert_string_equal(model.columns[2].key, "net_rx");
	assert_string_equal(model.columns[4].key, "a??z");
	assert_int_equal(model.n_rows, 1 + N_CPUS);
	assert_int_equal(model.n_pinned, 1);
	assert_string_equal(story_row(story, &model, 0), "all 800.00 2000.00 0.00 2.00");
	assert_string_equal(story_row(story, &model, 1), "0 200.00 30.00 0.00 2.00");
	assert_string_equal(story_row(story, &model, 2), "1 200.00 1940.00 0.00 -");
}

static void one_cpu_that_does_it_all_is_hot(void **state)
{
	struct story *story = *state;
	struct model model = story_main(story, "softirqs");

	assert_int_equal(story_cell(&model, 2, "net_rx").style, STYLE_HOT);
	assert_int_equal(story_cell(&model, 1, "net_rx").style, STYLE_NORMAL);
	assert_int_equal(story_cell(&model, 2, "timer").style, STYLE_NORMAL);
	/* All of very few. */
	assert_int_equal(story_cell(&model, 1, "a??z").style, STYLE_NORMAL);
}

static void types_that_did_nothing_leave_first(void **state)
{
	struct story *story = *state;
	struct model model = story_main(story, "softirqs");

	assert_int_equal(model.columns[0].priority, 0);
	assert_true(model.columns[2].priority < model.columns[1].priority);
	assert_true(model.columns[1].priority < model.columns[4].priority);
	assert_true(model.columns[4].priority < model.columns[3].priority);
}

static void a_line_per_type_the_busiest_first(void **state)
{
	struct story *story = *state;
	const struct pane *pane = pane_by_name("softirqs", 8);
	struct model model = story_build(story, &pane->blocks[0]);

	assert_string_equal(story_titles(story, &model), "SOFTIRQ /s hottest cpu 0..3");
	assert_int_equal(model.n_rows, 3);
	assert_string_equal(story_row(story, &model, 0), "NET_RX 2000.00 cpu1  97% 0900");
	assert_string_equal(story_row(story, &model, 1), "TIMER 800.00 cpu2  38% 6693");
	assert_string_equal(story_row(story, &model, 2), "A\x1b\nZ 2.00 cpu0 100% 9-00");
	assert_int_equal(story_cell(&model, 0, "hottest").style, STYLE_HOT);
}

static void the_brief_has_the_top_four(void **state)
{
	struct story *story = *state;
	struct softirq_interval many[6];
	struct model model;

	for (int i = 0; i < 6; i++)
		many[i] = story->interval.softirqs[i % 2];
	story->interval.softirqs = many;
	story->interval.n_softirqs = 6;
	model = story_brief(story, "softirqs");
	assert_int_equal(model.n_rows, 4);
	assert_string_equal(story_text(story, &model, 2, "softirq"), "NET_RX");
	assert_string_equal(story_text(story, &model, 3, "softirq"), "TIMER");
}

static void nothing_counted_or_nothing_came(void **state)
{
	struct story *story = *state;
	struct model model;

	story->interval.softirqs = &story->interval.softirqs[BLOCK];
	story->interval.n_softirqs = 1;
	model = story_brief(story, "softirqs");
	assert_int_equal(model.n_rows, 0);
	assert_string_equal(model.note, "no softirqs in this interval");
	story->interval.n_softirqs = 0;
	model = story_brief(story, "softirqs");
	assert_string_equal(model.note, "no softirqs are counted here");
	model = story_main(story, "softirqs");
	assert_int_equal(model.n_rows, 0);
	assert_int_equal(model.n_pinned, 0);
}

/* As right after the pane was opened: what was not read before is unknown, not none. */
static void unknown_is_not_none(void **state)
{
	static const double unknown[] = {UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN};
	struct story *story = *state;
	struct model model;

	story->interval.softirqs[BLOCK].total = story->interval.softirqs[BLOCK].per_s = UNKNOWN;
	story->interval.softirqs[BLOCK].per_cpu = unknown;
	story->interval.softirqs[HOSTILE].total = 0;
	model = story_brief(story, "softirqs");
	assert_int_equal(model.n_rows, 3);
	assert_string_equal(story_row(story, &model, 2), "BLOCK - - ----");
	assert_int_equal(story_cell(&model, 2, "hottest").kind, CELL_NUMBER);
	for (int i = 0; i < N_TYPES; i++)
		story->interval.softirqs[i] = story->interval.softirqs[BLOCK];
	model = story_brief(story, "softirqs");
	assert_int_equal(model.n_rows, 4);
	model = story_main(story, "softirqs");
	assert_string_equal(story_row(story, &model, 0), "all - - - -");
	assert_string_equal(story_row(story, &model, 1), "0 - - - -");
}

static void without_cpus_there_is_still_all(void **state)
{
	struct story *story = *state;
	struct model model;

	story->interval.n_cpus = 0;
	story->interval.softirqs[TIMER].per_cpu = NULL;
	model = story_main(story, "softirqs");
	assert_int_equal(model.n_rows, 1);
	assert_string_equal(story_text(story, &model, 0, "timer"), "800.00");
	model = story_brief(story, "softirqs");
	story_ask_all(story, &model);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
#define TEST(function) cmocka_unit_test_setup_teardown(function, setup, story_teardown)
		TEST(a_column_per_type_and_a_row_per_cpu),
		TEST(one_cpu_that_does_it_all_is_hot),
		TEST(types_that_did_nothing_leave_first),
		TEST(a_line_per_type_the_busiest_first),
		TEST(the_brief_has_the_top_four),
		TEST(nothing_counted_or_nothing_came),
		TEST(unknown_is_not_none),
		TEST(without_cpus_there_is_still_all),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
