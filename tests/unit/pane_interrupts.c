/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The interrupt pane: where each comes from, goes to, and was asked to go. */
#include "config.h"

#include "pane_story.h"

#include "ui/order.h"

enum { SILENT, VIRTIO, TIMER, ERRORS, N_IRQS };

static int setup(void **state)
{
	static const double virtio[] = {0, 3000}, timer[] = {300, 200}, silent[] = {0, 0};
	static unsigned long second[] = {2}, both[] = {3};
	static const struct cpuset none, one = {second, 1}, two = {both, 1};
	static struct irq_interval irqs[N_IRQS];
	struct story *story;

	story_setup(state);
	story = *state;
	story_add_cpus(story, NULL, 2);
	irqs[SILENT] = (struct irq_interval){.label = "9",
					     .chip = "IO-APIC 9-fasteoi",
					     .name = "acpi",
					     .irq = 9,
					     .hottest_cpu = -1,
					     .hottest_pct = UNKNOWN,
					     .per_cpu = silent,
					     .on = &none,
					     .node = -1};
	irqs[VIRTIO] = (struct irq_interval){.label = "30",
					     .chip = "PCI-MSI 1-edge",
					     .name = "virtio2-input.0",
					     .irq = 30,
					     .total = 3000,
					     .per_s = 3000,
					     .since_boot = 123456,
					     .hottest_cpu = 1,
					     .hottest_pct = 100,
					     .per_cpu = virtio,
					     .on = &one,
					     .asked = &two,
					     .effective = &one,
					     .node = 0};
	irqs[TIMER] = (struct irq_interval){.label = "LOC",
					    .chip = "",
					    .name = "Local timer interrupts",
					    .irq = -1,
					    .total = 500,
					    .per_s = 500,
					    .since_boot = 9000,
					    .hottest_cpu = 0,
					    .hottest_pct = 60,
					    .per_cpu = timer,
					    .on = &two,
					    .node = -1};
	irqs[ERRORS] = (struct irq_interval){.label = "ERR",
					     .chip = "",
					     .name = "",
					     .irq = -1,
					     .hottest_cpu = -1,
					     .hottest_pct = UNKNOWN,
					     .node = -1,
					     .since_boot = 2};
	story->interval.irqs = irqs;
	story->interval.n_irqs = N_IRQS;
	return 0;
}

static void rows_join_what_is_known(void **state)
{
	struct story *story = *state;
	struct model model = story_main(story, "interrupts");

	assert_string_equal(story_titles(story, &model),
			    "IRQ total /s on hottest share asked effective pin queue RPS node cpu "
			    "0..1 chip NAME");
	assert_int_equal(model.n_rows, N_IRQS);
	assert_string_equal(story_row(story, &model, 0),
			    "30 123456 3000.00 1 1 100.00 0-1 1 - - - 0 09 PCI-MSI 1-edge "
			    "virtio2-input.0");
	assert_string_equal(story_row(story, &model, 1),
			    "LOC 9000 500.00 0-1 0 60.00 - - - - - - 96 - Local timer interrupts");
	assert_string_equal(story_row(story, &model, 2), "ERR 2 0.00 - - - - - - - - - - - -");
	/* Never since boot: last of those that stand still. */
	assert_string_equal(story_row(story, &model, 3),
			    "9 0 0.00 - - - - - - - - - 00 IO-APIC 9-fasteoi acpi");
}

static void unknown_is_not_the_same_as_none(void **state)
{
	struct story *story = *state;
	struct model model = story_main(story, "interrupts");

	assert_int_equal(story_cell(&model, 3, "asked").kind, CELL_NUMBER);
	assert_int_equal(story_cell(&model, 3, "node").kind, CELL_NUMBER);
	assert_int_equal(story_cell(&model, 1, "asked").kind, CELL_EMPTY);
	assert_int_equal(story_cell(&model, 1, "node").kind, CELL_EMPTY);
	assert_int_equal(story_cell(&model, 3, "hottest").kind, CELL_EMPTY);
	assert_int_equal(story_cell(&model, 3, "share").kind, CELL_EMPTY);
	assert_int_equal(story_cell(&model, 3, "on").kind, CELL_EMPTY);
	story->interval.irqs[SILENT].total = UNKNOWN;
	assert_int_equal(story_cell(&model, 3, "hottest").kind, CELL_NUMBER);
	assert_int_equal(story_cell(&model, 3, "share").kind, CELL_NUMBER);
	assert_int_equal(story_cell(&model, 3, "on").kind, CELL_NUMBER);
}

static void the_most_frequent_comes_first(void **state)
{
	struct story *story = *state;
	struct model model = story_main(story, "interrupts");
	struct order order;

	story->interval.irqs[TIMER].per_s = 4000;
	assert_string_equal(model.sort_key, "rate");
	order = order_rows(&model, NULL, false, ORDER_EXACT, NULL, &story->arena);
	assert_string_equal(story_text(story, &model, order.rows[0], "irq"), "LOC");
	assert_string_equal(story_text(story, &model, order.rows[1], "irq"), "30");
	assert_string_equal(story_text(story, &model, order.rows[3], "irq"), "9");
}

static void all_on_one_cpu_is_hot_and_silence_is_dim(void **state)
{
	struct story *story = *state;
	struct model model = story_main(story, "interrupts");

	assert_int_equal(story_cell(&model, 0, "share").style, STYLE_HOT);
	assert_int_equal(story_cell(&model, 1, "share").style, STYLE_NORMAL);
	assert_int_equal(story_cell(&model, 3, "name").style, STYLE_DIM);
}

static void the_brief_has_those_that_came(void **state)
{
	struct story *story = *state;
	struct model model = story_brief(story, "interrupts");

	assert_string_equal(story_titles(story, &model), "IRQ /s on asked NAME");
	assert_int_equal(model.n_rows, 2);
	assert_string_equal(story_row(story, &model, 0), "30 3000.00 1 0-1 virtio2-input.0");
	assert_string_equal(story_row(story, &model, 1), "LOC 500.00 0-1 - Local timer interrupts");
	story->interval.irqs[VIRTIO].total = 400;
	model = story_brief(story, "interrupts");
	assert_string_equal(story_text(story, &model, 0, "irq"), "LOC");
	/* Counts of which nobody knows over what time they came are still counts. */
	story->interval.irqs[VIRTIO].per_s = UNKNOWN;
	model = story_brief(story, "interrupts");
	assert_string_equal(story_row(story, &model, 1), "30 - 1 0-1 virtio2-input.0");
	/* Unknown is not none. */
	story->interval.irqs[VIRTIO].total = UNKNOWN;
	model = story_brief(story, "interrupts");
	assert_int_equal(model.n_rows, 2);
	assert_string_equal(story_text(story, &model, 1, "irq"), "30");
}

/* As right after the pane was opened: those that came most since boot stand for all. */
static void while_unknown_the_brief_has_those_that_ever_came(void **state)
{
	struct story *story = *state;
	struct model model;

	for (int i = 0; i < N_IRQS; i++)
		story->interval.irqs[i].total = story->interval.irqs[i].per_s = UNKNOWN;
	model = story_brief(story, "interrupts");
	assert_int_equal(model.n_rows, 3);
	assert_string_equal(story_text(story, &model, 0, "irq"), "30");
	assert_string_equal(story_text(story, &model, 1, "irq"), "LOC");
	assert_string_equal(story_text(story, &model, 2, "irq"), "ERR");
	assert_string_equal(story_text(story, &model, 2, "rate"), "-");
	for (int i = 0; i < N_IRQS; i++)
		story->interval.irqs[i].total = 0;
	model = story_brief(story, "interrupts");
	assert_int_equal(model.n_rows, 0);
	assert_string_equal(model.note, "no interrupts in this interval");
}

static void a_row_is_known_by_its_label(void **state)
{
	struct story *story = *state;
	struct model model = story_main(story, "interrupts");
	uint64_t id = model.row_id(&model, 1);

	assert_true(model.row_id(&model, 0) != id);
	story->interval.irqs[TIMER].total = 5000;
	model = story_main(story, "interrupts");
	assert_true(model.row_id(&model, 0) == id);
}

static const char *detail(struct story *story, size_t row, const char *name)
{
	const struct pane *pane = pane_by_name("interrupts", 10);
	const struct detail *details;
	struct model model = story_main(story, "interrupts");
	size_t n = pane->details(&story->view, &model, row, &story->arena, &details);

	for (size_t i = 0; i < n; i++)
		if (strcmp(details[i].name, name) == 0)
			return details[i].value;
	return "none";
}

static void details_have_whole_lists(void **state)
{
	struct story *story = *state;

	assert_string_equal(detail(story, 0, "since boot"), "123456");
	assert_string_equal(detail(story, 0, "asked to go to"), "0-1");
	assert_string_equal(detail(story, 0, "came to CPUs"), "1");
	assert_string_equal(detail(story, 1, "asked to go to"), "none");
	assert_string_equal(detail(story, 2, "came to CPUs"), "-");
	assert_string_equal(detail(story, 3, "asked to go to"), "-");
	assert_string_equal(detail(story, 3, "node"), "-");
}

static void details_have_a_line_for_each_cpu(void **state)
{
	enum { MANY = 40 };
	struct story *story = *state;
	double counts[MANY];

	assert_string_equal(detail(story, 0, "CPU 1"), "3000/s");
	assert_string_equal(detail(story, 0, "CPU 0"), "none");
	assert_string_equal(detail(story, 0, "controller"), "PCI-MSI 1-edge");
	assert_string_equal(detail(story, 1, "CPU 0"), "300/s");
	assert_string_equal(detail(story, 2, "CPU 0"), "none");
	/* Of many the busiest, over two seconds. */
	story_add_cpus(story, NULL, MANY);
	for (int i = 0; i < MANY; i++)
		counts[i] = 2 * i;
	story->interval.irqs[VIRTIO].per_cpu = counts;
	story->interval.irqs[VIRTIO].total = 2 * story->interval.irqs[VIRTIO].per_s;
	assert_string_equal(detail(story, 0, "CPU 39"), "39/s");
	assert_string_equal(detail(story, 0, "CPU 8"), "8.0/s");
	assert_string_equal(detail(story, 0, "CPU 7"), "none");
	assert_string_equal(detail(story, 0, ""), "and 7 more CPUs");
	story->interval.irqs[VIRTIO].per_s = UNKNOWN;
	assert_string_equal(detail(story, 0, "CPU 39"), "78");
}

static void none_are_counted(void **state)
{
	struct story *story = *state;
	struct model model;

	story->interval.n_irqs = 0;
	model = story_main(story, "interrupts");
	assert_int_equal(model.n_rows, 0);
	assert_non_null(model.note);
	model = story_brief(story, "interrupts");
	assert_int_equal(model.n_rows, 0);
	assert_string_equal(model.note, "no interrupts are counted here");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
#define TEST(function) cmocka_unit_test_setup_teardown(function, setup, story_teardown)
		TEST(rows_join_what_is_known),
		TEST(unknown_is_not_the_same_as_none),
		TEST(the_most_frequent_comes_first),
		TEST(all_on_one_cpu_is_hot_and_silence_is_dim),
		TEST(the_brief_has_those_that_came),
		TEST(a_row_is_known_by_its_label),
		TEST(details_have_whole_lists),
		TEST(none_are_counted),
		TEST(while_unknown_the_brief_has_those_that_ever_came),
		TEST(details_have_a_line_for_each_cpu),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
