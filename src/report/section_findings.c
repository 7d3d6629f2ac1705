/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What was wrong, when and for how long: the gravest first. */
#include "config.h"

#include <math.h>

#include "base/i18n.h"
#include "pane/pane.h"
#include "report/html.h"
#include "report/parts.h"
#include "report/plot.h"
#include "ui/format.h"
#include "view/findings.h"

/* Bars, and how high one is with what is between it and the next. */
enum { MOST_BARS = 12, BAR_UNITS = 80 };
static const double bar_rem = 1.2;

static void add(struct report *report, const struct view *view)
{
	finding_sums_add(&report->findings, view->interval);
}

static bool has(const struct report *report)
{
	return report->findings.has_judged;
}

static const char *when_of(struct page *page, const struct finding_sum *sum)
{
	double since_s = (double)sum->since_ns / 1e9;
	char lasted[FORMAT_SIZE];

	format_duration(sum->until_s - since_s, lasted);
	if (!sum->has_ended)
		return arena_printf(&page->arena, _("since %s, for %s"), page_time(page, since_s),
				    lasted);
	return arena_printf(&page->arena, "%s \xe2\x80\x93 %s (%s)", page_time(page, since_s),
			    page_time(page, sum->until_s), lasted);
}

static void print_sum(struct page *page, const struct finding_sum *sum)
{
	fputs("<li><b>", page->out);
	html_text(page->out, findings_grade(sum->grade));
	fputs("</b> ", page->out);
	html_text(page->out, sum->text);
	fputs(" <span class=\"soft\">", page->out);
	html_text(page->out, when_of(page, sum));
	fputs(", ", page->out);
	html_text(page->out, sum->rule);
	fputs("</span></li>\n", page->out);
}

static void print_sums(struct page *page, const struct finding_sums *sums)
{
	fputs("<ul>\n", page->out);
	for (int grade = GRADE_CRIT; grade >= GRADE_INFO; grade--)
		for (size_t i = 0; i < sums->n_items; i++)
			if (sums->items[i].grade == grade)
				print_sum(page, &sums->items[i]);
	fputs("</ul>\n", page->out);
}

/* The gravest that there is room for, from above: how many. */
static size_t choose(const struct finding_sums *sums, const struct finding_sum **chosen)
{
	size_t n = 0;

	for (int grade = GRADE_CRIT; grade >= GRADE_INFO; grade--)
		for (size_t i = 0; i < sums->n_items && n < MOST_BARS; i++)
			if (sums->items[i].grade == grade)
				chosen[n++] = &sums->items[i];
	return n;
}

/* From when it began, or the page does, to when it ended. */
static void print_bar(const struct plot *plot, const struct report *report,
		      const struct finding_sum *sum, int top, int height)
{
	static const char *const classes[] = {"us", "irq", "st"};
	double since_s = fmax((double)sum->since_ns / 1e9, report->first_s);
	int left = plot_x(plot, since_s), right = plot_x(plot, fmax(sum->until_s, since_s));

	fprintf(plot->out, "<path class=\"area %s\" d=\"M%d %dH%dv%dH%dz\"/>\n",
		classes[sum->grade], left, top, right > left ? right : left + 1, height, left);
}

/* On the axis of time that the charts have. */
static void print_bars(struct page *page)
{
	const struct finding_sum *chosen[MOST_BARS];
	size_t n = choose(&page->report->findings, chosen);
	struct plot plot = {
		.out = page->out,
		.timeline = &page->timeline,
		.arena = &page->arena,
		.title = _("When they stood"),
		.subtitle = _("the gravest above"),
		.class = "",
		.height_rem = bar_rem * (double)n,
		.height = BAR_UNITS * (int)n,
	};

	plot_begin(&plot);
	plot_ticks(&plot);
	for (size_t i = 0; i < n; i++)
		print_bar(&plot, page->report, chosen[i], BAR_UNITS * (int)i + BAR_UNITS / 8,
			  BAR_UNITS * 3 / 4);
	plot_words(&plot);
	for (size_t i = 0; i < n; i++) {
		double y = ((double)i + 0.5) / (double)n;
		struct plot_label grade = {.y = y, .raw = findings_grade(chosen[i]->grade)};

		plot_left(&plot, y, chosen[i]->rule);
		plot_right(&plot, &grade, 1);
	}
	plot_end(&plot);
}

static void print(struct page *page)
{
	const struct finding_sums *sums = &page->report->findings;

	if (sums->n_items) {
		print_sums(page, sums);
		print_bars(page);
		return;
	}
	fputs("<p>", page->out);
	html_text(page->out, _("Nothing was found."));
	fputs("</p>\n", page->out);
}

const struct section section_findings = {
	.title = N_("Findings"),
	.add = add,
	.has = has,
	.print = print,
};
