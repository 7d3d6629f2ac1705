/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The first screen: the best part of each pane, stacked.  In batch output, where nothing can be seen
 * at a glance, one row of totals that names the busiest of each kind.
 */
#include "config.h"

#include "pane/pane.h"

#include <math.h>

#include "base/i18n.h"
#include "interval.h"
#include "sample.h"
#include "ui/format.h"
#include "view/cell.h"
#include "view/column.h"
#include "view/cpus.h"

enum {
	COL_R,
	COL_B,
	COL_CS,
	COL_IN,
	COL_FORK,
	COL_SIRQ,
	COL_LOAD,
	COL_US,
	COL_NI,
	COL_SY,
	COL_ID,
	COL_WA,
	COL_HI,
	COL_SI,
	COL_ST,
	COL_UNSEEN,
	COL_CPU,
	COL_SOFTIRQ,
	COL_IRQ,
	COL_TASK,
	N_COLUMNS,
};

static const struct column plan[N_COLUMNS] = {
	[COL_R] = {.key = "r"},
	[COL_B] = {.key = "b"},
	[COL_CS] = {.key = "cs"},
	[COL_IN] = {.key = "in"},
	[COL_FORK] = {.key = "fork"},
	[COL_SIRQ] = {.key = "sirq"},
	[COL_LOAD] = {.key = "load1"},
	[COL_US] = {.key = "us"},
	[COL_NI] = {.key = "ni"},
	[COL_SY] = {.key = "sy"},
	[COL_ID] = {.key = "id"},
	[COL_WA] = {.key = "wa"},
	[COL_HI] = {.key = "hi"},
	[COL_SI] = {.key = "si"},
	[COL_ST] = {.key = "st"},
	[COL_UNSEEN] = {.key = "unseen"},
	[COL_CPU] = {.key = "busiest",
		     .title = "busiest",
		     .unit = UNIT_TEXT,
		     .help = N_("the busiest CPU, and how busy it is"),
		     .is_left = true},
	[COL_SOFTIRQ] = {.key = "softirq",
			 .title = "softirq",
			 .unit = UNIT_TEXT,
			 .help = N_(
				 "the softirq that came most, the CPU that ran most of it, and its "
				 "share"),
			 .is_left = true},
	[COL_IRQ] = {.key = "irq",
		     .title = "irq",
		     .unit = UNIT_TEXT,
		     .help = N_("the device interrupt that came most, and how often per second"),
		     .is_left = true},
	[COL_TASK] = {.key = "task",
		      .title = "task",
		      .unit = UNIT_TEXT,
		      .help = N_("the process that used most CPU"),
		      .is_left = true,
		      .grows = true},
};

/* The records that the columns are of, one after the other. */
struct records {
	struct totals totals;
	struct cpu_interval all;
};

struct row_data {
	struct records records;
	const struct interval *interval;
	struct arena *arena;
};

static struct column *columns_made(struct arena *arena)
{
	struct column *columns = columns_copy(arena, plan, N_COLUMNS);

	columns_complete(columns, COL_US, totals_fields, n_totals_fields,
			 offsetof(struct records, totals));
	columns_complete(columns, N_COLUMNS, cpu_fields, n_cpu_fields,
			 offsetof(struct records, all));
	return columns;
}

static size_t all_columns(struct arena *arena, const struct column **columns)
{
	*columns = columns_made(arena);
	return N_COLUMNS;
}

static const char *busiest_cpu(const struct interval *interval, struct arena *arena)
{
	const struct cpu_interval *cpu =
		cpus_hottest(interval, offsetof(struct cpu_interval, busy));
	char busy[FORMAT_SIZE];

	if (!cpu)
		return NULL;
	format_batch(cpu->busy, UNIT_PCT, busy);
	return arena_printf(arena, "cpu%d:%s", cpu->cpu, busy);
}

static const char *busiest_softirq(const struct interval *interval, struct arena *arena)
{
	const struct softirq_interval *top = NULL;
	char share[FORMAT_SIZE];

	for (size_t i = 0; i < interval->n_softirqs; i++)
		if (interval->softirqs[i].total > (top ? top->total : 0))
			top = &interval->softirqs[i];
	if (!top)
		return NULL;
	format_batch(top->hottest_pct, UNIT_PCT, share);
	return arena_printf(arena, "%s:cpu%d:%s", top->name, top->hottest_cpu, share);
}

static const char *busiest_irq(const struct interval *interval, struct arena *arena)
{
	const struct irq_interval *top = NULL;
	char rate[FORMAT_SIZE];

	for (size_t i = 0; i < interval->n_irqs; i++) {
		const struct irq_interval *irq = &interval->irqs[i];

		if (irq->irq >= 0 && irq->per_s > (top ? top->per_s : 0))
			top = irq;
	}
	if (!top)
		return NULL;
	format_batch(top->per_s, UNIT_RATE, rate);
	return arena_printf(arena, "%s:%s:%s", top->label, top->name, rate);
}

/* As the task pane sorts: since boot by the time used. */
static const char *busiest_task(const struct interval *interval, struct arena *arena)
{
	const struct task_interval *top = NULL;
	double most = 0;

	for (size_t i = 0; i < interval->n_processes; i++) {
		const struct task_interval *task = &interval->processes[i];
		double used = interval->is_since_boot ? task->cpu_s : task->cpu_pct;

		if (!(used > most))
			continue;
		most = used;
		top = task;
	}
	return top ? arena_printf(arena, "%s[%d]", top->name, top->pid) : NULL;
}

static void row_cell(const struct model *model, size_t row, size_t column, struct cell *cell)
{
	const struct row_data *data = model->data;

	(void)row;
	switch (column) {
	case COL_CPU:
		cell_text(cell, busiest_cpu(data->interval, data->arena));
		break;
	case COL_SOFTIRQ:
		cell_text(cell, busiest_softirq(data->interval, data->arena));
		break;
	case COL_IRQ:
		cell_text(cell, busiest_irq(data->interval, data->arena));
		break;
	case COL_TASK:
		cell_text(cell, busiest_task(data->interval, data->arena));
		break;
	default:
		cell_amount(cell, number_at(&data->records, model->columns[column].offset));
	}
}

static void build(const struct view *view, struct arena *arena, struct model *model)
{
	struct row_data *data = arena_alloc(arena, 1, sizeof(*data));

	data->records = (struct records){view->interval->totals, view->interval->all};
	data->interval = view->interval;
	data->arena = arena;
	model->columns = columns_made(arena);
	model->n_columns = N_COLUMNS;
	model->n_rows = 1;
	model->cell = row_cell;
	model->data = data;
}

static const struct block block = {.build = build, .min_lines = 2};

/* Findings stand above all, without a table: ui/alerts.c. */
static const char *const stack[] = {"findings", "cpus", "softirqs", "interrupts", "tasks", NULL};

const struct pane dashboard_pane = {
	.name = "dashboard",
	.key = '0',
	.title = N_("dashboard"),
	.help = N_("The best part of the other panes on one screen: the gravest findings, CPUs, "
		   "softirqs, interrupts, tasks."),
	.needs = NEED_STAT | NEED_CPU_SWITCHES | NEED_LOAD | NEED_SOFTIRQS | NEED_INTERRUPTS |
		 NEED_AFFINITY | NEED_TASKS | NEED_EXITS,
	.blocks = &block,
	.n_blocks = 1,
	.stack = stack,
	.columns = all_columns,
};
