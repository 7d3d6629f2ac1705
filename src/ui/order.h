/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Which rows of a model, in which order: pinned first, then those that pass the filter, sorted by a
 * column.  Numbers sort from the largest, text from A; unknown comes last either way; equal rows keep
 * the order of the model.
 */
#ifndef OVERTOP_UI_ORDER_H
#define OVERTOP_UI_ORDER_H

#include <regex.h>
#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "ui/model.h"

struct order {
	const size_t *rows; /* of the model */
	size_t n_rows;
	int column; /* sorted by; -1: none */
};

/*
 * How finely rows are told apart: on a screen, percentages that are written alike are alike, and small
 * ones nearly so, that rows do not change places for what nobody minds.
 */
enum order_grain { ORDER_EXACT, ORDER_AS_SHOWN };

/* @sort_key NULL: the model's own.  @filter NULL: all; else matched against every cell, as order_row_matches() does. */
struct order order_rows(const struct model *model, const char *sort_key, bool is_reversed,
			enum order_grain grain, const regex_t *filter, struct arena *arena);

bool order_text_matches(struct span text, const regex_t *regex);
/* Does any text of the row match, or all of a number that names something (PID, CPU), on screen or not? */
bool order_row_matches(const struct model *model, size_t row, const regex_t *regex);

#endif
