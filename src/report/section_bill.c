/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What switches, faults, softirqs and forks cost: counts times prices, if this machine was measured. */
#include "config.h"

#include "base/i18n.h"
#include "bill.h"
#include "pane/pane.h"
#include "report/html.h"
#include "report/parts.h"

static void add(struct report *report, const struct view *view)
{
	struct bill bill;
	struct arena arena;

	if (!view->prices)
		return;
	arena_init(&arena);
	bill_make(&bill, view->interval, view->prices, &arena);
	bill_sums_add(&report->bill, &bill, report->seconds);
	arena_fini(&arena);
}

static bool has(const struct report *report)
{
	return report->bill.n_items > 0 && report->bill.seconds > 0;
}

static void print_sum(struct page *page, const struct html_column *columns,
		      const struct bill_sum *sum)
{
	const struct report *report = page->report;
	double seconds = report->bill.seconds;
	double all_s = seconds * (double)report->machine.n_cpus;

	html_row_begin(page->out, sum->title);
	html_cell_number(page->out, &columns[1], sum->n / seconds, UNIT_RATE);
	html_cell_number(page->out, &columns[2], sum->low_s * 1e3 / seconds, UNIT_RATE);
	html_cell_number(page->out, &columns[3], sum->high_s * 1e3 / seconds, UNIT_RATE);
	html_cell_number(page->out, &columns[4], 100 * sum->low_s / all_s, UNIT_PCT);
	html_cell_number(page->out, &columns[5], 100 * sum->high_s / all_s, UNIT_PCT);
	html_cell_number(page->out, &columns[6], sum->highest_ms, UNIT_RATE);
	html_row_end(page->out);
}

static void print(struct page *page)
{
	const struct html_column columns[] = {
		{.title = "ITEM", .is_text = true},
		{.title = _("mean/s")},
		{.title = "~lo.ms", .is_chosen = true},
		{.title = "~hi.ms"},
		{.title = "~lo%"},
		{.title = "~hi%"},
		{.title = _("peak ~lo.ms")},
	};
	const struct bill_sums *sums = &page->report->bill;

	fputs("<p>", page->out);
	html_text(page->out,
		  _("How many there were, times what one costs on this machine, at least and at "
		    "most: in ms of CPU per second, and in percent of all CPUs."));
	fputs("</p>\n", page->out);
	html_table_begin(page->out, columns, sizeof(columns) / sizeof(*columns));
	for (size_t i = 0; i < sums->n_items; i++)
		print_sum(page, columns, &sums->items[i]);
	html_table_end(page->out);
}

const struct section section_bill = {
	.title = N_("The bill"),
	.add = add,
	.has = has,
	.print = print,
};
