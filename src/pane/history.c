/* SPDX-License-Identifier: GPL-2.0-or-later */
/* vmstat's lines: the machine's totals, an interval each, the newest first. */
#include "config.h"

#include "pane/pane.h"

#include <math.h>
#include <time.h>

#include "base/i18n.h"
#include "history.h"
#include "interval.h"
#include "sample.h"
#include "view/cell.h"
#include "view/column.h"

enum {
	COL_TIME,
	COL_R,
	COL_B,
	COL_SWPD,
	COL_FREE,
	COL_BUFF,
	COL_CACHE,
	COL_SWAP_IN,
	COL_SWAP_OUT,
	COL_BLOCKS_IN,
	COL_BLOCKS_OUT,
	COL_IN,
	COL_CS,
	COL_FORK,
	COL_US,
	COL_SY,
	COL_ID,
	COL_WA,
	COL_ST,
	COL_UNSEEN,
	N_COLUMNS,
};

/* Titles are vmstat's, which are not always those of the fields. */
static const struct column plan[N_COLUMNS] = {
	[COL_TIME] = {.key = "time",
		      .title = "TIME",
		      .unit = UNIT_TEXT,
		      .help = N_("when the interval ended; boot: the line is since boot"),
		      .min_width = 8,
		      .is_left = true},
	[COL_R] = {.key = "r", .priority = 1, .min_width = 3},
	[COL_B] = {.key = "b", .priority = 1, .min_width = 2},
	[COL_SWPD] = {.key = "swpd", .priority = 9, .min_width = 5},
	[COL_FREE] = {.key = "free", .priority = 8, .min_width = 5},
	[COL_BUFF] = {.key = "buff", .priority = 11, .min_width = 5},
	[COL_CACHE] = {.key = "cache", .priority = 10, .min_width = 5},
	[COL_SWAP_IN] = {.key = "si", .priority = 5, .min_width = 4},
	[COL_SWAP_OUT] = {.key = "so", .priority = 5, .min_width = 4},
	[COL_BLOCKS_IN] = {.key = "bi", .priority = 6, .min_width = 5},
	[COL_BLOCKS_OUT] = {.key = "bo", .priority = 6, .min_width = 5},
	[COL_IN] = {.key = "in", .title = "in", .priority = 1, .min_width = 5},
	[COL_CS] = {.key = "cs", .title = "cs", .priority = 1, .min_width = 5},
	[COL_FORK] = {.key = "fork", .title = "fork", .priority = 3, .min_width = 4},
	[COL_US] = {.key = "us",
		    .title = "us",
		    .unit = UNIT_PCT,
		    .help = N_("user code, niced or not (us + ni of the CPUs)"),
		    .priority = 2,
		    .min_width = 4},
	[COL_SY] = {.key = "sy",
		    .title = "sy",
		    .unit = UNIT_PCT,
		    .help = N_("kernel, interrupts and softirqs too (sy + hi + si of the CPUs)"),
		    .priority = 2,
		    .min_width = 4},
	[COL_ID] = {.key = "id", .priority = 2, .min_width = 4},
	[COL_WA] = {.key = "wa", .priority = 2, .min_width = 4},
	[COL_ST] = {.key = "st", .priority = 3, .min_width = 4},
	[COL_UNSEEN] = {.key = "unseen", .priority = 7, .min_width = 4},
};

struct lines_data {
	const struct moment **moments;
	struct arena *arena;
};

static struct column *columns_made(struct arena *arena)
{
	struct column *columns = columns_copy(arena, plan, N_COLUMNS);

	columns_complete(columns, N_COLUMNS, totals_fields, n_totals_fields,
			 offsetof(struct moment, totals));
	columns_complete(columns, N_COLUMNS, cpu_fields, n_cpu_fields,
			 offsetof(struct moment, all));
	return columns;
}

static size_t all_columns(struct arena *arena, const struct column **columns)
{
	*columns = columns_made(arena);
	return N_COLUMNS;
}

static const char *time_text(const struct moment *moment, struct arena *arena)
{
	time_t seconds = (time_t)(moment->wall_ns / 1000000000);
	struct tm tm;

	if (moment->is_since_boot)
		return "boot";
	if (!localtime_r(&seconds, &tm))
		return "-";
	return arena_printf(arena, "%02d:%02d:%02d", tm.tm_hour, tm.tm_min, tm.tm_sec);
}

static void lines_cell(const struct model *model, size_t row, size_t column, struct cell *cell)
{
	const struct lines_data *data = model->data;
	const struct moment *moment = data->moments[row];
	const struct cpu_interval *all = &moment->all;

	switch (column) {
	case COL_TIME:
		cell_text_of(cell, time_text(moment, data->arena), (double)moment->wall_ns);
		break;
	case COL_US:
		cell_heat(cell, all->us + all->ni, 75, 95);
		break;
	case COL_SY:
		cell_heat(cell, all->sy + all->hi + all->si, 30, 70);
		break;
	case COL_WA:
		cell_heat(cell, all->wa, 10, 30);
		break;
	case COL_ST:
		cell_heat(cell, all->st, 5, 20);
		break;
	default:
		cell_amount(cell, number_at(moment, model->columns[column].offset));
	}
}

static uint64_t lines_row_id(const struct model *model, size_t row)
{
	const struct lines_data *data = model->data;

	return data->moments[row]->wall_ns;
}

/* Without a history the interval is all of it. */
static const struct moment *moment_of(const struct interval *interval, struct arena *arena)
{
	struct moment *moment = arena_alloc(arena, 1, sizeof(*moment));

	moment->wall_ns = interval->wall_ns;
	moment->is_since_boot = interval->is_since_boot;
	moment->seconds = interval->seconds;
	moment->totals = interval->totals;
	moment->all = interval->all;
	return moment;
}

static size_t take_moments(const struct view *view, struct arena *arena,
			   const struct moment ***moments)
{
	size_t n = view->history ? history_count(view->history) : 0;

	if (view->choice->n_history && view->choice->n_history < n)
		n = view->choice->n_history;
	*moments = arena_alloc(arena, n + 1, sizeof(**moments));
	for (size_t i = 0; i < n; i++)
		(*moments)[i] = history_get(view->history, i);
	if (n == 0)
		(*moments)[n++] = moment_of(view->interval, arena);
	return n;
}

static void build(const struct view *view, struct arena *arena, struct model *model)
{
	struct lines_data *data = arena_alloc(arena, 1, sizeof(*data));

	data->arena = arena;
	model->n_rows = take_moments(view, arena, &data->moments);
	model->columns = columns_made(arena);
	model->n_columns = N_COLUMNS;
	model->cell = lines_cell;
	model->row_id = lines_row_id;
	model->data = data;
	model->is_ordered = true;
}

static const struct block block = {.build = build, .min_lines = 2};

const struct pane history_pane = {
	.name = "history",
	.key = '5',
	.title = N_("history"),
	.help = N_("The machine's totals as vmstat has them, a line for each interval, the newest "
		   "first; Enter goes to that interval, as long as it is remembered."),
	.needs = NEED_STAT | NEED_MEMORY | NEED_PAGING,
	.blocks = &block,
	.n_blocks = 1,
	.moment = lines_row_id,
	.columns = all_columns,
};
