/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "output/metrics_series.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

#include "base/hash.h"
#include "output/metrics_text.h"

static void make_room(struct metrics_series *series, const struct metric_kind *kind)
{
	series->labels = arena_alloc(&series->arena, kind->max_subjects, sizeof(*series->labels));
	series->values = arena_alloc(&series->arena, kind->max_subjects * kind->n_metrics,
				     sizeof(*series->values));
	for (series->n_slots = 2; series->n_slots < 2 * kind->max_subjects;)
		series->n_slots *= 2;
	series->slots = arena_alloc(&series->arena, series->n_slots, sizeof(*series->slots));
}

void metrics_series_init(struct metrics_series *series, const struct metric_kind *kind)
{
	memset(series, 0, sizeof(*series));
	series->kind = kind;
	arena_init(&series->arena);
	make_room(series, kind);
}

void metrics_series_restart(struct metrics_series *series)
{
	arena_reset(&series->arena);
	series->n = series->n_left_out = 0;
	make_room(series, series->kind);
}

void metrics_series_fini(struct metrics_series *series)
{
	arena_fini(&series->arena);
}

void metrics_series_begin(struct metrics_series *series, bool is_since_boot)
{
	const struct metric_kind *kind = series->kind;

	series->n_left_out = 0;
	for (size_t i = 0; i < series->n * kind->n_metrics; i++)
		if (is_since_boot || kind->metrics[i % kind->n_metrics].type == METRIC_GAUGE)
			series->values[i] = (double)NAN;
}

/* The slot of these labels, or the free one where they belong. */
static size_t *find_slot(const struct metrics_series *series, const char *labels)
{
	size_t at = (size_t)hash_text(HASH_START, labels);

	for (;; at++) {
		size_t *slot = &series->slots[at & (series->n_slots - 1)];

		if (!*slot || strcmp(series->labels[*slot - 1], labels) == 0)
			return slot;
	}
}

static double *values_of(const struct metrics_series *series, size_t subject)
{
	return series->values + subject * series->kind->n_metrics;
}

double *metrics_series_get(struct metrics_series *series, const char *labels)
{
	size_t *slot = find_slot(series, labels);
	double *values;

	if (*slot)
		return values_of(series, *slot - 1);
	if (series->n == series->kind->max_subjects) {
		series->n_left_out++;
		return NULL;
	}
	values = values_of(series, series->n);
	for (size_t i = 0; i < series->kind->n_metrics; i++)
		values[i] = (double)NAN;
	series->labels[series->n] = arena_strdup(&series->arena, labels);
	*slot = ++series->n;
	return values;
}

static double member(const void *record, size_t offset)
{
	double value;

	if (offset == METRIC_AS_IT_IS)
		return 1;
	memcpy(&value, (const char *)record + offset, sizeof(value));
	return value;
}

/* What is unknown adds nothing, and no counter ever falls. */
static double grown(double value, double growth)
{
	if (!isfinite(growth))
		return value;
	return (isnan(value) ? 0 : value) + fmax(growth, 0);
}

void metrics_series_add(const struct metrics_series *series, double *values, const void *record)
{
	for (size_t i = 0; i < series->kind->n_metrics; i++) {
		const struct metric *metric = &series->kind->metrics[i];
		double value = member(record, metric->offset) * member(record, metric->times);

		switch (metric->type) {
		case METRIC_COUNT:
			values[i] = grown(values[i], round(value) / metric->per);
			break;
		case METRIC_TIME:
			values[i] = grown(values[i], value / metric->per);
			break;
		case METRIC_GAUGE:
		case METRIC_TOTAL:
			values[i] = value / metric->per;
			break;
		}
	}
}

static void print_head(const struct metric *metric, FILE *out)
{
	const char *type = metric->type == METRIC_GAUGE ? "gauge" : "counter";

	fprintf(out, "# HELP %s %s\n", metric->name, metric->help);
	fprintf(out, "# TYPE %s %s\n", metric->name, type);
}

static void print_line(const struct metric *metric, const char *labels, double value, FILE *out)
{
	char number[METRICS_NUMBER_SIZE];
	const char *comma = *labels && *metric->label ? "," : "";

	metrics_number(value, number);
	if (*labels || *metric->label)
		fprintf(out, "%s{%s%s%s} %s\n", metric->name, labels, comma, metric->label, number);
	else
		fprintf(out, "%s %s\n", metric->name, number);
}

void metrics_series_print(const struct metrics_series *series, FILE *out)
{
	const struct metric_kind *kind = series->kind;
	const struct metric *family = NULL; /* its first line */
	bool has_head = false;

	for (size_t i = 0; i < kind->n_metrics; i++) {
		const struct metric *metric = &kind->metrics[i];

		if (!family || strcmp(family->name, metric->name) != 0) {
			family = metric;
			has_head = false;
		}
		for (size_t subject = 0; subject < series->n; subject++) {
			double value = values_of(series, subject)[i];

			if (!isfinite(value))
				continue;
			if (!has_head)
				print_head(family, out);
			has_head = true;
			print_line(metric, series->labels[subject], value, out);
		}
	}
}
