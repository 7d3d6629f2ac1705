/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Which machine, when, and what could not be measured. */
#include "config.h"

#include <math.h>

#include "base/i18n.h"
#include "report/html.h"
#include "report/local_time.h"
#include "report/parts.h"
#include "ui/format.h"

const char *page_time(struct page *page, double time_s)
{
	const struct report *report = page->report;
	const char *clock = local_time_seconds(time_s, &page->arena);

	if (local_time_is_same_day(report->first_s, report->last_s))
		return clock;
	return arena_printf(&page->arena, "%s %s", local_time_day(time_s, &page->arena), clock);
}

static const char *number(struct page *page, double value, enum unit unit)
{
	char text[FORMAT_SIZE];

	format_screen(value, unit, text);
	return arena_strdup(&page->arena, text);
}

static const char *duration(struct page *page, double seconds)
{
	char text[FORMAT_SIZE];

	format_duration(seconds, text);
	return arena_strdup(&page->arena, text);
}

static void print_line(struct page *page, const char *element, const char *text)
{
	fprintf(page->out, "<%s>", element);
	html_text(page->out, text);
	fprintf(page->out, "</%s>\n", element);
}

/* "2026-11-30 16:05:33 – 16:06:33 CET (+0100)" */
static void print_time(struct page *page)
{
	const struct report *report = page->report;
	struct arena *arena = &page->arena;
	const char *last = local_time_seconds(report->last_s, arena);

	if (!local_time_is_same_day(report->first_s, report->last_s))
		last = arena_printf(arena, "%s %s", local_time_date(report->last_s, arena), last);
	print_line(page, "p",
		   arena_printf(arena, "%s %s – %s %s", local_time_date(report->first_s, arena),
				local_time_seconds(report->first_s, arena), last,
				local_time_zone(report->last_s, arena)));
}

static void print_intervals(struct page *page)
{
	const struct report *report = page->report;
	const char *shortest = number(page, report->shortest_s, UNIT_SECONDS);
	const char *longest = number(page, report->longest_s, UNIT_SECONDS);
	const char *each = shortest;

	if (report->longest_s > report->shortest_s * 1.1)
		each = arena_printf(&page->arena, "%s – %s", shortest, longest);
	print_line(page, "p",
		   arena_printf(&page->arena,
				/* Translators: how many, of how long each, how long all. */
				ngettext("%zu interval of %s, %s in all",
					 "%zu intervals of %s, %s in all", report->n_intervals),
				report->n_intervals, each, duration(page, report->measured_s)));
}

static const char *counted(struct page *page, size_t n, const char *word)
{
	return arena_printf(&page->arena, "%zu %s", n, word);
}

static const char *cpus_words(struct page *page)
{
	const struct machine *machine = &page->report->machine;
	const char *cpus = counted(page, machine->n_cpus, ngettext("CPU", "CPUs", machine->n_cpus));

	if (!machine->n_cores || !machine->n_sockets)
		return cpus;
	return arena_printf(
		&page->arena, "%s (%s, %s)", cpus,
		counted(page, machine->n_cores, ngettext("core", "cores", machine->n_cores)),
		counted(page, machine->n_sockets,
			ngettext("socket", "sockets", machine->n_sockets)));
}

/* Facts in one line, with dots between them. */
static void print_fact(struct page *page, bool is_first, const char *text)
{
	if (!is_first)
		fputs(" · ", page->out);
	html_text(page->out, text);
}

/* What is known of the machine, as it was last. */
static void print_machine(struct page *page)
{
	const struct machine *machine = &page->report->machine;
	const struct totals *totals = &machine->totals;
	struct arena *arena = &page->arena;
	bool is_first = true;

	fputs("<p>", page->out);
	if (machine->n_cpus) {
		print_fact(page, is_first, cpus_words(page));
		is_first = false;
	}
	if (totals->mem_total_kib > 0) {
		print_fact(page, is_first,
			   arena_printf(arena, _("memory %s of %s in use"),
					number(page, totals->mem_used_kib, UNIT_KIB),
					number(page, totals->mem_total_kib, UNIT_KIB)));
		is_first = false;
	}
	if (!isnan(totals->load1)) {
		print_fact(page, is_first,
			   arena_printf(arena, _("load %s %s %s"),
					number(page, totals->load1, UNIT_DECIMAL),
					number(page, totals->load5, UNIT_DECIMAL),
					number(page, totals->load15, UNIT_DECIMAL)));
		is_first = false;
	}
	if (totals->uptime_s > 0)
		print_fact(page, is_first,
			   arena_printf(arena, _("up %s"), duration(page, totals->uptime_s)));
	fputs("</p>\n", page->out);
}

/* Time between intervals in which nothing was measured. */
static double missing_s(const struct report *report)
{
	const struct series *course = &report->course;
	double missing = 0;

	for (size_t i = 1; i < course->n_points; i++)
		if (!course->points[i].is_joined)
			missing += fmax(0, course->points[i].from_s - course->points[i - 1].to_s);
	return missing;
}

/* Within a list that begins with the first of them. */
static void print_note(struct page *page, bool *is_open, const char *text)
{
	if (!*is_open)
		fputs("<ul>\n", page->out);
	*is_open = true;
	print_line(page, "li", text);
}

/* What the reader must know before believing a number. */
static void print_notes(struct page *page)
{
	const struct report *report = page->report;
	double missing = missing_s(report);
	bool is_open = false;

	if (report->machine.has_other_hosts)
		print_note(
			page, &is_open,
			_("intervals of more than one machine: what has the same name is added"));
	if (missing > 0)
		print_note(page, &is_open,
			   arena_printf(&page->arena, _("nothing was measured for %s in between"),
					duration(page, missing)));
	if (report->machine.hides_irq_time)
		print_note(page, &is_open,
			   _("hi and si are too low: this kernel does not account the time of "
			     "interrupts"));
	if (report->unseen_s > 0)
		print_note(page, &is_open,
			   arena_printf(&page->arena,
					_("??: for %s some CPU was busy with what the timer tick "
					  "did not see; us, sy, hi and si are too low then"),
					duration(page, report->unseen_s)));
	if (!(report->tasks_s > 0))
		print_note(page, &is_open, _("tasks were not read"));
	else if (!report->has_wait)
		print_note(page, &is_open,
			   _("how long tasks waited for a CPU is unknown: this kernel does not "
			     "tell"));
	if (is_open)
		fputs("</ul>\n", page->out);
}

static void print(struct page *page)
{
	const struct report *report = page->report;

	fputs("<h1>", page->out);
	html_text(page->out, report->machine.host ? report->machine.host : PACKAGE);
	fputs("</h1>\n", page->out);
	if (report->n_intervals) {
		print_time(page);
		print_intervals(page);
	}
	print_machine(page);
	if (!report->n_intervals)
		print_line(page, "p", _("There is no measured interval."));
	else
		print_notes(page);
}

const struct section section_head = {.print = print};
