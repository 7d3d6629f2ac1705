/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Thresholds: as the rules have them, or as somebody wants them. */
#include "config.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/xalloc.h"
#include "rule/engine.h"

/* Of all rules, one table after the other. */
struct tuning {
	size_t n;
	double values[];
};

/* Of what stands already a threshold asks for so much of itself. */
static const double eased_share = 0.8;

static size_t count_thresholds(const struct rule *before)
{
	size_t n = 0;

	for (size_t i = 0; i < n_rules && rules[i] != before; i++)
		n += rules[i]->n_thresholds;
	return n;
}

struct tuning *tuning_new(void)
{
	const size_t n = count_thresholds(NULL);
	struct tuning *tuning = xmalloc(sizeof(*tuning) + xalloc_size(n, sizeof(double)));
	size_t at = 0;

	tuning->n = n;
	for (size_t i = 0; i < n_rules; i++)
		for (size_t k = 0; k < rules[i]->n_thresholds; k++)
			tuning->values[at++] = rules[i]->thresholds[k].value;
	return tuning;
}

void tuning_free(struct tuning *tuning)
{
	free(tuning);
}

static bool is_named(const struct rule *rule, size_t threshold, const char *name, size_t len)
{
	const char *own = rule->thresholds[threshold].name;
	size_t id_len = strlen(rule->id), own_len = strlen(own);

	return len == id_len + 1 + own_len && memcmp(name, rule->id, id_len) == 0 &&
	       name[id_len] == '.' && memcmp(name + id_len + 1, own, own_len) == 0;
}

int tuning_set(struct tuning *tuning, const char *name, size_t len, double value)
{
	size_t at = 0;

	for (size_t i = 0; i < n_rules; i++)
		for (size_t k = 0; k < rules[i]->n_thresholds; k++, at++) {
			if (!is_named(rules[i], k, name, len))
				continue;
			if (!isfinite(value) || value < 0)
				return -EINVAL;
			tuning->values[at] = value;
			return 0;
		}
	return -ENOENT;
}

static double eased(double value, enum bound bound)
{
	return bound == AT_LEAST ? value * eased_share : value / eased_share;
}

const double *tuning_thresholds(const struct tuning *tuning, const struct rule *rule, bool is_eased,
				struct arena *arena)
{
	double *values = arena_alloc(arena, rule->n_thresholds, sizeof(*values));
	const double *tuned = tuning ? tuning->values + count_thresholds(rule) : NULL;

	for (size_t i = 0; i < rule->n_thresholds; i++) {
		values[i] = tuned ? tuned[i] : rule->thresholds[i].value;
		if (is_eased)
			values[i] = eased(values[i], rule->thresholds[i].bound);
	}
	return values;
}
