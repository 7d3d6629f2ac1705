/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "base/pairs.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/xalloc.h"

void pairs_fini(struct pairs *pairs)
{
	arena_fini(&pairs->arena);
	free(pairs->items);
	*pairs = (struct pairs){0};
}

void pairs_clear(struct pairs *pairs)
{
	arena_reset(&pairs->arena);
	pairs->n = 0;
}

void pairs_add(struct pairs *pairs, const char *name, const char *value, size_t len)
{
	pairs->items = xgrow(pairs->items, &pairs->capacity, pairs->n + 1, sizeof(*pairs->items));
	pairs->items[pairs->n++] = (struct pair){
		.name = name,
		.value = arena_strndup(&pairs->arena, value, len),
	};
}

void pairs_add_number(struct pairs *pairs, const char *name, long long number)
{
	char text[24];

	pairs_add(pairs, name, text, (size_t)snprintf(text, sizeof(text), "%lld", number));
}
