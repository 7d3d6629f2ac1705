/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The catalogue of metrics: what each is called, and which number of an interval it is made of.
 *
 * A kind is what metrics are told apart by: the machine has one series of each, CPUs have one for each CPU.
 * For every thing of its kind (a subject) openmetrics.c has a record, a struct that the lines of the
 * table point into; to add a metric is to add a line.  doc/metrics.md is compared with this table.
 */
#ifndef OVERTOP_OUTPUT_METRICS_TABLE_H
#define OVERTOP_OUTPUT_METRICS_TABLE_H

#include <stddef.h>

#include "interval.h"

enum metric_type {
	METRIC_GAUGE,
	METRIC_COUNT, /* a counter of whole things: what there was in each interval, rounded */
	METRIC_TIME,  /* a counter of time: likewise, as it is */
	METRIC_TOTAL, /* a counter that the kernel has added up itself */
};

struct metric {
	const char *name;  /* lines with the same name stand together and are one family */
	const char *label; /* beside those of the subject; "" for none */
	enum metric_type type;
	size_t offset; /* of a double in the record */
	size_t times;  /* of the double to multiply it by (seconds, for a rate); METRIC_AS_IT_IS */
	double per;    /* how many of that make one of the unit in the name */
	const char *help; /* English; in the first line of a family */
};

#define METRIC_AS_IT_IS ((size_t)-1)

enum metric_kind_id {
	METRICS_OF_MACHINE,
	METRICS_OF_PRESSURE,
	METRICS_OF_CPUS,
	METRICS_OF_SOFTIRQS,
	METRICS_OF_IRQS,
	METRICS_OF_SOFTNETS,
	METRICS_OF_NETDEVS,
	METRICS_OF_FINDINGS,
	N_METRIC_KINDS
};

struct metric_kind {
	const char *labels; /* the names of its labels, for the doc: "cpu" */
	const struct metric *metrics;
	size_t n_metrics;
	size_t max_subjects; /* how many have series; the others are left out */
};

extern const struct metric_kind metric_kinds[N_METRIC_KINDS];

/* The records of the kinds; that of an IRQ, a CPU's packets and an interface is the interval's own. */

struct machine_record {
	struct totals totals;
	struct sockets_interval sockets;
	struct cpu_interval all;
	double seconds;
	double n_cpus;
	double hottest_busy; /* percent */
	double has_unseen, hides_irq_time;
	double cpus_left_out, softirqs_left_out, irqs_left_out, netdevs_left_out;
	double cost_low, cost_high;         /* percent of all CPUs */
	double switches_low, switches_high; /* of it */
	double info, warn, crit;            /* findings; NAN: not judged */
	double one;
};

/* A resource and whether some or all tasks waited for it. */
struct pressure_record {
	double avg10;
	double total_us;
};

struct cpu_record {
	struct cpu_interval cpu;
	double seconds;
};

/* A softirq type on a CPU. */
struct softirq_record {
	double count;
};

struct finding_record {
	double grade; /* enum grade of rule/rule.h */
};

#endif
