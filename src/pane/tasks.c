/* SPDX-License-Identifier: GPL-2.0-or-later */
/* pidstat's rows: what each process or thread uses, waits for, and how often it switches. */
#include "config.h"

#include "pane/pane.h"

#include <math.h>
#include <sched.h>
#include <string.h>

#include "base/i18n.h"
#include "bill.h"
#include "interval.h"
#include "sample.h"
#include "view/cell.h"
#include "view/column.h"
#include "view/task_details.h"
#include "view/task_rows.h"

enum {
	COL_PID,
	COL_TID,
	COL_USER,
	COL_STATE,
	COL_CPU,
	COL_USR,
	COL_SYS,
	COL_WAIT,
	COL_PCT,
	COL_CSWCH,
	COL_NVCSWCH,
	COL_SWITCHES,
	COL_COST,
	COL_THREADS,
	COL_PRIORITY,
	COL_NICE,
	COL_TIME,
	COL_COMMAND,
	N_COLUMNS,
};

static const struct column plan[N_COLUMNS] = {
	[COL_PID] = {.key = "pid",
		     .title = "PID",
		     .unit = UNIT_ID,
		     .help = N_("number of the process"),
		     .min_width = 5},
	[COL_TID] = {.key = "tid",
		     .title = "TID",
		     .unit = UNIT_ID,
		     .help = N_("number of the thread; - for a process"),
		     .priority = 4,
		     .min_width = 5},
	[COL_USER] = {.key = "user",
		      .title = "USER",
		      .unit = UNIT_TEXT,
		      .help = N_("its effective user (status Uid)"),
		      .priority = 8,
		      .min_width = 8,
		      .max_width = 12,
		      .is_left = true},
	[COL_STATE] = {.key = "s",
		       .title = "S",
		       .unit = UNIT_TEXT,
		       .help = N_("state: R running or ready, S sleeping, D uninterruptible, "
				  "T stopped, Z exited, I idle (stat)"),
		       .priority = 5,
		       .is_left = true},
	[COL_CPU] = {.key = "cpu_last",
		     .title = "CPU",
		     .unit = UNIT_ID,
		     .help = N_("the CPU it last ran on (stat processor)"),
		     .priority = 6},
	[COL_USR] = {.key = "usr", .priority = 7, .min_width = 4},
	[COL_SYS] = {.key = "sys", .priority = 7, .min_width = 4},
	[COL_WAIT] = {.key = "wait", .priority = 3, .min_width = 5},
	[COL_PCT] = {.key = "cpu", .priority = 1, .min_width = 4},
	[COL_CSWCH] = {.key = "cswch", .priority = 2},
	[COL_NVCSWCH] = {.key = "nvcswch", .priority = 2},
	[COL_SWITCHES] = {.key = "switches", .priority = 10, .min_width = 5},
	[COL_COST] = {.key = "swcost",
		      .title = "~sw%",
		      .unit = UNIT_PCT,
		      .help = N_(
			      "estimate: what its switches cost at least, in percent of a CPU "
			      "(cs/s times switch.thread or yield, once that is measured: key b; "
			      "no more than its %CPU)"),
		      .priority = 9,
		      .min_width = 4},
	[COL_THREADS] = {.key = "threads",
			 .title = "#TH",
			 .unit = UNIT_COUNT,
			 .help = N_("living threads of the process"),
			 .priority = 9},
	[COL_PRIORITY] = {.key = "pri",
			  .title = "PRI",
			  .unit = UNIT_ID,
			  .help = N_("real-time priority, 1 to 99; none for other tasks (stat "
				     "rt_priority)"),
			  .priority = 13},
	[COL_NICE] = {.key = "ni",
		      .title = "NI",
		      .unit = UNIT_ID,
		      .help = N_("nice value, -20 to 19 (stat nice)"),
		      .priority = 12,
		      .min_width = 3},
	[COL_TIME] = {.key = "time", .priority = 11, .min_width = 6},
	[COL_COMMAND] = {.key = "command",
			 .title = "COMMAND",
			 .unit = UNIT_TEXT,
			 .help = N_("its name (stat comm), or its command line"),
			 .min_width = 12,
			 .is_left = true,
			 .grows = true},
};

/* Cells of a command line that is worth its place. */
#define COMMAND_LINE_WIDTH 32

/* Leaves before all others. */
#define PRIORITY_OF_EMPTY 99

struct tasks_data {
	const struct view *view;
	const struct task_row *rows;
	struct arena *arena;
	double switch_ns; /* what one costs at least; NAN: unknown, and no column tells of it */
};

static struct column *columns_made(struct arena *arena)
{
	struct column *columns = columns_copy(arena, plan, N_COLUMNS);

	columns_complete(columns, N_COLUMNS, task_fields, n_task_fields, 0);
	return columns;
}

static size_t all_columns(struct arena *arena, const struct column **columns)
{
	*columns = columns_made(arena);
	return N_COLUMNS;
}

static void number_cell(const struct task_interval *task, const struct column *column,
			size_t position, struct cell *cell)
{
	double number = number_at(task, column->offset);

	switch (position) {
	case COL_PCT:
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

static size_t without_cost(struct column *columns)
{
	memmove(&columns[COL_COST], &columns[COL_COST + 1],
		(N_COLUMNS - COL_COST - 1) * sizeof(*columns));
	return N_COLUMNS - 1;
}

/* Which of all columns one of the model is. */
static size_t position_of(const struct tasks_data *data, size_t column)
{
	return column < COL_COST || !isnan(data->switch_ns) ? column : column + 1;
}

static void tasks_cell(const struct model *model, size_t at, size_t column, struct cell *cell)
{
	const struct tasks_data *data = model->data;
	const struct task_row *row = &data->rows[at];
	const struct task_interval *task = row->task;

	switch (position_of(data, column)) {
	case COL_PID:
		cell_number(cell, task->pid);
		break;
	case COL_TID:
		if (task->tid)
			cell_number(cell, task->tid);
		break;
	case COL_USER:
		cell_text(cell, task_user(data->view, task, data->arena));
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
		number_cell(task, &model->columns[column], position_of(data, column), cell);
	}
}

/* Thread and start time: a number that was given again is another row. */
/*
 * How often it has switched in its life, by factors of one and a half: what is active stands above what is
 * not, without changing places each second.  0: not known.
 */
static double tasks_tie(const struct model *model, size_t row)
{
	const struct tasks_data *data = model->data;
	const struct task_interval *task = data->rows[row].task;
	double switches = task->cswch + task->nvcswch;

	return switches > 0 ? rint(2 * log2(1 + switches)) : 0;
}

static uint64_t tasks_row_id(const struct model *model, size_t row)
{
	const struct tasks_data *data = model->data;
	const struct task_interval *task = data->rows[row].task;
	uint64_t number = (uint64_t)(task->tid ? task->tid : task->pid) * 2 + (task->tid ? 1 : 0);

	return number ^ task->start_ticks << 24;
}

static void build(const struct view *view, struct arena *arena, struct model *model)
{
	struct tasks_data *data = arena_alloc(arena, 1, sizeof(*data));
	struct column *columns = columns_made(arena);

	/* Who asked for command lines would rather see one than the priority. */
	if (view->choice->command_lines)
		columns[COL_COMMAND].min_width = COMMAND_LINE_WIDTH;
	if (view->choice->threads)
		columns[COL_THREADS].priority = PRIORITY_OF_EMPTY;
	else
		columns[COL_TID].priority = PRIORITY_OF_EMPTY;
	data->view = view;
	data->arena = arena;
	data->switch_ns = bill_switch(view->prices).low_ns;
	model->n_columns = isnan(data->switch_ns) ? without_cost(columns) : N_COLUMNS;
	model->n_rows = task_rows(view, arena, &data->rows);
	model->columns = columns;
	model->cell = tasks_cell;
	model->row_id = tasks_row_id;
	model->data = data;
	model->is_ordered = view->choice->tree;
	/* Over a whole life a share of CPU is highest for those that were born just now. */
	model->sort_key = view->interval->is_since_boot ? "time" : "cpu";
	model->tie = tasks_tie;
	model->note = view->interval->has_tasks ? _("no task to show") : _("scanning tasks");
}

static size_t details(const struct view *view, const struct model *model, size_t row,
		      struct arena *arena, const struct detail **lines)
{
	const struct tasks_data *data = model->data;

	return task_details(view, data->rows[row].task, arena, lines);
}

static bool task(const struct model *model, size_t row, int *pid, int *tid)
{
	const struct tasks_data *data = model->data;
	const struct task_interval *shown = data->rows[row].task;

	*pid = shown->pid;
	*tid = shown->tid ? shown->tid : shown->pid;
	return true;
}

static const struct block block = {.build = build, .min_lines = 2};

const struct pane tasks_pane = {
	.name = "tasks",
	.key = '2',
	.title = N_("tasks"),
	.help = N_(
		"What each process or thread uses, as pidstat has it: CPU, waiting for a CPU, and "
		"switches of both kinds.  A process counts the switches of all its threads."),
	.needs = NEED_STAT | NEED_LOAD | NEED_TASKS | NEED_PRICES,
	.blocks = &block,
	.n_blocks = 1,
	.brief = &block,
	.details = details,
	.task = task,
	.columns = all_columns,
};
