/* SPDX-License-Identifier: GPL-2.0-or-later */
/* From the details of a row to where else what it tells of is to be seen. */
#ifndef OVERTOP_UI_JUMP_H
#define OVERTOP_UI_JUMP_H

#include "ui/navigate.h"

/* To the pane and row that the details which are open point to, if they do. */
unsigned int jump_from_details(struct navigation *nav, int unused);
/* To this pane. */
unsigned int jump_to_pane(struct navigation *nav, const struct pane *pane);

#endif
