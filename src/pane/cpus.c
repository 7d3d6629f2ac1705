/* SPDX-License-Identifier: GPL-2.0-or-later */
/* mpstat's rows: how each CPU, or each group of CPUs that share something, spends its time. */
#include "config.h"

#include "pane/pane.h"

#include <math.h>
#include <stdlib.h>

#include "base/i18n.h"
#include "interval.h"
#include "sample.h"
#include "view/cell.h"
#include "view/column.h"
#include "view/cpu_groups.h"
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
	[COL_IN] = {.key = "in", .priority = 6, .min_width = 5},
	[COL_SIRQ] = {.key = "sirq", .priority = 2, .min_width = 6},
	[COL_BUSY] = {.key = "busy", .priority = 8, .min_width = 4},
};

struct row {
	const char *label; /* NULL: the CPU's number */
	const struct cpu_interval *cpu;
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

static size_t all_columns(struct arena *arena, const struct column **columns)
{
	*columns = columns_made(arena);
	return N_COLUMNS;
}

static void row_cell(const struct row *row, const struct column *column, struct cell *cell)
{
	if (column->unit != UNIT_ID)
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

static struct rows_data *make_rows(const struct interval *interval, struct arena *arena)
{
	struct rows_data *data = arena_alloc(arena, 1, sizeof(*data));

	data->n_rows = interval->n_cpus + 1;
	data->rows = arena_alloc(arena, data->n_rows, sizeof(*data->rows));
	data->rows[0] = (struct row){.label = "all", .cpu = &interval->all};
	for (size_t i = 0; i < interval->n_cpus; i++)
		data->rows[i + 1].cpu = &interval->cpus[i];
	return data;
}

static struct rows_data *make_group_rows(const struct view *view, struct arena *arena)
{
	struct rows_data *data = arena_alloc(arena, 1, sizeof(*data));
	const struct cpu_group_sum *sums;
	size_t n = cpu_groups(view, arena, &sums);

	data->n_rows = n + 1;
	data->rows = arena_alloc(arena, data->n_rows, sizeof(*data->rows));
	data->rows[0] = (struct row){.label = "all", .cpu = &view->interval->all};
	for (size_t i = 0; i < n; i++)
		data->rows[i + 1] = (struct row){.label = sums[i].label, .cpu = &sums[i].sum};
	return data;
}

static void build_main(const struct view *view, struct arena *arena, struct model *model)
{
	bool is_grouped =
		view->choice->group != GROUP_NONE && view->topology && view->topology->is_read;
	struct column *columns = columns_made(arena);
	struct rows_data *data =
		is_grouped ? make_group_rows(view, arena) : make_rows(view->interval, arena);

	columns[COL_CPU].is_left = is_grouped;
	if (!has_switches(view->interval))
		columns[COL_CS].priority = UNKNOWN_PRIORITY;
	model->columns = columns;
	model->n_columns = N_COLUMNS;
	model->n_rows = data->n_rows;
	model->n_pinned = 1;
	model->cell = main_cell;
	model->row_id = main_row_id;
	model->data = data;
}

/* A strip over all CPUs of what matters most, and which CPU has most of it. */

enum { STRIP_NAME, STRIP_ALL, STRIP_CPU, STRIP_MOST, STRIP_CPUS, N_STRIP_COLUMNS };

static const struct column strip_plan[N_STRIP_COLUMNS] = {
	[STRIP_NAME] = {.key = "share",
			.title = "SHARE",
			.unit = UNIT_TEXT,
			.help = N_("which share of the CPU's time"),
			.is_left = true},
	[STRIP_ALL] = {.key = "all",
		       .title = "all",
		       .unit = UNIT_PCT,
		       .help = N_("of all CPUs together"),
		       .priority = 2,
		       .min_width = 4},
	[STRIP_CPU] = {.key = "hottest",
		       .title = "hottest",
		       .unit = UNIT_TEXT,
		       .help = N_("the CPU with most of it"),
		       .priority = 1},
	[STRIP_MOST] = {.key = "most",
			.title = "most",
			.unit = UNIT_PCT,
			.help = N_("how much that is"),
			.priority = 1,
			.min_width = 4},
	[STRIP_CPUS] = {.key = "cpus",
			.unit = UNIT_STRIP,
			.help = N_("a bar for each CPU"),
			.min_width = 8,
			.is_left = true,
			.grows = true},
};

static const struct strip {
	const char *name;
	size_t offset;
} strips[] = {
	{"busy", offsetof(struct cpu_interval, busy)},
	{"si", offsetof(struct cpu_interval, si)},
	{"hi", offsetof(struct cpu_interval, hi)},
};

#define N_STRIPS (sizeof(strips) / sizeof(*strips))

struct strips_data {
	const struct interval *interval;
	const struct cpu_interval *hottest[N_STRIPS]; /* NULL: unknown, or all are 0 */
	const double *bars[N_STRIPS];
	struct arena *arena;
};

static void strip_cell(const struct model *model, size_t row, size_t column, struct cell *cell)
{
	const struct strips_data *data = model->data;
	const struct cpu_interval *hottest = data->hottest[row];

	if (column == STRIP_NAME)
		cell_text(cell, strips[row].name);
	else if (column == STRIP_ALL)
		cpus_cell(cell, &data->interval->all, strips[row].offset);
	else if (column == STRIP_CPUS)
		cell_strip(cell, data->bars[row], data->interval->n_cpus);
	else if (column == STRIP_CPU && hottest)
		cell_text_of(cell, arena_printf(data->arena, "cpu%d", hottest->cpu), hottest->cpu);
	else if (column == STRIP_MOST && hottest)
		cpus_cell(cell, hottest, strips[row].offset);
}

static void build_strips(const struct view *view, struct arena *arena, struct model *model)
{
	struct strips_data *data = arena_alloc(arena, 1, sizeof(*data));
	struct column *columns = columns_copy(arena, strip_plan, N_STRIP_COLUMNS);

	columns[STRIP_CPUS].title = cpus_strip_title(arena, view->interval);
	data->interval = view->interval;
	data->arena = arena;
	for (size_t i = 0; i < N_STRIPS; i++) {
		data->hottest[i] = cpus_hottest(view->interval, strips[i].offset);
		data->bars[i] = cpus_strip_of_shares(arena, view->interval, strips[i].offset);
	}
	model->columns = columns;
	model->n_columns = N_STRIP_COLUMNS;
	model->n_rows = N_STRIPS;
	model->cell = strip_cell;
	model->data = data;
}

/* The dashboard's part: all, and the busiest CPUs where not every CPU has room. */

#define BRIEF_CPUS 4
/* Cells that one CPU's share is drawn over. */
#define BAR_CELLS 10

enum { COL_STRIP = N_COLUMNS };

static const int brief_order[] = {COL_CPU, COL_US, COL_SY,     COL_NI, COL_ID, COL_WA,   COL_HI,
				  COL_SI,  COL_ST, COL_UNSEEN, COL_CS, COL_IN, COL_SIRQ, COL_STRIP};

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

static void build_brief(const struct view *view, struct arena *arena, struct model *model)
{
	const struct column *made = columns_made(arena);
	struct column *columns = arena_alloc(arena, N_BRIEF_COLUMNS, sizeof(*columns));
	size_t n = view->interval->n_cpus, n_columns = 0;
	struct rows_data *data = make_rows(view->interval, arena);

	for (size_t i = 0; i < N_BRIEF_COLUMNS; i++)
		if (brief_order[i] != COL_CS || has_switches(view->interval))
			columns[n_columns++] =
				brief_order[i] == COL_STRIP ? brief_strip : made[brief_order[i]];
	columns[n_columns - 1].title = cpus_strip_title(arena, view->interval);
	if (n > BRIEF_CPUS)
		qsort(data->rows + 1, n, sizeof(*data->rows), by_busy);
	data->bars =
		cpus_strip_of_shares(arena, view->interval, offsetof(struct cpu_interval, busy));
	data->n_bars = n;
	data->arena = arena;
	model->columns = columns;
	model->n_columns = n_columns;
	model->n_rows = 1 + (n < BRIEF_CPUS ? n : BRIEF_CPUS);
	model->n_pinned = 1;
	model->cell = brief_cell;
	model->data = data;
}

static const struct block blocks[] = {
	{.build = build_strips, .min_lines = 2, .want_lines = 1 + N_STRIPS},
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
		"or the CPUs of a core, a cache, a node, a socket together."),
	.needs = NEED_STAT | NEED_CPU_SWITCHES | NEED_INTERRUPTS | NEED_SOFTIRQS,
	.needs_grouped = NEED_TOPOLOGY,
	.blocks = blocks,
	.n_blocks = sizeof(blocks) / sizeof(*blocks),
	.brief = &brief,
	.columns = all_columns,
};
