/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Labels and numbers as the text format of Prometheus has them, whatever the locale is. */
#ifndef OVERTOP_OUTPUT_METRICS_TEXT_H
#define OVERTOP_OUTPUT_METRICS_TEXT_H

#include <stddef.h>

#include "base/arena.h"

/*
 * key="value" in @arena.  @raw may hold any byte: control characters and what is not UTF-8 become '?',
 * backslash, quote and newline are escaped.
 */
const char *metrics_label(struct arena *arena, const char *key, const char *raw);

enum { METRICS_NUMBER_SIZE = 32 };

/* The shortest text that reads as the same double; @value is finite. */
void metrics_number(double value, char out[METRICS_NUMBER_SIZE]);

#endif
