/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Values over time, in a bounded number of points however long it goes on.
 *
 * A point covers one interval at first.  Whenever there are too many points, neighbours are merged, so that
 * each covers two, then four, ... and keeps of every value the mean, weighted by time, and the highest that
 * any one interval had.  Time is seconds since 1970; x is real: where nothing was measured there is a hole.
 */
#ifndef OVERTOP_REPORT_SERIES_H
#define OVERTOP_REPORT_SERIES_H

#include <stdbool.h>
#include <stddef.h>

/* One value in the time of a point. */
struct reading {
	double mean, highest; /* NAN: unknown */
	double seconds;       /* that the mean is of */
};

struct point {
	double from_s, to_s;
	bool is_joined; /* it begins where the point before ends */
	size_t n_intervals;
	struct reading *readings; /* [n_values]; values beyond are unknown */
	size_t n_values;
};

struct series {
	struct point *points;
	size_t n_points, capacity;
	size_t most_points;
	size_t stride; /* how many intervals a point covers now */
};

void series_init(struct series *series, size_t most_points);
void series_fini(struct series *series);

/* Adds the interval of @seconds that ended at @to_s.  Later ones may have more values. */
void series_add(struct series *series, double to_s, double seconds, const double *values,
		size_t n_values);

struct reading series_reading(const struct point *point, size_t value);

/* The highest mean that any point has of a value; NAN: none is known. */
double series_highest(const struct series *series, size_t value);

#endif
