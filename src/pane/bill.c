/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What switches, faults, softirqs and forks cost: how many times what one costs here.  Beside it the prices
 * that were measured, below it what of it each CPU pays.
 */
#include "config.h"

#include "pane/pane.h"

#include <math.h>

#include "base/hash.h"
#include "base/i18n.h"
#include "bill.h"
#include "interval.h"
#include "price_list.h"
#include "sample.h"
#include "view/bill_cpus.h"
#include "view/cell.h"
#include "view/column.h"
#include "view/prices.h"

/* From so much of all CPUs on a cost is WARM, and HOT. */
static const double warm_pct = 5, hot_pct = 20;

/* From here on a machine is mostly idle. */
static const double idle_pct = 50;

/* Leave before all others. */
enum { PRIORITY_OF_EMPTY = 99 };

enum {
	COL_ITEM,
	COL_RATE,
	COL_LOW_NS,
	COL_HIGH_NS,
	COL_LOW_MS,
	COL_HIGH_MS,
	COL_LOW_PCT,
	COL_HIGH_PCT,
	COL_PAYER,
	N_COLUMNS,
};

static const struct column plan[N_COLUMNS] = {
	[COL_ITEM] = {.key = "item",
		      .title = "ITEM",
		      .unit = UNIT_TEXT,
		      .help = N_("what happened; all: the sum of what has a price"),
		      .min_width = 16,
		      .is_left = true},
	[COL_RATE] = {.key = "per_s", .min_width = 5},
	[COL_LOW_NS] = {.key = "low_ns", .priority = 4},
	[COL_HIGH_NS] = {.key = "high_ns", .priority = 4},
	[COL_LOW_MS] = {.key = "low_ms", .priority = 2},
	[COL_HIGH_MS] = {.key = "high_ms", .priority = 2},
	[COL_LOW_PCT] = {.key = "low_pct", .priority = 1, .min_width = 4},
	[COL_HIGH_PCT] = {.key = "high_pct", .priority = 1, .min_width = 4},
	[COL_PAYER] = {.key = "payer",
		       .title = "PAYER",
		       .unit = UNIT_TEXT,
		       .help = N_(
			       "the process, interrupt or CPU that has most of it, and its share"),
		       .priority = 3,
		       .min_width = 12,
		       .is_left = true,
		       .grows = true},
};

struct bill_data {
	struct bill bill;
	const char *note; /* of the sum */
};

static struct column *columns_made(struct arena *arena)
{
	struct column *columns = columns_copy(arena, plan, N_COLUMNS);

	columns_complete(columns, N_COLUMNS, bill_fields, n_bill_fields, 0);
	return columns;
}

static size_t all_columns(struct arena *arena, const struct column **columns)
{
	*columns = columns_made(arena);
	return N_COLUMNS;
}

static void number_cell(const struct bill_item *item, const struct column *column, size_t position,
			struct cell *cell)
{
	double number = number_at(item, column->offset);

	if (position == COL_LOW_PCT || position == COL_HIGH_PCT)
		cell_heat(cell, number, warm_pct, hot_pct);
	else
		cell_amount(cell, number);
}

static const struct bill_item *item_at(const struct bill_data *data, size_t row)
{
	return row == 0 ? &data->bill.total : &data->bill.items[row - 1];
}

static void main_cell(const struct model *model, size_t row, size_t column, struct cell *cell)
{
	const struct bill_data *data = model->data;
	const struct bill_item *item = item_at(data, row);

	if (column == COL_ITEM)
		cell_text(cell, item->title);
	else if (column == COL_PAYER)
		cell_text(cell, row == 0 ? data->note : item->payer);
	else if (row > 0 || column > COL_HIGH_NS)
		number_cell(item, &model->columns[column], column, cell);
}

static uint64_t main_row_id(const struct model *model, size_t row)
{
	return hash_text(HASH_START, item_at(model->data, row)->key);
}

static bool has_price(const struct view *view)
{
	for (size_t i = 0; view->prices && i < view->prices->n_prices; i++)
		if (!isnan(view->prices->prices[i].median_ns))
			return true;
	return false;
}

/* What must be known to read the bill; NULL: nothing. */
static const char *note_of(const struct view *view)
{
	if (!view->prices)
		return _("not this machine");
	if (!has_price(view))
		return _("not measured: press b");
	if (view->interval->all.id > idle_pct)
		return _("mostly idle");
	return NULL;
}

static void build_main(const struct view *view, struct arena *arena, struct model *model)
{
	struct bill_data *data = arena_alloc(arena, 1, sizeof(*data));
	struct column *columns = columns_made(arena);

	bill_make(&data->bill, view->interval, view->prices, arena);
	data->note = note_of(view);
	/* Without prices the words that say so stay. */
	for (size_t i = COL_LOW_NS; i <= COL_HIGH_PCT && !has_price(view); i++)
		columns[i].priority = PRIORITY_OF_EMPTY;
	model->columns = columns;
	model->n_columns = N_COLUMNS;
	model->n_rows = 1 + data->bill.n_items;
	model->n_pinned = 1;
	model->cell = main_cell;
	model->row_id = main_row_id;
	model->data = data;
	model->sort_key = has_price(view) ? "high_pct" : NULL;
}

static const struct block blocks[] = {
	{.build = build_main, .min_lines = 4},
	{.build = prices_build,
	 .min_lines = 5,
	 .want_lines = 40,
	 .is_beside = true,
	 .min_width_beside = 160},
	{.build = bill_cpus_build, .min_lines = 3, .want_lines = 1 + MOST_BILL_CPUS},
};

const struct pane bill_pane = {
	.name = "bill",
	.key = '7',
	.title = N_("bill"),
	.help = N_(
		"What switches, faults, softirqs and forks cost: how many there were, times what "
		"one costs on this machine (keys b and B, or --bench), at least and at most.  A "
		"yield or a preemption hands nothing over and costs less than a switch that does: "
		"the low end is the lesser of both.  The price of a fork has the faults and "
		"switches in it that are counted as such, too, and a new thread costs less than a "
		"fork: all has forks in its high end only.  While a machine is mostly idle, "
		"switches cost latency more than capacity.  A softirq that was not measured costs "
		"what the kernel says (si over their number), where it accounts for it.  Below it, "
		"in ms per second and in "
		"percent, what each CPU pays for its switches (cs) and received packets (rx); of "
		"many CPUs those that pay most."),
	.needs = NEED_STAT | NEED_CPU_SWITCHES | NEED_PAGING | NEED_SOFTIRQS | NEED_INTERRUPTS |
		 NEED_TASKS | NEED_PRICES,
	.blocks = blocks,
	.n_blocks = sizeof(blocks) / sizeof(*blocks),
	.columns = all_columns,
};
