/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Rows × columns, asked cell by cell: what a pane hands to the screen and to batch output.
 *
 * A model is lazy: with 30,000 rows only those on screen are ever asked for their text.  It and
 * everything it points to live in the arena it was built in.
 */
#ifndef OVERTOP_UI_MODEL_H
#define OVERTOP_UI_MODEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/scan.h"
#include "field.h"
#include "ui/style.h"

enum cell_kind {
	CELL_EMPTY,  /* does not apply: blank on screen, "-" in batch output */
	CELL_NUMBER, /* NAN: unknown, "-" */
	CELL_TEXT,
	CELL_STRIP,
};

struct cell {
	enum cell_kind kind;
	enum style style;
	double number;       /* CELL_NUMBER; for the others what to sort by, or NAN */
	struct span text;    /* CELL_TEXT: raw, borrowed */
	const double *strip; /* CELL_STRIP: 0..1 each */
	size_t n_strip;
	int depth; /* CELL_TEXT in a tree: how far to indent */
};

struct column {
	const char *key;   /* for --sort */
	const char *title; /* not translated */
	enum unit unit;
	const char *help; /* N_() */
	int priority;     /* 0 never leaves; the highest leaves first when the screen is narrow */
	int min_width;    /* 0: that of the title */
	bool is_left;     /* text, left-justified */
	bool grows;       /* takes what width is left; at most one, the last */
	int max_width;    /* 0: that of the cells; longer text is cut on a screen */
	size_t offset;    /* for the pane: where its record holds the number */
};

struct model {
	const struct column *columns;
	size_t n_columns;
	size_t n_rows;
	/* Fills @cell, which is all zero. */
	void (*cell)(const struct model *model, size_t row, size_t column, struct cell *cell);
	/* Names the row across refreshes, for the selection; NULL: its position. */
	uint64_t (*row_id)(const struct model *model, size_t row);
	const void *data;
	/* A selected row that is gone leaves none selected, not the one that takes its place. */
	bool lets_go;
	/* Rows at the top that stay there whatever is sorted, and are never filtered ("all"). */
	size_t n_pinned;
	bool is_ordered; /* rows have an order of their own (tree, history): not sorted */
	const char *
		sort_key; /* column to sort by unless the user says otherwise; NULL: as they come */
	/*
	 * On a screen, what tells apart rows written alike, the most first: a number that changes slowly, so
	 * that they stand still; NULL: as they come.
	 */
	double (*tie)(const struct model *model, size_t row);
	const char *note; /* said in place of rows when there are none, translated; NULL */
};

/* The column with this key or title, whatever the case; -1. */
int model_find_column(const struct model *model, const char *name);

#endif
