/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/counter.h"
#include "interval/parts.h"

/* Since when it counts is not known, but of how many periods. */
static void fill_since_made(struct cgroup_interval *row, const struct cgroup_stat *stat)
{
	double periods = counter_value(stat->periods);

	if (periods > 0)
		row->throttled_pct = 100 * counter_value(stat->throttled) / periods;
}

static void fill_rates(struct cgroup_interval *row, const struct cgroup *before,
		       const struct cgroup *after)
{
	const struct cgroup_stat *then = &before->stat, *now = &after->stat;
	double seconds = interval_seconds(before->read_ns, after->read_ns);
	double periods = counter_delta(then->periods, now->periods);

	row->cpu_pct = counter_delta(then->usage_ns, now->usage_ns) / 1e7 / seconds;
	row->periods_per_s = periods / seconds;
	/* Of no periods there is no share. */
	if (periods > 0)
		row->throttled_pct = 100 * counter_delta(then->throttled, now->throttled) / periods;
	row->throttled_ms_per_s =
		counter_delta(then->throttled_ns, now->throttled_ns) / 1e6 / seconds;
}

static int by_path(const void *path, const void *cgroup)
{
	return strcmp(path, ((const struct cgroup *)cgroup)->path);
}

/* NULL: it was not there, or it is another that has its path. */
static const struct cgroup *find(const struct sample *sample, const struct cgroup *cgroup)
{
	const struct cgroup *found;

	if (!(sample->has & NEED_CGROUPS) || !sample->cgroups.n)
		return NULL;
	found = bsearch(cgroup->path, sample->cgroups.items, sample->cgroups.n, sizeof(*found),
			by_path);
	return found && found->inode == cgroup->inode ? found : NULL;
}

void interval_fill_cgroups(struct interval *interval, const struct sample *before,
			   const struct sample *after)
{
	size_t n = after->has & NEED_CGROUPS ? after->cgroups.n : 0;

	interval->n_cgroups = n;
	interval->cgroups = arena_alloc(&interval->arena, n, sizeof(*interval->cgroups));
	for (size_t i = 0; i < n; i++) {
		const struct cgroup *now = &after->cgroups.items[i];
		const struct cgroup *then = before ? find(before, now) : NULL;
		struct cgroup_interval *row = &interval->cgroups[i];

		interval_forget(row, cgroup_fields, n_cgroup_fields);
		row->path = arena_strdup(&interval->arena, now->path);
		row->quota_cpus = now->limit.quota_cpus;
		row->period_us = now->limit.period_us;
		if (then)
			fill_rates(row, then, now);
		else if (!before)
			fill_since_made(row, &now->stat);
	}
}
