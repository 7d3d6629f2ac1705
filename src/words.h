/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Words for numbers: names of users and command lines of tasks, looked up when they are first drawn and
 * kept.  A frame may look up a bounded number, so that no key waits for 30,000 command lines.
 */
#ifndef OVERTOP_WORDS_H
#define OVERTOP_WORDS_H

#include <stdint.h>

#include "pane/pane.h"

struct procps;
struct word_cache;

/* A command line older than @max_age_ns is read again: its program may have been replaced by exec. */
struct word_cache *word_cache_new(struct procps *procps, uint64_t max_age_ns);
void word_cache_free(struct word_cache *cache);

/* Allows a frame's worth of look-ups; texts given out before it may be gone. */
void word_cache_begin_frame(struct word_cache *cache);
/* Allows as many as are asked for: of what is recorded none may be missing. */
void word_cache_begin_record(struct word_cache *cache);

/* An interval has passed: what was not asked for in some of them is forgotten. */
void word_cache_next_interval(struct word_cache *cache);

/* The functions panes call; valid as long as the cache. */
const struct words *word_cache_words(const struct word_cache *cache);

#endif
