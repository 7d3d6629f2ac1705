/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A price list made by hand: what the tests of bills share. */
#ifndef OVERTOP_TESTS_PRICED_H
#define OVERTOP_TESTS_PRICED_H

#include <math.h>

#include "price_list.h"
#include "source/fingerprint.h"

/* Of no machine in particular, and empty. */
static inline void priced_init(struct price_list *list)
{
	static char cpu[] = "CPU", kernel[] = "Linux", none[] = "";
	const struct fingerprint fingerprint = {cpu, kernel, none};

	price_list_init(list, &fingerprint);
}

/* Measured in peace on CPU 1, a minute into 1970. */
static inline struct price priced(const char *key, double median_ns)
{
	struct price price = price_unknown(key);

	price.cpu = 1;
	price.median_ns = median_ns;
	price.min_ns = median_ns * 0.9;
	price.spread_pct = 10;
	price.wall_ns = 60000000000;
	return price;
}

static inline void priced_put(struct price_list *list, const char *key, double median_ns)
{
	const struct price price = priced(key, median_ns);

	price_list_put(list, &price);
}

#endif
