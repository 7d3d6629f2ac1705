/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "view/task_columns.h"

#include <string.h>

#include "base/i18n.h"
#include "interval.h"
#include "view/column.h"

static const struct column plan[N_TASK_COLUMNS] = {
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
	[COL_PCT] = {.key = "cpu", .priority = 8, .min_width = 4},
	[COL_CHILD] = {.key = "chld", .priority = 9, .min_width = 5},
	[COL_TOTAL] = {.key = "total", .priority = 1, .min_width = 4},
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

struct column *task_columns(struct arena *arena)
{
	struct column *columns = columns_copy(arena, plan, N_TASK_COLUMNS);

	columns_complete(columns, N_TASK_COLUMNS, task_fields, n_task_fields, 0);
	return columns;
}

static size_t without_cost(struct column *columns)
{
	memmove(&columns[COL_COST], &columns[COL_COST + 1],
		(N_TASK_COLUMNS - COL_COST - 1) * sizeof(*columns));
	return N_TASK_COLUMNS - 1;
}

size_t task_columns_chosen(const struct choice *choice, bool has_cost, struct arena *arena,
			   const struct column **columns)
{
	struct column *made = task_columns(arena);

	/* Who asked for command lines would rather see one than the priority. */
	if (choice->command_lines)
		made[COL_COMMAND].min_width = COMMAND_LINE_WIDTH;
	made[choice->threads ? COL_THREADS : COL_TID].priority = PRIORITY_OF_EMPTY;
	*columns = made;
	return has_cost ? N_TASK_COLUMNS : without_cost(made);
}

enum task_column task_column_at(size_t at, bool has_cost)
{
	return (enum task_column)(at < COL_COST || has_cost ? at : at + 1);
}
