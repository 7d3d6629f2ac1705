/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What was wrong, when and for how long: the gravest first. */
#include "config.h"

#include "base/i18n.h"
#include "pane/pane.h"
#include "report/html.h"
#include "report/parts.h"
#include "ui/format.h"
#include "view/findings.h"

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

static void print(struct page *page)
{
	const struct finding_sums *sums = &page->report->findings;

	if (sums->n_items) {
		print_sums(page, sums);
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
