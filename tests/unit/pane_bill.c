/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The bill and the prices below it, and what of them other panes show. */
#include "config.h"

#include "pane_story.h"
#include "priced.h"

#include "source/topology.h"

static struct price_list *list_of(struct story *story)
{
	struct price_list *list = arena_alloc(&story->arena, 1, sizeof(*list));

	priced_init(list);
	story->view.prices = list;
	return list;
}

static int setup(void **state)
{
	struct story *story;

	story_setup(state);
	story = *state;
	story_add_cpus(story, NULL, 4);
	story->interval.all.id = 10;
	story->interval.wall_ns = 100000000000;
	story->interval.totals.cs_per_s = 139000;
	story->interval.totals.fork_per_s = 0;
	return 0;
}

static int teardown(void **state)
{
	struct story *story = *state;

	if (story->view.prices)
		price_list_fini((struct price_list *)story->view.prices);
	return story_teardown(state);
}

static void without_prices_it_says_what_to_do(void **state)
{
	struct story *story = *state;
	struct model model;

	list_of(story);
	model = story_main(story, "bill");
	assert_string_equal(story_titles(story, &model),
			    "ITEM /s lo.ns hi.ns ~lo.ms ~hi.ms ~lo% ~hi% PAYER");
	assert_int_equal(model.n_rows, 4);
	assert_int_equal(model.n_pinned, 1);
	assert_string_equal(story_row(story, &model, 0), "all - - - - - - - not measured: press b");
	assert_string_equal(story_row(story, &model, 1),
			    "context switches 139000.00 - - - - - - -");
	assert_null(model.sort_key);
	/* What says so stays longest. */
	assert_true(model.columns[story_column(&model, "payer")].priority <
		    model.columns[story_column(&model, "high_pct")].priority);
}

/* Prices that were tried and could not be had are none. */
static void unknown_prices_are_none(void **state)
{
	struct story *story = *state;
	struct model model;

	priced_put(list_of(story), "switch.thread", UNKNOWN);
	model = story_main(story, "bill");
	assert_string_equal(story_text(story, &model, 0, "payer"), "not measured: press b");
}

static void another_machine_has_none(void **state)
{
	struct story *story = *state;
	struct model model = story_main(story, "bill");

	assert_string_equal(story_text(story, &model, 0, "payer"), "not this machine");
	model = story_build(story, &pane_by_name("bill", 4)->blocks[1]);
	assert_int_equal(model.n_rows, 0);
}

static void with_prices_it_charges(void **state)
{
	struct story *story = *state;
	struct price_list *list = list_of(story);
	struct model model;

	priced_put(list, "switch.thread", 1000);
	priced_put(list, "switch.process", 3000);
	model = story_main(story, "bill");
	assert_string_equal(model.sort_key, "high_pct");
	assert_string_equal(story_row(story, &model, 0), "all - - - 139.00 417.00 3.48 10.43 -");
	assert_string_equal(story_row(story, &model, 1),
			    "context switches 139000.00 1000 3000 139.00 417.00 3.48 10.43 -");
	assert_string_equal(story_row(story, &model, 3), "forks 0.00 - - - - - - -");
	assert_int_equal(story_cell(&model, 1, "high_pct").style, STYLE_WARM);
	assert_true(model.row_id(&model, 1) != model.row_id(&model, 2));
}

static void an_idle_machine_is_called_so(void **state)
{
	struct story *story = *state;
	struct model model;

	priced_put(list_of(story), "switch.thread", 1000);
	story->interval.all.id = 95;
	model = story_main(story, "bill");
	assert_string_equal(story_text(story, &model, 0, "payer"), "mostly idle");
}

static void the_prices_of_the_bill_come_first(void **state)
{
	struct story *story = *state;
	struct price_list *list = list_of(story);
	struct price later = priced("call", 1.25);
	struct model model;

	later.wall_ns = 200000000000;
	later.is_disturbed = true;
	price_list_put(list, &later);
	priced_put(list, "fault.minor", 2000);
	model = story_build(story, &pane_by_name("bill", 4)->blocks[1]);
	assert_string_equal(story_titles(story, &model),
			    "COST ns log(ns) elsewhere least spread% CPU age note");
	assert_int_equal(model.n_rows, 2);
	assert_string_equal(story_row(story, &model, 0),
			    "fault.minor 2000.00 99992000 18 us 1800.00 10.00 1 40.00 -");
	/* Measured after the interval that is looked at. */
	assert_string_equal(story_row(story, &model, 1),
			    "call 1.25 90000000 0.4 ns 1.12 10.00 1 - disturbed");
}

/* Of what is not ours, and of what could not be had. */
static void little_may_be_known_of_a_price(void **state)
{
	struct story *story = *state;
	struct price_list *list = list_of(story);
	struct model model;

	priced_put(list, "of.another.version", 0.01);
	priced_put(list, "connect", UNKNOWN);
	priced_put(list, "exec", 1e9);
	model = story_build(story, &pane_by_name("bill", 4)->blocks[1]);
	assert_string_equal(story_text(story, &model, 0, "elsewhere"), "1.9 ms");
	assert_string_equal(story_text(story, &model, 0, "bar"), "99999999");
	assert_string_equal(story_text(story, &model, 1, "elsewhere"), "-");
	assert_string_equal(story_text(story, &model, 1, "bar"), "00000000");
	assert_string_equal(story_text(story, &model, 2, "elsewhere"), "12-22 us");
	assert_string_equal(story_text(story, &model, 2, "bar"), "-");
}

static void tasks_have_a_column_once_a_switch_has_a_price(void **state)
{
	struct task_interval processes[] = {
		{.pid = 7, .name = "busy", .cpu_pct = 50, .switches_per_s = 100000},
		{.pid = 8, .name = "waiting", .cpu_pct = 4, .switches_per_s = 100000},
		{.pid = 9, .name = "new", .cpu_pct = 4, .switches_per_s = UNKNOWN},
	};
	struct story *story = *state;
	struct model model;

	story->interval.processes = processes;
	story->interval.n_processes = 3;
	story->interval.has_tasks = true;
	list_of(story);
	model = story_main(story, "tasks");
	assert_int_equal(model_find_column(&model, "swcost"), -1);
	assert_string_equal(story_text(story, &model, 0, "command"), "busy");
	assert_string_equal(story_text(story, &model, 0, "threads"), "0");
	priced_put((struct price_list *)story->view.prices, "switch.thread", 1000);
	model = story_main(story, "tasks");
	assert_string_equal(story_text(story, &model, 0, "swcost"), "10.00");
	assert_string_equal(story_text(story, &model, 1, "swcost"), "4.00");
	assert_string_equal(story_text(story, &model, 2, "swcost"), "-");
	assert_string_equal(story_text(story, &model, 0, "command"), "busy");
	assert_string_equal(story_text(story, &model, 0, "threads"), "0");
}

/* Half of CPU 0 and a tenth of CPU 1, which is busy with nothing else, if a switch costs 1000 ns. */
static void add_switches(struct story *story)
{
	for (size_t i = 0; i < 4; i++) {
		struct cpu_interval *cpu = &story->interval.cpus[i];

		cpu->cs_per_s = (double[]){500000, 400000, 0, 100000}[i];
		cpu->busy = (double[]){90, 10, 0, 100}[i];
		cpu->capacity_s = 1;
	}
	story->interval.all.busy = 50;
	story->interval.all.cs_per_s = 1000000;
}

static const char *costs(struct story *story, const struct model *model)
{
	const char *text = "";

	for (size_t i = 0; i < model->n_rows; i++)
		text = arena_printf(&story->arena, "%s%s ", text,
				    story_text(story, model, i, "swcost"));
	return text;
}

static void cpus_have_a_column_once_a_switch_has_a_price(void **state)
{
	struct story *story = *state;
	struct price_list *list = list_of(story);
	struct model model;

	add_switches(story);
	model = story_main(story, "cpus");
	assert_int_equal(model_find_column(&model, "swcost"), -1);
	priced_put(list, "switch.thread", 1000);
	model = story_main(story, "cpus");
	assert_string_equal(costs(story, &model), "17.50 50.00 10.00 0.00 10.00 ");
	assert_int_equal(story_cell(&model, 1, "swcost").style, STYLE_HOT);
	model = story_brief(story, "cpus");
	assert_string_equal(costs(story, &model), "17.50 50.00 10.00 0.00 10.00 ");
	/* The machine is known to have more than those that count. */
	story->interval.cpus[3].cs_per_s = UNKNOWN;
	model = story_main(story, "cpus");
	assert_string_equal(costs(story, &model), "25.00 50.00 10.00 0.00 - ");
	story->interval.all.cs_per_s = 9000000;
	model = story_main(story, "cpus");
	assert_string_equal(story_text(story, &model, 0, "swcost"), "50.00");
}

static void each_kind_of_cpu_has_its_price(void **state)
{
	struct topology_cpu cpus[] = {
		{.cpu = 0, .capacity = 1024, .socket = 0, .n_siblings = 1},
		{.cpu = 1, .capacity = 1024, .socket = 0, .n_siblings = 1},
		{.cpu = 2, .capacity = 1024, .socket = 1, .n_siblings = 1},
		{.cpu = 3, .capacity = 512, .socket = 1, .n_siblings = 1},
	};
	const struct topology topology = {.cpus = cpus, .n_cpus = 4, .is_read = true};
	struct price quick = priced("switch.thread", 1000), slow = priced("switch.thread", 2000);
	struct story *story = *state;
	struct price_list *list = list_of(story);
	struct model model;

	add_switches(story);
	quick.capacity = 1024;
	slow.capacity = 512;
	price_list_put(list, &quick);
	price_list_put(list, &slow);
	story->view.topology = &topology;
	model = story_main(story, "cpus");
	assert_string_equal(costs(story, &model), "20.00 50.00 10.00 0.00 20.00 ");
	story->choice.group = GROUP_SOCKET;
	model = story_main(story, "cpus");
	assert_string_equal(costs(story, &model), "20.00 30.00 10.00 ");
	story->interval.cpus[3].cs_per_s = UNKNOWN;
	model = story_main(story, "cpus");
	assert_string_equal(costs(story, &model), "25.00 30.00 - ");
}

static struct model bill_of_cpus(struct story *story)
{
	return story_build(story, &pane_by_name("bill", 4)->blocks[2]);
}

static void each_cpu_has_a_bill(void **state)
{
	static const double per_cpu[] = {0, 100, 0, 300};
	struct softirq_interval type = {.name = "NET_RX", .total = 400, .per_s = 40000};
	struct story *story = *state;
	struct price_list *list = list_of(story);
	struct model model;

	type.per_cpu = per_cpu;
	story->interval.softirqs = &type;
	story->interval.n_softirqs = 1;
	add_switches(story);
	assert_int_equal(bill_of_cpus(story).n_rows, 0);
	priced_put(list, "switch.thread", 1000);
	priced_put(list, "switch.process", 1500);
	model = bill_of_cpus(story);
	assert_string_equal(story_titles(story, &model),
			    "CPU cs/s ~cs.lo ~cs.hi sirq/s rx/s ~rx.lo ~rx.hi ~lo% ~hi%");
	assert_int_equal(model.n_rows, 4);
	assert_string_equal(story_row(story, &model, 0),
			    "0 500000.00 500.00 750.00 - 0.00 - - 50.00 75.00");
	priced_put(list, "softirq.net_rx", 2000);
	model = bill_of_cpus(story);
	assert_string_equal(story_row(story, &model, 3),
			    "3 100000.00 100.00 150.00 - 30000.00 60.00 60.00 16.00 21.00");
	/* It was not busier. */
	assert_string_equal(story_row(story, &model, 1),
			    "1 400000.00 400.00 600.00 - 10000.00 20.00 20.00 10.00 10.00");
	story->interval.cpus[3].cs_per_s = UNKNOWN;
	model = bill_of_cpus(story);
	assert_string_equal(story_row(story, &model, 3), "3 - - - - 30000.00 60.00 60.00 6.00 -");
	/* The machine's bill is that of its only CPU. */
	story->interval.n_cpus = 1;
	assert_int_equal(bill_of_cpus(story).n_rows, 0);
}

static void of_many_cpus_those_that_pay_most_are_shown(void **state)
{
	struct story *story = *state;
	struct model model;

	story_add_cpus(story, NULL, 100);
	for (size_t i = 0; i < 99; i++) {
		story->interval.cpus[i].cs_per_s = i == 42 ? 900000 : 1000;
		story->interval.cpus[i].busy = i == 77 ? 90 : 80;
	}
	priced_put(list_of(story), "switch.thread", 1000);
	model = bill_of_cpus(story);
	assert_int_equal(model.n_rows, 8);
	assert_string_equal(story_text(story, &model, 0, "cpu"), "42");
	assert_string_equal(story_text(story, &model, 0, "low_pct"), "80.00");
	assert_string_equal(story_text(story, &model, 1, "cpu"), "77");
	assert_string_equal(story_text(story, &model, 2, "cpu"), "0");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
#define TEST(function) cmocka_unit_test_setup_teardown(function, setup, teardown)
		TEST(without_prices_it_says_what_to_do),
		TEST(unknown_prices_are_none),
		TEST(another_machine_has_none),
		TEST(with_prices_it_charges),
		TEST(an_idle_machine_is_called_so),
		TEST(the_prices_of_the_bill_come_first),
		TEST(little_may_be_known_of_a_price),
		TEST(tasks_have_a_column_once_a_switch_has_a_price),
		TEST(cpus_have_a_column_once_a_switch_has_a_price),
		TEST(each_kind_of_cpu_has_its_price),
		TEST(each_cpu_has_a_bill),
		TEST(of_many_cpus_those_that_pay_most_are_shown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
