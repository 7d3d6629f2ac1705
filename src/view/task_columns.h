/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The columns of tasks: their order, and which leave first where there is no room. */
#ifndef OVERTOP_VIEW_TASK_COLUMNS_H
#define OVERTOP_VIEW_TASK_COLUMNS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "pane/pane.h"

/* Positions; the names of the columns are their keys. */
enum task_column {
	COL_PID,
	COL_TID,
	COL_USER,
	COL_STATE,
	COL_CPU,
	COL_USR,
	COL_SYS,
	COL_WAIT,
	COL_PCT,
	COL_CHILD,
	COL_TOTAL,
	COL_CSWCH,
	COL_NVCSWCH,
	COL_SWITCHES,
	COL_COST,
	COL_THREADS,
	COL_PRIORITY,
	COL_NICE,
	COL_TIME,
	COL_COMMAND,
	N_TASK_COLUMNS,
};

/* All of them, in @arena. */
struct column *task_columns(struct arena *arena);

/*
 * Those that @choice wants, in the order of their importance for it; what switches cost only where @has_cost.
 * Returns how many.
 */
size_t task_columns_chosen(const struct choice *choice, bool has_cost, struct arena *arena,
			   const struct column **columns);
/* Which of all columns the one at @at of these is. */
enum task_column task_column_at(size_t at, bool has_cost);

#endif
