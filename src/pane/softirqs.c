/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Which CPU runs how many softirqs of which type.
 *
 * The line per type, with a strip over all CPUs, shows at a glance whether one CPU does it all; the
 * table below it has the numbers, a column for each type that this kernel has.
 */
#include "config.h"

#include "pane/pane.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/i18n.h"
#include "base/text.h"
#include "interval.h"
#include "sample.h"
#include "view/cell.h"
#include "view/column.h"
#include "view/cpus.h"

/* A CPU is coloured for its share of a type from this many a second on; below, it matters little. */
#define SKEW_MATTERS_PER_S 100

/* Priorities: a type that did nothing leaves before all that did. */
enum { PRIORITY_OF_BUSY = 1, PRIORITY_OF_IDLE = 50 };

/* What @count of a type's interval is per second. */
static double rate_of(const struct interval *interval, const struct softirq_interval *type,
		      double count)
{
	if (type->total > 0)
		return count * (type->per_s / type->total);
	return count / interval->seconds;
}

static double count_on(const struct softirq_interval *type, size_t cpu)
{
	return type->per_cpu ? type->per_cpu[cpu] : (double)NAN;
}

static void cpu_cell(const struct interval *interval, size_t cpu,
		     const struct softirq_interval *type, struct cell *cell)
{
	double count = count_on(type, cpu);
	double skew = cpus_skew(count, type->total, interval->n_cpus);

	cell_amount(cell, rate_of(interval, type, count));
	if (cell->number >= SKEW_MATTERS_PER_S && skew >= 0.3)
		cell->style = skew >= 0.7 ? STYLE_HOT : STYLE_WARM;
}

static void main_cell(const struct model *model, size_t row, size_t column, struct cell *cell)
{
	const struct interval *interval = model->data;

	if (column == 0 && row == 0)
		cell_text(cell, "all");
	else if (column == 0)
		cell_number(cell, interval->cpu_numbers[row - 1]);
	else if (row == 0)
		cell_amount(cell, interval->softirqs[column - 1].per_s);
	else
		cpu_cell(interval, row - 1, &interval->softirqs[column - 1], cell);
}

static uint64_t main_row_id(const struct model *model, size_t row)
{
	const struct interval *interval = model->data;

	return row == 0 ? UINT64_MAX : (uint64_t)interval->cpu_numbers[row - 1];
}

static char *clean_name(const char *name, struct arena *arena)
{
	/* Each byte becomes one '?' or a part of what it was. */
	size_t len = strlen(name), size = len + 1;
	char *clean = arena_alloc(arena, size, 1);

	text_clean(name, len, clean, size);
	return clean;
}

static char *lowercase(const char *text, struct arena *arena)
{
	char *lower = arena_strdup(arena, text);

	for (char *at = lower; *at; at++)
		if (*at >= 'A' && *at <= 'Z')
			*at = (char)(*at - 'A' + 'a');
	return lower;
}

/* The more a type does, the longer its column stays. */
static int column_priority(const struct interval *interval, size_t type)
{
	int priority = PRIORITY_OF_BUSY;

	if (!(interval->softirqs[type].total > 0))
		return PRIORITY_OF_IDLE;
	for (size_t i = 0; i < interval->n_softirqs; i++)
		priority += interval->softirqs[i].total > interval->softirqs[type].total;
	return priority < PRIORITY_OF_IDLE ? priority : PRIORITY_OF_IDLE - 1;
}

static const struct column *make_columns(const struct interval *interval, struct arena *arena)
{
	struct column *columns = arena_alloc(arena, interval->n_softirqs + 1, sizeof(*columns));

	columns[0] = (struct column){
		.key = "cpu",
		.title = "CPU",
		.unit = UNIT_ID,
		.help = N_("number of the CPU"),
	};
	for (size_t i = 0; i < interval->n_softirqs; i++) {
		const char *title = clean_name(interval->softirqs[i].name, arena);

		columns[i + 1] = (struct column){
			.key = lowercase(title, arena),
			.title = title,
			.unit = UNIT_RATE,
			.help = N_("softirqs of this type per second (/proc/softirqs)"),
			.priority = column_priority(interval, i),
			.min_width = 5,
		};
	}
	return columns;
}

static void build_main(const struct view *view, struct arena *arena, struct model *model)
{
	const struct interval *interval = view->interval;

	model->columns = make_columns(interval, arena);
	model->n_columns = interval->n_softirqs + 1;
	model->n_rows = interval->n_softirqs ? interval->n_cpus + 1 : 0;
	model->n_pinned = model->n_rows ? 1 : 0;
	model->cell = main_cell;
	model->row_id = main_row_id;
	model->data = interval;
	model->note = _("no softirqs are counted here");
}

/* A line per type that came, or may have come, the busiest first. */

enum { TYPE_NAME, TYPE_RATE, TYPE_HOTTEST, TYPE_STRIP, N_TYPE_COLUMNS };

static const struct column type_plan[N_TYPE_COLUMNS] = {
	[TYPE_NAME] = {.key = "softirq",
		       .title = "SOFTIRQ",
		       .unit = UNIT_TEXT,
		       .help = N_("type of softirq"),
		       .max_width = 12,
		       .is_left = true},
	[TYPE_RATE] = {.key = "rate",
		       .title = "/s",
		       .unit = UNIT_RATE,
		       .help = N_("per second on all CPUs"),
		       .min_width = 5},
	[TYPE_HOTTEST] = {.key = "hottest",
			  .title = "hottest",
			  .unit = UNIT_TEXT,
			  .help = N_("the CPU that ran most of them, and its share"),
			  .priority = 1},
	[TYPE_STRIP] = {.key = "cpus",
			.unit = UNIT_STRIP,
			.help = N_("a bar for each CPU, the hottest's the highest"),
			.priority = 2,
			.min_width = 8,
			.is_left = true,
			.grows = true},
};

struct types_data {
	const struct interval *interval;
	const struct softirq_interval **types;
	struct arena *arena;
};

static void hottest_cell(const struct types_data *data, const struct softirq_interval *type,
			 struct cell *cell)
{
	double skew = cpus_skew(type->hottest_pct, 100, data->interval->n_cpus);

	if (isnan(type->total))
		cell_number(cell, (double)NAN);
	if (type->hottest_cpu < 0)
		return;
	cell_text_of(
		cell,
		arena_printf(data->arena, "cpu%d %3.0f%%", type->hottest_cpu, type->hottest_pct),
		type->hottest_pct);
	if (type->per_s >= SKEW_MATTERS_PER_S && skew >= 0.3)
		cell->style = skew >= 0.7 ? STYLE_HOT : STYLE_WARM;
}

static void type_cell(const struct model *model, size_t row, size_t column, struct cell *cell)
{
	const struct types_data *data = model->data;
	const struct softirq_interval *type = data->types[row];
	size_t n_cpus = data->interval->n_cpus;

	switch (column) {
	case TYPE_NAME:
		cell_text(cell, type->name);
		break;
	case TYPE_RATE:
		cell_amount(cell, type->per_s);
		break;
	case TYPE_HOTTEST:
		hottest_cell(data, type, cell);
		break;
	default:
		cell_strip(cell, cpus_strip_of_counts(data->arena, type->per_cpu, n_cpus), n_cpus);
	}
}

/* Of the widest there may be: its end, the share, is what must not be cut. */
static int hottest_width(const struct interval *interval, struct arena *arena)
{
	int last = interval->n_cpus ? interval->cpu_numbers[interval->n_cpus - 1] : 0;

	return (int)strlen(arena_printf(arena, "cpu%d 100%%", last));
}

/* Unknown last. */
static int by_total(const void *a, const void *b)
{
	const struct softirq_interval *x = *(const struct softirq_interval *const *)a;
	const struct softirq_interval *y = *(const struct softirq_interval *const *)b;
	double x_total = isnan(x->total) ? 0 : x->total, y_total = isnan(y->total) ? 0 : y->total;

	if (x_total != y_total)
		return x_total < y_total ? 1 : -1;
	return (x > y) - (x < y);
}

/* All but those of which it is known that none came; returns how many. */
static size_t types_by_total(const struct interval *interval, struct arena *arena,
			     const struct softirq_interval ***types)
{
	size_t n = 0;

	*types = arena_alloc(arena, interval->n_softirqs, sizeof(**types));
	for (size_t i = 0; i < interval->n_softirqs; i++)
		if (interval->softirqs[i].total != 0)
			(*types)[n++] = &interval->softirqs[i];
	if (n > 1)
		qsort(*types, n, sizeof(**types), by_total);
	return n;
}

static void build_types(const struct view *view, struct arena *arena, struct model *model)
{
	const struct interval *interval = view->interval;
	struct types_data *data = arena_alloc(arena, 1, sizeof(*data));
	struct column *columns = columns_copy(arena, type_plan, N_TYPE_COLUMNS);

	columns[TYPE_STRIP].title = cpus_strip_title(arena, interval);
	columns[TYPE_HOTTEST].min_width = hottest_width(interval, arena);
	data->interval = interval;
	data->arena = arena;
	model->n_rows = types_by_total(interval, arena, &data->types);
	model->columns = columns;
	model->n_columns = N_TYPE_COLUMNS;
	model->cell = type_cell;
	model->data = data;
	model->note = interval->n_softirqs ? _("no softirqs in this interval")
					   : _("no softirqs are counted here");
}

#define BRIEF_TYPES 4

static void build_brief(const struct view *view, struct arena *arena, struct model *model)
{
	build_types(view, arena, model);
	if (model->n_rows > BRIEF_TYPES)
		model->n_rows = BRIEF_TYPES;
}

static const struct block blocks[] = {
	{.build = build_types, .min_lines = 2, .want_lines = 11},
	{.build = build_main, .min_lines = 4},
};

static const struct block brief = {
	.build = build_brief,
	.min_lines = 2,
	.want_lines = 1 + BRIEF_TYPES,
};

const struct pane softirqs_pane = {
	.name = "softirqs",
	.key = '3',
	.title = N_("softirqs"),
	.help = N_(
		"Which CPU runs the softirqs of each type: a strip over all CPUs with the hottest "
		"CPU and its share, and the rates of each CPU."),
	.needs = NEED_STAT | NEED_SOFTIRQS,
	.blocks = blocks,
	.n_blocks = sizeof(blocks) / sizeof(*blocks),
	.brief = &brief,
};
