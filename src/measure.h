/* SPDX-License-Identifier: GPL-2.0-or-later */
/* overtop --bench: measures what operations cost on this machine, prints it, and keeps it. */
#ifndef OVERTOP_MEASURE_H
#define OVERTOP_MEASURE_H

struct options;

/* Returns the exit status; what went wrong is said on stderr. */
int measure_run(const struct options *options);

#endif
