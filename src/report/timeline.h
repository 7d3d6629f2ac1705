/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Where a moment stands on the axis of time that all charts of a page share, from 0 (left) to 1.
 *
 * Time runs to scale, holes included, unless a hole is so long that little room would be left for what was
 * measured: there the axis is broken, and says so.
 */
#ifndef OVERTOP_REPORT_TIMELINE_H
#define OVERTOP_REPORT_TIMELINE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"

struct series;

/* A piece of the axis where time runs to scale; between two of them it is broken. */
struct stretch {
	double from_s, to_s;
	double left, right; /* on the axis */
};

/* A moment with a name. */
struct tick {
	double at;        /* on the axis */
	const char *text; /* local time */
	bool is_minor;    /* the first to go where there is little room */
};

struct timeline {
	const struct stretch *stretches; /* ascending; none: no time at all */
	size_t n_stretches;
	const struct tick *ticks;
	size_t n_ticks;
};

/* Of all points of @series, in whatever order they stand; lives in @arena. */
struct timeline timeline_of(const struct series *series, struct arena *arena);

double timeline_at(const struct timeline *timeline, double time_s);

#endif
