/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A pane's columns, out of its plan and the field tables of interval.h.
 *
 * A plan is a table of columns.  One that shows a plain number of the pane's record gives its key and
 * its place on the screen only; what it leaves out comes from the field with that key, so that titles
 * and help stand once, beside the record.
 */
#ifndef OVERTOP_VIEW_COLUMN_H
#define OVERTOP_VIEW_COLUMN_H

#include <stddef.h>

#include "base/arena.h"
#include "ui/model.h"

/* A copy of the plan, to be completed and changed. */
struct column *columns_copy(struct arena *arena, const struct column *plan, size_t n);

/*
 * Completes the columns that have no help yet and whose key is in @fields: unit, help, the offset in
 * a record that holds the fields' record at @base, and the title unless the plan has its own.
 */
void columns_complete(struct column *columns, size_t n, const struct field *fields, size_t n_fields,
		      size_t base);

#endif
