/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A row for each CPU of the machine, to be taken or left: where it is and what it does. */
#ifndef OVERTOP_UI_PICKER_H
#define OVERTOP_UI_PICKER_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "base/cpuset.h"
#include "pane/pane.h"
#include "ui/grid.h"

struct cpu_interval;
struct topology_cpu;

struct pick {
	int cpu;
	const struct topology_cpu *place; /* NULL: unknown */
	const struct cpu_interval *load;  /* NULL: none, it is offline */
	bool is_online, is_isolated;
};

/* Ascending, in @arena; returns how many. */
size_t picks_of(const struct view *view, struct arena *arena, const struct pick **picks);

/* Which of them @cpu is; 0 if it is none. */
size_t pick_find(const struct pick *picks, size_t n, int cpu);
/*
 * The first that is chosen though there is none such; -1.  Of what was set @before none is missing: where it does not
 * matter, the kernel sets more CPUs than there are.
 */
int picks_missing(const struct view *view, const struct cpuset *chosen, const struct cpuset *before,
		  struct arena *arena);

/* With a line of titles, if there is room; around the row of @cpu. */
void picker_draw(struct grid *grid, struct rect rect, const struct view *view,
		 const struct cpuset *chosen, int cpu, struct arena *arena);

#endif
