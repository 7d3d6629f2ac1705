/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The bill of each CPU: what its switches and its received packets cost.  Of many CPUs those that pay most.
 */
#ifndef OVERTOP_VIEW_BILL_CPUS_H
#define OVERTOP_VIEW_BILL_CPUS_H

#include "pane/pane.h"

/* Rows that it has at most. */
enum { MOST_BILL_CPUS = 8 };

/* No rows for a machine of one CPU, or where nothing that is counted for each has a price. */
void bill_cpus_build(const struct view *view, struct arena *arena, struct model *model);

#endif
