/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "ui/header.h"

#include <math.h>
#include <string.h>

#include "base/i18n.h"
#include "base/text.h"
#include "bill.h"
#include "interval.h"
#include "sample.h"
#include "source/topology.h"
#include "ui/alerts.h"
#include "ui/format.h"
#include "ui/line.h"
#include "ui/moment.h"
#include "view/unowned.h"

const unsigned int header_needs = NEED_STAT | NEED_MEMORY | NEED_LOAD | NEED_PRESSURE | NEED_PRICES;

/* Percent of time in which some task waited for a resource (PSI). */
#define PRESSURE_WARM 10
#define PRESSURE_HOT  40

/* Percent of all CPUs that the tick did not see, as in tables; less than the least is written as 0.0. */
#define LEAST_PCT   0.05
#define UNSEEN_WARM 20
#define UNSEEN_HOT  50

/* What both lines are made from. */
struct source {
	const struct ui *ui;
	const struct view *view;
	const struct ui_facts *facts;
	const struct interval *interval;
	int width;
	bool is_brief; /* the line does not fit if nothing is abbreviated */
};

static void add_number(struct line *line, double value, enum unit unit, enum style style)
{
	char text[FORMAT_SIZE];

	format_screen(value, unit, text);
	/* What is nothing steps back, as in tables. */
	if (!strpbrk(text, "123456789"))
		style = STYLE_DIM;
	line_add(line, style, arena_strdup(line->arena, text));
}

/* For things of which each CPU can have one. */
static enum style style_per_cpu(double n, size_t n_cpus)
{
	if (n_cpus == 0 || !(n > (double)n_cpus))
		return STYLE_VALUE;
	return n > 2 * (double)n_cpus ? STYLE_HOT : STYLE_WARM;
}

static enum style style_above(double value, double warm, double hot)
{
	if (value >= hot)
		return STYLE_HOT;
	return value >= warm ? STYLE_WARM : STYLE_VALUE;
}

static void add_uptime(struct line *line, double seconds)
{
	char text[FORMAT_SIZE];

	if (isnan(seconds))
		return;
	format_duration(seconds, text);
	line_begin(line, 5, 9);
	/* Translators: how long the machine has been running; 2 cells. */
	line_add(line, STYLE_HEADER, _("up"));
	line_add(line, STYLE_VALUE, arena_printf(line->arena, " %s", text));
}

static void add_load(struct line *line, const struct source *from)
{
	const struct totals *totals = &from->interval->totals;
	const double loads[] = {totals->load1, totals->load5, totals->load15};

	if (isnan(totals->load1))
		return;
	line_begin(line, 1, 19);
	line_add(line, STYLE_HEADER, "load");
	for (size_t i = 0; i < sizeof(loads) / sizeof(*loads); i++) {
		line_add(line, STYLE_HEADER, " ");
		add_number(line, loads[i], UNIT_DECIMAL,
			   style_per_cpu(loads[i], from->interval->n_cpus));
	}
}

static void add_counted(struct line *line, size_t n, const char *word)
{
	line_add(line, STYLE_VALUE, arena_printf(line->arena, "%zu", n));
	line_add(line, STYLE_HEADER, arena_printf(line->arena, " %s", word));
}

static void add_cpus(struct line *line, const struct source *from)
{
	const struct topology *topology = from->view->topology;
	size_t n = from->interval->n_cpus;

	if (n == 0)
		return;
	line_begin(line, 3, 0);
	add_counted(line, n, ngettext("CPU", "CPUs", n));
	if (from->is_brief || !topology || topology->n_cores == 0)
		return;
	line_add(line, STYLE_HEADER, " (");
	if (topology->n_sockets > 1) {
		add_counted(line, topology->n_sockets,
			    ngettext("socket", "sockets", topology->n_sockets));
		line_add(line, STYLE_HEADER, ", ");
	}
	add_counted(line, topology->n_cores, ngettext("core", "cores", topology->n_cores));
	line_add(line, STYLE_HEADER, ")");
}

static void add_tasks(struct line *line, const struct totals *totals)
{
	/* Not scanned, or a dump without tasks. */
	if (!(totals->n_tasks > 0 && totals->n_threads > 0))
		return;
	line_begin(line, 7, 0);
	add_counted(line, (size_t)totals->n_tasks,
		    ngettext("process", "processes", (size_t)totals->n_tasks));
	line_add(line, STYLE_HEADER, ", ");
	add_counted(line, (size_t)totals->n_threads,
		    ngettext("thread", "threads", (size_t)totals->n_threads));
}

/* "12,000" */
static const char *with_commas(struct arena *arena, size_t n)
{
	if (n < 1000)
		return arena_printf(arena, "%zu", n);
	return arena_printf(arena, "%s,%03zu", with_commas(arena, n / 1000), n % 1000);
}

static void add_scanning(struct line *line, const struct ui_facts *facts)
{
	if (!facts->is_scanning)
		return;
	line_begin(line, 2, 0);
	line_add(line, STYLE_MESSAGE, _("scanning"));
	if (facts->to_scan > 0)
		line_add(line, STYLE_MESSAGE,
			 arena_printf(line->arena, " %s/%s",
				      with_commas(line->arena, facts->scanned),
				      with_commas(line->arena, facts->to_scan)));
}

/* Who and when and how loaded. */
static void build_first(struct line *line, const struct source *from)
{
	int host_width = from->width / 5 > 12 ? from->width / 5 : 12;

	moment_add_state(line, from->ui, from->facts, from->interval);
	line_begin(line, 4, 0);
	line_add(line, STYLE_HEADER, PACKAGE);
	if (from->facts->host && *from->facts->host) {
		line_begin(line, 2, 0);
		line_add_cut(line, STYLE_VALUE, from->facts->host, host_width);
	}
	moment_add_clock(line, from->facts, from->interval);
	add_uptime(line, from->interval->totals.uptime_s);
	add_load(line, from);
	add_cpus(line, from);
	add_tasks(line, &from->interval->totals);
	alerts_add_counts(line, from->interval);
	add_scanning(line, from->facts);
}

static void add_queue(struct line *line, const struct source *from)
{
	const struct totals *totals = &from->interval->totals;
	size_t n_cpus = from->interval->n_cpus;

	line_begin(line, 0, 7);
	line_add(line, STYLE_HEADER, "r ");
	add_number(line, totals->running, UNIT_COUNT, style_per_cpu(totals->running, n_cpus));
	line_add(line, STYLE_HEADER, " b ");
	add_number(line, totals->blocked, UNIT_COUNT, style_per_cpu(totals->blocked, n_cpus));
}

static void add_rate(struct line *line, const char *name, double per_s, int priority, int slot)
{
	if (isnan(per_s))
		return;
	line_begin(line, priority, slot);
	line_add(line, STYLE_HEADER, arena_printf(line->arena, "%s ", name));
	add_number(line, per_s, UNIT_RATE, STYLE_VALUE);
	line_add(line, STYLE_HEADER, "/s");
}

/* "~11-42%" of one CPU, right of the switches that cost it.  Its place is kept. */
static void add_cost_of_switches(struct line *line, const struct source *from)
{
	struct bill_range range = bill_switch(from->view->prices);
	double per_s = from->interval->totals.cs_per_s;
	const struct cpu_interval *all = &from->interval->all;
	double n = (double)from->interval->n_cpus;
	double low = n * bill_least_pct(all, bill_pct(per_s, range.low_ns) / n);
	double high = n * bill_most_pct(all, bill_pct(per_s, range.high_ns) / n);
	int decimals = high < 9.95 ? 1 : 0;

	if (isnan(range.low_ns) || isnan(range.high_ns))
		return;
	line_begin(line, 4, 9);
	if (high >= LEAST_PCT)
		line_add(line, STYLE_VALUE,
			 arena_printf(line->arena, "~%.*f-%.*f%%", decimals, low, decimals, high));
}

/* "5.2/15.6G": the unit once if it is the same. */
static void add_memory(struct line *line, const struct totals *totals)
{
	double used = totals->mem_used_kib, total = totals->mem_total_kib;
	enum style style = style_above(1 - totals->mem_available_kib / total, 0.9, 0.95);
	char used_text[FORMAT_SIZE], total_text[FORMAT_SIZE];

	if (isnan(used) || isnan(total))
		return;
	format_screen(used, UNIT_KIB, used_text);
	format_screen(total, UNIT_KIB, total_text);
	char *unit = used_text + strlen(used_text) - 1;

	if (*unit > '9' && *unit == total_text[strlen(total_text) - 1])
		*unit = '\0';
	line_begin(line, 3, 13);
	line_add(line, STYLE_HEADER, "mem ");
	line_add(line, style, arena_strdup(line->arena, used_text));
	line_add(line, STYLE_HEADER, "/");
	line_add(line, STYLE_VALUE, arena_strdup(line->arena, total_text));
}

/* Not in use it is the first to leave. */
static void add_swap(struct line *line, const struct totals *totals)
{
	double used = totals->swap_used_kib;
	enum style style = style_above(used / totals->swap_total_kib, 0, 0.5);

	if (isnan(used))
		return;
	line_begin(line, used > 0 ? 3 : 9, 9);
	line_add(line, STYLE_HEADER, "swap ");
	add_number(line, used, UNIT_KIB, style);
}

static void add_pressures(struct line *line, const struct pressure *pressure)
{
	static const char *const names[N_PRESSURES] = {
		[PRESSURE_CPU] = "cpu psi ",
		[PRESSURE_IO] = "io psi ",
		[PRESSURE_MEMORY] = "mem psi ",
		[PRESSURE_IRQ] = "irq psi ",
	};

	for (size_t i = 0; i < N_PRESSURES; i++) {
		/* A CPU that serves interrupts serves no task: of irq there is only "full". */
		const struct pressure_line *lines =
			i == PRESSURE_IRQ ? pressure->full : pressure->some;
		double avg10 = lines[i].avg10;

		if (isnan(avg10))
			continue;
		line_begin(line, i == PRESSURE_CPU ? 4 : 8, (int)strlen(names[i]) + 2);
		line_add(line, STYLE_HEADER, names[i]);
		add_number(line, avg10, UNIT_COUNT,
			   style_above(avg10, PRESSURE_WARM, PRESSURE_HOT));
	}
}

static void add_hidden(struct line *line, const struct source *from)
{
	if (!from->interval->hides_irq_time)
		return;
	line_begin(line, 4, 0);
	/* Translators: this kernel does not account the time of interrupts; 10 cells. */
	line_add(line, STYLE_WARM,
		 from->is_brief ? _("IRQ hidden") : _("IRQ time hidden: hi si too low"));
}

/* Somebody uses the CPU, and no row of a task says who. */
static void add_unowned(struct line *line, const struct source *from)
{
	double pct = unowned_pct(from->interval);

	if (!(pct > 0))
		return;
	line_begin(line, 3, 0);
	/* Translators: so much CPU is on no row of a task; 7 cells. */
	line_add(line, STYLE_HEADER, _("unowned"));
	line_add(line, STYLE_HEADER, " ");
	add_number(line, pct, UNIT_COUNT, style_above(pct, 0, UNSEEN_HOT));
	line_add(line, STYLE_HEADER, "%");
}

static const char *unseen_words(struct line *line, const struct source *from, const char *pct)
{
	if (from->is_brief)
		return arena_printf(line->arena, "?? %s%%", pct);
	/* Translators: so much of the CPUs was busy, but not seen by the timer; ?? is a column. */
	return arena_printf(line->arena, _("?? %s%% the tick missed"), pct);
}

/*
 * The part of busy that no field of /proc/stat has: the column ?? of all CPUs.  It comes and goes, so it
 * is the last, and its place is kept.
 */
static void add_unseen(struct line *line, const struct source *from)
{
	const char *widest = unseen_words(line, from, "99.9");
	double unseen = from->interval->has_unseen ? from->interval->all.unseen : 0;
	char pct[FORMAT_SIZE];

	line_begin(line, 6, (int)text_width(widest, strlen(widest)));
	if (!(unseen >= LEAST_PCT))
		return;
	format_screen(unseen, UNIT_PCT, pct);
	line_add(line, style_above(unseen, UNSEEN_WARM, UNSEEN_HOT), unseen_words(line, from, pct));
}

/* The machine's totals. */
static void build_second(struct line *line, const struct source *from)
{
	const struct totals *totals = &from->interval->totals;

	add_queue(line, from);
	add_rate(line, "cs", totals->cs_per_s, 1, 10);
	add_cost_of_switches(line, from);
	add_rate(line, "in", totals->in_per_s, 2, 10);
	add_rate(line, "sirq", totals->sirq_per_s, 7, 12);
	add_rate(line, "fork", totals->fork_per_s, 5, 10);
	add_memory(line, totals);
	add_swap(line, totals);
	add_pressures(line, &from->interval->pressure);
	add_hidden(line, from);
	add_unowned(line, from);
	add_unseen(line, from);
}

/* On a screen of few lines one must do for both. */
static void build_only(struct line *line, const struct source *from)
{
	moment_add_state(line, from->ui, from->facts, from->interval);
	alerts_add_counts(line, from->interval);
	build_second(line, from);
}

static void draw(struct grid *grid, struct rect rect, struct source *from, struct arena *arena,
		 void (*build)(struct line *line, const struct source *from))
{
	struct line line = {.arena = arena};

	from->is_brief = false;
	build(&line, from);
	if (!line_fit(&line, rect.width)) {
		line = (struct line){.arena = arena};
		from->is_brief = true;
		build(&line, from);
		line_fit(&line, rect.width);
	}
	line_draw(&line, grid, rect);
}

void header_draw(struct grid *grid, struct rect rect, const struct ui *ui, const struct view *view,
		 const struct ui_facts *facts, struct arena *arena)
{
	struct source from = {
		.ui = ui,
		.view = view,
		.facts = facts,
		.interval = view->interval,
		.width = rect.width,
	};

	if (rect.width <= 0 || rect.height <= 0)
		return;
	draw(grid, rect, &from, arena, rect.height > 1 ? build_first : build_only);
	if (rect.height > 1) {
		rect.y++;
		draw(grid, rect, &from, arena, build_second);
	}
}
