/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A strip: one cell per CPU whose height is that CPU's share.  With more CPUs than cells, each cell
 * shows the highest of its CPUs, so that a hot one is never averaged away.
 */
#ifndef OVERTOP_UI_STRIP_H
#define OVERTOP_UI_STRIP_H

#include <stdbool.h>
#include <stddef.h>

#include "ui/grid.h"

/*
 * @values in 0..1 (NAN: unknown, drawn as a blank), @n of them, in at most @width cells from @x.
 * Anything above 0 shows at least the lowest bar.  Returns the cells taken.
 */
int strip_draw(struct grid *grid, int x, int y, int width, const double *values, size_t n,
	       bool is_ascii);

#endif
