/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "view/topology_blocks.h"

#include <math.h>

#include "base/counter.h"
#include "base/i18n.h"
#include "view/cell.h"
#include "view/cpus.h"
#include "view/topology_rows.h"

enum {
	MACHINE_SOCKETS,
	MACHINE_CORES,
	MACHINE_CPUS,
	MACHINE_ISOLATED,
	MACHINE_NOHZ_FULL,
	MACHINE_OFFLINE,
	MACHINE_ONLINE,
	N_MACHINE_COLUMNS,
};

static const struct column machine_columns[N_MACHINE_COLUMNS] = {
	[MACHINE_SOCKETS] = {.key = "sockets",
			     .title = "SOCKETS",
			     .unit = UNIT_COUNT,
			     .help = N_("sockets with a CPU online"),
			     .priority = 2},
	[MACHINE_CORES] = {.key = "cores",
			   .title = "CORES",
			   .unit = UNIT_COUNT,
			   .help = N_("cores with a CPU online"),
			   .priority = 1},
	[MACHINE_CPUS] = {.key = "cpus",
			  .title = "CPUS",
			  .unit = UNIT_COUNT,
			  .help = N_("CPUs there are, online or not")},
	[MACHINE_ISOLATED] = {.key = "isolated",
			      .title = "ISOLATED",
			      .unit = UNIT_TEXT,
			      .help = N_("CPUs that the scheduler leaves alone (isolated)"),
			      .priority = 4,
			      .is_left = true},
	[MACHINE_NOHZ_FULL] =
		{.key = "nohz_full",
		 .title = "NOHZ_FULL",
		 .unit = UNIT_TEXT,
		 .help = N_("CPUs that do without a tick while one task runs (nohz_full)"),
		 .priority = 5,
		 .is_left = true},
	[MACHINE_OFFLINE] = {.key = "offline",
			     .title = "OFFLINE",
			     .unit = UNIT_TEXT,
			     .help = N_("CPUs that are not online"),
			     .priority = 3,
			     .is_left = true},
	[MACHINE_ONLINE] = {.key = "online",
			    .title = "ONLINE",
			    .unit = UNIT_TEXT,
			    .help = N_("CPUs that are online"),
			    .is_left = true,
			    .grows = true},
};

struct machine_data {
	const struct topology *topology;
	struct arena *arena;
};

/* CPUs that are online, or that are not. */
static const char *list_of(const struct machine_data *data, bool is_online)
{
	const struct topology *topology = data->topology;
	int *cpus = arena_alloc(data->arena, topology->n_cpus, sizeof(*cpus));
	size_t n = 0;

	for (size_t i = 0; i < topology->n_cpus; i++)
		if (topology->cpus[i].is_online == is_online)
			cpus[n++] = topology->cpus[i].cpu;
	return cpus_list(data->arena, cpus_set(data->arena, cpus, n));
}

/* A set the kernel told; blank when it is empty. */
static void set_cell(struct cell *cell, bool is_known, const struct cpuset *set,
		     struct arena *arena)
{
	if (is_known)
		cell_text(cell, cpus_list(arena, set));
	else
		cell_number(cell, (double)NAN);
}

static void machine_cell(const struct model *model, size_t row, size_t column, struct cell *cell)
{
	const struct machine_data *data = model->data;
	const struct topology *topology = data->topology;

	(void)row;
	switch (column) {
	case MACHINE_SOCKETS:
		cell_number(cell, topology->n_sockets ? (double)topology->n_sockets : (double)NAN);
		break;
	case MACHINE_CORES:
		cell_number(cell, topology->n_cores ? (double)topology->n_cores : (double)NAN);
		break;
	case MACHINE_CPUS:
		cell_number(cell, (double)topology->n_cpus);
		break;
	case MACHINE_ISOLATED:
		set_cell(cell, topology->has_isolated, &topology->isolated, data->arena);
		break;
	case MACHINE_NOHZ_FULL:
		set_cell(cell, topology->has_nohz_full, &topology->nohz_full, data->arena);
		break;
	default:
		cell_text(cell, list_of(data, column == MACHINE_ONLINE));
	}
	if (column == MACHINE_ISOLATED || column == MACHINE_OFFLINE)
		cell->style = STYLE_WARM;
}

void topology_build_machine(const struct view *view, struct arena *arena, struct model *model)
{
	struct machine_data *data = arena_alloc(arena, 1, sizeof(*data));

	data->topology = topology_of(view);
	data->arena = arena;
	model->columns = machine_columns;
	model->n_columns = N_MACHINE_COLUMNS;
	model->n_rows = data->topology ? 1 : 0;
	model->cell = machine_cell;
	model->data = data;
}

enum {
	CACHE_NAME,
	CACHE_SIZE,
	CACHE_LINE,
	CACHE_WAYS,
	CACHE_INSTANCES,
	CACHE_SHARED,
	N_CACHE_COLUMNS,
};

static const struct column cache_columns[N_CACHE_COLUMNS] = {
	[CACHE_NAME] = {.key = "cache",
			.title = "CACHE",
			.unit = UNIT_TEXT,
			.help = N_("level, and d for data or i for instructions alone"),
			.is_left = true},
	[CACHE_SIZE] = {.key = "size",
			.title = "SIZE",
			.unit = UNIT_TEXT,
			.help = N_("size of one of them"),
			.min_width = 5},
	[CACHE_LINE] = {.key = "line",
			.title = "LINE",
			.unit = UNIT_COUNT,
			.help = N_("bytes that are loaded at a time (coherency_line_size)"),
			.priority = 3},
	[CACHE_WAYS] = {.key = "ways",
			.title = "WAYS",
			.unit = UNIT_COUNT,
			.help = N_("places for one address (ways_of_associativity)"),
			.priority = 4},
	[CACHE_INSTANCES] = {.key = "instances",
			     .title = "INSTANCES",
			     .unit = UNIT_COUNT,
			     .help = N_("how many such caches there are"),
			     .priority = 2},
	[CACHE_SHARED] = {.key = "shared",
			  .title = "SHARED BY",
			  .unit = UNIT_TEXT,
			  .help = N_("the CPUs of each"),
			  .priority = 1,
			  .min_width = 12,
			  .is_left = true,
			  .grows = true},
};

struct caches_data {
	const struct topology *topology;
	const struct cache_kind *kinds;
	struct arena *arena;
};

static void caches_cell(const struct model *model, size_t row, size_t column, struct cell *cell)
{
	const struct caches_data *data = model->data;
	const struct cache_kind *kind = &data->kinds[row];
	const struct topology_cache *cache = kind->first;

	switch (column) {
	case CACHE_NAME:
		cell_text(cell, topology_cache_name(cache, data->arena));
		break;
	case CACHE_SIZE:
		cell_text_of(cell, topology_size(cache->size_bytes, data->arena),
			     counter_value(cache->size_bytes));
		break;
	case CACHE_LINE:
		cell_number(cell, counter_value(cache->line_bytes));
		break;
	case CACHE_WAYS:
		cell_number(cell, counter_value(cache->ways));
		break;
	case CACHE_INSTANCES:
		cell_number(cell, (double)kind->n);
		break;
	default:
		cell_text(cell, topology_sharers(data->topology, kind, data->arena));
	}
}

void topology_build_caches(const struct view *view, struct arena *arena, struct model *model)
{
	struct caches_data *data = arena_alloc(arena, 1, sizeof(*data));

	data->topology = topology_of(view);
	data->arena = arena;
	if (data->topology)
		model->n_rows = topology_cache_kinds(data->topology, arena, &data->kinds);
	model->columns = cache_columns;
	model->n_columns = N_CACHE_COLUMNS;
	model->cell = caches_cell;
	model->data = data;
}

enum { NODE_NUMBER, NODE_MEMORY, NODE_CPUS, N_NODE_COLUMNS };

static const struct column node_columns[N_NODE_COLUMNS] = {
	[NODE_NUMBER] = {.key = "node",
			 .title = "NODE",
			 .unit = UNIT_ID,
			 .help = N_("number of the NUMA node")},
	[NODE_MEMORY] = {.key = "memory",
			 .title = "MEMORY",
			 .unit = UNIT_KIB,
			 .help = N_("memory of the node (MemTotal of nodeN/meminfo)"),
			 .priority = 1},
	[NODE_CPUS] = {.key = "cpus",
		       .title = "CPUS",
		       .unit = UNIT_TEXT,
		       .help = N_("the CPUs of the node"),
		       .is_left = true,
		       .grows = true},
};

static void nodes_cell(const struct model *model, size_t row, size_t column, struct cell *cell)
{
	const struct machine_data *data = model->data;
	const struct topology_node *node = &data->topology->nodes[row];

	if (column == NODE_NUMBER)
		cell_number(cell, node->node);
	else if (column == NODE_MEMORY)
		cell_number(cell, counter_value(node->memory_kib));
	else
		cell_text(cell, cpus_list(data->arena, &node->cpus));
}

void topology_build_nodes(const struct view *view, struct arena *arena, struct model *model)
{
	struct machine_data *data = arena_alloc(arena, 1, sizeof(*data));

	data->topology = topology_of(view);
	data->arena = arena;
	model->columns = node_columns;
	model->n_columns = N_NODE_COLUMNS;
	model->n_rows = data->topology ? data->topology->n_nodes : 0;
	model->cell = nodes_cell;
	model->data = data;
}
