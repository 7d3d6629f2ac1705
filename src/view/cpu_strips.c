/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "view/cpu_strips.h"

#include "base/i18n.h"
#include "interval.h"
#include "view/cell.h"
#include "view/column.h"
#include "view/cpus.h"

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
} strips[N_CPU_STRIPS] = {
	{"busy", offsetof(struct cpu_interval, busy)},
	{"si", offsetof(struct cpu_interval, si)},
	{"hi", offsetof(struct cpu_interval, hi)},
};

struct strips_data {
	const struct interval *interval;
	const struct cpu_interval *hottest[N_CPU_STRIPS]; /* NULL: unknown, or all are 0 */
	const double *bars[N_CPU_STRIPS];
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

void cpu_strips_build(const struct view *view, struct arena *arena, struct model *model)
{
	struct strips_data *data = arena_alloc(arena, 1, sizeof(*data));
	struct column *columns = columns_copy(arena, strip_plan, N_STRIP_COLUMNS);

	columns[STRIP_CPUS].title = cpus_strip_title(arena, view->interval);
	data->interval = view->interval;
	data->arena = arena;
	for (size_t i = 0; i < N_CPU_STRIPS; i++) {
		data->hottest[i] = cpus_hottest(view->interval, strips[i].offset);
		data->bars[i] = cpus_strip_of_shares(arena, view->interval, strips[i].offset);
	}
	model->columns = columns;
	model->n_columns = N_STRIP_COLUMNS;
	model->n_rows = N_CPU_STRIPS;
	model->cell = strip_cell;
	model->data = data;
}
