/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Which groups of exited tasks are shown, and below which parent; what is told of one. */
#ifndef OVERTOP_VIEW_EXITED_GROUPS_H
#define OVERTOP_VIEW_EXITED_GROUPS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "interval.h"
#include "pane/pane.h"

/* By parent. */
struct exited_groups {
	const struct exited_interval **items;
	bool *is_taken; /* a row was made of it */
	size_t n, next; /* before that, all are taken */
};

/* Those of the choice, in @arena. */
struct exited_groups exited_groups_of(const struct view *view, struct arena *arena);

/* The next of this parent that is not taken yet, or with -1 of any; taken now.  NULL: there is none. */
const struct exited_interval *exited_groups_take(struct exited_groups *groups, int ppid);

/* "sh x433/s" */
const char *exited_words(const struct exited_interval *exited, struct arena *arena);

/* A line for each thing that is known of it.  Returns how many. */
size_t exited_details(const struct view *view, const struct exited_interval *exited,
		      struct arena *arena, const struct detail **details);

#endif
