/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "output/openmetrics.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/counter.h"
#include "base/xalloc.h"
#include "bill.h"
#include "output/metrics_series.h"
#include "output/metrics_text.h"
#include "view/findings.h"

struct openmetrics {
	struct metrics_series series[N_METRIC_KINDS];
	struct arena scratch; /* labels of one interval */
};

struct openmetrics *openmetrics_new(void)
{
	struct openmetrics *metrics = xcalloc(1, sizeof(*metrics));

	for (size_t i = 0; i < N_METRIC_KINDS; i++)
		metrics_series_init(&metrics->series[i], &metric_kinds[i]);
	return metrics;
}

void openmetrics_free(struct openmetrics *metrics)
{
	if (!metrics)
		return;
	for (size_t i = 0; i < N_METRIC_KINDS; i++)
		metrics_series_fini(&metrics->series[i]);
	arena_fini(&metrics->scratch);
	free(metrics);
}

static bool add(struct metrics_series *series, const char *labels, const void *record)
{
	double *values = metrics_series_get(series, labels);

	if (values)
		metrics_series_add(series, values, record);
	return values;
}

/* Returns the label of each CPU of the interval; NULL for those that are left out. */
static const char **add_cpus(struct openmetrics *metrics, const struct interval *interval)
{
	struct metrics_series *series = &metrics->series[METRICS_OF_CPUS];
	const char **labels = arena_alloc(&metrics->scratch, interval->n_cpus, sizeof(*labels));

	for (size_t i = 0; i < interval->n_cpus; i++) {
		const char *label =
			arena_printf(&metrics->scratch, "cpu=\"%d\"", interval->cpu_numbers[i]);

		struct cpu_record record = {
			.cpu = interval->cpus[i],
			.seconds = interval->totals.seconds,
		};

		if (add(series, label, &record))
			labels[i] = label;
	}
	return labels;
}

/* On those CPUs that have series. */
static void add_softirqs(struct openmetrics *metrics, const struct interval *interval,
			 const char *const *cpus)
{
	struct metrics_series *series = &metrics->series[METRICS_OF_SOFTIRQS];

	for (size_t i = 0; i < interval->n_softirqs; i++) {
		const struct softirq_interval *softirq = &interval->softirqs[i];
		const char *type = metrics_label(&metrics->scratch, "type", softirq->name);

		for (size_t at = 0; at < interval->n_cpus; at++) {
			struct softirq_record record = {.count = softirq->per_cpu[at]};

			if (cpus[at])
				add(series,
				    arena_printf(&metrics->scratch, "%s,%s", type, cpus[at]),
				    &record);
		}
	}
}

static void add_irq(struct openmetrics *metrics, const struct irq_interval *irq)
{
	const char *label = metrics_label(&metrics->scratch, "irq", irq->label);
	const char *name = metrics_label(&metrics->scratch, "name", irq->name);

	add(&metrics->series[METRICS_OF_IRQS],
	    arena_printf(&metrics->scratch, "%s,%s", label, name), irq);
}

/*
 * A large machine has a thousand lines, and most of them never count anything.  Those of the architecture
 * are few, and a machine check that comes once should be seen as a step from 0: they are first.
 * A device has a series from its first interrupt on.
 */
static void add_irqs(struct openmetrics *metrics, const struct interval *interval)
{
	for (size_t i = 0; i < interval->n_irqs; i++)
		if (interval->irqs[i].irq < 0)
			add_irq(metrics, &interval->irqs[i]);
	for (size_t i = 0; i < interval->n_irqs; i++) {
		const struct irq_interval *irq = &interval->irqs[i];

		if (irq->irq >= 0 && (irq->since_boot > 0 || irq->total > 0))
			add_irq(metrics, irq);
	}
}

/* With more CPUs than may have series these are of the same ones: both are in ascending order. */
static void add_softnets(struct openmetrics *metrics, const struct interval *interval)
{
	for (size_t i = 0; i < interval->n_softnets; i++) {
		const struct softnet_interval *softnet = &interval->softnets[i];

		if (softnet->cpu >= 0)
			add(&metrics->series[METRICS_OF_SOFTNETS],
			    arena_printf(&metrics->scratch, "cpu=\"%d\"", softnet->cpu), softnet);
	}
}

static void add_netdevs(struct openmetrics *metrics, const struct interval *interval)
{
	for (size_t i = 0; i < interval->n_netdevs; i++) {
		const struct netdev_interval *netdev = &interval->netdevs[i];

		add(&metrics->series[METRICS_OF_NETDEVS],
		    metrics_label(&metrics->scratch, "device", netdev->name), netdev);
	}
}

static void add_pressure_line(struct openmetrics *metrics, const char *resource, const char *kind,
			      const struct pressure_line *line)
{
	struct pressure_record record = {
		.avg10 = line->avg10,
		.total_us = counter_value(line->total_us),
	};

	add(&metrics->series[METRICS_OF_PRESSURE],
	    arena_printf(&metrics->scratch, "resource=\"%s\",kind=\"%s\"", resource, kind),
	    &record);
}

static void add_pressure(struct openmetrics *metrics, const struct pressure *pressure)
{
	static const char *const resources[N_PRESSURES] = {
		[PRESSURE_CPU] = "cpu",
		[PRESSURE_IO] = "io",
		[PRESSURE_MEMORY] = "memory",
		[PRESSURE_IRQ] = "irq",
	};

	for (size_t i = 0; i < N_PRESSURES; i++) {
		add_pressure_line(metrics, resources[i], "some", &pressure->some[i]);
		add_pressure_line(metrics, resources[i], "full", &pressure->full[i]);
	}
}

static void add_finding(struct openmetrics *metrics, const struct mark *mark)
{
	struct finding_record record = {.grade = mark->grade};
	const char *rule = metrics_label(&metrics->scratch, "rule", mark->rule);
	const char *subject = metrics_label(&metrics->scratch, "subject", mark->subject);

	add(&metrics->series[METRICS_OF_FINDINGS],
	    arena_printf(&metrics->scratch, "%s,%s,grade=\"%s\"", rule, subject,
			 findings_grade(mark->grade)),
	    &record);
}

/* The gravest first: there is room for so many. */
static void add_findings(struct openmetrics *metrics, const struct interval *interval)
{
	metrics_series_restart(&metrics->series[METRICS_OF_FINDINGS]);
	for (int grade = GRADE_CRIT; grade >= GRADE_INFO; grade--)
		for (size_t i = 0; i < interval->n_marks; i++)
			if (interval->marks[i].grade == grade &&
			    !findings_has_cleared(&interval->marks[i]))
				add_finding(metrics, &interval->marks[i]);
}

static double count_findings(const struct interval *interval, int grade)
{
	return interval->has_marks ? (double)findings_count(interval, grade) : (double)NAN;
}

static double hottest_busy(const struct interval *interval)
{
	double most = (double)NAN;

	for (size_t i = 0; i < interval->n_cpus; i++)
		most = fmax(most, interval->cpus[i].busy);
	return most;
}

/* What the interval cost, and the switches of it: unknown without prices. */
static void charge(struct machine_record *record, const struct interval *interval,
		   const struct price_list *prices, struct arena *arena)
{
	struct bill bill;

	bill_make(&bill, interval, prices, arena);
	record->cost_low = bill.total.low_pct;
	record->cost_high = bill.total.high_pct;
	record->switches_low = record->switches_high = (double)NAN;
	for (size_t i = 0; i < bill.n_items; i++) {
		if (strcmp(bill.items[i].key, "cs") != 0)
			continue;
		record->switches_low = bill.items[i].low_pct;
		record->switches_high = bill.items[i].high_pct;
	}
}

/* After all others: it counts what they had no room for. */
static void add_machine(struct openmetrics *metrics, const struct interval *interval,
			const struct price_list *prices)
{
	struct metrics_series *series = metrics->series;
	bool has_shares = !isnan(interval->all.capacity_s);
	struct machine_record record = {
		.totals = interval->totals,
		.sockets = interval->sockets,
		.all = interval->all,
		.seconds = interval->seconds,
		.n_cpus = (double)interval->n_cpus,
		.hottest_busy = hottest_busy(interval),
		.has_unseen = has_shares ? interval->has_unseen : (double)NAN,
		.hides_irq_time = has_shares ? interval->hides_irq_time : (double)NAN,
		.cpus_left_out = (double)series[METRICS_OF_CPUS].n_left_out,
		.softirqs_left_out = (double)series[METRICS_OF_SOFTIRQS].n_left_out,
		.irqs_left_out = (double)series[METRICS_OF_IRQS].n_left_out,
		.netdevs_left_out = (double)series[METRICS_OF_NETDEVS].n_left_out,
		.info = count_findings(interval, GRADE_INFO),
		.warn = count_findings(interval, GRADE_WARN),
		.crit = count_findings(interval, GRADE_CRIT),
		.one = 1,
	};

	charge(&record, interval, prices, &metrics->scratch);
	add(&series[METRICS_OF_MACHINE], "", &record);
}

void openmetrics_add(struct openmetrics *metrics, const struct interval *interval,
		     const struct price_list *prices)
{
	const char **cpus;

	arena_reset(&metrics->scratch);
	for (size_t i = 0; i < N_METRIC_KINDS; i++)
		metrics_series_begin(&metrics->series[i], interval->is_since_boot);
	cpus = add_cpus(metrics, interval);
	add_softirqs(metrics, interval, cpus);
	add_irqs(metrics, interval);
	add_softnets(metrics, interval);
	add_netdevs(metrics, interval);
	add_pressure(metrics, &interval->pressure);
	add_findings(metrics, interval);
	add_machine(metrics, interval, prices);
}

void openmetrics_print(const struct openmetrics *metrics, FILE *out)
{
	for (size_t i = 0; i < N_METRIC_KINDS; i++)
		metrics_series_print(&metrics->series[i], out);
	fputs("# EOF\n", out);
}
