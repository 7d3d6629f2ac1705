/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The few rows that have most of something, the most first; which of equals is among them is as they came. */
#ifndef OVERTOP_JOIN_TOP_H
#define OVERTOP_JOIN_TOP_H

#include <stddef.h>

struct task_interval;

enum { TOP_MOST = 5 };

/* All zero is empty. */
struct top {
	const struct task_interval *rows[TOP_MOST];
	double values[TOP_MOST];
	size_t n;
};

/* Unless @value is unknown, or none. */
void top_add(struct top *top, const struct task_interval *row, double value);

#endif
