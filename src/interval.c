/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "interval.h"

#include <math.h>
#include <string.h>

#include "base/counter.h"
#include "interval/parts.h"
#include "sample.h"

void interval_init(struct interval *interval)
{
	memset(interval, 0, sizeof(*interval));
	arena_init(&interval->arena);
}

void interval_fini(struct interval *interval)
{
	arena_fini(&interval->arena);
}

double interval_seconds(uint64_t before_ns, uint64_t after_ns)
{
	if (!before_ns || after_ns <= before_ns)
		return (double)NAN;
	return (double)(after_ns - before_ns) / 1e9;
}

struct hottest interval_hottest(const double *per_cpu, const int *cpus, size_t n)
{
	struct hottest hottest = {.total = (double)NAN, .cpu = -1, .pct = (double)NAN};
	double most = 0;

	for (size_t i = 0; i < n; i++) {
		if (isnan(per_cpu[i]))
			continue;
		hottest.total = isnan(hottest.total) ? per_cpu[i] : hottest.total + per_cpu[i];
		if (per_cpu[i] > most) {
			most = per_cpu[i];
			hottest.cpu = cpus[i];
		}
	}
	if (hottest.cpu >= 0)
		hottest.pct = 100 * most / hottest.total;
	return hottest;
}

/* Both lists ascend in practice, so the search nearly always ends at its first step. */
const long *interval_map_cpus(struct interval *interval, const int *cpus, size_t n)
{
	long *map = arena_alloc(&interval->arena, interval->n_cpus, sizeof(*map));
	size_t next = 0;

	for (size_t i = 0; i < interval->n_cpus; i++) {
		map[i] = -1;
		for (size_t step = 0; step < n && map[i] < 0; step++) {
			size_t at = (next + step) % n;

			if (cpus[at] == interval->cpu_numbers[i]) {
				map[i] = (long)at;
				next = at + 1;
			}
		}
	}
	return map;
}

/* Rows of /proc/stat decide; a dump without one shows the CPUs of its interrupts or softirqs. */
void interval_fill_cpu_numbers(struct interval *interval, const struct sample *after)
{
	const struct procstat *stat = &after->stat;
	const int *from = NULL;
	size_t n = 0;

	if ((after->has & NEED_STAT) && stat->n_cpus) {
		n = stat->n_cpus;
	} else if (after->has & NEED_INTERRUPTS) {
		from = after->interrupts.cpus;
		n = after->interrupts.n_cpus;
	} else if (after->has & NEED_SOFTIRQS) {
		from = after->softirqs.cpus;
		n = after->softirqs.n_cpus;
	}
	interval->n_cpus = n;
	interval->cpu_numbers = arena_alloc(&interval->arena, n, sizeof(int));
	for (size_t i = 0; i < n; i++)
		interval->cpu_numbers[i] = from ? from[i] : stat->cpus[i].cpu;
}

void interval_forget(void *record, const struct field *fields, size_t n_fields)
{
	for (size_t i = 0; i < n_fields; i++)
		*(double *)(void *)((char *)record + fields[i].offset) = (double)NAN;
}

static void forget(struct interval *interval)
{
	struct arena arena = interval->arena;

	arena_reset(&arena);
	memset(interval, 0, sizeof(*interval));
	interval->arena = arena;
}

void interval_between(struct interval *interval, const struct sample *before,
		      const struct sample *after)
{
	forget(interval);
	interval->is_since_boot = !before;
	interval->is_live = after->is_live;
	interval->wall_ns = after->wall_ns;
	interval->ticks_per_s = after->ticks_per_s;
	interval->pressure = after->pressure;
	interval_fill_cpu_numbers(interval, after);
	interval_fill_totals(interval, before, after);
	interval_fill_softirqs(interval, before, after);
	interval_fill_irqs(interval, before, after);
	interval_fill_cpus(interval, before, after);
	interval_fill_tasks(interval, before, after);
	interval_fill_exits(interval, before, after);
	interval_fill_owners(interval, before, after);
	interval_fill_network(interval, before, after);
	interval_fill_cgroups(interval, before, after);
	interval_round(interval);
}
