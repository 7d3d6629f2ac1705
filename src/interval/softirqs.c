/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "interval/parts.h"

#include <string.h>

#include "base/counter.h"

static long find_type(const struct softirqs *softirqs, size_t hint, const char *name)
{
	for (size_t step = 0; step < softirqs->n_types; step++) {
		size_t at = (hint + step) % softirqs->n_types;

		if (strcmp(softirqs->types[at].name, name) == 0)
			return (long)at;
	}
	return -1;
}

static uint64_t count_at(const struct softirqs *softirqs, long type, long cpu)
{
	if (type < 0 || cpu < 0)
		return COUNTER_UNKNOWN;
	return softirqs->counts[(size_t)type * softirqs->n_cpus + (size_t)cpu];
}

/* Counts of one type in the order of the interval's CPUs. */
static const double *type_counts(struct interval *interval, const struct softirqs *before,
				 const long *before_map, const struct softirqs *after,
				 const long *after_map, size_t type)
{
	double *counts = arena_alloc(&interval->arena, interval->n_cpus, sizeof(*counts));
	long then_type = before ? find_type(before, type, after->types[type].name) : -1;

	for (size_t i = 0; i < interval->n_cpus; i++) {
		uint64_t now = count_at(after, (long)type, after_map[i]);

		counts[i] =
			before ? counter_delta32(count_at(before, then_type, before_map[i]), now)
			       : counter_value(now);
	}
	return counts;
}

void interval_fill_softirqs(struct interval *interval, const struct sample *before,
			    const struct sample *after)
{
	static const struct softirqs nothing;
	const struct softirqs *now = &after->softirqs;
	const struct softirqs *then = before ? &before->softirqs : NULL;
	const long *now_map, *then_map = NULL;
	double seconds;

	if (!(after->has & NEED_SOFTIRQS))
		return;
	if (before && !(before->has & NEED_SOFTIRQS))
		then = &nothing;
	seconds = then ? interval_seconds(then->read_ns, now->read_ns) : interval->totals.uptime_s;
	now_map = interval_map_cpus(interval, now->cpus, now->n_cpus);
	if (then)
		then_map = interval_map_cpus(interval, then->cpus, then->n_cpus);
	interval->n_softirqs = now->n_types;
	interval->softirqs =
		arena_alloc(&interval->arena, now->n_types, sizeof(*interval->softirqs));
	for (size_t i = 0; i < now->n_types; i++) {
		struct softirq_interval *type = &interval->softirqs[i];
		struct hottest hottest;

		type->name = arena_strdup(&interval->arena, now->types[i].name);
		type->per_cpu = type_counts(interval, then, then_map, now, now_map, i);
		hottest = interval_hottest(type->per_cpu, interval->cpu_numbers, interval->n_cpus);
		type->total = hottest.total;
		type->per_s = hottest.total / seconds;
		type->hottest_cpu = hottest.cpu;
		type->hottest_pct = hottest.pct;
	}
}
