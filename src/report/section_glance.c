/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The totals: mean, peak, and when that was. */
#include "config.h"

#include <math.h>
#include <string.h>

#include "base/i18n.h"
#include "base/xalloc.h"
#include "interval.h"
#include "pane/pane.h"
#include "report/html.h"
#include "report/parts.h"

/* A field of the totals, or of all CPUs together. */
static const struct row {
	const char *key;
	bool is_of_cpus;
	const char *title; /* NULL: the field's own */
	enum unit unit;
} rows[] = {
	{"cs", false, NULL, UNIT_RATE},
	{"in", false, NULL, UNIT_RATE},
	{"sirq", false, NULL, UNIT_RATE},
	{"fork", false, NULL, UNIT_RATE},
	{"fault", false, NULL, UNIT_RATE},
	{"major", false, NULL, UNIT_RATE},
	{"busy", true, NULL, UNIT_PCT},
	{"us", true, NULL, UNIT_PCT},
	{"ni", true, NULL, UNIT_PCT},
	{"sy", true, NULL, UNIT_PCT},
	{"hi", true, NULL, UNIT_PCT},
	{"si", true, NULL, UNIT_PCT},
	{"st", true, NULL, UNIT_PCT},
	{"unseen", true, NULL, UNIT_PCT},
	{"wa", true, NULL, UNIT_PCT},
	/* Whole numbers, but their means are not. */
	{"r", false, NULL, UNIT_RATE},
	{"b", false, NULL, UNIT_RATE},
	{"mem_used", false, "mem", UNIT_KIB},
	{"swpd", false, NULL, UNIT_KIB},
};

enum { N_ROWS = sizeof(rows) / sizeof(*rows) };

static const struct field *field_of(const struct row *row)
{
	const struct field *fields = row->is_of_cpus ? cpu_fields : totals_fields;
	size_t n = row->is_of_cpus ? n_cpu_fields : n_totals_fields;

	for (size_t i = 0; i < n; i++)
		if (strcmp(fields[i].key, row->key) == 0)
			return &fields[i];
	return NULL;
}

static double value_of(const struct interval *interval, const struct row *row)
{
	if (row->is_of_cpus)
		return field_value(&interval->all, field_of(row));
	return field_value(&interval->totals, field_of(row));
}

static void add(struct report *report, const struct view *view)
{
	if (!report->summaries) {
		report->n_summaries = N_ROWS;
		report->summaries = xcalloc(N_ROWS, sizeof(*report->summaries));
		for (size_t i = 0; i < N_ROWS; i++)
			report->summaries[i].peak = report->summaries[i].peak_s = (double)NAN;
	}
	for (size_t i = 0; i < N_ROWS; i++) {
		struct summary *summary = &report->summaries[i];
		double value = value_of(view->interval, &rows[i]);

		if (isnan(value))
			continue;
		summary->sum += value * report->seconds;
		summary->seconds += report->seconds;
		if (!(value <= summary->peak)) {
			summary->peak = value;
			summary->peak_s = report->to_s;
		}
	}
}

static bool has(const struct report *report)
{
	return report->n_intervals > 0;
}

static void print(struct page *page)
{
	const struct html_column columns[] = {
		{.title = "", .is_text = true}, {.title = _("mean")},
		{.title = _("peak")},           {.title = _("at")},
		{.title = "", .is_text = true},
	};

	html_table_begin(page->out, columns, sizeof(columns) / sizeof(*columns));
	for (size_t i = 0; i < N_ROWS; i++) {
		const struct summary *summary = &page->report->summaries[i];
		const struct field *field = field_of(&rows[i]);

		html_row_begin(page->out, rows[i].title ? rows[i].title : field->title);
		html_cell_number(page->out, &columns[1], summary->sum / summary->seconds,
				 rows[i].unit);
		html_cell_number(page->out, &columns[2], summary->peak, rows[i].unit);
		/* Of what never happened there is no peak. */
		html_cell_text(page->out, &columns[3],
			       summary->peak > 0 ? page_time(page, summary->peak_s) : "-");
		html_cell_text(page->out, &columns[4], _(field->help));
		html_row_end(page->out);
	}
	html_table_end(page->out);
}

const struct section section_glance = {
	.title = N_("At a glance"),
	.add = add,
	.has = has,
	.print = print,
};
