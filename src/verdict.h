/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * --check: what stands at the end of some intervals, for people and for monitoring systems.
 *
 * The first line is as those want it: a word, a sentence, and after a bar the numbers; the exit status says the
 * same.  Then each finding with its evidence and the commands that go with it.
 */
#ifndef OVERTOP_VERDICT_H
#define OVERTOP_VERDICT_H

#include <stdio.h>

#include "pane/pane.h"

struct verdict;

/* Exit statuses. */
enum { VERDICT_OK, VERDICT_WARN, VERDICT_CRIT, VERDICT_UNKNOWN };

/* How many intervals it takes unless it is told. */
extern const unsigned long verdict_intervals;

struct verdict *verdict_new(void);
void verdict_free(struct verdict *verdict);

/* Takes note of the next interval, all of which count. */
void verdict_add(struct verdict *verdict, const struct view *view);

/* @view: of the same session.  Returns the exit status. */
int verdict_print(const struct verdict *verdict, const struct view *view, FILE *out);
/* The same, when there is no interval at all. */
int verdict_print_nothing(FILE *out);

#endif
