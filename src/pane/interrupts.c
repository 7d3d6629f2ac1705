/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The joined row of an interrupt: how often it comes, to which CPUs, where it was asked to go and where
 * the kernel lets it go.  The architecture's own (timer, rescheduling, TLB …) stand among them.
 */
#include "config.h"

#include "pane/pane.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/i18n.h"
#include "interval.h"
#include "sample.h"
#include "view/cell.h"
#include "view/column.h"
#include "view/cpus.h"
#include "view/irq_columns.h"
#include "view/irq_details.h"
#include "view/irq_joins.h"
#include "view/steerable.h"

/* An interrupt is coloured for coming to one CPU of many from this many a second on. */
#define SKEW_MATTERS_PER_S 1000

static const int brief_order[] = {COL_IRQ, COL_RATE, COL_ON, COL_ASKED, COL_NAME};

#define N_BRIEF_COLUMNS (sizeof(brief_order) / sizeof(*brief_order))

struct irqs_data {
	const struct view *view;
	const struct interval *interval;
	const struct irq_interval **irqs;
	const int *order; /* which column of the plan each column is; NULL: all, as they are */
	struct arena *arena;
};

static size_t all_columns(struct arena *arena, const struct column **columns)
{
	struct column *made = columns_copy(arena, irq_columns, N_IRQ_COLUMNS);

	made[COL_STRIP].title = "cpu";
	*columns = made;
	return N_IRQ_COLUMNS;
}

/* What a device's interrupt has and an architecture's has not. */
static void device_cell(const struct irq_interval *irq, const char *text, struct cell *cell)
{
	if (irq->irq < 0)
		return;
	if (text && *text)
		cell_text(cell, text);
	else
		cell_number(cell, (double)NAN);
}

static void on_cell(const struct irqs_data *data, const struct irq_interval *irq, struct cell *cell)
{
	if (isnan(irq->total))
		cell_number(cell, (double)NAN);
	else
		cell_text(cell, cpus_list(data->arena, irq->on));
}

/* Nothing to say of one that did not come, or of which nobody counts to which CPU. */
static bool has_hottest(const struct irq_interval *irq)
{
	return irq->hottest_cpu >= 0 || isnan(irq->total);
}

static void hottest_cell(const struct irq_interval *irq, struct cell *cell)
{
	if (has_hottest(irq))
		cell_number(cell, irq->hottest_cpu < 0 ? (double)NAN : irq->hottest_cpu);
}

static void share_cell(const struct interval *interval, const struct irq_interval *irq,
		       struct cell *cell)
{
	double skew = cpus_skew(irq->hottest_pct, 100, interval->n_cpus);

	if (has_hottest(irq))
		cell_number(cell, irq->hottest_pct);
	if (irq->per_s >= SKEW_MATTERS_PER_S && skew >= 0.3)
		cell->style = skew >= 0.7 ? STYLE_HOT : STYLE_WARM;
}

static void node_cell(const struct irqs_data *data, const struct irq_interval *irq,
		      struct cell *cell)
{
	int node = irq_node_of_cpu(data->view->topology, irq->hottest_cpu);

	if (irq->irq < 0)
		return;
	if (irq->node < 0) {
		cell_number(cell, (double)NAN);
	} else if (node < 0 || node == irq->node) {
		cell_text_of(cell, arena_printf(data->arena, "%d", irq->node), irq->node);
	} else {
		cell_text_of(cell, arena_printf(data->arena, "%d>%d", irq->node, node), irq->node);
		cell->style = irq->per_s >= SKEW_MATTERS_PER_S ? STYLE_HOT : STYLE_WARM;
	}
}

/* What tells more of it where there is room for one name only: the device, then who asked for it. */
static void name_cell(const struct irqs_data *data, const struct irq_interval *irq,
		      struct cell *cell)
{
	if (data->order && irq->device && !strstr(irq->name, irq->device))
		cell_text(cell, arena_printf(data->arena, "%s %s", irq->device, irq->name));
	else
		cell_text(cell, irq->name);
}

static void fill_cell(const struct irqs_data *data, const struct irq_interval *irq, int column,
		      struct cell *cell)
{
	size_t n_cpus = data->interval->n_cpus;

	switch (column) {
	case COL_IRQ:
		cell_text_of(cell, irq->label, irq->irq < 0 ? (double)NAN : irq->irq);
		break;
	case COL_TOTAL:
		cell_amount(cell, irq->since_boot);
		break;
	case COL_RATE:
		cell_amount(cell, irq->per_s);
		break;
	case COL_ON:
		on_cell(data, irq, cell);
		break;
	case COL_HOTTEST:
		hottest_cell(irq, cell);
		break;
	case COL_SHARE:
		share_cell(data->interval, irq, cell);
		break;
	case COL_ASKED:
		device_cell(irq, cpus_list(data->arena, irq->asked), cell);
		break;
	case COL_EFFECTIVE:
		device_cell(irq, cpus_list(data->arena, irq->effective), cell);
		break;
	case COL_PIN:
		if (irq_is_pinned(data->interval, irq))
			cell_text(cell, "set");
		break;
	case COL_QUEUE:
		cell_text(cell, irq_queue_words(irq, data->arena));
		break;
	case COL_STEERING:
		cell_text(cell, irq_steering(data->interval, irq, data->arena));
		break;
	case COL_NODE:
		node_cell(data, irq, cell);
		break;
	case COL_STRIP:
		cell_strip(cell, cpus_strip_of_counts(data->arena, irq->per_cpu, n_cpus), n_cpus);
		break;
	case COL_CHIP:
		cell_text(cell, irq->chip);
		break;
	default:
		name_cell(data, irq, cell);
	}
}

static void irqs_cell(const struct model *model, size_t row, size_t column, struct cell *cell)
{
	const struct irqs_data *data = model->data;
	const struct irq_interval *irq = data->irqs[row];

	fill_cell(data, irq, data->order ? data->order[column] : (int)column, cell);
	if (cell->style == STYLE_NORMAL && !(irq->total > 0))
		cell->style = STYLE_DIM;
}

/* The label is what a row is known by. */
static uint64_t irqs_row_id(const struct model *model, size_t row)
{
	const struct irqs_data *data = model->data;

	return hash_text(HASH_START, data->irqs[row]->label);
}

/* Ever, and as far as is known in the interval. */
static bool came(const struct irq_interval *irq)
{
	return irq->total > 0 || (isnan(irq->total) && irq->since_boot > 0);
}

/*
 * Those that came most in the interval first; then those that may have come, by how often they did since
 * boot; those that never came last.
 */
static int by_total(const void *a, const void *b)
{
	const struct irq_interval *x = *(const struct irq_interval *const *)a;
	const struct irq_interval *y = *(const struct irq_interval *const *)b;
	double x_total = isnan(x->total) ? 0 : x->total, y_total = isnan(y->total) ? 0 : y->total;

	if (x_total != y_total)
		return x_total < y_total ? 1 : -1;
	if (came(x) != came(y))
		return came(x) ? -1 : 1;
	if (came(x) && isnan(x->total) && x->since_boot != y->since_boot)
		return x->since_boot < y->since_boot ? 1 : -1;
	if ((x->since_boot == 0) != (y->since_boot == 0))
		return x->since_boot == 0 ? 1 : -1;
	return (x > y) - (x < y);
}

static struct irqs_data *make_data(const struct view *view, struct arena *arena)
{
	const struct interval *interval = view->interval;
	struct irqs_data *data = arena_alloc(arena, 1, sizeof(*data));

	data->view = view;
	data->interval = interval;
	data->arena = arena;
	data->irqs = arena_alloc(arena, interval->n_irqs, sizeof(*data->irqs));
	for (size_t i = 0; i < interval->n_irqs; i++)
		data->irqs[i] = &interval->irqs[i];
	if (interval->n_irqs > 1)
		qsort(data->irqs, interval->n_irqs, sizeof(*data->irqs), by_total);
	return data;
}

/* Columns that would be empty: others have more to say. */
static void give_way(struct column *columns, const struct interval *interval)
{
	bool has_device = false, has_pin = false;

	for (size_t i = 0; i < interval->n_irqs; i++) {
		has_device |= interval->irqs[i].device != NULL;
		has_pin |= irq_is_pinned(interval, &interval->irqs[i]);
	}
	if (!has_device)
		columns[COL_QUEUE].priority = columns[COL_STEERING].priority = 9;
	if (!has_pin)
		columns[COL_PIN].priority = 9;
}

static void build_main(const struct view *view, struct arena *arena, struct model *model)
{
	struct column *columns = columns_copy(arena, irq_columns, N_IRQ_COLUMNS);

	give_way(columns, view->interval);
	columns[COL_STRIP].title = cpus_strip_title(arena, view->interval);
	model->columns = columns;
	model->n_columns = N_IRQ_COLUMNS;
	model->n_rows = view->interval->n_irqs;
	model->cell = irqs_cell;
	model->row_id = irqs_row_id;
	model->data = make_data(view, arena);
	model->sort_key = "rate";
	model->note = _("no interrupts are counted here");
}

/* The dashboard's part: those that come most. */

#define BRIEF_IRQS 4

static void build_brief(const struct view *view, struct arena *arena, struct model *model)
{
	struct irqs_data *data = make_data(view, arena);
	struct column *columns = arena_alloc(arena, N_BRIEF_COLUMNS, sizeof(*columns));
	size_t n = 0;

	while (n < view->interval->n_irqs && n < BRIEF_IRQS && came(data->irqs[n]))
		n++;
	for (size_t i = 0; i < N_BRIEF_COLUMNS; i++)
		columns[i] = irq_columns[brief_order[i]];
	data->order = brief_order;
	model->columns = columns;
	model->n_columns = N_BRIEF_COLUMNS;
	model->n_rows = n;
	model->cell = irqs_cell;
	model->data = data;
	model->note = view->interval->n_irqs ? _("no interrupts in this interval")
					     : _("no interrupts are counted here");
}

static size_t details(const struct view *view, const struct model *model, size_t row,
		      struct arena *arena, const struct detail **lines)
{
	const struct irqs_data *data = model->data;

	return irq_details(view, data->irqs[row], arena, lines);
}

static size_t steerables(const struct model *model, size_t row, struct arena *arena,
			 const struct steerable **things)
{
	const struct irqs_data *data = model->data;

	return steerable_irq(data->interval, data->irqs[row], arena, things);
}

static const struct block block = {.build = build_main, .min_lines = 2};

static const struct block brief = {
	.build = build_brief,
	.min_lines = 2,
	.want_lines = 1 + BRIEF_IRQS,
	.is_beside = true,
	.min_width_beside = 76,
};

const struct pane interrupts_pane = {
	.name = "interrupts",
	.key = '4',
	.title = N_("interrupts"),
	.help = N_("How often each interrupt comes, to which CPUs, where it was asked to go, which "
		   "queue of "
		   "which device it announces and who takes in its packets; the architecture's own "
		   "among "
		   "them."),
	.needs = NEED_STAT | NEED_INTERRUPTS | NEED_AFFINITY | NEED_NETDEVS | NEED_CARDS |
		 NEED_SETTINGS | NEED_TOPOLOGY,
	.blocks = &block,
	.n_blocks = 1,
	.brief = &brief,
	.details = details,
	.steerables = steerables,
	.columns = all_columns,
};
