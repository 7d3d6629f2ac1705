/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Makes the line of a recording from what a view shows: chooses the tasks, and what is told of people. */
#ifndef OVERTOP_SCRIBE_H
#define OVERTOP_SCRIBE_H

#include <stdbool.h>
#include <stddef.h>

#include "machine.h"
#include "pane/pane.h"

struct scribe;

struct scribe_rules {
	bool all_tasks;            /* not only those that were active */
	bool with_command_lines;   /* and names of users */
	const struct choice *only; /* of its pids and user; NULL: all */
	/*
	 * Those of its pids too, whatever they did: where a process was found by the number of an idle
	 * thread, it must be found so again.  NULL: none.
	 */
	const struct choice *also;
};

struct scribe *scribe_new(struct scribe_rules rules);
void scribe_free(struct scribe *scribe);

/*
 * The line, with its newline; borrowed until the next.  The topology is in it if @is_first, or if it is not
 * that of the line before.
 */
const char *scribe_line(struct scribe *scribe, const struct view *view, struct machine machine,
			bool is_first, size_t *len);

#endif
