/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "report/series.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/xalloc.h"

/* An interval that begins so long after the last has ended, and half its own length, leaves a hole. */
#define HOLE_S 0.1

void series_init(struct series *series, size_t most_points)
{
	assert(most_points > 1);
	*series = (struct series){.most_points = most_points, .stride = 1};
}

void series_fini(struct series *series)
{
	for (size_t i = 0; i < series->n_points; i++)
		free(series->points[i].readings);
	free(series->points);
	memset(series, 0, sizeof(*series));
}

static struct reading merged_reading(struct reading a, struct reading b)
{
	if (isnan(a.mean))
		return b;
	if (isnan(b.mean))
		return a;
	return (struct reading){
		.mean = (a.mean * a.seconds + b.mean * b.seconds) / (a.seconds + b.seconds),
		.highest = fmax(a.highest, b.highest),
		.seconds = a.seconds + b.seconds,
	};
}

/* Moves @later into @point, which it follows. */
static void absorb(struct point *point, struct point *later)
{
	if (later->n_values > point->n_values) {
		point->readings =
			xreallocarray(point->readings, later->n_values, sizeof(*point->readings));
		for (size_t i = point->n_values; i < later->n_values; i++)
			point->readings[i] = (struct reading){.mean = (double)NAN};
		point->n_values = later->n_values;
	}
	for (size_t i = 0; i < later->n_values; i++)
		point->readings[i] = merged_reading(point->readings[i], later->readings[i]);
	point->from_s = fmin(point->from_s, later->from_s);
	point->to_s = fmax(point->to_s, later->to_s);
	point->n_intervals += later->n_intervals;
	free(later->readings);
}

/* Merges each point with its neighbour; a hole stays one unless @over_holes. */
static void merge_neighbours(struct series *series, bool over_holes)
{
	size_t kept = 0;

	for (size_t i = 0; i < series->n_points; i++) {
		struct point *point = &series->points[kept++];

		*point = series->points[i];
		if (i + 1 < series->n_points && (over_holes || series->points[i + 1].is_joined))
			absorb(point, &series->points[++i]);
	}
	series->n_points = kept;
}

static void make_coarser(struct series *series)
{
	merge_neighbours(series, false);
	/* So many holes that most of them must be given up. */
	if (series->n_points > series->most_points / 4 * 3)
		merge_neighbours(series, true);
	series->stride *= 2;
}

static struct point point_of(double to_s, double seconds, const double *values, size_t n_values)
{
	struct point point = {
		.from_s = to_s - seconds,
		.to_s = to_s,
		.n_intervals = 1,
		.readings = xcalloc(n_values, sizeof(*point.readings)),
		.n_values = n_values,
	};

	for (size_t i = 0; i < n_values; i++)
		point.readings[i] = (struct reading){
			.mean = seconds > 0 ? values[i] : (double)NAN,
			.highest = values[i],
			.seconds = seconds,
		};
	return point;
}

void series_add(struct series *series, double to_s, double seconds, const double *values,
		size_t n_values)
{
	struct point *last = series->n_points ? &series->points[series->n_points - 1] : NULL;
	struct point point = point_of(to_s, seconds, values, n_values);

	if (last && fabs(point.from_s - last->to_s) <= HOLE_S + seconds / 2) {
		point.is_joined = true;
		point.from_s = fmin(last->to_s, to_s);
	}
	if (point.is_joined && last->n_intervals < series->stride) {
		absorb(last, &point);
		return;
	}
	if (series->n_points == series->most_points)
		make_coarser(series);
	series->points = xgrow(series->points, &series->capacity, series->n_points + 1,
			       sizeof(*series->points));
	series->points[series->n_points++] = point;
}

struct reading series_reading(const struct point *point, size_t value)
{
	if (value < point->n_values)
		return point->readings[value];
	return (struct reading){.mean = (double)NAN, .highest = (double)NAN};
}

double series_highest(const struct series *series, size_t value)
{
	double highest = (double)NAN;

	for (size_t i = 0; i < series->n_points; i++)
		highest = fmax(highest, series_reading(&series->points[i], value).mean);
	return highest;
}
