/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Loads that depend on each other: items that each hold the address of the next, in one random
 * circle through all of them.  No load begins before the last has ended, nothing is fetched ahead.
 */
#ifndef OVERTOP_BASE_CHASE_H
#define OVERTOP_BASE_CHASE_H

#include <stdbool.h>
#include <stddef.h>

struct chase;

/* An item in every @stride bytes of @size, in huge pages or in small ones.  0 or -errno. */
int chase_new(struct chase **chase, size_t size, size_t stride, bool is_huge);
void chase_free(struct chase *chase);

/* Whether it got huge pages, as far as it asked for them. */
bool chase_is_huge(const struct chase *chase);

/* @n loads, from where it stopped last time. */
void chase_follow(struct chase *chase, size_t n);

/* -ENOTSUP: not known how on this architecture. */
int chase_flush_all(const struct chase *chase);
/* Likewise, and each item leaves all caches once it was read, while the next is on its way. */
void chase_follow_flushing(struct chase *chase, size_t n);

#endif
