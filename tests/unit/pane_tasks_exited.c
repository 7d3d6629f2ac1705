/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Rows of tasks that exited, and of CPU that no task accounts for. */
#include "config.h"

#include "pane_story.h"

enum { MAKE, SERVER, N_PROCESSES };

static struct task_interval process(int pid, int ppid, const char *name)
{
	return (struct task_interval){
		.pid = pid,
		.ppid = ppid,
		.start_ticks = (uint64_t)pid,
		.state = 'S',
		.name = name,
		.n_threads = 1,
		.cpu_pct = 1,
		.total_pct = 1,
		.ran = true,
	};
}

static struct exited_interval exited(const char *name, int ppid, double per_s)
{
	return (struct exited_interval){
		.name = name,
		.parent_name = ppid == 300 ? "make" : NULL,
		.ppid = ppid,
		.uid = 1000,
		.n = per_s,
		.per_s = per_s,
		.cpu_pct = 60,
		.usr_pct = 45,
		.sys_pct = 15,
		.wait_pct = 10,
		.cswch_per_s = 7,
		.nvcswch_per_s = 8,
		.cpu_ms = 1.5,
	};
}

static int setup(void **state)
{
	static struct task_interval processes[N_PROCESSES];
	static struct exited_interval groups[3];
	struct story *story;

	story_setup(state);
	story = *state;
	processes[MAKE] = process(300, 1, "make");
	processes[SERVER] = process(400, 300, "server");
	groups[0] = exited("sh", 300, 433);
	groups[1] = exited("ls", 77, 2);
	groups[2] = exited("cc1", 300, 1);
	story->interval.has_tasks = story->interval.has_exits = true;
	story->interval.processes = processes;
	story->interval.n_processes = N_PROCESSES;
	story->interval.exited = groups;
	story->interval.n_exited = 3;
	return 0;
}

/* Each row's command, behind a dot for each level of the tree. */
static const char *commands_of(struct story *story, const struct model *model)
{
	const char *text = "";

	for (size_t i = 0; i < model->n_rows; i++)
		text = arena_printf(&story->arena, "%s%s%.*s%s", text, i ? " | " : "",
				    story_cell(model, i, "command").depth, "......",
				    story_text(story, model, i, "command"));
	return text;
}

static const char *commands(struct story *story)
{
	struct model model = story_main(story, "tasks");

	return commands_of(story, &model);
}

static void a_group_has_a_row(void **state)
{
	struct story *story = *state;
	struct model model = story_main(story, "tasks");
	int pid, tid;

	assert_string_equal(commands(story), "make | server | ls x2.0/s | sh x433/s | cc1 x1.0/s");
	assert_string_equal(story_row(story, &model, 3),
			    "- - 1000 X - 45.00 15.00 10.00 60.00 - 60.00 7.00 8.00 15.00 - - - - "
			    "sh x433/s");
	assert_false(pane_by_key('2')->task(&model, 3, &pid, &tid));
	assert_true(pane_by_key('2')->task(&model, 0, &pid, &tid));
	assert_true(model.row_id(&model, 2) != model.row_id(&model, 3));
}

static void a_dashboard_has_the_busiest_three(void **state)
{
	struct exited_interval groups[] = {
		exited("idle", 300, 9),  exited("many", 300, 10), exited("ls", 77, 2),
		exited("cc1", 300, 433), exited("as", 300, 1),    exited("sh", 300, 11),
	};
	const double cpu_pct[] = {0.9, UNKNOWN, 1, 60, 2, 0};
	struct story *story = *state;
	struct model model;

	for (size_t i = 0; i < 6; i++)
		groups[i].cpu_pct = cpu_pct[i];
	story->interval.exited = groups;
	story->interval.n_exited = 6;
	model = story_brief(story, "tasks");
	assert_string_equal(commands_of(story, &model),
			    "make | server | ls x2.0/s | cc1 x433/s | as x1.0/s");
	groups[2].cpu_pct = 0.9;
	model = story_brief(story, "tasks");
	assert_string_equal(commands_of(story, &model),
			    "make | server | cc1 x433/s | as x1.0/s | sh x11/s");
	story->interval.n_exited = 1;
	model = story_brief(story, "tasks");
	assert_string_equal(commands_of(story, &model), "make | server");
}

static void in_a_tree_it_stands_below_its_parent(void **state)
{
	struct story *story = *state;

	story->choice.tree = true;
	assert_string_equal(commands(story),
			    "make | .sh x433/s | .cc1 x1.0/s | .server | ls x2.0/s");
}

static void a_choice_chooses_among_groups_too(void **state)
{
	struct story *story = *state;
	int pids[] = {300};

	story->choice.hides_exited = true;
	assert_string_equal(commands(story), "make | server");
	story->choice.hides_exited = false;
	story->choice.pids = pids;
	story->choice.n_pids = 1;
	assert_string_equal(commands(story), "make | sh x433/s | cc1 x1.0/s");
	story->choice.n_pids = 0;
	story->choice.has_uid = true;
	story->choice.uid = 5;
	assert_string_equal(commands(story), "");
}

static void details_tell_of_the_group(void **state)
{
	struct story *story = *state;
	struct model model = story_main(story, "tasks");
	const struct detail *lines;
	size_t n = pane_by_key('2')->details(&story->view, &model, 3, &story->arena, &lines);

	assert_int_equal(n, 5);
	assert_string_equal(lines[1].value, "exited: 433 processes in this interval");
	assert_string_equal(lines[2].value, "300 make");
	assert_string_equal(lines[4].value, "1.50 ms");
}

static void cpu_without_a_row_gets_one(void **state)
{
	struct story *story = *state;
	struct interval *interval = &story->interval;
	struct model model;
	const struct detail *lines;

	interval->n_exited = 0;
	interval->totals.unowned_pct = 4.9;
	assert_string_equal(commands(story), "make | server");
	interval->totals.unowned_pct = 43;
	assert_string_equal(commands(story),
			    "make | server | (children nobody waited for, or interrupts)");
	model = story_main(story, "tasks");
	assert_string_equal(story_text(story, &model, 2, "total"), "43.00");
	assert_string_equal(story_text(story, &model, 2, "pid"), "-");
	assert_int_equal(pane_by_key('2')->details(&story->view, &model, 2, &story->arena, &lines),
			 3);
	assert_string_equal(lines[0].value, "43.00% of a CPU");
}

static void the_reason_is_the_likeliest(void **state)
{
	struct story *story = *state;
	struct interval *interval = &story->interval;
	struct setting settings[] = {{.name = "proc.hidepid", .value = "2"},
				     {.name = "overtop.is_privileged", .value = "1"}};

	interval->n_exited = 0;
	interval->totals.unowned_pct = 43;
	interval->hides_irq_time = true;
	assert_non_null(strstr(commands(story), "interrupts, whose time"));
	interval->has_exits = false;
	assert_non_null(strstr(commands(story), "needs CAP_NET_ADMIN"));
	interval->totals.exits_lost_per_s = 1;
	assert_non_null(strstr(commands(story), "had no room to tell of"));
	interval->totals.n_threads = 100;
	interval->totals.n_all_threads = 105;
	assert_non_null(strstr(commands(story), "had no room to tell of"));
	interval->totals.n_all_threads = 200;
	assert_non_null(strstr(commands(story), "may not be seen"));
	interval->totals.n_all_threads = UNKNOWN;
	interval->is_live = false;
	interval->settings = settings;
	interval->n_settings = 1;
	assert_non_null(strstr(commands(story), "may not be seen"));
	interval->n_settings = 2;
	assert_non_null(strstr(commands(story), "had no room to tell of"));
	interval->is_live = true;
	assert_non_null(strstr(commands(story), "may not be seen"));
}

#define TEST(function) cmocka_unit_test_setup_teardown(function, setup, story_teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(a_group_has_a_row),
		TEST(a_dashboard_has_the_busiest_three),
		TEST(in_a_tree_it_stands_below_its_parent),
		TEST(a_choice_chooses_among_groups_too),
		TEST(details_tell_of_the_group),
		TEST(cpu_without_a_row_gets_one),
		TEST(the_reason_is_the_likeliest),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
