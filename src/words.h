/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Words for numbers: names of users and command lines of tasks, looked up when they are first drawn and
 * kept.  A frame may look up a bounded number, so that no key waits for 30,000 command lines.
 */
#ifndef OVERTOP_WORDS_H
#define OVERTOP_WORDS_H

#include "pane/pane.h"

struct procps;
struct word_cache;

struct word_cache *word_cache_new(struct procps *procps);
void word_cache_free(struct word_cache *cache);

/* Allows a frame's worth of look-ups. */
void word_cache_begin_frame(struct word_cache *cache);

/* An interval has passed: a program that was replaced by exec is named anew after some of them. */
void word_cache_next_interval(struct word_cache *cache);

/* The functions panes call; valid as long as the cache. */
const struct words *word_cache_words(const struct word_cache *cache);

#endif
