/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The threads that used most CPU, switched most, waited most. */
#include "config.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/i18n.h"
#include "base/xalloc.h"
#include "interval.h"
#include "pane/pane.h"
#include "report/html.h"
#include "report/parts.h"
#include "view/task_details.h"

enum { MOST_ROWS = 15 };

enum {
	COL_NAME,
	COL_PID,
	COL_TID,
	COL_USER,
	COL_SECONDS,
	COL_CPU,
	COL_CSWCH,
	COL_NVCSWCH,
	COL_WAIT,
	COL_FIRST,
	COL_LAST,
	N_COLUMNS
};

static double cpu_of(const struct task_sum *task)
{
	return task->cpu_s;
}

static double switches_of(const struct task_sum *task)
{
	return task->cswch + task->nvcswch;
}

static double wait_of(const struct task_sum *task)
{
	return task->wait_s;
}

/* One table. */
static const struct ranking {
	const char *title;
	double (*amount)(const struct task_sum *task);
	int chosen[2]; /* columns that say how much that is */
} rankings[] = {
	{N_("By CPU time"), cpu_of, {COL_SECONDS, COL_CPU}},
	{N_("By context switches"), switches_of, {COL_CSWCH, COL_NVCSWCH}},
	{N_("By waiting for a CPU"), wait_of, {COL_WAIT, COL_WAIT}},
};

/* Where the user is among them, who are ascending by number, or would be. */
static size_t user_place(const struct report *report, uint32_t uid)
{
	size_t low = 0, high = report->n_users;

	while (low < high) {
		size_t middle = (low + high) / 2;

		if (report->users[middle].uid < uid)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

static const char *user_name(const struct report *report, uint32_t uid)
{
	size_t at = user_place(report, uid);

	return at < report->n_users && report->users[at].uid == uid ? report->users[at].name : "-";
}

/* A name that was given out may be gone when the page is printed. */
static void add_user(struct report *report, const struct view *view,
		     const struct task_interval *task)
{
	size_t at = user_place(report, task->uid);
	struct arena arena = {.used = 0};

	if (at < report->n_users && report->users[at].uid == task->uid)
		return;
	report->users = xgrow(report->users, &report->users_capacity, report->n_users + 1,
			      sizeof(*report->users));
	memmove(&report->users[at + 1], &report->users[at],
		(report->n_users - at) * sizeof(*report->users));
	report->n_users++;
	report->users[at] = (struct report_user){
		.uid = task->uid,
		.name = xstrdup(task_user(view, task->uid, &arena)),
	};
	arena_fini(&arena);
}

static void add(struct report *report, const struct view *view)
{
	const struct interval *interval = view->interval;

	if (!interval->has_tasks)
		return;
	report->tasks_s += report->seconds;
	report->has_wait |= interval->has_wait;
	for (size_t i = 0; i < interval->n_processes; i++)
		if (interval->processes[i].ran)
			add_user(report, view, &interval->processes[i]);
	task_sums_add(&report->tasks, interval, report->from_s, report->to_s);
}

static bool has(const struct report *report)
{
	return report->tasks.n_tasks > 0;
}

/* A task where it stands in a ranking. */
struct ranked {
	const struct task_sum *task;
	double amount;
};

static int by_amount(const void *a, const void *b)
{
	const struct ranked *x = a, *y = b;

	if (x->amount != y->amount)
		return x->amount < y->amount ? 1 : -1;
	return (x->task->tid > y->task->tid) - (x->task->tid < y->task->tid);
}

/* All that have some of it, those with most first; returns how many. */
static size_t rank(struct page *page, const struct ranking *ranking, struct ranked **ranked)
{
	const struct task_sums *tasks = &page->report->tasks;
	size_t n = 0;

	*ranked = arena_alloc(&page->arena, tasks->n_tasks, sizeof(**ranked));
	for (size_t i = 0; i < tasks->n_tasks; i++) {
		double amount = ranking->amount(&tasks->tasks[i]);

		if (amount > 0)
			(*ranked)[n++] =
				(struct ranked){.task = &tasks->tasks[i], .amount = amount};
	}
	if (n > 1)
		qsort(*ranked, n, sizeof(**ranked), by_amount);
	return n;
}

static void add_known(double *sum, double value)
{
	if (!isnan(value))
		*sum = isnan(*sum) ? value : *sum + value;
}

/* What is not in the table. */
static struct task_sum sum_of(const struct task_sums *tasks, const struct ranked *ranked, size_t n)
{
	struct task_sum sum = tasks->others;

	for (size_t i = 0; i < n; i++) {
		add_known(&sum.cpu_s, ranked[i].task->cpu_s);
		add_known(&sum.wait_s, ranked[i].task->wait_s);
		add_known(&sum.cswch, ranked[i].task->cswch);
		add_known(&sum.nvcswch, ranked[i].task->nvcswch);
	}
	return sum;
}

/* Rates are over all the time in which tasks were read, so that they add up. */
static void print_numbers(struct page *page, const struct html_column *columns,
			  const struct task_sum *task)
{
	FILE *out = page->out;
	double seconds = page->report->tasks_s;

	html_cell_number(out, &columns[COL_SECONDS], task->cpu_s, UNIT_SECONDS);
	html_cell_number(out, &columns[COL_CPU], 100 * task->cpu_s / seconds, UNIT_PCT);
	html_cell_number(out, &columns[COL_CSWCH], task->cswch / seconds, UNIT_RATE);
	html_cell_number(out, &columns[COL_NVCSWCH], task->nvcswch / seconds, UNIT_RATE);
	html_cell_number(out, &columns[COL_WAIT], 100 * task->wait_s / seconds, UNIT_PCT);
}

static void print_task(struct page *page, const struct html_column *columns,
		       const struct task_sum *task)
{
	bool is_named_otherwise = strcmp(task->name, task->process) != 0;

	html_row_begin(page->out, is_named_otherwise ? arena_printf(&page->arena, "%s (%s)",
								    task->name, task->process)
						     : task->name);
	html_cell_number(page->out, &columns[COL_PID], task->pid, UNIT_ID);
	html_cell_number(page->out, &columns[COL_TID], task->tid, UNIT_ID);
	html_cell_text(page->out, &columns[COL_USER], user_name(page->report, task->uid));
	print_numbers(page, columns, task);
	html_cell_text(page->out, &columns[COL_FIRST], page_time(page, task->first_s));
	html_cell_text(page->out, &columns[COL_LAST], page_time(page, task->last_s));
	html_row_end(page->out);
}

static void print_others(struct page *page, const struct html_column *columns,
			 const struct ranked *ranked, size_t n)
{
	const struct task_sums *tasks = &page->report->tasks;
	struct task_sum sum = sum_of(tasks, ranked, n);

	html_row_begin(page->out, arena_printf(&page->arena,
					       ngettext("%zu other thread", "%zu other threads",
							n + tasks->n_others),
					       n + tasks->n_others));
	for (int i = COL_PID; i <= COL_USER; i++)
		html_cell_text(page->out, &columns[i], " ");
	print_numbers(page, columns, &sum);
	html_row_end(page->out);
}

static void print_ranking(struct page *page, const struct ranking *ranking)
{
	struct html_column columns[N_COLUMNS] = {
		[COL_NAME] = {.title = "COMMAND", .is_text = true},
		[COL_PID] = {.title = "PID"},
		[COL_TID] = {.title = "TID"},
		[COL_USER] = {.title = "USER", .is_text = true},
		[COL_SECONDS] = {.title = "CPU"},
		[COL_CPU] = {.title = "%CPU"},
		[COL_CSWCH] = {.title = "cswch/s"},
		[COL_NVCSWCH] = {.title = "nvcswch/s"},
		[COL_WAIT] = {.title = "%wait"},
		[COL_FIRST] = {.title = _("first active")},
		[COL_LAST] = {.title = _("last active")},
	};
	struct ranked *ranked;
	size_t n = rank(page, ranking, &ranked), n_rows = n < MOST_ROWS ? n : MOST_ROWS;

	if (n == 0)
		return;
	for (size_t i = 0; i < sizeof(ranking->chosen) / sizeof(*ranking->chosen); i++)
		columns[ranking->chosen[i]].is_chosen = true;
	fputs("<h3>", page->out);
	html_text(page->out, _(ranking->title));
	fputs("</h3>\n", page->out);
	html_table_begin(page->out, columns, N_COLUMNS);
	for (size_t i = 0; i < n_rows; i++)
		print_task(page, columns, ranked[i].task);
	if (n > n_rows || page->report->tasks.n_others)
		print_others(page, columns, ranked + n_rows, n - n_rows);
	html_table_end(page->out);
}

static void print(struct page *page)
{
	for (size_t i = 0; i < sizeof(rankings) / sizeof(*rankings); i++)
		print_ranking(page, &rankings[i]);
}

const struct section section_tasks = {
	.title = N_("Threads"),
	.add = add,
	.has = has,
	.print = print,
};
