/* SPDX-License-Identifier: GPL-2.0-or-later */
/* CPU that was used, but by no task that has a row: how much, and why. */
#ifndef OVERTOP_VIEW_UNOWNED_H
#define OVERTOP_VIEW_UNOWNED_H

#include "base/arena.h"
#include "interval.h"
#include "pane/pane.h"

/* In percent of a CPU; NAN: it is not worth saying, or unknown. */
double unowned_pct(const struct interval *interval);

/* The likeliest reason, translated. */
const char *unowned_reason(const struct interval *interval);

/* What the details of its row say.  Returns how many lines. */
size_t unowned_details(const struct interval *interval, struct arena *arena,
		       const struct detail **details);

#endif
