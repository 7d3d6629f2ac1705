/* SPDX-License-Identifier: GPL-2.0-or-later */
/* pidstat's rows: what each process or thread uses, waits for, and how often it switches. */
#include "config.h"

#include "pane/pane.h"

#include <math.h>
#include <sched.h>
#include <string.h>

#include "base/hash.h"
#include "base/i18n.h"
#include "bill.h"
#include "interval.h"
#include "sample.h"
#include "view/cell.h"
#include "view/exited_groups.h"
#include "view/steerable.h"
#include "view/task_columns.h"
#include "view/task_details.h"
#include "view/task_rows.h"
#include "view/unowned.h"

struct tasks_data {
	const struct view *view;
	const struct task_row *rows;
	struct arena *arena;
	double switch_ns; /* what one costs at least; NAN: unknown, and no column tells of it */
};

static size_t all_columns(struct arena *arena, const struct column **columns)
{
	*columns = task_columns(arena);
	return N_TASK_COLUMNS;
}

static void heat_cell(double number, enum task_column column, struct cell *cell)
{
	switch (column) {
	case COL_PCT:
	case COL_CHILD:
	case COL_TOTAL:
		cell_heat(cell, number, 80, 200);
		break;
	case COL_WAIT:
		cell_heat(cell, number, 20, 50);
		break;
	case COL_CSWCH:
	case COL_NVCSWCH:
	case COL_SWITCHES:
		cell_heat(cell, number, 5000, 20000);
		break;
	default:
		cell_amount(cell, number);
	}
}

static enum style state_style(char state)
{
	switch (state) {
	case 'R':
		return STYLE_GOOD;
	case 'D':
	case 'Z':
		return STYLE_WARM;
	default:
		return STYLE_DIM;
	}
}

static void state_cell(const struct task_interval *task, struct cell *cell)
{
	cell->kind = CELL_TEXT;
	cell->number = (double)NAN;
	cell->text = (struct span){.text = &task->state, .len = 1};
	cell->style = state_style(task->state);
}

static void command_cell(const struct tasks_data *data, const struct task_row *row,
			 struct cell *cell)
{
	const struct task_interval *task = row->task;

	cell_text(cell, data->view->choice->command_lines ? task_command_line(data->view, task)
							  : task->name);
	cell->depth = row->depth;
	if (task->is_kernel)
		cell->style = STYLE_DIM;
}

/* The kernel charges a switch to the tasks it is between: one pays no more than all it used. */
static double switches_pct(const struct task_interval *task, double switch_ns)
{
	double pct = bill_pct(task->switches_per_s, switch_ns);

	return pct > task->cpu_pct ? task->cpu_pct : pct;
}

static void task_cell(const struct tasks_data *data, const struct task_row *row,
		      const struct column *column, enum task_column which, struct cell *cell)
{
	const struct task_interval *task = row->task;

	switch (which) {
	case COL_PID:
		cell_number(cell, task->pid);
		break;
	case COL_TID:
		if (task->tid)
			cell_number(cell, task->tid);
		break;
	case COL_USER:
		cell_text(cell, task_user(data->view, task->uid, data->arena));
		break;
	case COL_STATE:
		state_cell(task, cell);
		break;
	case COL_CPU:
		cell_number(cell, task->cpu < 0 ? (double)NAN : task->cpu);
		break;
	case COL_COST:
		cell_heat(cell, switches_pct(task, data->switch_ns), 5, 20);
		break;
	case COL_THREADS:
		cell_number(cell, (double)task->n_threads);
		break;
	case COL_PRIORITY:
		if (task->policy == SCHED_FIFO || task->policy == SCHED_RR)
			cell_number(cell, task->rt_priority);
		break;
	case COL_NICE:
		cell_number(cell, task->nice);
		break;
	case COL_COMMAND:
		command_cell(data, row, cell);
		break;
	default:
		heat_cell(number_at(task, column->offset), which, cell);
	}
}

static void exited_command_cell(const struct tasks_data *data, const struct task_row *row,
				struct cell *cell)
{
	cell_text(cell, exited_words(row->exited, data->arena));
	cell->depth = row->depth;
	cell->style = STYLE_DIM;
}

/* They have no number, CPU or priority; their CPU is among that of their parent's children. */
static void exited_cell(const struct tasks_data *data, const struct task_row *row,
			enum task_column which, struct cell *cell)
{
	const struct exited_interval *exited = row->exited;
	const double numbers[N_TASK_COLUMNS] = {
		[COL_USR] = exited->usr_pct,
		[COL_SYS] = exited->sys_pct,
		[COL_WAIT] = exited->wait_pct,
		[COL_PCT] = exited->cpu_pct,
		[COL_TOTAL] = exited->cpu_pct,
		[COL_CSWCH] = exited->cswch_per_s,
		[COL_NVCSWCH] = exited->nvcswch_per_s,
		[COL_SWITCHES] = exited->cswch_per_s + exited->nvcswch_per_s,
	};

	if (which == COL_USER)
		cell_text(cell, task_user(data->view, exited->uid, data->arena));
	else if (which == COL_STATE)
		cell_text(cell, "X");
	else if (which == COL_COMMAND)
		exited_command_cell(data, row, cell);
	else if (which >= COL_USR && which <= COL_SWITCHES && which != COL_CHILD)
		heat_cell(numbers[which], which, cell);
}

static void unowned_cell(const struct tasks_data *data, enum task_column which, struct cell *cell)
{
	const struct interval *interval = data->view->interval;

	if (which == COL_PCT || which == COL_TOTAL)
		heat_cell(unowned_pct(interval), which, cell);
	if (which != COL_COMMAND)
		return;
	cell_text(cell, arena_printf(data->arena, "(%s)", unowned_reason(interval)));
	cell->style = STYLE_WARM;
}

static void tasks_cell(const struct model *model, size_t at, size_t column, struct cell *cell)
{
	const struct tasks_data *data = model->data;
	const struct task_row *row = &data->rows[at];
	enum task_column which = task_column_at(column, !isnan(data->switch_ns));

	if (row->task)
		task_cell(data, row, &model->columns[column], which, cell);
	else if (row->exited)
		exited_cell(data, row, which, cell);
	else
		unowned_cell(data, which, cell);
}

/*
 * How often it has switched in its life, by factors of one and a half: what is active stands above what is
 * not, without changing places each second.  0: not known.
 */
static double tasks_tie(const struct model *model, size_t row)
{
	const struct tasks_data *data = model->data;
	const struct task_interval *task = data->rows[row].task;
	double switches = task ? task->cswch + task->nvcswch : 0;

	return switches > 0 ? rint(2 * log2(1 + switches)) : 0;
}

/* Name, parent and user: a group lasts as long as there are such. */
static uint64_t exited_id(const struct exited_interval *exited)
{
	uint64_t numbers = (uint64_t)exited->ppid ^ (uint64_t)exited->uid << 32;

	return hash_text(HASH_START ^ numbers, exited->name);
}

/* Thread and start time: a number that was given again is another row. */
static uint64_t tasks_row_id(const struct model *model, size_t row)
{
	const struct tasks_data *data = model->data;
	const struct task_interval *task = data->rows[row].task;
	uint64_t number;

	if (!task)
		return data->rows[row].exited ? exited_id(data->rows[row].exited) : 0;
	number = (uint64_t)(task->tid ? task->tid : task->pid) * 2 + (task->tid ? 1 : 0);
	return number ^ task->start_ticks << 24;
}

static void build(const struct view *view, struct arena *arena, struct model *model)
{
	struct tasks_data *data = arena_alloc(arena, 1, sizeof(*data));

	data->view = view;
	data->arena = arena;
	data->switch_ns = bill_switch(view->prices).low_ns;
	model->n_columns =
		task_columns_chosen(view->choice, !isnan(data->switch_ns), arena, &model->columns);
	model->n_rows = task_rows(view, arena, &data->rows);
	model->cell = tasks_cell;
	model->row_id = tasks_row_id;
	model->data = data;
	model->is_ordered = view->choice->tree;
	/* Over a whole life a share of CPU is highest for those that were born just now. */
	model->sort_key = view->interval->is_since_boot ? "time" : "total";
	model->tie = tasks_tie;
	model->note = view->interval->has_tasks ? _("no task to show") : _("scanning tasks");
}

/* Of the groups that exited a dashboard has room for few: those with most CPU, if it is that much or that many. */
enum { BRIEF_EXITED = 3 };

static bool is_worth_brief(const struct exited_interval *exited)
{
	return exited->cpu_pct >= 1 || exited->per_s >= 10;
}

static bool is_busier(const struct exited_interval *exited, const struct exited_interval *other)
{
	/* Unknown is the least. */
	double pct = exited->cpu_pct >= 0 ? exited->cpu_pct : -1;
	double other_pct = other->cpu_pct >= 0 ? other->cpu_pct : -1;

	if (pct > other_pct || pct < other_pct)
		return pct > other_pct;
	return exited->per_s > other->per_s;
}

/* Those, the busiest first; returns how many. */
static size_t list_brief_exited(const struct task_row *rows, size_t n_rows,
				const struct exited_interval *busiest[BRIEF_EXITED])
{
	size_t n = 0;

	for (size_t i = 0; i < n_rows; i++) {
		const struct exited_interval *exited = rows[i].exited;
		size_t at = n;

		if (!exited || !is_worth_brief(exited))
			continue;
		while (at > 0 && is_busier(exited, busiest[at - 1]))
			at--;
		if (at == BRIEF_EXITED)
			continue;
		n += n < BRIEF_EXITED;
		memmove(&busiest[at + 1], &busiest[at], (n - at - 1) * sizeof(*busiest));
		busiest[at] = exited;
	}
	return n;
}

static void build_brief(const struct view *view, struct arena *arena, struct model *model)
{
	const struct exited_interval *busiest[BRIEF_EXITED];
	const struct task_row *rows;
	struct tasks_data *data;
	struct task_row *kept;
	size_t n_busiest, n = 0;

	build(view, arena, model);
	if (view->interval->n_exited == 0)
		return;
	data = arena_alloc(arena, 1, sizeof(*data));
	*data = *(const struct tasks_data *)model->data;
	rows = data->rows;
	n_busiest = list_brief_exited(rows, model->n_rows, busiest);
	kept = arena_alloc(arena, model->n_rows, sizeof(*kept));
	for (size_t i = 0; i < model->n_rows; i++) {
		bool is_kept = !rows[i].exited;

		for (size_t k = 0; k < n_busiest; k++)
			is_kept = is_kept || rows[i].exited == busiest[k];
		if (is_kept)
			kept[n++] = rows[i];
	}
	data->rows = kept;
	model->data = data;
	model->n_rows = n;
}

static size_t details(const struct view *view, const struct model *model, size_t row,
		      struct arena *arena, const struct detail **lines)
{
	const struct tasks_data *data = model->data;

	const struct task_row *shown = &data->rows[row];

	if (shown->task)
		return task_details(view, shown->task, arena, lines);
	return shown->exited ? exited_details(view, shown->exited, arena, lines)
			     : unowned_details(view->interval, arena, lines);
}

static bool task(const struct model *model, size_t row, int *pid, int *tid)
{
	const struct tasks_data *data = model->data;
	const struct task_interval *shown = data->rows[row].task;

	if (!shown)
		return false;
	*pid = shown->pid;
	*tid = shown->tid ? shown->tid : shown->pid;
	return true;
}

static size_t steerables(const struct model *model, size_t row, struct arena *arena,
			 const struct steerable **things)
{
	const struct tasks_data *data = model->data;
	const struct task_interval *shown = data->rows[row].task;

	return shown ? steerable_task(shown, arena, things) : 0;
}

static const struct block block = {.build = build, .min_lines = 2};
static const struct block brief = {.build = build_brief, .min_lines = 2};

const struct pane tasks_pane = {
	.name = "tasks",
	.key = '2',
	.title = N_("tasks"),
	.help = N_(
		"What each process or thread uses, as pidstat has it: CPU, waiting for a CPU, and "
		"switches of both kinds.  A process counts the switches of all its threads, and in "
		"%tot "
		"the CPU of its children that exited.  Processes that came and went have a row by "
		"name "
		"and parent where the kernel tells of them, and so has CPU that no task accounts "
		"for."),
	.needs = NEED_STAT | NEED_LOAD | NEED_TASKS | NEED_EXITS | NEED_PRICES,
	.blocks = &block,
	.n_blocks = 1,
	.brief = &brief,
	.details = details,
	.task = task,
	.steerables = steerables,
	.columns = all_columns,
};
