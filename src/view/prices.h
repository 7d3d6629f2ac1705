/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The price list as it stands in the bill: those that the bill is made of first, and beside each what it was
 * on other machines.
 */
#ifndef OVERTOP_VIEW_PRICES_H
#define OVERTOP_VIEW_PRICES_H

#include "pane/pane.h"

void prices_build(const struct view *view, struct arena *arena, struct model *model);

#endif
