/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "join/load.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/scan.h"

const struct softirq_interval *load_softirq(const struct interval *interval, const char *name)
{
	for (size_t i = 0; i < interval->n_softirqs; i++)
		if (strcmp(interval->softirqs[i].name, name) == 0)
			return &interval->softirqs[i];
	return NULL;
}

static int by_number(const void *cpu, const void *number)
{
	return *(const int *)cpu - *(const int *)number;
}

/* NULL: there is no such CPU. */
static struct cpu_load *load_of(struct cpu_load *loads, const struct interval *interval, int cpu)
{
	const int *found = interval->n_cpus ? bsearch(&cpu, interval->cpu_numbers, interval->n_cpus,
						      sizeof(int), by_number)
					    : NULL;

	return found ? &loads[found - interval->cpu_numbers] : NULL;
}

static void add_packets(struct cpu_load *loads, const struct interval *interval)
{
	double all = 0;

	for (size_t i = 0; i < interval->n_softnets; i++) {
		const struct softnet_interval *softnet = &interval->softnets[i];
		struct cpu_load *load = load_of(loads, interval, softnet->cpu);

		if (!load)
			continue;
		load->softnet = softnet;
		load->packets_per_s = softnet->processed_per_s;
		all += softnet->processed_per_s;
	}
	for (size_t i = 0; i < interval->n_cpus; i++)
		loads[i].packets_pct = all > 0 ? 100 * loads[i].packets_per_s / all : (double)NAN;
}

/* "ksoftirqd/12" */
static void add_ksoftirqds(struct cpu_load *loads, const struct interval *interval)
{
	static const char begin[] = "ksoftirqd/";
	const size_t len = sizeof(begin) - 1;

	for (size_t i = 0; i < interval->n_threads; i++) {
		const struct task_interval *task = &interval->threads[i];
		struct cpu_load *load;
		uint64_t cpu;

		if (!task->is_kernel || strncmp(task->name, begin, len) != 0)
			continue;

		struct scan scan = scan_of(task->name + len, strlen(task->name + len));

		if (!scan_u64(&scan, &cpu) || !scan_is_at_end(&scan) || cpu > CPUSET_MAX)
			continue;
		load = load_of(loads, interval, (int)cpu);
		if (load)
			load->ksoftirqd = task;
	}
}

static bool is_net_rx(const struct softirq_interval *type)
{
	return strcmp(type->name, "NET_RX") == 0;
}

/* One NET_RX takes in many packets: their type weighs as much as there are packets. */
static double weight_of(const struct softirq_interval *type, const struct cpu_load *load,
			double per_s)
{
	return is_net_rx(type) && load->packets_per_s > per_s ? load->packets_per_s : per_s;
}

static void find_type(struct cpu_load *load, const struct interval *interval, size_t position)
{
	double most = 0, all = 0;

	for (size_t i = 0; i < interval->n_softirqs; i++) {
		const struct softirq_interval *type = &interval->softirqs[i];
		double count = type->per_cpu ? type->per_cpu[position] : (double)NAN;
		double per_s = type->total > 0 ? type->per_s * (count / type->total) : 0;
		double weight = weight_of(type, load, per_s);

		all += weight > 0 ? weight : 0;
		if (!(weight > most))
			continue;
		most = weight;
		load->type = type;
		load->type_per_s = per_s;
		load->share_pct = 100 * count / type->total;
		load->is_receiving = is_net_rx(type);
	}
	/* A CPU that only gives packets to others (RPS) has as many NET_RX as they. */
	if (load->is_receiving && !isnan(load->packets_pct))
		load->share_pct = load->packets_pct;
	load->type_pct = all > 0 ? 100 * most / all : (double)NAN;
}

/* By its share of the packets, for nothing tells whose the rest of the time was. */
static void estimate(struct cpu_load *load, const struct interval *interval,
		     const struct cpu_interval *cpu)
{
	double nobodys = interval->totals.unowned_pct * load->packets_pct / 100;
	double pct = fmax(load->ksoftirqd ? load->ksoftirqd->cpu_pct : (double)NAN, nobodys);

	if (load->ksoftirqd && nobodys > 0)
		pct = load->ksoftirqd->cpu_pct + nobodys;
	pct = fmin(pct, cpu->busy);
	if (!(pct > load->si_pct))
		return;
	load->si_pct = pct;
	load->is_estimate = true;
}

static int ascending(const void *a, const void *b)
{
	double one = *(const double *)a, other = *(const double *)b;

	return (one > other) - (one < other);
}

/* What is known, ascending. */
static size_t sort_known(const double *values, size_t n, double *sorted)
{
	size_t n_known = 0;

	for (size_t i = 0; i < n; i++)
		if (!isnan(values[i]))
			sorted[n_known++] = values[i];
	if (n_known > 1)
		qsort(sorted, n_known, sizeof(*sorted), ascending);
	return n_known;
}

/* The lower one of all but one that has @own; NAN: there are no others. */
static double median_of_others(const double *sorted, size_t n, double own)
{
	size_t middle = n < 2 ? 0 : (n - 2) / 2;

	if (n < 2)
		return (double)NAN;
	return sorted[middle] < own ? sorted[middle] : sorted[middle + 1];
}

static void find_medians(struct cpu_load *loads, size_t n, struct arena *arena)
{
	double *values = arena_alloc(arena, n, sizeof(*values));
	double *sorted = arena_alloc(arena, n, sizeof(*sorted));
	size_t n_known;

	for (size_t i = 0; i < n; i++)
		values[i] = loads[i].si_pct;
	n_known = sort_known(values, n, sorted);
	for (size_t i = 0; i < n; i++)
		loads[i].others_si_pct = median_of_others(sorted, n_known, values[i]);
	for (size_t i = 0; i < n; i++)
		values[i] = loads[i].packets_per_s;
	n_known = sort_known(values, n, sorted);
	for (size_t i = 0; i < n; i++)
		loads[i].others_packets_per_s = median_of_others(sorted, n_known, values[i]);
}

struct cpu_load *loads_of(const struct interval *interval, struct arena *arena)
{
	struct cpu_load *loads = arena_alloc(arena, interval->n_cpus, sizeof(*loads));

	for (size_t i = 0; i < interval->n_cpus; i++)
		loads[i] = (struct cpu_load){
			.cpu = interval->cpu_numbers[i],
			.packets_per_s = (double)NAN,
			.packets_pct = (double)NAN,
			.share_pct = (double)NAN,
			.si_pct = interval->cpus[i].si,
		};
	add_packets(loads, interval);
	add_ksoftirqds(loads, interval);
	for (size_t i = 0; i < interval->n_cpus; i++) {
		find_type(&loads[i], interval, i);
		if (interval->hides_irq_time)
			estimate(&loads[i], interval, &interval->cpus[i]);
	}
	find_medians(loads, interval->n_cpus, arena);
	return loads;
}
