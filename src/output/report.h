/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Many intervals as one page of HTML for the ticket of an incident: what happened when, on which CPUs,
 * because of whom.
 *
 * The page needs nothing but itself (no script, no network), can be read on a telephone and be printed.
 */
#ifndef OVERTOP_OUTPUT_REPORT_H
#define OVERTOP_OUTPUT_REPORT_H

#include <stddef.h>
#include <stdio.h>

#include "pane/pane.h"

struct report;

struct report *report_new(void);
void report_free(struct report *report);

/*
 * Adds the interval of @view, and what @view knows beside it (names of users, topology); @host is raw, or
 * NULL.  The one since boot only tells about the machine.  Memory is bounded whatever the number of intervals
 * is: of a long time the charts become coarser, and of the tasks those that used least are summed up.
 */
void report_add(struct report *report, const struct view *view, const char *host);

/* The page.  Without a measured interval it says that there is none. */
void report_print(const struct report *report, FILE *out);

#endif
