/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Each CPU over time: how busy it was, and how many softirqs ran on it. */
#include "config.h"

#include <math.h>
#include <stdlib.h>

#include "base/i18n.h"
#include "base/xalloc.h"
#include "interval.h"
#include "pane/pane.h"
#include "report/heat.h"
#include "report/parts.h"
#include "report/scale.h"

/* Which value of the series a CPU is: it stays so for good. */
static size_t value_of(struct report *report, int cpu, size_t hint)
{
	for (size_t step = 0; step < report->n_cpus; step++) {
		size_t at = (hint + step) % report->n_cpus;

		if (report->cpus[at] == cpu)
			return at;
	}
	report->cpus = xgrow(report->cpus, &report->cpus_capacity, report->n_cpus + 1,
			     sizeof(*report->cpus));
	report->cpus[report->n_cpus] = cpu;
	return report->n_cpus++;
}

static void add(struct report *report, const struct view *view)
{
	const struct interval *interval = view->interval;
	size_t n_most = report->n_cpus + interval->n_cpus;
	double *busy = xcalloc(n_most + 1, sizeof(*busy));
	double *softirq = xcalloc(n_most + 1, sizeof(*softirq));

	for (size_t i = 0; i < n_most; i++)
		busy[i] = softirq[i] = (double)NAN;
	for (size_t i = 0; interval->cpus && i < interval->n_cpus; i++) {
		size_t value = value_of(report, interval->cpus[i].cpu, i);

		busy[value] = interval->cpus[i].busy;
		softirq[value] = interval->cpus[i].sirq_per_s;
	}
	series_add(&report->busy, report->to_s, report->seconds, busy, report->n_cpus);
	series_add(&report->softirq, report->to_s, report->seconds, softirq, report->n_cpus);
	free(busy);
	free(softirq);
	if (interval->has_unseen)
		report->unseen_s += report->seconds;
}

static double highest_of(const struct report *report, const struct series *series)
{
	double highest = (double)NAN;

	for (size_t i = 0; i < report->n_cpus; i++)
		highest = fmax(highest, series_highest(series, i));
	return highest;
}

static bool has(const struct report *report)
{
	return !isnan(highest_of(report, &report->busy)) ||
	       !isnan(highest_of(report, &report->softirq));
}

static void print_heat(struct page *page, const char *title, const char *subtitle,
		       const struct heat *heat)
{
	size_t group = heat_group(heat->n_cpus);
	struct plot plot = {
		.out = page->out,
		.timeline = &page->timeline,
		.arena = &page->arena,
		.title = title,
		.subtitle = subtitle,
	};

	if (group > 1)
		plot.subtitle = arena_printf(
			&page->arena, _("%s; a row is of %zu CPUs and shows the highest of them"),
			subtitle, group);
	heat_print(plot, heat);
}

static void print_busy(struct page *page)
{
	const struct report *report = page->report;
	/* Finer at both ends: next to nothing, and next to all. */
	struct heat heat = {
		.series = &report->busy,
		.cpus = report->cpus,
		.n_cpus = report->n_cpus,
		.steps = {0, 5, 20, 35, 50, 65, 80, 95, 100},
		.unit = UNIT_PCT,
		.key_every = 1,
		.unit_words = "%",
	};

	if (!isnan(highest_of(report, &report->busy)))
		print_heat(page, _("Busy"), _("percent of each CPU"), &heat);
}

static void print_softirqs(struct page *page)
{
	const struct report *report = page->report;
	double highest = highest_of(report, &report->softirq);
	struct heat heat = {
		.series = &report->softirq,
		.cpus = report->cpus,
		.n_cpus = report->n_cpus,
		.unit = UNIT_RATE,
		.key_every = 2,
		.unit_words = "/s",
	};

	if (isnan(highest))
		return;
	for (size_t i = 0; i <= HEAT_SHADES; i++)
		heat.steps[i] = scale_of(highest, 4).top * (double)i / HEAT_SHADES;
	print_heat(page, _("Softirqs"), _("of all types, per second, on each CPU"), &heat);
}

static void print(struct page *page)
{
	print_busy(page);
	print_softirqs(page);
}

const struct section section_cpus = {
	.title = N_("CPU by CPU"),
	.add = add,
	.has = has,
	.print = print,
};
