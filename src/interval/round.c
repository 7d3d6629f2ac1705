/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The numbers of an interval have eleven significant digits: hundredths of what comes 100 million times a
 * second.  More is noise, and a recording that need not hold it is read back to the last bit: a double that
 * is nearest to a decimal of eleven digits is that again when it is written with eleven digits and read.
 */
#include "config.h"

#include "interval/parts.h"

#include <math.h>

/* From here on nothing stands behind the point. */
#define MOST 1e11

/* All are exact as doubles. */
static const double powers[] = {1,    1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
				1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
				1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

#define N_POWERS (sizeof(powers) / sizeof(*powers))

/*
 * The product is below 2^53 and whole, and the power is exact, so the quotient is the double nearest to the
 * decimal.  Whole numbers stay as they are, however long: they are counts.
 */
double interval_rounded(double number)
{
	double size = fabs(number);
	size_t shift = 0;

	if (number == rint(number) || isnan(number))
		return number;
	while (shift + 1 < N_POWERS && size * powers[shift + 1] < MOST)
		shift++;
	return rint(number * powers[shift]) / powers[shift];
}

static void round_fields(void *record, const struct field *fields, size_t n_fields)
{
	for (size_t i = 0; i < n_fields; i++) {
		double *number = (double *)(void *)((char *)record + fields[i].offset);

		*number = interval_rounded(*number);
	}
}

/* Those that did nothing are neither printed nor recorded: 30,000 of them are left alone. */
static void round_tasks(struct task_interval *tasks, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (task_interval_is_active(&tasks[i]))
			round_fields(&tasks[i], task_fields, n_task_fields);
}

static void round_network(struct interval *interval)
{
	for (size_t i = 0; i < interval->n_softnets; i++)
		round_fields(&interval->softnets[i], softnet_fields, n_softnet_fields);
	for (size_t i = 0; i < interval->n_netdevs; i++)
		round_fields(&interval->netdevs[i], netdev_fields, n_netdev_fields);
	round_fields(&interval->sockets, sockets_fields, n_sockets_fields);
}

void interval_round(struct interval *interval)
{
	interval->seconds = interval_rounded(interval->seconds);
	round_fields(&interval->totals, totals_fields, n_totals_fields);
	round_fields(&interval->all, cpu_fields, n_cpu_fields);
	for (size_t i = 0; interval->cpus && i < interval->n_cpus; i++)
		round_fields(&interval->cpus[i], cpu_fields, n_cpu_fields);
	for (size_t i = 0; i < interval->n_softirqs; i++)
		round_fields(&interval->softirqs[i], softirq_fields, n_softirq_fields);
	for (size_t i = 0; i < interval->n_irqs; i++)
		round_fields(&interval->irqs[i], irq_fields, n_irq_fields);
	for (size_t i = 0; i < interval->n_exited; i++)
		round_fields(&interval->exited[i], exited_fields, n_exited_fields);
	for (size_t i = 0; i < interval->n_cgroups; i++)
		round_fields(&interval->cgroups[i], cgroup_fields, n_cgroup_fields);
	round_network(interval);
	round_tasks(interval->processes, interval->n_processes);
	round_tasks(interval->threads, interval->n_threads);
}
