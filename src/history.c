/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "history.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/xalloc.h"

void history_init(struct history *history, size_t capacity)
{
	assert(capacity > 0);
	memset(history, 0, sizeof(*history));
	history->capacity = capacity;
}

void history_fini(struct history *history)
{
	free(history->moments);
	memset(history, 0, sizeof(*history));
}

/* Where the next one goes; the array grows until the ring is full. */
static struct moment *next_place(struct history *history)
{
	if (history->n_moments == history->capacity) {
		history->newest = (history->newest + 1) % history->capacity;
		return &history->moments[history->newest];
	}
	history->moments = xgrow(history->moments, &history->n_allocated, history->n_moments + 1,
				 sizeof(*history->moments));
	history->newest = history->n_moments++;
	return &history->moments[history->newest];
}

void history_add(struct history *history, const struct interval *interval)
{
	*next_place(history) = (struct moment){
		.wall_ns = interval->wall_ns,
		.is_since_boot = interval->is_since_boot,
		.seconds = interval->seconds,
		.totals = interval->totals,
		.all = interval->all,
	};
}

size_t history_count(const struct history *history)
{
	return history->n_hidden < history->n_moments ? history->n_moments - history->n_hidden : 0;
}

const struct moment *history_get(const struct history *history, size_t age)
{
	if (age >= history_count(history))
		return NULL;
	age += history->n_hidden;
	return &history->moments[(history->newest + history->n_moments - age) % history->n_moments];
}
