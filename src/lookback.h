/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Which of the intervals that are remembered is looked at: the newest as it changes, or a copy of another. */
#ifndef OVERTOP_LOOKBACK_H
#define OVERTOP_LOOKBACK_H

#include <stdbool.h>
#include <stddef.h>

#include "interval.h"

struct past;

struct lookback {
	bool is_back;
	size_t at;          /* if so: its serial number in the past */
	struct interval on; /* and a copy: it may be forgotten while it is looked at */
};

void lookback_init(struct lookback *lookback);
void lookback_fini(struct lookback *lookback);

void lookback_to(struct lookback *lookback, const struct past *past, size_t serial);
/* @by later, or earlier if it is negative; as far as there are any. */
void lookback_move(struct lookback *lookback, const struct past *past, long by);
/* To the next interval in which a finding begins, or (@direction -1) the last before; false: there is none. */
bool lookback_to_finding(struct lookback *lookback, const struct past *past, int direction);

bool lookback_can_go_back(const struct lookback *lookback, const struct past *past);
/* How long before the newest it ended. */
double lookback_behind_s(const struct lookback *lookback, const struct past *past);

#endif
