/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The task pane: which rows of which tasks, the tree, and what a row says. */
#include "config.h"

#include <sched.h>
#include <time.h>

#include "base/counter.h"
#include "pane_story.h"

/* init, a kernel thread, a server of three threads, and a child of the server. */
enum { INIT, KWORKER, SERVER, CHILD, N_PROCESSES };

static struct task_interval process(int pid, int ppid, double cpu, const char *name)
{
	return (struct task_interval){
		.pid = pid,
		.ppid = ppid,
		.cpu = 1,
		.start_ticks = (uint64_t)pid,
		.uid = 1000,
		.state = 'S',
		.ran = cpu > 0,
		.name = name,
		.n_threads = 1,
		.n_listed = 1,
		.seconds = 1,
		.usr_pct = cpu / 2,
		.sys_pct = cpu / 2,
		.cpu_pct = cpu,
		.child_pct = 5,
		.total_pct = cpu + 5,
		.wait_pct = UNKNOWN,
		.cswch_per_s = 100,
		.nvcswch_per_s = 11,
		.switches_per_s = 111,
		.cswch = 5000,
		.nvcswch = 42,
		.cpu_s = 3725,
	};
}

static struct task_interval thread(const struct task_interval *of, int tid, double cpu)
{
	struct task_interval task = *of;

	task.tid = tid;
	task.cpu_pct = cpu;
	task.ran = cpu > 0;
	return task;
}

static int setup(void **state)
{
	static struct task_interval processes[N_PROCESSES], threads[6];
	struct story *story;

	story_setup(state);
	story = *state;
	processes[INIT] = process(1, 0, 0, "init");
	processes[KWORKER] = process(7, 2, 5, "kworker/0:1");
	processes[SERVER] = process(300, 1, 60, "server");
	processes[CHILD] = process(301, 300, 20, "child");
	processes[INIT].uid = processes[KWORKER].uid = 0;
	processes[KWORKER].is_kernel = true;
	processes[SERVER].n_threads = processes[SERVER].n_listed = 3;
	for (size_t i = 0, first = 0; i < N_PROCESSES; first += processes[i++].n_threads)
		processes[i].first = first;
	threads[0] = thread(&processes[INIT], 1, 0);
	threads[1] = thread(&processes[KWORKER], 7, 5);
	threads[2] = thread(&processes[SERVER], 300, 0);
	threads[3] = thread(&processes[SERVER], 310, 20);
	threads[4] = thread(&processes[SERVER], 311, 40);
	threads[5] = thread(&processes[CHILD], 301, 20);
	story->interval.has_tasks = true;
	story->interval.processes = processes;
	story->interval.n_processes = N_PROCESSES;
	story->interval.threads = threads;
	story->interval.n_threads = 6;
	story->interval.totals.uptime_s = 1000;
	return 0;
}

/* "pid/tid" of each row, behind a dot for each level of the tree. */
static const char *rows(struct story *story)
{
	struct model model = story_main(story, "tasks");
	const char *text = "";

	for (size_t i = 0; i < model.n_rows; i++)
		text = arena_printf(&story->arena, "%s%s%.*s%s/%s", text, i ? " " : "",
				    story_cell(&model, i, "command").depth, "......",
				    story_text(story, &model, i, "pid"),
				    story_text(story, &model, i, "tid"));
	return text;
}

static void a_process_row_has_no_tid(void **state)
{
	struct story *story = *state;
	struct model model = story_main(story, "tasks");

	assert_string_equal(story_titles(story, &model),
			    "PID TID USER S CPU %usr %sys %wait %CPU %chld %tot cswch/s nvcswch/s "
			    "cs/s #TH PRI NI TIME+ COMMAND");
	assert_string_equal(model.sort_key, "total");
	assert_false(model.is_ordered);
	assert_int_equal(model.n_pinned, 0);
	assert_string_equal(rows(story), "1/- 7/- 300/- 301/-");
	assert_string_equal(story_row(story, &model, SERVER),
			    "300 - 1000 S 1 30.00 30.00 - 60.00 5.00 65.00 100.00 11.00 111.00 3 - "
			    "0 3725.00 server");
}

static void threads_have_both_numbers(void **state)
{
	struct story *story = *state;

	story->choice.threads = true;
	assert_string_equal(rows(story), "1/1 7/7 300/300 300/310 300/311 301/301");
}

static void what_does_not_apply_or_is_unknown(void **state)
{
	struct story *story = *state;
	struct task_interval *task = &story->interval.processes[CHILD];
	struct model model = story_main(story, "tasks");

	task->cpu = -1;
	task->uid = UINT32_MAX;
	task->cpu_pct = UNKNOWN;
	assert_string_equal(story_text(story, &model, CHILD, "cpu_last"), "-");
	assert_string_equal(story_text(story, &model, CHILD, "user"), "-");
	assert_string_equal(story_text(story, &model, CHILD, "cpu"), "-");
	assert_int_equal(story_cell(&model, CHILD, "pri").kind, CELL_EMPTY);
	assert_int_equal(story_cell(&model, CHILD, "cpu").kind, CELL_NUMBER);
	task->policy = SCHED_FIFO;
	task->rt_priority = 50;
	assert_string_equal(story_text(story, &model, CHILD, "pri"), "50");
}

static void some_can_be_hidden(void **state)
{
	static const int pids[] = {301, 311};
	struct story *story = *state;
	struct choice *choice = &story->choice;

	choice->hides_kernel = true;
	assert_string_equal(rows(story), "1/- 300/- 301/-");
	choice->hides_idle = true;
	assert_string_equal(rows(story), "300/- 301/-");
	choice->threads = true;
	assert_string_equal(rows(story), "300/310 300/311 301/301");
	*choice = (struct choice){.has_uid = true, .uid = 0};
	assert_string_equal(rows(story), "1/- 7/-");
	/* A process is named by its number or that of a thread, and so is a thread. */
	*choice = (struct choice){.pids = pids, .n_pids = 2};
	assert_string_equal(rows(story), "300/- 301/-");
	choice->threads = true;
	assert_string_equal(rows(story), "300/311 301/301");
	choice->n_pids = 1;
	assert_string_equal(rows(story), "301/301");
}

static void children_stand_below_their_parents(void **state)
{
	struct story *story = *state;
	struct model model;

	story->choice.tree = true;
	model = story_main(story, "tasks");
	assert_true(model.is_ordered);
	assert_string_equal(rows(story), "7/- 1/- .300/- ..301/-");
	/* What hides the parent leaves the child where it was seen. */
	story->choice.has_uid = true;
	story->choice.uid = 1000;
	assert_string_equal(rows(story), "300/- .301/-");
	story->choice.has_uid = false;
	story->choice.threads = true;
	assert_string_equal(rows(story), "7/- 1/- .300/- ..300/311 ..300/310 ..300/300 ..301/-");
}

static void siblings_with_most_cpu_come_first(void **state)
{
	struct story *story = *state;

	story->choice.tree = true;
	story->interval.processes[CHILD].ppid = 1;
	assert_string_equal(rows(story), "7/- 1/- .300/- .301/-");
	story->interval.processes[CHILD].cpu_pct = 61;
	assert_string_equal(rows(story), "7/- 1/- .301/- .300/-");
	story->interval.processes[CHILD].cpu_pct = UNKNOWN;
	assert_string_equal(rows(story), "7/- 1/- .300/- .301/-");
}

/* What was born just now has used much of a short life, and little in all. */
static void since_boot_most_time_comes_first(void **state)
{
	struct story *story = *state;

	story->interval.is_since_boot = true;
	story->interval.processes[CHILD].cpu_s = 9000;
	story->interval.processes[CHILD].ppid = 1;
	assert_string_equal(story_main(story, "tasks").sort_key, "time");
	story->choice.tree = true;
	assert_string_equal(rows(story), "1/- .301/- .300/- 7/-");
}

static void a_parent_is_older_than_its_child(void **state)
{
	struct story *story = *state;
	struct task_interval *processes = story->interval.processes;

	story->choice.tree = true;
	/* The parent's number was given again; and two that each name the other as parent. */
	processes[SERVER].start_ticks = 400;
	assert_string_equal(rows(story), "301/- 7/- 1/- .300/-");
	processes[SERVER].ppid = 301;
	assert_string_equal(rows(story), "301/- .300/- 7/- 1/-");
	processes[SERVER].start_ticks = processes[CHILD].start_ticks;
	assert_string_equal(rows(story), "300/- .301/- 7/- 1/-");
	processes[INIT].ppid = 1;
	assert_string_equal(rows(story), "300/- .301/- 7/- 1/-");
}

static void a_deep_tree_costs_no_stack(void **state)
{
	enum { DEEP = 30000 };
	struct story *story = *state;
	struct task_interval *processes = arena_alloc(&story->arena, DEEP, sizeof(*processes));
	const struct pane *pane = pane_by_name("tasks", 5);

	for (int i = 0; i < DEEP; i++)
		processes[i] = process(i + 1, i, i % 7, "deep");
	story->interval.processes = processes;
	story->interval.n_processes = DEEP;
	story->interval.n_threads = 0;
	story->choice.tree = true;
	clock_t begun = clock();
	struct model model = story_build(story, pane->blocks);

	/* A few milliseconds; more only where everything is slow. */
	assert_true((double)(clock() - begun) / CLOCKS_PER_SEC < 1);
	assert_int_equal(model.n_rows, DEEP);
	assert_int_equal(story_cell(&model, DEEP - 1, "command").depth, DEEP - 1);
}

static void before_the_first_scan(void **state)
{
	struct story *story = *state;
	struct interval *interval = &story->interval;

	interval->has_tasks = false;
	interval->n_processes = interval->n_threads = 0;
	for (int i = 0; i < 4; i++) {
		story->choice.threads = i & 1;
		story->choice.tree = i & 2;
		struct model model = story_main(story, "tasks");

		assert_int_equal(model.n_rows, 0);
		assert_string_equal(model.note, "scanning tasks");
	}
	interval->has_tasks = true;
	assert_string_not_equal(story_main(story, "tasks").note, "scanning tasks");
}

static void a_row_is_known_by_number_and_start(void **state)
{
	struct story *story = *state;
	struct model model;
	int pid, tid;

	story->choice.tree = story->choice.threads = true;
	model = story_main(story, "tasks");
	for (size_t i = 0; i < model.n_rows; i++)
		for (size_t j = 0; j < i; j++)
			assert_true(model.row_id(&model, i) != model.row_id(&model, j));
	uint64_t id = model.row_id(&model, 0);

	story->interval.processes[KWORKER].start_ticks++;
	assert_true(model.row_id(&model, 0) != id);
	const struct pane *pane = pane_by_name("tasks", 5);

	assert_true(pane->task(&model, 3, &pid, &tid));
	assert_true(pid == 300 && tid == 311);
	assert_true(pane->task(&model, 2, &pid, &tid) && tid == 300);
}

static const char *user_of(void *data, uint32_t uid)
{
	return uid == 0 ? data : "someone";
}

static const char *command_line_of(void *data, int tid, uint64_t start_ticks)
{
	(void)data;
	return tid == 300 && start_ticks == 300 ? "server --all" : NULL;
}

static void words_are_asked_for(void **state)
{
	static char root[] = "root";
	const struct words words = {root, user_of, NULL, command_line_of};
	struct story *story = *state;
	struct model model;

	story->view.words = &words;
	model = story_main(story, "tasks");
	assert_string_equal(story_text(story, &model, INIT, "user"), "root");
	assert_string_equal(story_text(story, &model, SERVER, "user"), "someone");
	assert_string_equal(story_text(story, &model, SERVER, "command"), "server");
	story->choice.command_lines = true;
	assert_string_equal(story_text(story, &model, SERVER, "command"), "server --all");
	assert_string_equal(story_text(story, &model, CHILD, "command"), "child");
}

static const char *detail(struct story *story, size_t row, const char *name)
{
	const struct pane *pane = pane_by_name("tasks", 5);
	const struct detail *details;
	struct model model = story_main(story, "tasks");
	size_t n = pane->details(&story->view, &model, row, &story->arena, &details);

	for (size_t i = 0; i < n; i++)
		if (strcmp(details[i].name, name) == 0)
			return details[i].value;
	return "none";
}

static void a_name_stays_raw(void **state)
{
	static const char hostile[] = "\x1b[31m%n%s\n\xff";
	struct story *story = *state;
	struct model model;

	story->interval.processes[SERVER].name = hostile;
	model = story_main(story, "tasks");
	assert_string_equal(story_text(story, &model, SERVER, "command"), hostile);
	assert_string_equal(detail(story, SERVER, "name"), hostile);
	story->interval.processes[SERVER].name = "";
	assert_int_equal(story_cell(&model, SERVER, "command").kind, CELL_EMPTY);
}

static void details_are_told_in_words(void **state)
{
	struct story *story = *state;
	struct task_interval *task = &story->interval.processes[SERVER];

	assert_string_equal(detail(story, SERVER, "process"), "300");
	assert_string_equal(detail(story, SERVER, "command line"), "none");
	assert_string_equal(detail(story, SERVER, "state"), "sleeping");
	assert_string_equal(detail(story, SERVER, "policy"), "SCHED_OTHER, nice 0");
	assert_string_equal(detail(story, SERVER, "threads"), "3");
	assert_string_equal(detail(story, SERVER, "parent"), "1");
	assert_string_equal(detail(story, SERVER, "CPU time"), "1h02m");
	assert_string_equal(detail(story, SERVER, "age"), "16m37s");
	assert_string_equal(detail(story, SERVER, "switches since start"),
			    "5000 voluntary, 42 involuntary");
	/* Of a recording; else the session reads it anew, and adds it. */
	task->command_line = "server --recorded";
	assert_string_equal(detail(story, SERVER, "command line"), "server --recorded");
	task->cpu_s = 0.24;
	assert_string_equal(detail(story, SERVER, "CPU time"), "0.2s");
	task->policy = SCHED_RR;
	task->rt_priority = 9;
	task->state = '?';
	task->cswch = UNKNOWN;
	task->start_ticks = COUNTER_UNKNOWN;
	assert_string_equal(detail(story, SERVER, "policy"), "SCHED_RR, priority 9");
	assert_string_equal(detail(story, SERVER, "state"), "unknown");
	assert_string_equal(detail(story, SERVER, "age"), "-");
	assert_string_equal(detail(story, SERVER, "switches since start"),
			    "- voluntary, 42 involuntary");
	story->choice.threads = true;
	assert_string_equal(detail(story, 4, "thread"), "311 of process 300");
	assert_string_equal(detail(story, 4, "threads"), "none");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
#define TEST(function) cmocka_unit_test_setup_teardown(function, setup, story_teardown)
		TEST(a_process_row_has_no_tid),
		TEST(threads_have_both_numbers),
		TEST(what_does_not_apply_or_is_unknown),
		TEST(some_can_be_hidden),
		TEST(children_stand_below_their_parents),
		TEST(siblings_with_most_cpu_come_first),
		TEST(since_boot_most_time_comes_first),
		TEST(a_parent_is_older_than_its_child),
		TEST(a_deep_tree_costs_no_stack),
		TEST(before_the_first_scan),
		TEST(a_row_is_known_by_number_and_start),
		TEST(words_are_asked_for),
		TEST(a_name_stays_raw),
		TEST(details_are_told_in_words),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
