/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The last intervals as they were, for looking back at what is over: within a budget of memory and of
 * time, whichever is less; the oldest go.  Of tasks only those that were active are kept.
 *
 * Each has a serial number that stays its own, from 0 on: whoever looks at one goes on looking at it while
 * newer ones come.
 */
#ifndef OVERTOP_PAST_H
#define OVERTOP_PAST_H

#include <stddef.h>
#include <stdint.h>

#include "interval.h"
#include "pane/pane.h"

struct past;

/* @max_bytes 0: nothing is remembered. */
struct past *past_new(size_t max_bytes, double max_seconds);
void past_free(struct past *past);

/*
 * The newest is always kept, however large it is.  @words_of: who knows the command lines that are to be kept
 * with it; NULL: none are, but those that it has.
 */
void past_add(struct past *past, const struct interval *interval, const struct view *words_of);

/* Serial numbers of those that are remembered: from first to before end. */
size_t past_first(const struct past *past);
size_t past_end(const struct past *past);
/* Borrowed until the next past_add(); NULL: never was, or is forgotten. */
const struct interval *past_get(const struct past *past, size_t serial);
/* The first that ended at or after @wall_ns; the newest if none did, past_end() if there is none. */
size_t past_find(const struct past *past, uint64_t wall_ns);

#endif
