/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "report/counts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/xalloc.h"

void counts_init(struct counts *counts, size_t most_items)
{
	*counts = (struct counts){.most_items = most_items};
}

void counts_fini(struct counts *counts)
{
	for (size_t i = 0; i < counts->n_items; i++) {
		struct count *count = &counts->items[i];

		free(count->label);
		free(count->name);
		free(count->per_cpu);
		cpuset_fini(&count->asked);
		cpuset_fini(&count->effective);
	}
	free(counts->items);
	memset(counts, 0, sizeof(*counts));
}

struct count *counts_item(struct counts *counts, size_t hint, const char *label, const char *name)
{
	struct count *count;

	for (size_t step = 0; step < counts->n_items; step++) {
		count = &counts->items[(hint + step) % counts->n_items];
		if (strcmp(count->label, label) == 0 && strcmp(count->name, name) == 0)
			return count;
	}
	if (counts->n_items == counts->most_items)
		return NULL;
	counts->items = xgrow(counts->items, &counts->capacity, counts->n_items + 1,
			      sizeof(*counts->items));
	count = &counts->items[counts->n_items++];
	*count = (struct count){
		.label = xstrdup(label),
		.name = xstrdup(name),
		.total = (double)NAN,
		.highest_per_s = (double)NAN,
	};
	return count;
}

/* The total of this CPU, 0 at first. */
static double *total_of(struct count *count, int cpu)
{
	size_t low = 0, high = count->n_cpus;

	while (low < high) {
		size_t middle = (low + high) / 2;

		if (count->per_cpu[middle].cpu < cpu)
			low = middle + 1;
		else
			high = middle;
	}
	if (low == count->n_cpus || count->per_cpu[low].cpu != cpu) {
		count->per_cpu = xgrow(count->per_cpu, &count->cpus_capacity, count->n_cpus + 1,
				       sizeof(*count->per_cpu));
		memmove(&count->per_cpu[low + 1], &count->per_cpu[low],
			(count->n_cpus - low) * sizeof(*count->per_cpu));
		count->per_cpu[low] = (struct cpu_count){.cpu = cpu};
		count->n_cpus++;
	}
	return &count->per_cpu[low].total;
}

void count_add(struct count *count, double total, double per_s, const double *per_cpu,
	       const int *cpus, size_t n_cpus)
{
	if (isnan(total))
		return;
	count->total = isnan(count->total) ? total : count->total + total;
	count->highest_per_s = fmax(count->highest_per_s, per_s);
	for (size_t i = 0; per_cpu && i < n_cpus; i++)
		if (per_cpu[i] > 0)
			*total_of(count, cpus[i]) += per_cpu[i];
}

int count_hottest(const struct count *count, double *pct)
{
	int hottest = -1;
	double most = 0;

	for (size_t i = 0; i < count->n_cpus; i++)
		if (count->per_cpu[i].total > most) {
			most = count->per_cpu[i].total;
			hottest = count->per_cpu[i].cpu;
		}
	*pct = hottest < 0 ? (double)NAN : 100 * most / count->total;
	return hottest;
}

static int by_total(const void *a, const void *b)
{
	const struct count *const *x = a, *const *y = b;

	return ((*x)->total < (*y)->total) - ((*x)->total > (*y)->total);
}

size_t counts_top(const struct counts *counts, const struct count **top, size_t most)
{
	const struct count **all = xcalloc(counts->n_items + 1, sizeof(*all));
	size_t n = 0;

	for (size_t i = 0; i < counts->n_items; i++)
		if (counts->items[i].total > 0)
			all[n++] = &counts->items[i];
	qsort(all, n, sizeof(*all), by_total);
	if (n > most)
		n = most;
	for (size_t i = 0; i < n; i++)
		top[i] = all[i];
	free(all);
	return n;
}
