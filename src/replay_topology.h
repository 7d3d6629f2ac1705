/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What the machine was made of in the course of a recording: each topology from the line on that brought it.
 *
 * What is kept is bounded, whatever a recording says: of many topologies the first are forgotten.
 */
#ifndef OVERTOP_REPLAY_TOPOLOGY_H
#define OVERTOP_REPLAY_TOPOLOGY_H

#include <stddef.h>

struct replay_topology;
struct topology;

struct replay_topology *replay_topology_new(void);
void replay_topology_free(struct replay_topology *topologies);

/* That of @line, behind all lines before; kept only if it is another one.  NULL: the line has none. */
void replay_topology_add(struct replay_topology *topologies, size_t line,
			 const struct topology *topology);

/* What holds at @line; borrowed until the next is added.  NULL: none was recorded, or it is forgotten. */
const struct topology *replay_topology_at(const struct replay_topology *topologies, size_t line);

#endif
