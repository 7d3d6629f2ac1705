/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "view/softnet_rows.h"

#include <math.h>
#include <string.h>

#include "base/i18n.h"
#include "interval.h"
#include "view/cell.h"
#include "view/cpus.h"

/* A CPU is coloured for its share of the packets from this many a second on. */
#define SKEW_MATTERS_PER_S 1000

enum { COL_WHAT, COL_RATE, COL_HOTTEST, COL_STRIP, N_COLUMNS };

static const struct column plan[N_COLUMNS] = {
	[COL_WHAT] = {.key = "softnet",
		      .title = "PACKETS IN",
		      .unit = UNIT_TEXT,
		      .help = N_("what became of packets that came in (/proc/net/softnet_stat)"),
		      .is_left = true},
	[COL_RATE] = {.key = "rate",
		      .title = "/s",
		      .unit = UNIT_RATE,
		      .help = N_("per second on all CPUs"),
		      .min_width = 6},
	[COL_HOTTEST] = {.key = "hottest",
			 .title = "hottest",
			 .unit = UNIT_TEXT,
			 .help = N_("the CPU that has most of it, and its share"),
			 .priority = 1,
			 .min_width = 9},
	[COL_STRIP] = {.key = "cpus",
		       .unit = UNIT_STRIP,
		       .help = N_("a bar for each CPU, the hottest's the highest"),
		       .priority = 2,
		       .min_width = 8,
		       .is_left = true,
		       .grows = true},
};

/* What matters first: a small screen has the upper ones only.  is_loss: any of it is trouble. */
static const struct row {
	const char *name; /* N_() */
	size_t offset;
	bool is_loss;
} rows[N_SOFTNET_ROWS] = {
	{N_("taken in"), offsetof(struct softnet_interval, processed_per_s), false},
	{N_("dropped"), offsetof(struct softnet_interval, dropped_per_s), true},
	{N_("squeezed"), offsetof(struct softnet_interval, squeezed_per_s), false},
	{N_("flow limit"), offsetof(struct softnet_interval, flow_limit_per_s), true},
	{N_("by RPS"), offsetof(struct softnet_interval, rps_per_s), false},
};

/* One count of all CPUs of the interval, in their order; NAN for those that softnet_stat has not. */
struct counts {
	const double *per_cpu;
	double total, most;
	int hottest_cpu; /* -1: none */
};

struct softnet_data {
	const struct interval *interval;
	struct counts counts[N_SOFTNET_ROWS];
	struct arena *arena;
};

static void add_count(struct counts *counts, double count, int cpu)
{
	if (isnan(count))
		return;
	counts->total = isnan(counts->total) ? count : counts->total + count;
	if (count > counts->most) {
		counts->most = count;
		counts->hottest_cpu = cpu;
	}
}

static struct counts counts_of(const struct interval *interval, size_t offset, struct arena *arena)
{
	double *per_cpu = arena_alloc(arena, interval->n_cpus, sizeof(*per_cpu));
	struct counts counts = {.per_cpu = per_cpu, .total = (double)NAN, .hottest_cpu = -1};
	size_t next = 0;

	for (size_t i = 0; i < interval->n_cpus; i++) {
		int cpu = interval->cpu_numbers[i];

		while (next < interval->n_softnets && interval->softnets[next].cpu < cpu)
			next++;
		per_cpu[i] = (double)NAN;
		if (next == interval->n_softnets || interval->softnets[next].cpu != cpu)
			continue;
		per_cpu[i] = number_at(&interval->softnets[next], offset);
		add_count(&counts, per_cpu[i], cpu);
	}
	return counts;
}

static void hottest_cell(const struct softnet_data *data, const struct counts *counts,
			 struct cell *cell)
{
	double pct = 100 * counts->most / counts->total;
	double skew = cpus_skew(pct, 100, data->interval->n_cpus);

	if (counts->hottest_cpu < 0)
		return;
	cell_text_of(cell, arena_printf(data->arena, "cpu%d %3.0f%%", counts->hottest_cpu, pct),
		     pct);
	if (counts->total >= SKEW_MATTERS_PER_S && skew >= 0.3)
		cell->style = skew >= 0.7 ? STYLE_HOT : STYLE_WARM;
}

static void softnet_cell(const struct model *model, size_t row, size_t column, struct cell *cell)
{
	const struct softnet_data *data = model->data;
	const struct counts *counts = &data->counts[row];
	size_t n_cpus = data->interval->n_cpus;

	switch (column) {
	case COL_WHAT:
		cell_text(cell, _(rows[row].name));
		break;
	case COL_RATE:
		if (rows[row].is_loss)
			cell_heat(cell, counts->total, 0.1, 10);
		else
			cell_amount(cell, counts->total);
		break;
	case COL_HOTTEST:
		hottest_cell(data, counts, cell);
		break;
	default:
		cell_strip(cell, cpus_strip_of_counts(data->arena, counts->per_cpu, n_cpus),
			   n_cpus);
	}
}

void softnet_rows_build(const struct view *view, struct arena *arena, struct model *model)
{
	const struct interval *interval = view->interval;
	struct softnet_data *data = arena_alloc(arena, 1, sizeof(*data));
	struct column *columns = arena_alloc(arena, N_COLUMNS, sizeof(*columns));

	memcpy(columns, plan, sizeof(plan));
	columns[COL_STRIP].title = cpus_strip_title(arena, interval);
	data->interval = interval;
	data->arena = arena;
	for (size_t i = 0; i < N_SOFTNET_ROWS; i++)
		data->counts[i] = counts_of(interval, rows[i].offset, arena);
	model->columns = columns;
	model->n_columns = N_COLUMNS;
	model->n_rows = interval->n_softnets ? N_SOFTNET_ROWS : 0;
	model->cell = softnet_cell;
	model->data = data;
	model->is_ordered = true;
	model->note = _("packets that come in are not counted here");
}
