/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "price.h"

#include <math.h>
#include <stdlib.h>

/* Above this something else was going on. */
static const double steady_pct = 20;

struct price price_unknown(const char *key)
{
	return (struct price){
		.key = key,
		.cpu = -1,
		.capacity = -1,
		.median_ns = (double)NAN,
		.min_ns = (double)NAN,
		.spread_pct = (double)NAN,
		.operations = (double)NAN,
		.instructions = (double)NAN,
		.cycles = (double)NAN,
	};
}

static int compare(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

/* At @share of the way from the first to the last, between the two that are nearest. */
static double quantile(const double *sorted, size_t n, double share)
{
	double at = share * (double)(n - 1);
	size_t below = (size_t)at;
	size_t above = below + 1 < n ? below + 1 : below;

	return sorted[below] + (at - (double)below) * (sorted[above] - sorted[below]);
}

static bool is_steady(double spread_pct)
{
	return spread_pct <= steady_pct;
}

struct price price_of(double *means_ns, size_t n)
{
	struct price price = price_unknown(NULL);

	if (n == 0)
		return price;
	qsort(means_ns, n, sizeof(*means_ns), compare);
	price.median_ns = quantile(means_ns, n, 0.5);
	price.min_ns = means_ns[0];
	if (n > 1 && price.median_ns > 0)
		price.spread_pct = 100 * (quantile(means_ns, n, 0.9) - quantile(means_ns, n, 0.1)) /
				   price.median_ns;
	price.is_disturbed = !is_steady(price.spread_pct);
	return price;
}

static double spread_ns(const struct price *price)
{
	return price->spread_pct / 100 * price->median_ns;
}

/*
 * How far the median stands above what the machine can do.  Other work makes some batches much longer, which
 * widens the spread, but the median only if it met most of them.
 */
static double doubt_ns(const struct price *price)
{
	return isnan(price->spread_pct) ? (double)NAN : price->median_ns - price->min_ns;
}

static double positive(double value)
{
	return value > 0 ? value : (double)NAN;
}

struct price price_less(const struct price *with, const struct price *without)
{
	struct price less = *with;
	double difference_ns = with->median_ns - without->median_ns;
	double noise_ns = hypot(spread_ns(with), spread_ns(without));

	less.median_ns = less.min_ns = less.spread_pct = (double)NAN;
	if (difference_ns > 0 && difference_ns > hypot(doubt_ns(with), doubt_ns(without))) {
		less.median_ns = difference_ns;
		less.min_ns = positive(fmin(with->min_ns - without->min_ns, difference_ns));
		less.spread_pct = 100 * noise_ns / difference_ns;
	}
	less.is_disturbed |= without->is_disturbed || !is_steady(less.spread_pct);
	return less;
}
