/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the machine did, over time. */
#include "config.h"

#include <math.h>

#include "base/i18n.h"
#include "interval.h"
#include "pane/pane.h"
#include "report/chart.h"
#include "report/html.h"
#include "report/parts.h"

/* The values of report.course. */
enum {
	BUSY,
	USER,
	GUEST,
	SYSTEM,
	IRQ,
	STEAL,
	UNSEEN,
	IOWAIT,
	SWITCHES,
	INTERRUPTS,
	SOFTIRQS,
	RUNNING,
	BLOCKED,
	N_VALUES
};

static const struct trace cpu_traces[] = {
	{USER, "us+ni", "area us", true}, {GUEST, "guest", "area gu", true},
	{SYSTEM, "sy", "area sy", true},  {IRQ, "hi+si", "area irq", true},
	{STEAL, "st", "area st", true},   {UNSEEN, "??", "area un", true},
	{IOWAIT, "wa", "dash", false},
};
static const struct trace switch_traces[] = {{SWITCHES, "cs", "line", false}};
static const struct trace interrupt_traces[] = {{INTERRUPTS, "in", "line", false},
						{SOFTIRQS, "sirq", "dash", false}};
static const struct trace queue_traces[] = {{RUNNING, "r", "line", false},
					    {BLOCKED, "b", "dash", false}};

/* What is chosen of struct chart, and how it is called. */
static const struct picture {
	const char *title, *subtitle;
	double height_rem;
	struct chart chart;
} pictures[] = {
	{
		.title = N_("Use of the CPUs"),
		.subtitle = N_("percent of all CPUs, by what they did; the point is the highest"),
		.height_rem = 11,
		.chart = {.traces = cpu_traces,
			  .n_traces = sizeof(cpu_traces) / sizeof(*cpu_traces),
			  .is_stacked = true,
			  .least = 0.05,
			  .most = 100,
			  .whole = BUSY,
			  .unit = UNIT_PCT,
			  .axis_unit = "%"},
	},
	{
		.title = N_("Context switches"),
		.subtitle = N_("per second"),
		.height_rem = 6.5,
		.chart = {.traces = switch_traces,
			  .n_traces = sizeof(switch_traces) / sizeof(*switch_traces),
			  .unit = UNIT_RATE,
			  .axis_unit = "/s"},
	},
	{
		.title = N_("Interrupts and softirqs"),
		.subtitle = N_("per second"),
		.height_rem = 6.5,
		.chart = {.traces = interrupt_traces,
			  .n_traces = sizeof(interrupt_traces) / sizeof(*interrupt_traces),
			  .unit = UNIT_RATE,
			  .axis_unit = "/s"},
	},
	{
		.title = N_("Tasks running or ready, and blocked"),
		.subtitle = N_("at the end of each interval"),
		.height_rem = 6.5,
		.chart = {.traces = queue_traces,
			  .n_traces = sizeof(queue_traces) / sizeof(*queue_traces),
			  .unit = UNIT_COUNT,
			  .axis_unit = ""},
	},
};

static double known_sum(double a, double b)
{
	if (isnan(a))
		return b;
	return isnan(b) ? a : a + b;
}

static void add(struct report *report, const struct view *view)
{
	const struct cpu_interval *all = &view->interval->all;
	const struct totals *totals = &view->interval->totals;
	const double values[N_VALUES] = {
		[BUSY] = all->busy,
		[USER] = known_sum(all->us, all->ni),
		[GUEST] = known_sum(all->gu, all->gn),
		[SYSTEM] = all->sy,
		[IRQ] = known_sum(all->hi, all->si),
		[STEAL] = all->st,
		[UNSEEN] = all->unseen,
		[IOWAIT] = all->wa,
		[SWITCHES] = totals->cs_per_s,
		[INTERRUPTS] = totals->in_per_s,
		[SOFTIRQS] = totals->sirq_per_s,
		[RUNNING] = totals->running,
		[BLOCKED] = totals->blocked,
	};

	series_add(&report->course, report->to_s, report->seconds, values, N_VALUES);
}

static bool is_known(const struct report *report, const struct picture *picture)
{
	for (size_t i = 0; i < picture->chart.n_traces; i++)
		if (!isnan(series_highest(&report->course, picture->chart.traces[i].value)))
			return true;
	return false;
}

static bool has(const struct report *report)
{
	for (size_t i = 0; i < sizeof(pictures) / sizeof(*pictures); i++)
		if (is_known(report, &pictures[i]))
			return true;
	return false;
}

static void print_picture(struct page *page, const struct picture *picture)
{
	struct chart chart = picture->chart;
	struct plot plot = {
		.out = page->out,
		.timeline = &page->timeline,
		.arena = &page->arena,
		.title = _(picture->title),
		.subtitle = _(picture->subtitle),
		.class = "",
		.height_rem = picture->height_rem,
		.height = 1000,
	};

	chart.series = &page->report->course;
	chart_print(&plot, &chart);
}

static void print(struct page *page)
{
	size_t stride = page->report->course.stride;

	if (stride > 1) {
		fputs("<p class=\"soft\">", page->out);
		html_text(
			page->out,
			arena_printf(&page->arena,
				     _("A step is the mean of %zu intervals; what is light above a "
				       "line reaches to the highest of them."),
				     stride));
		fputs("</p>\n", page->out);
	}
	for (size_t i = 0; i < sizeof(pictures) / sizeof(*pictures); i++)
		if (is_known(page->report, &pictures[i]))
			print_picture(page, &pictures[i]);
}

const struct section section_charts = {
	.title = N_("Over time"),
	.add = add,
	.has = has,
	.print = print,
};
