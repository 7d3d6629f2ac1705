/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "price_list.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/xalloc.h"
#include "source/fingerprint.h"

#define COUNT(items) (sizeof(items) / sizeof(*(items)))

static const struct member price_members[] = {
	{"key", MEMBER_TEXT, offsetof(struct price, key), .help = "what was measured"},
	{"cpu", MEMBER_ID, offsetof(struct price, cpu), .help = "the CPU it was measured on"},
	{"capacity", MEMBER_ID, offsetof(struct price, capacity),
	 .help = "how fast that CPU is, 1024 for the fastest kind (cpu_capacity)"},
	{"median_ns", MEMBER_NUMBER, offsetof(struct price, median_ns),
	 .help = "the price of one operation: the median of batches"},
	{"min_ns", MEMBER_NUMBER, offsetof(struct price, min_ns), .help = "the quickest batch"},
	{"spread_pct", MEMBER_NUMBER, offsetof(struct price, spread_pct),
	 .help = "90th less 10th percentile of batches, in percent of the median"},
	{"operations", MEMBER_NUMBER, offsetof(struct price, operations),
	 .help = "how many were measured"},
	{"instructions", MEMBER_NUMBER, offsetof(struct price, instructions),
	 .help = "of one operation, user and kernel"},
	{"cycles", MEMBER_NUMBER, offsetof(struct price, cycles),
	 .help = "of one operation, user and kernel"},
	{"is_disturbed", MEMBER_BOOL, offsetof(struct price, is_disturbed),
	 .help = "something else ran on the CPU meanwhile, or batches differ by more than 20%"},
	{"time", MEMBER_TIME, offsetof(struct price, wall_ns), .help = "when it was measured, UTC"},
};

static const struct shape price_shape = {
	.name = "price",
	.size = sizeof(struct price),
	.members = price_members,
	.n_members = COUNT(price_members),
};

static const struct member list_members[] = {
	{"overtop_prices", MEMBER_INT, offsetof(struct price_list, format),
	 .help = "version of the format: 1"},
	{"cpu_model", MEMBER_TEXT, offsetof(struct price_list, cpu_model),
	 .help = "what the CPU calls itself (/proc/cpuinfo)"},
	{"kernel", MEMBER_TEXT, offsetof(struct price_list, kernel),
	 .help = "release and version of the kernel (uname -rv)"},
	{"mitigations", MEMBER_TEXT, offsetof(struct price_list, mitigations),
	 .help = "what the kernel does against faults of the CPU (/sys/devices/system/cpu/"
		 "vulnerabilities)"},
	{"prices", MEMBER_ROWS, offsetof(struct price_list, prices),
	 .n_offset = offsetof(struct price_list, n_prices), .shape = &price_shape,
	 .help = "each price, once per kind of CPU"},
};

const struct shape price_list_shape = {
	.name = "price_list",
	.size = sizeof(struct price_list),
	.members = list_members,
	.n_members = COUNT(list_members),
};

void price_list_init(struct price_list *list, const struct fingerprint *fingerprint)
{
	*list = (struct price_list){.format = 1};
	arena_init(&list->arena);
	list->cpu_model = arena_strdup(&list->arena, fingerprint->cpu_model);
	list->kernel = arena_strdup(&list->arena, fingerprint->kernel);
	list->mitigations = arena_strdup(&list->arena, fingerprint->mitigations);
}

void price_list_fini(struct price_list *list)
{
	free(list->prices);
	arena_fini(&list->arena);
}

static struct price *find(const struct price_list *list, const char *key, int capacity)
{
	for (size_t i = 0; i < list->n_prices; i++)
		if (strcmp(list->prices[i].key, key) == 0 && list->prices[i].capacity == capacity)
			return &list->prices[i];
	return NULL;
}

const struct price *price_list_find(const struct price_list *list, const char *key, int capacity)
{
	for (size_t i = 0; capacity < 0 && i < list->n_prices; i++)
		if (strcmp(list->prices[i].key, key) == 0)
			return &list->prices[i];
	return find(list, key, capacity);
}

void price_list_put(struct price_list *list, const struct price *price)
{
	struct price *old = find(list, price->key, price->capacity);
	const char *key;

	if (!old) {
		list->prices = xgrow(list->prices, &list->capacity, list->n_prices + 1,
				     sizeof(*list->prices));
		old = &list->prices[list->n_prices++];
		*old = price_unknown(arena_strdup(&list->arena, price->key));
	}
	if (!isnan(old->median_ns) && (isnan(price->median_ns) || price->wall_ns < old->wall_ns))
		return;
	key = old->key;
	*old = *price;
	old->key = key;
}
