/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "ui/strip.h"

#include <math.h>

#define N_LEVELS 8

/* Unknown, then 0, then the bars. */
static const wchar_t bars_utf8[] = L" ·▁▂▃▄▅▆▇█";
static const wchar_t bars_ascii[] = L" .:-=+*#%@";

/* Position in the tables above. */
static int level_of(double value)
{
	if (isnan(value))
		return 0;
	if (value <= 0)
		return 1;
	if (value >= 1)
		return 1 + N_LEVELS;
	return 1 + (int)ceil(value * N_LEVELS);
}

/* fmax() leaves NAN out unless there is nothing else. */
static double highest(const double *values, size_t n)
{
	double most = (double)NAN;

	for (size_t i = 0; i < n; i++)
		most = fmax(most, values[i]);
	return most;
}

int strip_draw(struct grid *grid, int x, int y, int width, const double *values, size_t n,
	       bool is_ascii)
{
	int room = width < grid->width - x ? width : grid->width - x;
	const wchar_t *bars = is_ascii ? bars_ascii : bars_utf8;

	if (room <= 0)
		return 0;
	size_t cells = n < (size_t)room ? n : (size_t)room;

	for (size_t i = 0; i < cells; i++) {
		size_t first = i * n / cells, end = (i + 1) * n / cells;
		int level = level_of(highest(values + first, end - first));

		grid_put(grid, x + (int)i, y, bars[level], level > 1 ? STYLE_NORMAL : STYLE_DIM);
	}
	return (int)cells;
}
