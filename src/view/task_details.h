/* SPDX-License-Identifier: GPL-2.0-or-later */
/* All that is known of one task, a line each, and the words of it that its row shows too. */
#ifndef OVERTOP_VIEW_TASK_DETAILS_H
#define OVERTOP_VIEW_TASK_DETAILS_H

#include <stddef.h>

#include "base/arena.h"
#include "interval.h"
#include "pane/pane.h"

size_t task_details(const struct view *view, const struct task_interval *task, struct arena *arena,
		    const struct detail **details);

/* Name of a user, or the number; raw. */
const char *task_user(const struct view *view, uint32_t uid, struct arena *arena);
/* NULL while it is unknown, "" if there is none; raw. */
const char *task_known_command_line(const struct view *view, const struct task_interval *task);
/* Command line, or while that is unknown its name; raw. */
const char *task_command_line(const struct view *view, const struct task_interval *task);

/*
 * Gives each process of @kept, and its threads, the command line that @view knows of it; NULL: none has one.
 * For what stays when the task is gone.
 */
void task_keep_command_lines(struct interval *kept, const struct view *view);

#endif
