/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Which interrupts and softirqs there were most of, and on which CPUs. */
#include "config.h"

#include <math.h>

#include "base/i18n.h"
#include "interval.h"
#include "pane/pane.h"
#include "report/html.h"
#include "report/parts.h"
#include "view/cpus.h"

enum { MOST_ROWS = 15 };

static void remember(struct cpuset *kept, bool *has_kept, const struct cpuset *now)
{
	if (!now)
		return;
	cpuset_copy(kept, now);
	*has_kept = true;
}

static void add_irqs(struct report *report, const struct interval *interval)
{
	if (interval->n_irqs)
		report->irqs.seconds += report->seconds;
	for (size_t i = 0; i < interval->n_irqs; i++) {
		const struct irq_interval *irq = &interval->irqs[i];
		struct count *count = counts_item(&report->irqs, i, irq->label, irq->name);

		if (!count)
			continue;
		count_add(count, irq->total, irq->per_s, irq->per_cpu, interval->cpu_numbers,
			  interval->n_cpus);
		remember(&count->asked, &count->has_asked, irq->asked);
		remember(&count->effective, &count->has_effective, irq->effective);
	}
}

static void add_softirqs(struct report *report, const struct interval *interval)
{
	if (interval->n_softirqs)
		report->softirqs.seconds += report->seconds;
	for (size_t i = 0; i < interval->n_softirqs; i++) {
		const struct softirq_interval *softirq = &interval->softirqs[i];
		struct count *count = counts_item(&report->softirqs, i, softirq->name, "");

		if (count)
			count_add(count, softirq->total, softirq->per_s, softirq->per_cpu,
				  interval->cpu_numbers, interval->n_cpus);
	}
}

static void add(struct report *report, const struct view *view)
{
	add_irqs(report, view->interval);
	add_softirqs(report, view->interval);
}

static bool has(const struct report *report)
{
	const struct count *top;

	return counts_top(&report->irqs, &top, 1) || counts_top(&report->softirqs, &top, 1);
}

/* How many, and where most. */
static void print_numbers(struct page *page, const struct html_column *columns,
			  const struct count *count, double seconds)
{
	double pct;
	int hottest = count_hottest(count, &pct);

	html_cell_number(page->out, &columns[0], count->total / seconds, UNIT_RATE);
	html_cell_number(page->out, &columns[1], count->highest_per_s, UNIT_RATE);
	html_cell_number(page->out, &columns[2], count->total, UNIT_COUNT);
	html_cell_number(page->out, &columns[3], hottest < 0 ? (double)NAN : hottest, UNIT_ID);
	html_cell_number(page->out, &columns[4], pct, UNIT_PCT);
}

static const char *came_to(struct page *page, const struct count *count)
{
	int *cpus = arena_alloc(&page->arena, count->n_cpus, sizeof(*cpus));

	for (size_t i = 0; i < count->n_cpus; i++)
		cpus[i] = count->per_cpu[i].cpu;
	return cpus_list(&page->arena, cpus_set(&page->arena, cpus, count->n_cpus));
}

static void print_irqs(struct page *page)
{
	const struct html_column columns[] = {
		{.title = "IRQ", .is_text = true},
		{.title = "NAME", .is_text = true},
		{.title = _("mean/s"), .is_chosen = true},
		{.title = _("peak/s")},
		{.title = _("total")},
		{.title = _("hottest CPU")},
		{.title = "hottest%"},
		{.title = _("came to"), .is_text = true},
		{.title = _("asked"), .is_text = true},
		{.title = _("effective"), .is_text = true},
	};
	const struct count *top[MOST_ROWS];
	size_t n = counts_top(&page->report->irqs, top, MOST_ROWS);

	if (n == 0)
		return;
	html_table_begin(page->out, columns, sizeof(columns) / sizeof(*columns));
	for (size_t i = 0; i < n; i++) {
		const struct count *count = top[i];

		html_row_begin(page->out, count->label);
		html_cell_text(page->out, &columns[1], count->name);
		print_numbers(page, columns + 2, count, page->report->irqs.seconds);
		html_cell_text(page->out, &columns[7], came_to(page, count));
		html_cell_text(page->out, &columns[8],
			       count->has_asked ? cpus_list(&page->arena, &count->asked) : "-");
		html_cell_text(page->out, &columns[9],
			       count->has_effective ? cpus_list(&page->arena, &count->effective)
						    : "-");
		html_row_end(page->out);
	}
	html_table_end(page->out);
}

static void print_softirqs(struct page *page)
{
	const struct html_column columns[] = {
		{.title = "SOFTIRQ", .is_text = true},
		{.title = _("mean/s"), .is_chosen = true},
		{.title = _("peak/s")},
		{.title = _("total")},
		{.title = _("hottest CPU")},
		{.title = "hottest%"},
	};
	const struct count *top[MOST_ROWS];
	size_t n = counts_top(&page->report->softirqs, top, MOST_ROWS);

	if (n == 0)
		return;
	html_table_begin(page->out, columns, sizeof(columns) / sizeof(*columns));
	for (size_t i = 0; i < n; i++) {
		html_row_begin(page->out, top[i]->label);
		print_numbers(page, columns + 1, top[i], page->report->softirqs.seconds);
		html_row_end(page->out);
	}
	html_table_end(page->out);
}

static void print(struct page *page)
{
	print_irqs(page);
	print_softirqs(page);
}

const struct section section_counts = {
	.title = N_("Interrupts and softirqs"),
	.add = add,
	.has = has,
	.print = print,
};
