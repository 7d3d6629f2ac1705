/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Filling the cells of a model: what kind it is and how it looks, the same in all panes. */
#ifndef OVERTOP_VIEW_CELL_H
#define OVERTOP_VIEW_CELL_H

#include <stddef.h>

#include "base/arena.h"
#include "ui/model.h"

/* A number that names or counts something; NAN: unknown. */
void cell_number(struct cell *cell, double number);

/* How much of something happened: dim when nothing did, WARM and HOT from these values on. */
void cell_heat(struct cell *cell, double number, double warm, double hot);
/* The same where no amount is too much. */
void cell_amount(struct cell *cell, double number);

/* Raw text, borrowed; empty when @text is NULL or "". */
void cell_text(struct cell *cell, const char *text);
/* The same, sorted by @number. */
void cell_text_of(struct cell *cell, const char *text, double number);

/* @values in 0..1, borrowed; empty when @values is NULL. */
void cell_strip(struct cell *cell, const double *values, size_t n);

/* @share in 0..1 as a bar that lies, of @n cells; empty when it is NAN. */
void cell_bar(struct cell *cell, double share, size_t n, struct arena *arena);

/* The member of type double of @record at @offset, which a completed column gives. */
double number_at(const void *record, size_t offset);

#endif
