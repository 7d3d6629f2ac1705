/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "view/column.h"

#include <string.h>

struct column *columns_copy(struct arena *arena, const struct column *plan, size_t n)
{
	struct column *columns = arena_alloc(arena, n, sizeof(*columns));

	memcpy(columns, plan, n * sizeof(*columns));
	return columns;
}

static const struct field *find_field(const struct field *fields, size_t n, const char *key)
{
	for (size_t i = 0; i < n; i++)
		if (strcmp(fields[i].key, key) == 0)
			return &fields[i];
	return NULL;
}

void columns_complete(struct column *columns, size_t n, const struct field *fields, size_t n_fields,
		      size_t base)
{
	for (size_t i = 0; i < n; i++) {
		struct column *column = &columns[i];
		const struct field *field;

		if (column->help)
			continue;
		field = find_field(fields, n_fields, column->key);
		if (!field)
			continue;
		column->help = field->help;
		column->unit = field->unit;
		column->offset = base + field->offset;
		if (!column->title)
			column->title = field->title;
	}
}
