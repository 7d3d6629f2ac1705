/* SPDX-License-Identifier: GPL-2.0-or-later */
/* With a terminal: the screen, refreshed, and the keys. */
#ifndef OVERTOP_MONITOR_H
#define OVERTOP_MONITOR_H

#include "pane/pane.h"

struct options;

/* Returns the exit status; what went wrong is said on stderr once the terminal is given back. */
int monitor_run(const struct options *options, const struct choice *choice);

#endif
