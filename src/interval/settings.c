/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/pairs.h"
#include "base/scan.h"
#include "interval.h"

static int compare_names(const void *a, const void *b)
{
	return strcmp(((const struct setting *)a)->name, ((const struct setting *)b)->name);
}

void interval_add_settings(struct interval *interval, const struct pairs *const lists[], size_t n)
{
	size_t n_settings = 0;

	for (size_t i = 0; i < n; i++)
		n_settings += lists[i]->n;
	interval->settings = arena_alloc(&interval->arena, n_settings, sizeof(*interval->settings));
	interval->n_settings = 0;
	for (size_t i = 0; i < n; i++)
		for (size_t j = 0; j < lists[i]->n; j++)
			interval->settings[interval->n_settings++] = (struct setting){
				.name = arena_strdup(&interval->arena, lists[i]->items[j].name),
				.value = arena_strdup(&interval->arena, lists[i]->items[j].value),
			};
	qsort(interval->settings, n_settings, sizeof(*interval->settings), compare_names);
}

static int by_name(const void *name, const void *setting)
{
	return strcmp(name, ((const struct setting *)setting)->name);
}

const char *interval_setting(const struct interval *interval, const char *name)
{
	const struct setting *found;

	if (!interval->n_settings)
		return NULL;
	found = bsearch(name, interval->settings, interval->n_settings, sizeof(*interval->settings),
			by_name);
	return found ? found->value : NULL;
}

double interval_setting_number(const struct interval *interval, const char *name)
{
	const char *value = interval_setting(interval, name);
	struct scan scan = scan_of(value ? value : "", value ? strlen(value) : 0);
	double number;

	if (!value || !scan_decimal(&scan, &number) || !scan_is_at_end(&scan))
		return (double)NAN;
	return number;
}
