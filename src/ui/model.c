/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "ui/model.h"

/* ASCII alone: strcasecmp() would follow the locale. */
static char lower(char ch)
{
	return ch >= 'A' && ch <= 'Z' ? (char)(ch - 'A' + 'a') : ch;
}

static bool is_name(const char *a, const char *b)
{
	while (*a && lower(*a) == lower(*b)) {
		a++;
		b++;
	}
	return *a == *b;
}

int model_find_column(const struct model *model, const char *name)
{
	for (size_t i = 0; i < model->n_columns; i++)
		if (is_name(model->columns[i].key, name))
			return (int)i;
	for (size_t i = 0; i < model->n_columns; i++)
		if (is_name(model->columns[i].title, name))
			return (int)i;
	return -1;
}
