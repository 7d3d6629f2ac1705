/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Names and values: a list that is filled, sorted and emptied again, with all its texts in one arena. */
#ifndef OVERTOP_BASE_PAIRS_H
#define OVERTOP_BASE_PAIRS_H

#include <stddef.h>

#include "base/arena.h"

struct pair {
	const char *name; /* borrowed from who added it */
	const char *value;
};

/* All zero is an empty one. */
struct pairs {
	struct arena arena;
	struct pair *items;
	size_t n, capacity;
};

void pairs_fini(struct pairs *pairs);
/* Keeps the memory. */
void pairs_clear(struct pairs *pairs);

/* Copies @value. */
void pairs_add(struct pairs *pairs, const char *name, const char *value, size_t len);
void pairs_add_number(struct pairs *pairs, const char *name, long long number);

#endif
