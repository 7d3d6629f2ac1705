/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "view/cell.h"

#include <math.h>
#include <string.h>

void cell_number(struct cell *cell, double number)
{
	cell->kind = CELL_NUMBER;
	cell->number = number;
	cell->style = isnan(number) ? STYLE_DIM : STYLE_NORMAL;
}

void cell_heat(struct cell *cell, double number, double warm, double hot)
{
	cell->kind = CELL_NUMBER;
	cell->number = number;
	cell->style = style_of_pct(number, warm, hot);
}

void cell_amount(struct cell *cell, double number)
{
	cell_heat(cell, number, (double)INFINITY, (double)INFINITY);
}

void cell_text_of(struct cell *cell, const char *text, double number)
{
	cell->number = number;
	if (!text || !*text)
		return;
	cell->kind = CELL_TEXT;
	cell->text = (struct span){.text = text, .len = strlen(text)};
}

void cell_text(struct cell *cell, const char *text)
{
	cell_text_of(cell, text, (double)NAN);
}

void cell_strip(struct cell *cell, const double *values, size_t n)
{
	cell->number = (double)NAN;
	if (!values)
		return;
	cell->kind = CELL_STRIP;
	cell->strip = values;
	cell->n_strip = n;
}

void cell_bar(struct cell *cell, double share, size_t n, struct arena *arena)
{
	double *bar = arena_alloc(arena, n, sizeof(*bar));

	if (isnan(share))
		return;
	for (size_t i = 0; i < n; i++)
		bar[i] = fmin(1, fmax(0, share * (double)n - (double)i));
	cell_strip(cell, bar, n);
}

double number_at(const void *record, size_t offset)
{
	double number;

	memcpy(&number, (const char *)record + offset, sizeof(number));
	return number;
}
