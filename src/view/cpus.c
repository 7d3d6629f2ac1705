/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "view/cpus.h"

#include <math.h>

#include "interval.h"
#include "view/cell.h"

/* Where a share is a good deal, and too much. */
static const struct {
	size_t offset;
	double warm, hot;
} heat[] = {
	{offsetof(struct cpu_interval, us), 75, 95},
	{offsetof(struct cpu_interval, ni), 75, 95},
	{offsetof(struct cpu_interval, sy), 75, 95},
	{offsetof(struct cpu_interval, busy), 75, 95},
	{offsetof(struct cpu_interval, wa), 10, 30},
	{offsetof(struct cpu_interval, hi), 30, 70},
	{offsetof(struct cpu_interval, si), 30, 70},
	{offsetof(struct cpu_interval, unseen), 20, 50},
	{offsetof(struct cpu_interval, st), 5, 20},
};

/* Less of a share is written as 0.0. */
#define LEAST_PCT 0.05

void cpus_cell(struct cell *cell, const struct cpu_interval *cpu, size_t offset)
{
	cell_amount(cell, number_at(cpu, offset));
	if (cell->style == STYLE_DIM)
		return;
	for (size_t i = 0; i < sizeof(heat) / sizeof(*heat); i++)
		if (heat[i].offset == offset)
			cell->style = style_of_pct(cell->number, heat[i].warm, heat[i].hot);
}

const char *cpus_list(struct arena *arena, const struct cpuset *set)
{
	size_t len;
	char *list;

	if (!set)
		return NULL;
	len = cpuset_format(set, NULL, 0);
	list = arena_alloc(arena, len + 1, 1);
	cpuset_format(set, list, len + 1);
	return list;
}

const struct cpuset *cpus_set(struct arena *arena, const int *cpus, size_t n)
{
	const size_t bits = 8 * sizeof(unsigned long);
	struct cpuset *set = arena_alloc(arena, 1, sizeof(*set));
	int last = -1;

	for (size_t i = 0; i < n; i++)
		if (cpus[i] > last)
			last = cpus[i];
	/* With room for all of them cpuset_add() need not allocate. */
	set->n_words = ((size_t)(last + 1) + bits - 1) / bits;
	set->words = arena_alloc(arena, set->n_words, sizeof(*set->words));
	for (size_t i = 0; i < n; i++)
		if (cpus[i] >= 0)
			cpuset_add(set, (unsigned int)cpus[i]);
	return set;
}

const struct cpu_interval *cpus_hottest(const struct interval *interval, size_t offset)
{
	const struct cpu_interval *hottest = NULL;

	for (size_t i = 0; i < interval->n_cpus; i++) {
		double value = number_at(&interval->cpus[i], offset);

		if (value >= LEAST_PCT && !(hottest && value <= number_at(hottest, offset)))
			hottest = &interval->cpus[i];
	}
	return hottest;
}

const char *cpus_strip_title(struct arena *arena, const struct interval *interval)
{
	size_t n = interval->n_cpus;

	if (n == 0)
		return "cpu";
	if (n == 1)
		return arena_printf(arena, "cpu %d", interval->cpu_numbers[0]);
	return arena_printf(arena, "cpu %d..%d", interval->cpu_numbers[0],
			    interval->cpu_numbers[n - 1]);
}

const double *cpus_strip_of_shares(struct arena *arena, const struct interval *interval,
				   size_t offset)
{
	double *strip = arena_alloc(arena, interval->n_cpus, sizeof(*strip));

	for (size_t i = 0; i < interval->n_cpus; i++) {
		double pct = number_at(&interval->cpus[i], offset);

		strip[i] = pct < LEAST_PCT ? 0 : pct / 100;
	}
	return strip;
}

const double *cpus_strip_of_counts(struct arena *arena, const double *counts, size_t n)
{
	double *strip;
	double most = 0;

	if (!counts)
		return NULL;
	strip = arena_alloc(arena, n, sizeof(*strip));
	for (size_t i = 0; i < n; i++)
		if (counts[i] > most)
			most = counts[i];
	for (size_t i = 0; i < n; i++)
		strip[i] = most > 0 ? counts[i] / most : counts[i];
	return strip;
}

double cpus_skew(double count, double total, size_t n)
{
	double fair;

	if (n < 2 || !(total > 0) || isnan(count))
		return 0;
	fair = 1 / (double)n;
	return fmax(0, (count / total - fair) / (1 - fair));
}
