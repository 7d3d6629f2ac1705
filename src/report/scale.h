/* SPDX-License-Identifier: GPL-2.0-or-later */
/* An axis of values: from 0 to a round number, in round steps. */
#ifndef OVERTOP_REPORT_SCALE_H
#define OVERTOP_REPORT_SCALE_H

#include <stddef.h>

struct scale {
	double step, top;
};

/* For values up to @highest (unknown or 0: one step), in at most @most_steps steps. */
struct scale scale_of(double highest, size_t most_steps);

/* "40k", all values of a scale in the same unit. */
#define SCALE_SIZE 32
void scale_text(const struct scale *scale, double value, char out[SCALE_SIZE]);

#endif
