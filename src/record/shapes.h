/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The shapes of parts of a record that stand in files of their own; record/shapes.c puts them together. */
#ifndef OVERTOP_RECORD_SHAPES_H
#define OVERTOP_RECORD_SHAPES_H

#include "record/shape.h"

extern const struct shape topology_shape;
extern const struct shape softnet_shape, netdev_shape, sockets_shape;
extern const struct shape exited_shape, cgroup_shape, setting_shape, mark_shape;

#endif
