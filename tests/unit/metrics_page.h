/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Intervals made by hand, the page of metrics that comes of them, and reading it back. */
#ifndef OVERTOP_TESTS_METRICS_PAGE_H
#define OVERTOP_TESTS_METRICS_PAGE_H

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "interval.h"
#include "output/openmetrics.h"
#include "sample.h"

struct page {
	struct interval interval;
	struct openmetrics *metrics;
	char *text; /* as last printed */
};

/* An interval of @n_cpus of which nothing is known, in place of the one before. */
static inline void page_begin(struct page *page, int n_cpus)
{
	struct interval *interval = &page->interval;
	struct sample sample;

	sample_init(&sample);
	sample.has = NEED_STAT;
	sample.stat.n_cpus = (size_t)n_cpus;
	sample.stat.cpus = calloc((size_t)n_cpus, sizeof(*sample.stat.cpus));
	for (int i = 0; i < n_cpus; i++) {
		sample.stat.cpus[i].cpu = i;
		for (int field = 0; field < N_CPU_FIELDS; field++)
			sample.stat.cpus[i].field[field] = UINT64_MAX;
	}
	sample.stat.ctxt = sample.stat.intr = sample.stat.forks = UINT64_MAX;
	sample.stat.softirqs = sample.stat.running = sample.stat.blocked = UINT64_MAX;
	interval_between(interval, NULL, &sample);
	sample_fini(&sample);
	interval->is_since_boot = false;
	for (int i = 0; i < N_PRESSURES; i++)
		interval->pressure.some[i] = interval->pressure.full[i] = (struct pressure_line){
			.avg10 = (double)NAN,
			.total_us = UINT64_MAX,
		};
	interval->seconds = interval->totals.seconds = interval->totals.paging_seconds = 2;
}

static inline int page_setup(void **state)
{
	static struct page page;

	memset(&page, 0, sizeof(page));
	interval_init(&page.interval);
	page.metrics = openmetrics_new();
	page_begin(&page, 1);
	*state = &page;
	return 0;
}

static inline int page_teardown(void **state)
{
	struct page *page = *state;

	openmetrics_free(page->metrics);
	interval_fini(&page->interval);
	free(page->text);
	return 0;
}

/* A row of counts, @count on each CPU. */
static inline double *page_counts(struct page *page, double count)
{
	double *counts = arena_alloc(&page->interval.arena, page->interval.n_cpus, sizeof(*counts));

	for (size_t i = 0; i < page->interval.n_cpus; i++)
		counts[i] = count;
	return counts;
}

static inline void page_make_softirqs(struct page *page, size_t n)
{
	page->interval.n_softirqs = n;
	page->interval.softirqs =
		arena_alloc(&page->interval.arena, n, sizeof(*page->interval.softirqs));
	for (size_t i = 0; i < n; i++) {
		page->interval.softirqs[i].name = arena_printf(&page->interval.arena, "TYPE%zu", i);
		page->interval.softirqs[i].per_cpu = page_counts(page, 1);
	}
}

/* Rows of devices named dev0, dev1 ..., each with @total interrupts now and since boot. */
static inline void page_make_irqs(struct page *page, int n, double total)
{
	struct interval *interval = &page->interval;

	interval->n_irqs = (size_t)n;
	interval->irqs = arena_alloc(&interval->arena, (size_t)n, sizeof(*interval->irqs));
	for (int i = 0; i < n; i++)
		interval->irqs[i] = (struct irq_interval){
			.label = arena_printf(&interval->arena, "%d", i),
			.chip = "PCI-MSI",
			.name = arena_printf(&interval->arena, "dev%d", i),
			.irq = i,
			.total = total,
			.since_boot = total,
		};
}

static inline void page_print(struct page *page)
{
	size_t len;
	FILE *out;

	free(page->text);
	out = open_memstream(&page->text, &len);
	openmetrics_print(page->metrics, out);
	fclose(out);
}

/* Takes the interval in and prints. */
static inline void page_end(struct page *page)
{
	openmetrics_add(page->metrics, &page->interval, NULL);
	page_print(page);
}

/* What stands after this series; NULL: it is not there. */
static inline const char *page_find(const struct page *page, const char *series)
{
	size_t len = strlen(series);

	for (const char *line = page->text; line; line = strchr(line, '\n')) {
		line += *line == '\n';
		if (strncmp(line, series, len) == 0 && line[len] == ' ')
			return line + len + 1;
	}
	return NULL;
}

/* NAN: it is not there. */
static inline double page_value(const struct page *page, const char *series)
{
	const char *number = page_find(page, series);

	return number ? strtod(number, NULL) : (double)NAN;
}

static inline void assert_value(const struct page *page, const char *series, double expected)
{
	double value = page_value(page, series);

	if (value == expected || (isnan(value) && isnan(expected)))
		return;
	fail_msg("%s is %.17g, not %.17g", series, value, expected);
}

static inline size_t page_lines(const struct page *page)
{
	size_t n = 0;

	for (const char *at = page->text; (at = strchr(at, '\n')); at++)
		n++;
	return n;
}

static inline int compare_lines(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

/* No series and no head stands there twice; the last line is the end. */
static inline void assert_well_formed(const struct page *page)
{
	char *copy = strdup(page->text), *rest = copy, *line;
	size_t n = 0;
	char **lines = calloc(page_lines(page) + 1, sizeof(*lines));
	const char *last = "";

	while ((line = strsep(&rest, "\n")) && rest) {
		char *value = strrchr(line, ' ');

		last = line;
		if (*line != '#')
			*value = '\0';
		lines[n++] = line;
	}
	assert_string_equal(last, "# EOF");
	qsort(lines, n, sizeof(*lines), compare_lines);
	for (size_t i = 1; i < n; i++)
		assert_string_not_equal(lines[i - 1], lines[i]);
	free(lines);
	free(copy);
}

#endif
