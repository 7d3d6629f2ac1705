/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "report/bill_sums.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/xalloc.h"
#include "bill.h"

void bill_sums_fini(struct bill_sums *sums)
{
	for (size_t i = 0; i < sums->n_items; i++) {
		free(sums->items[i].key);
		free(sums->items[i].title);
	}
	free(sums->items);
	*sums = (struct bill_sums){0};
}

/* Few have a price: a handful of items. */
static struct bill_sum *sum_of(struct bill_sums *sums, const struct bill_item *item)
{
	struct bill_sum *sum;

	for (size_t i = 0; i < sums->n_items; i++)
		if (strcmp(sums->items[i].key, item->key) == 0)
			return &sums->items[i];
	sums->items = xgrow(sums->items, &sums->capacity, sums->n_items + 1, sizeof(*sums->items));
	sum = &sums->items[sums->n_items++];
	*sum = (struct bill_sum){.key = xstrdup(item->key), .title = xstrdup(item->title)};
	return sum;
}

static void add_item(struct bill_sums *sums, const struct bill_item *item, double seconds)
{
	struct bill_sum *sum;

	if (isnan(item->low_ms) && isnan(item->high_ms))
		return;
	sum = sum_of(sums, item);
	sum->n += item->per_s * seconds;
	sum->low_s += item->low_ms / 1e3 * seconds;
	sum->high_s += item->high_ms / 1e3 * seconds;
	if (item->low_ms > sum->highest_ms)
		sum->highest_ms = item->low_ms;
}

void bill_sums_add(struct bill_sums *sums, const struct bill *bill, double seconds)
{
	sums->seconds += seconds;
	add_item(sums, &bill->total, seconds);
	for (size_t i = 0; i < bill->n_items; i++)
		add_item(sums, &bill->items[i], seconds);
}
