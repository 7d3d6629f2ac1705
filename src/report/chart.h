/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A chart of values over time: lines, or areas that stand on each other.
 *
 * Each point is a level step as wide as the time it is of, for a mean over that time is what is known.  Where a
 * point is of several intervals, lines have the highest of them behind them.  The highest of all is marked.
 */
#ifndef OVERTOP_REPORT_CHART_H
#define OVERTOP_REPORT_CHART_H

#include <stdbool.h>
#include <stddef.h>

#include "field.h"
#include "report/plot.h"
#include "report/series.h"

/* One value of the series. */
struct trace {
	size_t value;
	const char *label; /* short, not translated */
	const char *class; /* html.c says how that is painted */
	bool is_filled;
};

struct chart {
	const struct series *series;
	const struct trace *traces; /* from below where they stand on each other */
	size_t n_traces;
	bool is_stacked;
	size_t whole; /* where they do, the value that they are the parts of */
	double least; /* a trace that never reaches this is not shown; 0: all are */
	double most;  /* no value can be higher (100 for a share); 0: any can */
	enum unit unit;
	const char *axis_unit; /* after the number at the top of the axis: "%" */
};

void chart_print(const struct plot *plot, const struct chart *chart);

#endif
