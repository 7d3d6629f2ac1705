/* SPDX-License-Identifier: GPL-2.0-or-later */
/* mpstat's rows: how each CPU, or each group of CPUs that share something, spends its time. */
#include "config.h"

#include "pane/pane.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/i18n.h"
#include "bill.h"
#include "interval.h"
#include "sample.h"
#include "view/cell.h"
#include "view/column.h"
#include "view/cpu_costs.h"
#include "view/cpu_details.h"
#include "view/cpu_groups.h"
#include "view/cpu_strips.h"
#include "view/cpus.h"
#include "view/topology_rows.h"

enum {
	COL_CPU,
	COL_US,
	COL_NI,
	COL_SY,
	COL_ID,
	COL_WA,
	COL_HI,
	COL_SI,
	COL_ST,
	COL_UNSEEN,
	COL_GU,
	COL_GN,
	COL_CS,
	COL_COST,
	COL_IN,
	COL_SIRQ,
	COL_BUSY,
	N_COLUMNS,
};

/* Of a column that says nothing: the first to leave. */
#define UNKNOWN_PRIORITY 11

static const struct column plan[N_COLUMNS] = {
	[COL_CPU] = {.key = "cpu",
		     .title = "CPU",
		     .unit = UNIT_ID,
		     .help = N_("the CPU's number, or what the CPUs of the row share")},
	[COL_US] = {.key = "us", .priority = 1, .min_width = 4},
	[COL_NI] = {.key = "ni", .priority = 7, .min_width = 4},
	[COL_SY] = {.key = "sy", .priority = 1, .min_width = 4},
	[COL_ID] = {.key = "id", .priority = 1, .min_width = 4},
	[COL_WA] = {.key = "wa", .priority = 3, .min_width = 4},
	[COL_HI] = {.key = "hi", .priority = 5, .min_width = 4},
	[COL_SI] = {.key = "si", .priority = 2, .min_width = 4},
	[COL_ST] = {.key = "st", .priority = 4, .min_width = 4},
	[COL_UNSEEN] = {.key = "unseen", .priority = 4, .min_width = 4},
	[COL_GU] = {.key = "gu", .priority = 9, .min_width = 4},
	[COL_GN] = {.key = "gn", .priority = 10, .min_width = 4},
	[COL_CS] = {.key = "cs", .priority = 4, .min_width = 5},
	[COL_COST] = {.key = "swcost",
		      .title = "~sw%",
		      .unit = UNIT_PCT,
		      .help = N_(
			      "estimate: what its switches cost at least, in percent of it "
			      "(cs/s times switch.thread or yield, once that is measured: key b; "
			      "no more than it was busy)"),
		      .priority = 8,
		      .min_width = 4},
	[COL_IN] = {.key = "in", .priority = 6, .min_width = 5},
	[COL_SIRQ] = {.key = "sirq", .priority = 2, .min_width = 6},
	[COL_BUSY] = {.key = "busy", .priority = 8, .min_width = 4},
};

struct row {
	const char *label; /* NULL: the CPU's number */
	const struct cpu_interval *cpu;
	double cost_pct; /* of its switches */
};

struct rows_data {
	struct row *rows; /* the first is all */
	size_t n_rows;
	const double *bars; /* for the strip of the first row */
	size_t n_bars;
	struct arena *arena;
};

static struct column *columns_made(struct arena *arena)
{
	struct column *columns = columns_copy(arena, plan, N_COLUMNS);

	columns_complete(columns, N_COLUMNS, cpu_fields, n_cpu_fields, 0);
	return columns;
}

/* Few may count them. */
static bool has_switches(const struct interval *interval)
{
	for (size_t i = 0; i < interval->n_cpus; i++)
		if (!isnan(interval->cpus[i].cs_per_s))
			return true;
	return false;
}

static bool has_price(const struct view *view)
{
	return !isnan(bill_switch(view->prices).low_ns);
}

static bool is_cost(const struct column *column)
{
	return column->key == plan[COL_COST].key;
}

static size_t all_columns(struct arena *arena, const struct column **columns)
{
	*columns = columns_made(arena);
	return N_COLUMNS;
}

static void row_cell(const struct row *row, const struct column *column, struct cell *cell)
{
	if (is_cost(column))
		cell_heat(cell, row->cost_pct, 5, 20);
	else if (column->unit != UNIT_ID)
		cpus_cell(cell, row->cpu, column->offset);
	else if (row->label)
		cell_text(cell, row->label);
	else
		cell_number(cell, row->cpu->cpu);
}

static void main_cell(const struct model *model, size_t row, size_t column, struct cell *cell)
{
	const struct rows_data *data = model->data;

	row_cell(&data->rows[row], &model->columns[column], cell);
}

/* A group is known by its position. */
static uint64_t main_row_id(const struct model *model, size_t row)
{
	const struct rows_data *data = model->data;

	return data->rows[row].label ? (1ULL << 32) + row : (uint64_t)data->rows[row].cpu->cpu;
}

/* With the row of all. */
static struct rows_data *rows_alloc(const struct view *view, const double *costs, size_t n,
				    struct arena *arena)
{
	struct rows_data *data = arena_alloc(arena, 1, sizeof(*data));

	data->n_rows = n + 1;
	data->rows = arena_alloc(arena, data->n_rows, sizeof(*data->rows));
	data->rows[0] = (struct row){
		.label = "all",
		.cpu = &view->interval->all,
		.cost_pct = cpu_costs_all(view, costs),
	};
	return data;
}

static struct rows_data *make_rows(const struct view *view, const double *costs,
				   struct arena *arena)
{
	const struct interval *interval = view->interval;
	struct rows_data *data = rows_alloc(view, costs, interval->n_cpus, arena);

	for (size_t i = 0; i < interval->n_cpus; i++)
		data->rows[i + 1] = (struct row){
			.cpu = &interval->cpus[i],
			.cost_pct = costs[i],
		};
	return data;
}

static struct rows_data *make_group_rows(const struct view *view, const double *costs,
					 struct arena *arena)
{
	const struct cpu_group_sum *sums;
	size_t n = cpu_groups(view, arena, &sums);
	struct rows_data *data = rows_alloc(view, costs, n, arena);

	for (size_t i = 0; i < n; i++)
		data->rows[i + 1] = (struct row){
			.label = sums[i].label,
			.cpu = &sums[i].sum,
			.cost_pct = cpu_costs_sum(view, costs, sums[i].cpus, sums[i].n),
		};
	return data;
}

static size_t without_cost(struct column *columns)
{
	memmove(&columns[COL_COST], &columns[COL_COST + 1],
		(N_COLUMNS - COL_COST - 1) * sizeof(*columns));
	return N_COLUMNS - 1;
}

static void build_main(const struct view *view, struct arena *arena, struct model *model)
{
	bool is_grouped =
		view->choice->group != GROUP_NONE && view->topology && view->topology->is_read;
	struct column *columns = columns_made(arena);
	const double *costs = cpu_costs(view, arena);
	struct rows_data *data =
		is_grouped ? make_group_rows(view, costs, arena) : make_rows(view, costs, arena);

	columns[COL_CPU].is_left = is_grouped;
	if (!has_switches(view->interval))
		columns[COL_CS].priority = columns[COL_COST].priority = UNKNOWN_PRIORITY;
	model->columns = columns;
	model->n_columns = has_price(view) ? N_COLUMNS : without_cost(columns);
	model->n_rows = data->n_rows;
	model->n_pinned = 1;
	model->cell = main_cell;
	model->row_id = main_row_id;
	model->data = data;
}

/* The dashboard's part: all, and the busiest CPUs where not every CPU has room. */

#define BRIEF_CPUS 4
/* Cells that one CPU's share is drawn over. */
#define BAR_CELLS 10

enum { COL_STRIP = N_COLUMNS };

static const int brief_order[] = {
	COL_CPU, COL_US,     COL_SY, COL_NI,   COL_ID, COL_WA,   COL_HI,    COL_SI,
	COL_ST,  COL_UNSEEN, COL_CS, COL_COST, COL_IN, COL_SIRQ, COL_STRIP,
};

#define N_BRIEF_COLUMNS (sizeof(brief_order) / sizeof(*brief_order))

static const struct column brief_strip = {
	.key = "cpus",
	.unit = UNIT_STRIP,
	.help = N_("how busy each CPU is; in the row of one, a bar for it alone"),
	.priority = 6,
	.min_width = 6,
	.is_left = true,
	.grows = true,
};

static int by_busy(const void *a, const void *b)
{
	const struct cpu_interval *x = ((const struct row *)a)->cpu;
	const struct cpu_interval *y = ((const struct row *)b)->cpu;
	double x_busy = isnan(x->busy) ? -1 : x->busy;
	double y_busy = isnan(y->busy) ? -1 : y->busy;

	if (x_busy != y_busy)
		return x_busy < y_busy ? 1 : -1;
	return (x->cpu > y->cpu) - (x->cpu < y->cpu);
}

static void brief_cell(const struct model *model, size_t row, size_t column, struct cell *cell)
{
	const struct rows_data *data = model->data;

	if (model->columns[column].unit != UNIT_STRIP)
		row_cell(&data->rows[row], &model->columns[column], cell);
	else if (row == 0)
		cell_strip(cell, data->bars, data->n_bars);
	else
		cell_bar(cell, data->rows[row].cpu->busy / 100, BAR_CELLS, data->arena);
}

/* In brief, what nothing is known of has no column. */
static size_t brief_columns(const struct view *view, struct arena *arena, struct column *columns)
{
	const struct column *made = columns_made(arena);
	bool counts = has_switches(view->interval);
	size_t n = 0;

	for (size_t i = 0; i < N_BRIEF_COLUMNS; i++) {
		int at = brief_order[i];

		if ((at == COL_CS && !counts) || (at == COL_COST && !(counts && has_price(view))))
			continue;
		columns[n++] = at == COL_STRIP ? brief_strip : made[at];
	}
	columns[n - 1].title = cpus_strip_title(arena, view->interval);
	return n;
}

static void build_brief(const struct view *view, struct arena *arena, struct model *model)
{
	struct column *columns = arena_alloc(arena, N_BRIEF_COLUMNS, sizeof(*columns));
	const double *costs = cpu_costs(view, arena);
	struct rows_data *data = make_rows(view, costs, arena);
	size_t n = view->interval->n_cpus;

	if (n > BRIEF_CPUS)
		qsort(data->rows + 1, n, sizeof(*data->rows), by_busy);
	data->bars =
		cpus_strip_of_shares(arena, view->interval, offsetof(struct cpu_interval, busy));
	data->n_bars = n;
	data->arena = arena;
	model->columns = columns;
	model->n_columns = brief_columns(view, arena, columns);
	model->n_rows = 1 + (n < BRIEF_CPUS ? n : BRIEF_CPUS);
	model->n_pinned = 1;
	model->cell = brief_cell;
	model->data = data;
}

/* Of one CPU; a group has none. */
static size_t details(const struct view *view, const struct model *model, size_t row,
		      struct arena *arena, const struct detail **lines)
{
	const struct rows_data *data = model->data;
	const struct cpu_interval *cpus = view->interval->cpus;

	if (data->rows[row].label)
		return 0;
	return cpu_details(view, (size_t)(data->rows[row].cpu - cpus), arena, lines);
}

static const struct block blocks[] = {
	{.build = cpu_strips_build, .min_lines = 2, .want_lines = 1 + N_CPU_STRIPS},
	{.build = build_main, .min_lines = 3},
};

static const struct block brief = {
	.build = build_brief,
	.min_lines = 2,
	.want_lines = 2 + BRIEF_CPUS,
};

const struct pane cpus_pane = {
	.name = "cpus",
	.key = '1',
	.title = N_("CPUs"),
	.help = N_(
		"How each CPU spends its time, as mpstat has it, with its interrupts and softirqs; "
		"or the CPUs of a core, a cache, a node, a socket together.  Details tell which "
		"interrupts, "
		"queues and tasks land on one."),
	.needs = NEED_STAT | NEED_CPU_SWITCHES | NEED_INTERRUPTS | NEED_SOFTIRQS | NEED_PRICES,
	.needs_grouped = NEED_TOPOLOGY,
	.blocks = blocks,
	.n_blocks = sizeof(blocks) / sizeof(*blocks),
	.brief = &brief,
	.details = details,
	.columns = all_columns,
};
