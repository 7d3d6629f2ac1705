/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The last intervals, a line each, as vmstat prints them.  A ring: the oldest goes when it is full.
 */
#ifndef OVERTOP_HISTORY_H
#define OVERTOP_HISTORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "interval.h"

/* One interval's totals: a plain value. */
struct moment {
	uint64_t wall_ns;
	bool is_since_boot;
	double seconds;
	struct totals totals;
	struct cpu_interval all;
};

struct history {
	struct moment *moments;
	size_t n_moments, n_allocated, newest; /* newest: its index */
	size_t capacity;                       /* of the ring */
	size_t n_hidden; /* of the newest ones: what is looked at was before them */
};

/* Keeps the last @capacity intervals (> 0). */
void history_init(struct history *history, size_t capacity);
void history_fini(struct history *history);
void history_add(struct history *history, const struct interval *interval);
/* How many are to be seen. */
size_t history_count(const struct history *history);
/* @age 0 is the newest to be seen; NULL beyond the oldest. */
const struct moment *history_get(const struct history *history, size_t age);

#endif
