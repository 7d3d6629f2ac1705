/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The series of one kind of metrics: for each subject (a CPU, an IRQ) the values of all metrics of the
 * kind.
 *
 * Subjects are found by their labels as they are printed, so no series can ever stand there twice,
 * whatever the names are.  Those that come first keep their place for good: which subjects have series
 * does not change when there are too many.
 */
#ifndef OVERTOP_OUTPUT_METRICS_SERIES_H
#define OVERTOP_OUTPUT_METRICS_SERIES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "base/arena.h"
#include "output/metrics_table.h"

struct metrics_series {
	const struct metric_kind *kind;
	struct arena arena;
	const char **labels; /* [n]: cpu="3" */
	double *values;      /* [n][kind->n_metrics]; NAN: unknown */
	size_t n;
	size_t n_left_out; /* that metrics_series_get() had no room for since metrics_series_begin() */
	size_t *slots;     /* hash table: 0, or 1 + index into the above */
	size_t n_slots;    /* a power of two, at least twice as many as there can be subjects */
};

void metrics_series_init(struct metrics_series *series, const struct metric_kind *kind);
void metrics_series_fini(struct metrics_series *series);

/* Another interval begins: gauges are unknown; counters too if it @is_since_boot. */
void metrics_series_begin(struct metrics_series *series, bool is_since_boot);

/* Another interval begins, and none of the subjects before are there. */
void metrics_series_restart(struct metrics_series *series);

/* The values of a subject, made if there is room; NULL: left out. */
double *metrics_series_get(struct metrics_series *series, const char *labels);

/* What the interval says of the subject with these values. */
void metrics_series_add(const struct metrics_series *series, double *values, const void *record);

/* All that is known, family by family. */
void metrics_series_print(const struct metrics_series *series, FILE *out);

#endif
