/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The prices of this machine: those that are kept, and more of them measured while the screen goes on. */
#ifndef OVERTOP_PRICING_H
#define OVERTOP_PRICING_H

#include <stdbool.h>

#include "bench/runner.h"

struct pricing;
struct price_list;
struct view;

/* With what is kept of this machine. */
struct pricing *pricing_new(void);
/* What is being measured ends at once, with all its processes. */
void pricing_free(struct pricing *pricing);

/* Borrowed; changes when a measurement is over. */
const struct price_list *pricing_list(const struct pricing *pricing);

/*
 * Begins to measure, all or the quick ones; @view tells which CPUs there are and how busy they are.  Of one
 * that is going on already nothing changes.  0 or -errno.
 */
int pricing_begin(struct pricing *pricing, bool is_quick, const struct view *view);
bool pricing_is_measuring(const struct pricing *pricing);
/* What to wait for while it is. */
int pricing_fd(const struct pricing *pricing);
struct runner_progress pricing_progress(const struct pricing *pricing);
/* Takes what has come.  False: all is done. */
bool pricing_step(struct pricing *pricing);
/*
 * Ends it, done or not; what was measured is used from now on, and kept for later.  *n is how many prices
 * that are.  0 or -errno: they are not kept.
 */
int pricing_end(struct pricing *pricing, size_t *n);

#endif
