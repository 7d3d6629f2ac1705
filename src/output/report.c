/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "output/report.h"

#include <langinfo.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/i18n.h"
#include "base/xalloc.h"
#include "interval.h"
#include "report/html.h"
#include "report/local_time.h"
#include "report/parts.h"
#include "source/topology.h"

/* What bounds the memory: points of charts, columns of heat, threads, interrupts, findings. */
enum {
	MOST_POINTS = 1024,
	MOST_COLUMNS = 256,
	MOST_TASKS = 20000,
	MOST_COUNTS = 4096,
	MOST_FINDINGS = 1000
};

/* No interval is longer; one that says so is of unknown length. */
#define LONGEST_S 1e9

/* The page, from top to bottom. */
static const struct section *const sections[] = {
	&section_head, &section_glance, &section_findings, &section_bill, &section_charts,
	&section_cpus, &section_tasks,  &section_counts,   &section_foot,
};

enum { N_SECTIONS = sizeof(sections) / sizeof(*sections) };

struct report *report_new(void)
{
	struct report *report = xcalloc(1, sizeof(*report));
	const double unknown = (double)NAN;

	for (size_t i = 0; i < n_totals_fields; i++)
		memcpy((char *)&report->machine.totals + totals_fields[i].offset, &unknown,
		       sizeof(unknown));
	series_init(&report->course, MOST_POINTS);
	series_init(&report->busy, MOST_COLUMNS);
	series_init(&report->softirq, MOST_COLUMNS);
	task_sums_init(&report->tasks, MOST_TASKS);
	finding_sums_init(&report->findings, MOST_FINDINGS);
	counts_init(&report->irqs, MOST_COUNTS);
	counts_init(&report->softirqs, MOST_COUNTS);
	return report;
}

void report_free(struct report *report)
{
	if (!report)
		return;
	free(report->machine.host);
	free(report->summaries);
	series_fini(&report->course);
	series_fini(&report->busy);
	series_fini(&report->softirq);
	free(report->cpus);
	task_sums_fini(&report->tasks);
	for (size_t i = 0; i < report->n_users; i++)
		free(report->users[i].name);
	free(report->users);
	finding_sums_fini(&report->findings);
	bill_sums_fini(&report->bill);
	counts_fini(&report->irqs);
	counts_fini(&report->softirqs);
	free(report);
}

static void add_host(struct machine *machine, const char *host)
{
	if (!host)
		return;
	if (!machine->host)
		machine->host = xstrdup(host);
	else if (strcmp(machine->host, host) != 0)
		machine->has_other_hosts = true;
}

static void add_machine(struct machine *machine, const struct view *view)
{
	const struct interval *interval = view->interval;
	const struct topology *topology = view->topology;

	machine->totals = interval->totals;
	machine->n_cpus = interval->n_cpus;
	machine->hides_irq_time |= interval->hides_irq_time;
	if (topology && topology->is_read) {
		machine->n_cores = topology->n_cores;
		machine->n_sockets = topology->n_sockets;
	}
}

/* When it was, as all sections see it. */
static void add_time(struct report *report, const struct interval *interval)
{
	double seconds = interval->seconds;

	if (!(seconds > 0 && seconds < LONGEST_S))
		seconds = 0;
	report->seconds = seconds;
	report->to_s = (double)interval->wall_ns / 1e9;
	report->from_s = report->to_s - seconds;
	if (!report->n_intervals) {
		report->first_s = report->from_s;
		report->last_s = report->to_s;
		report->shortest_s = report->longest_s = seconds;
	}
	report->n_intervals++;
	report->measured_s += seconds;
	report->first_s = fmin(report->first_s, report->from_s);
	report->last_s = fmax(report->last_s, report->to_s);
	report->shortest_s = fmin(report->shortest_s, seconds);
	report->longest_s = fmax(report->longest_s, seconds);
}

void report_add(struct report *report, const struct view *view, const char *host)
{
	add_host(&report->machine, host);
	add_machine(&report->machine, view);
	if (view->interval->is_since_boot)
		return;
	add_time(report, view->interval);
	for (size_t i = 0; i < N_SECTIONS; i++)
		if (sections[i]->add)
			sections[i]->add(report, view);
}

static const char *title_of(struct page *page)
{
	const struct report *report = page->report;
	const char *host = report->machine.host ? report->machine.host : PACKAGE;

	if (!report->n_intervals)
		return host;
	return arena_printf(&page->arena, "%s %s %s", host,
			    local_time_date(report->first_s, &page->arena),
			    local_time_minutes(report->first_s, &page->arena));
}

static void print_section(struct page *page, const struct section *section)
{
	if (section->has && !section->has(page->report))
		return;
	if (section->title) {
		fputs("<h2>", page->out);
		html_text(page->out, _(section->title));
		fputs("</h2>\n", page->out);
	}
	section->print(page);
}

static void print_page(struct page *page)
{
	page->timeline = timeline_of(&page->report->course, &page->arena);
	/* Translators: the language of these words, as a page of the web names it: "zh-CN". */
	html_begin(page->out, _("en"), title_of(page));
	for (size_t i = 0; i < N_SECTIONS; i++)
		print_section(page, sections[i]);
	html_end(page->out);
}

void report_print(const struct report *report, FILE *out)
{
	struct page page = {.out = out, .report = report};

#ifdef ENABLE_NLS
	/* The page is UTF-8 whatever the terminal is. */
	bind_textdomain_codeset(PACKAGE, "UTF-8");
#endif
	print_page(&page);
#ifdef ENABLE_NLS
	bind_textdomain_codeset(PACKAGE, nl_langinfo(CODESET));
#endif
	arena_fini(&page.arena);
}
