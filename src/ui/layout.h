/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Sizes to rectangles, and nothing else.
 *
 * A stack of blocks fills an area from the top.  Each block wants some lines (its title line
 * included) and can live with fewer; the main block takes what is left.  Blocks marked to stand beside the
 * one before share its lines when the area is wide enough, else they follow it.  When there is not room
 * for all, blocks leave from the bottom, the main one last of all.
 */
#ifndef OVERTOP_UI_LAYOUT_H
#define OVERTOP_UI_LAYOUT_H

#include <stdbool.h>
#include <stddef.h>

#include "ui/grid.h"

struct layout_wish {
	int min_height;  /* below this it is not shown */
	int want_height; /* more than this is waste; ignored for the main block */
	bool is_main;
	bool is_beside; /* to the right of the block before it, from @min_width_beside cells on */
	int min_width_beside;
};

/* Fills @rects[n]; a block that is not shown has height 0. */
void layout_stack(struct rect area, const struct layout_wish *wishes, size_t n, struct rect *rects);

struct layout_screen {
	struct rect header; /* 2 lines; 1 or 0 on a tiny screen */
	struct rect body;
	struct rect footer; /* 1 line, 0 on a tiny screen */
};

struct layout_screen layout_screen(int width, int height);

#endif
