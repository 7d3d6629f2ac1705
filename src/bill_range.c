/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Which prices make the cost of one, at least and at most. */
#include "config.h"

#include <math.h>
#include <string.h>

#include "bill.h"
#include "interval.h"
#include "price_list.h"

/* Which prices an item may have: the lowest of the ones, the highest of the others. */
enum { MOST_ENDS = 2 };

static const struct tariff {
	const char *key; /* of the item */
	const char *lows[MOST_ENDS], *highs[MOST_ENDS];
} tariffs[] = {
	/* Who yields or is preempted hands nothing over: that may cost less than a token's way. */
	{"cs", {"switch.thread", "yield"}, {"switch.process", "switch.ring.16x64"}},
	{"fault", {"fault.minor"}, {"fault.minor"}},
	{"fork", {"fork"}, {"fork", "exec"}},
	{"softirq.net_rx", {"softirq.net_rx"}, {"softirq.net_rx"}},
};

enum { N_TARIFFS = sizeof(tariffs) / sizeof(*tariffs) };

static bool is_same(const char *key, const char *other)
{
	return other && strcmp(key, other) == 0;
}

/* What was disturbed may have seemed dearer than it is, or cheaper. */
static double least_of(const struct price *price)
{
	return price->is_disturbed && !isnan(price->min_ns) ? price->min_ns : price->median_ns;
}

/*
 * As far above the median as the quickest batch is below it.  Half the spread would be too much: a few batches
 * in which something else had the CPU widen it, but move neither the median nor the minimum.
 */
static double most_of(const struct price *price)
{
	return price->median_ns + (price->median_ns - least_of(price));
}

/* Whose prices are asked for: of CPUs of this capacity; -1: of all. */
struct shop {
	const struct price_list *prices; /* NULL: none */
	int capacity;
};

static bool sells(const struct shop *shop, const struct price *price, const char *key)
{
	return is_same(price->key, key) &&
	       (shop->capacity < 0 || shop->capacity == price->capacity);
}

static double lowest_ns(const struct shop *shop, const char *const keys[MOST_ENDS])
{
	const struct price_list *list = shop->prices;
	double ns = (double)NAN;

	for (size_t i = 0; list && i < list->n_prices; i++)
		for (size_t k = 0; k < MOST_ENDS; k++)
			if (sells(shop, &list->prices[i], keys[k]))
				ns = fmin(ns, least_of(&list->prices[i]));
	return ns;
}

static double highest_ns(const struct shop *shop, const char *const keys[MOST_ENDS])
{
	const struct price_list *list = shop->prices;
	double ns = (double)NAN;

	for (size_t i = 0; list && i < list->n_prices; i++)
		for (size_t k = 0; k < MOST_ENDS; k++)
			if (sells(shop, &list->prices[i], keys[k]))
				ns = fmax(ns, most_of(&list->prices[i]));
	return ns;
}

/* The low end is of the prices that say so; without one nothing is known to be below the high end. */
static struct bill_range range_of(const struct shop *shop, const struct tariff *tariff)
{
	struct bill_range range = {
		lowest_ns(shop, tariff->lows),
		highest_ns(shop, tariff->highs),
	};

	/* Two of which the dearer was measured as the cheaper are the same. */
	if (!isnan(range.high_ns))
		range.high_ns = fmax(range.low_ns, range.high_ns);
	return range;
}

struct bill_range bill_range(const struct price_list *prices, const char *key, int capacity)
{
	const struct shop shop = {prices, capacity}, all_shops = {prices, -1};
	struct bill_range range = {(double)NAN, (double)NAN};

	for (size_t i = 0; i < N_TARIFFS; i++) {
		if (strcmp(tariffs[i].key, key) != 0)
			continue;
		range = range_of(&shop, &tariffs[i]);
		if (isnan(range.low_ns) && isnan(range.high_ns))
			range = range_of(&all_shops, &tariffs[i]);
	}
	return range;
}

struct bill_range bill_switch(const struct price_list *prices)
{
	return bill_range(prices, "cs", -1);
}

bool bill_uses(const char *key)
{
	for (size_t i = 0; i < N_TARIFFS; i++)
		for (size_t k = 0; k < MOST_ENDS; k++)
			if (is_same(key, tariffs[i].lows[k]) || is_same(key, tariffs[i].highs[k]))
				return true;
	return false;
}

double bill_pct(double per_s, double ns)
{
	return per_s * ns / 1e9 * 100;
}

static double capped(double pct, double most)
{
	return pct > most ? fmax(most, 0) : pct;
}

double bill_most_pct(const struct cpu_interval *cpu, double pct)
{
	return capped(pct, cpu->busy);
}

double bill_least_pct(const struct cpu_interval *cpu, double pct)
{
	return capped(bill_most_pct(cpu, pct), cpu->busy - cpu->us - cpu->ni);
}
