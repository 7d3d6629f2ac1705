/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Without a terminal: panes as text, interval after interval. */
#ifndef OVERTOP_BATCH_H
#define OVERTOP_BATCH_H

#include "pane/pane.h"

struct options;

/* Returns the exit status; what went wrong is said on stderr. */
int batch_run(const struct options *options, const struct choice *choice);

#endif
