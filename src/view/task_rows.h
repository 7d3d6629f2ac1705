/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Which tasks are shown, and under whom: rows of the task pane before anything is asked of them.
 *
 * An array of pointers and no more, for it is made anew for each frame, of 30,000 tasks perhaps.
 */
#ifndef OVERTOP_VIEW_TASK_ROWS_H
#define OVERTOP_VIEW_TASK_ROWS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "interval.h"
#include "pane/pane.h"

/* A task; or a group of those that exited; or, with neither, the CPU that no task has. */
struct task_row {
	const struct task_interval *task;
	const struct exited_interval *exited;
	int depth; /* of a tree: how many of its ancestors are shown */
};

/*
 * The processes or threads of the choice, in the order of the interval; or of a tree, each process
 * above its children (and its threads), those with most CPU (since boot: CPU time) first.  Then those that
 * exited, in a tree below their parents, and what is unowned, if it is worth a row.  Returns how many.
 */
size_t task_rows(const struct view *view, struct arena *arena, const struct task_row **rows);

/* Is it one of the user and the numbers that were chosen, itself or by its process? */
bool task_is_chosen(const struct choice *choice, const struct task_interval *task);

#endif
