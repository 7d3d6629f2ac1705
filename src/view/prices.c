/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "view/prices.h"

#include <math.h>
#include <string.h>

#include "base/i18n.h"
#include "bench/bench.h"
#include "bill.h"
#include "interval.h"
#include "price_list.h"
#include "view/cell.h"

enum {
	COST_KEY,
	COST_PRICE,
	COST_BAR,
	COST_ELSEWHERE,
	COST_LEAST,
	COST_SPREAD,
	COST_CPU,
	COST_AGE,
	COST_MARK,
	N_COSTS
};

/* The bar of a price has a cell for each factor of ten above this. */
enum { N_DECADES = 8 };
static const double least_ns = 0.1;

static const struct column cost_plan[N_COSTS] = {
	[COST_KEY] = {.key = "cost",
		      .title = "COST",
		      .unit = UNIT_TEXT,
		      .help = N_("what was measured on this machine: overtop --bench tells more"),
		      .min_width = 17,
		      .is_left = true},
	[COST_PRICE] = {.key = "price",
			.title = "ns",
			.unit = UNIT_RATE,
			.help = N_("the price of one, in ns: the median of many batches"),
			.min_width = 7},
	[COST_BAR] = {.key = "bar",
		      .title = "log(ns)",
		      .unit = UNIT_STRIP,
		      .help = N_("a bar of it: each cell is a factor of ten, from 0.1 ns to 10 ms"),
		      .priority = 3,
		      .min_width = N_DECADES,
		      .is_left = true},
	[COST_ELSEWHERE] = {.key = "elsewhere",
			    .title = "elsewhere",
			    .unit = UNIT_TEXT,
			    .help = N_("what it was on other machines, to compare: nothing is "
				       "calculated with it"),
			    .priority = 3,
			    .min_width = 13,
			    .is_left = true},
	[COST_LEAST] = {.key = "least",
			.title = "least",
			.unit = UNIT_RATE,
			.help = N_("the quickest batch, in ns"),
			.priority = 4,
			.min_width = 7},
	[COST_SPREAD] = {.key = "spread",
			 .title = "spread%",
			 .unit = UNIT_PCT,
			 .help = N_("how far batches differ, in percent of the price"),
			 .priority = 1},
	[COST_CPU] = {.key = "on",
		      .title = "CPU",
		      .unit = UNIT_ID,
		      .help = N_("the CPU it was measured on"),
		      .priority = 5},
	[COST_AGE] = {.key = "age",
		      .title = "age",
		      .unit = UNIT_SECONDS,
		      .help = N_("how long ago it was measured"),
		      .priority = 2,
		      .min_width = 6},
	[COST_MARK] = {.key = "mark",
		       .title = "note",
		       .unit = UNIT_TEXT,
		       .help = N_("disturbed: something else ran meanwhile"),
		       .priority = 1,
		       .min_width = 9,
		       .is_left = true},
};

struct costs_data {
	const struct price **prices;
	uint64_t now_ns;
	struct arena *arena;
};

static double bar_of(double ns)
{
	return log10(ns / least_ns) / N_DECADES;
}

/* NULL: nothing is known.  A price that another version measured may be of a key that is none here. */
static const char *elsewhere(const char *key)
{
	const struct bench *bench = bench_by_key(key, strlen(key));

	return bench ? bench->elsewhere : NULL;
}

/* Of what was measured after the interval it is not known. */
static double age_s(const struct costs_data *data, const struct price *price)
{
	if (price->wall_ns > data->now_ns)
		return (double)NAN;
	return (double)(data->now_ns - price->wall_ns) / 1e9;
}

static void cost_cell(const struct model *model, size_t row, size_t column, struct cell *cell)
{
	const struct costs_data *data = model->data;
	const struct price *price = data->prices[row];

	switch (column) {
	case COST_KEY:
		cell_text(cell, price->key);
		break;
	case COST_PRICE:
		cell_amount(cell, price->median_ns);
		break;
	case COST_BAR:
		cell_bar(cell, bar_of(price->median_ns), N_DECADES, data->arena);
		break;
	case COST_ELSEWHERE:
		cell_text(cell, elsewhere(price->key));
		break;
	case COST_LEAST:
		cell_amount(cell, price->min_ns);
		break;
	case COST_SPREAD:
		cell_amount(cell, price->spread_pct);
		break;
	case COST_CPU:
		cell_number(cell, price->cpu < 0 ? (double)NAN : price->cpu);
		break;
	case COST_AGE:
		cell_amount(cell, age_s(data, price));
		break;
	default:
		cell_text(cell, price->is_disturbed ? _("disturbed") : NULL);
	}
}

static size_t add_prices(const struct price_list *list, bool are_used, const struct price **prices,
			 size_t n)
{
	for (size_t i = 0; i < list->n_prices; i++)
		if (bill_uses(list->prices[i].key) == are_used)
			prices[n++] = &list->prices[i];
	return n;
}

void prices_build(const struct view *view, struct arena *arena, struct model *model)
{
	struct costs_data *data = arena_alloc(arena, 1, sizeof(*data));
	size_t n = view->prices ? view->prices->n_prices : 0;

	data->prices = arena_alloc(arena, n, sizeof(*data->prices));
	data->now_ns = view->interval->wall_ns;
	data->arena = arena;
	if (n > 0) {
		n = add_prices(view->prices, true, data->prices, 0);
		n = add_prices(view->prices, false, data->prices, n);
	}
	model->columns = cost_plan;
	model->n_columns = N_COSTS;
	model->n_rows = n;
	model->cell = cost_cell;
	model->data = data;
}
