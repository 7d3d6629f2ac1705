/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Batch output: a pane's main block as a table of text, with "# NAME seconds=S time=T" over it. */
#ifndef OVERTOP_OUTPUT_TEXT_H
#define OVERTOP_OUTPUT_TEXT_H

#include <regex.h>
#include <stdio.h>

#include "base/arena.h"
#include "pane/pane.h"

/* @sort_key NULL: the pane's own order.  @filter NULL: all rows. */
void text_pane(FILE *out, const struct pane *pane, const struct view *view, const char *sort_key,
	       const regex_t *filter, struct arena *arena);

#endif
