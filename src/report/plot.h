/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What every picture over the time of the page has: a caption, an axis of time, words at its sides.
 *
 * Curves are SVG and stretched to the page.  Words are HTML beside them and keep their size, so that a
 * telephone can be read too.
 */
#ifndef OVERTOP_REPORT_PLOT_H
#define OVERTOP_REPORT_PLOT_H

#include <stdio.h>

#include "report/timeline.h"

/* Time in the coordinates of the SVG. */
enum { PLOT_WIDTH = 10000 };

struct plot {
	FILE *out;
	const struct timeline *timeline;
	struct arena *arena;
	const char *title, *subtitle; /* translated */
	const char *class;            /* of the <svg>; "": none */
	double height_rem;
	int height; /* the same in coordinates of the SVG */
};

/* Up to and including the open <svg>. */
void plot_begin(const struct plot *plot);
/* Within it: lines at the ticks of time, and a level one at @y from 0 (top) to 1. */
void plot_ticks(const struct plot *plot);
void plot_level(const struct plot *plot, const char *class, double y);
/* The end of the <svg>; then words. */
void plot_words(const struct plot *plot);
/* The times at the ticks, and the end. */
void plot_end(const struct plot *plot);

int plot_x(const struct plot *plot, double time_s);

/* A word left of the picture, @y from 0 (top) to 1. */
void plot_left(const struct plot *plot, double y, const char *raw);

/* A word right of it, with a sample of how it is painted (@class NULL: none). */
struct plot_label {
	double y;
	const char *class;
	const char *raw;
};

/* All of them, moved apart where they would touch. */
void plot_right(const struct plot *plot, struct plot_label *labels, size_t n);

#endif
