/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Which CPUs there are, and what they share: cores, caches, dies, sockets, nodes. */
#include "config.h"

#include "pane/pane.h"

#include <math.h>

#include "base/counter.h"
#include "base/i18n.h"
#include "sample.h"
#include "source/topology.h"
#include "view/cell.h"
#include "view/column.h"
#include "view/cpus.h"
#include "view/topology_blocks.h"
#include "view/topology_rows.h"

enum {
	COL_CPU,
	COL_STATE,
	COL_SOCKET,
	COL_DIE,
	COL_CORE,
	COL_NODE,
	COL_SMT,
	COL_SIBLINGS,
	COL_L1D,
	COL_L1I,
	COL_L2,
	COL_L3,
	COL_CAPACITY,
	N_COLUMNS,
};

static const struct column plan[N_COLUMNS] = {
	[COL_CPU] = {.key = "cpu",
		     .title = "CPU",
		     .unit = UNIT_ID,
		     .help = N_("number of the CPU")},
	[COL_STATE] = {.key = "state",
		       .title = "STATE",
		       .unit = UNIT_TEXT,
		       .help = N_("online, offline, isolated from the scheduler, or without a tick "
				  "(nohz_full)"),
		       .priority = 3,
		       .min_width = 8,
		       .max_width = 18,
		       .is_left = true},
	[COL_SOCKET] = {.key = "socket",
			.title = "SOCKET",
			.unit = UNIT_ID,
			.help = N_("package it is in (physical_package_id)"),
			.priority = 2},
	[COL_DIE] = {.key = "die",
		     .title = "DIE",
		     .unit = UNIT_ID,
		     .help = N_("die within the socket (die_id)"),
		     .priority = 9},
	[COL_CORE] = {.key = "core",
		      .title = "CORE",
		      .unit = UNIT_ID,
		      .help = N_("core, unique within its socket only (core_id)"),
		      .priority = 2},
	[COL_NODE] = {.key = "node",
		      .title = "NODE",
		      .unit = UNIT_ID,
		      .help = N_("NUMA node: the memory nearest to it"),
		      .priority = 2},
	[COL_SMT] = {.key = "smt",
		     .title = "SMT",
		     .unit = UNIT_COUNT,
		     .help = N_("how many CPUs its core is"),
		     .priority = 8},
	[COL_SIBLINGS] = {.key = "siblings",
			  .title = "SIBLINGS",
			  .unit = UNIT_TEXT,
			  .help = N_("the CPUs of its core (thread_siblings_list)"),
			  .priority = 4,
			  .max_width = 16,
			  .is_left = true},
	[COL_L1D] = {.key = "l1d",
		     .title = "L1d",
		     .unit = UNIT_TEXT,
		     .help = N_("first level cache for data: size and the CPUs that share it"),
		     .priority = 6,
		     .max_width = 18,
		     .is_left = true},
	[COL_L1I] = {.key = "l1i",
		     .title = "L1i",
		     .unit = UNIT_TEXT,
		     .help = N_("the same for instructions"),
		     .priority = 7,
		     .max_width = 18,
		     .is_left = true},
	[COL_L2] = {.key = "l2",
		    .title = "L2",
		    .unit = UNIT_TEXT,
		    .help = N_("second level cache: size and the CPUs that share it"),
		    .priority = 5,
		    .max_width = 18,
		    .is_left = true},
	[COL_L3] = {.key = "l3",
		    .title = "L3",
		    .unit = UNIT_TEXT,
		    .help = N_("third level cache: size and the CPUs that share it"),
		    .priority = 4,
		    .max_width = 28,
		    .is_left = true},
	[COL_CAPACITY] = {.key = "capacity",
			  .title = "CAPACITY",
			  .unit = UNIT_COUNT,
			  .help = N_("how fast it is, 1024 for the fastest kind (cpu_capacity)"),
			  .priority = 10},
};

struct cpus_data {
	const struct topology *topology;
	const struct topology_row *rows;
	struct arena *arena;
};

static size_t all_columns(struct arena *arena, const struct column **columns)
{
	*columns = columns_copy(arena, plan, N_COLUMNS);
	return N_COLUMNS;
}

static void id_cell(struct cell *cell, int id)
{
	cell_number(cell, id < 0 ? (double)NAN : id);
}

static const char *state_of(const struct topology *topology, const struct topology_cpu *cpu)
{
	bool is_isolated = cpuset_has(&topology->isolated, (unsigned int)cpu->cpu);
	bool is_tickless = cpuset_has(&topology->nohz_full, (unsigned int)cpu->cpu);

	if (!cpu->is_online)
		return "offline";
	if (is_isolated)
		return is_tickless ? "isolated,nohz_full" : "isolated";
	return is_tickless ? "nohz_full" : NULL;
}

/* What is not as usual stands out. */
static void state_cell(const struct topology *topology, const struct topology_cpu *cpu,
		       struct cell *cell)
{
	const char *state = state_of(topology, cpu);

	cell_text(cell, state ? state : "online");
	cell->style = state ? STYLE_WARM : STYLE_DIM;
}

static void text_or_unknown(struct cell *cell, const char *text, double number)
{
	if (text && *text)
		cell_text_of(cell, text, number);
	else
		cell_number(cell, (double)NAN);
}

/* "48K:0,4" */
static void cache_cell(const struct topology_cache *cache, struct arena *arena, struct cell *cell)
{
	const char *text = NULL;

	if (cache)
		text = arena_printf(arena, "%s:%s", topology_size(cache->size_bytes, arena),
				    cpus_list(arena, &cache->shared));
	text_or_unknown(cell, text, cache ? counter_value(cache->size_bytes) : (double)NAN);
}

static void cpus_cell_of(const struct model *model, size_t at, size_t column, struct cell *cell)
{
	const struct cpus_data *data = model->data;
	const struct topology_row *row = &data->rows[at];
	const struct topology_cpu *cpu = row->cpu;

	switch (column) {
	case COL_CPU:
		cell_number(cell, cpu->cpu);
		break;
	case COL_STATE:
		state_cell(data->topology, cpu, cell);
		break;
	case COL_SOCKET:
		id_cell(cell, cpu->socket);
		break;
	case COL_DIE:
		id_cell(cell, cpu->die);
		break;
	case COL_CORE:
		id_cell(cell, cpu->core);
		break;
	case COL_NODE:
		id_cell(cell, cpu->node);
		break;
	case COL_SMT:
		cell_number(cell, cpu->n_siblings ? cpu->n_siblings : (double)NAN);
		break;
	case COL_SIBLINGS:
		text_or_unknown(cell, topology_siblings(data->topology, cpu, data->arena),
				cpu->first_sibling);
		break;
	case COL_CAPACITY:
		id_cell(cell, cpu->capacity);
		break;
	default:
		cache_cell(row->caches[column - COL_L1D], data->arena, cell);
	}
}

static uint64_t cpus_row_id(const struct model *model, size_t row)
{
	const struct cpus_data *data = model->data;

	return (uint64_t)data->rows[row].cpu->cpu;
}

static void build_main(const struct view *view, struct arena *arena, struct model *model)
{
	struct cpus_data *data = arena_alloc(arena, 1, sizeof(*data));

	data->topology = topology_of(view);
	data->arena = arena;
	if (data->topology)
		model->n_rows = topology_rows(data->topology, arena, &data->rows);
	model->columns = plan;
	model->n_columns = N_COLUMNS;
	model->cell = cpus_cell_of;
	model->row_id = cpus_row_id;
	model->data = data;
	model->note = _("the topology is not known");
}

static const struct block blocks[] = {
	{.build = topology_build_machine, .min_lines = 2, .want_lines = 2},
	{.build = topology_build_caches, .min_lines = 3, .want_lines = 9},
	{
		.build = topology_build_nodes,
		.min_lines = 2,
		.want_lines = 9,
		.is_beside = true,
		.min_width_beside = 120,
	},
	{.build = build_main, .min_lines = 4},
};

const struct pane topology_pane = {
	.name = "topology",
	.key = '8',
	.title = N_("topology"),
	.help = N_("Which CPUs there are and what they share: cores and their SMT siblings, caches "
		   "with their sizes, sockets, NUMA nodes; which are offline or isolated."),
	.needs = NEED_STAT | NEED_TOPOLOGY,
	.blocks = blocks,
	.n_blocks = sizeof(blocks) / sizeof(*blocks),
	.columns = all_columns,
};
