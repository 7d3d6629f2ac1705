/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What stands over the CPUs in the topology pane: the machine in one line, its caches, its nodes. */
#ifndef OVERTOP_VIEW_TOPOLOGY_BLOCKS_H
#define OVERTOP_VIEW_TOPOLOGY_BLOCKS_H

#include "pane/pane.h"

void topology_build_machine(const struct view *view, struct arena *arena, struct model *model);
void topology_build_caches(const struct view *view, struct arena *arena, struct model *model);
void topology_build_nodes(const struct view *view, struct arena *arena, struct model *model);

#endif
