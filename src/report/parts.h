/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What a report has gathered, and its sections.
 *
 * A section is one file: what it takes from each interval, and what it says on the page.  It ends with a const
 * descriptor, which output/report.c names in the order of the page.
 */
#ifndef OVERTOP_REPORT_PARTS_H
#define OVERTOP_REPORT_PARTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "base/arena.h"
#include "interval.h"
#include "report/bill_sums.h"
#include "report/counts.h"
#include "report/finding_sums.h"
#include "report/series.h"
#include "report/task_sums.h"
#include "report/timeline.h"

struct view;

/* One number over the whole time. */
struct summary {
	double sum, seconds; /* of value * seconds */
	double peak, peak_s; /* the highest of any interval, and when that ended; NAN: unknown */
};

/* One user's name, asked for when the user was first seen. */
struct report_user {
	uint32_t uid;
	char *name; /* raw */
};

/* As the newest interval tells of it, the one since boot included. */
struct machine {
	char *host; /* raw; NULL: unknown */
	bool has_other_hosts;
	struct totals totals;
	size_t n_cpus, n_cores, n_sockets, n_nodes; /* 0: unknown */
	bool hides_irq_time;
};

struct report {
	struct machine machine;

	/* The measured intervals. */
	size_t n_intervals;
	double shortest_s, longest_s, measured_s;
	double first_s, last_s; /* since 1970 */
	/* The newest of them. */
	double from_s, to_s, seconds;

	struct summary *summaries;
	size_t n_summaries;
	struct series course;

	/* CPUs in the order in which they were first seen: the values of both series. */
	int *cpus;
	size_t n_cpus, cpus_capacity;
	struct series busy, softirq;
	double unseen_s; /* how long something was unseen */

	struct task_sums tasks;
	double tasks_s; /* measured with tasks */
	bool has_wait;
	struct report_user *users;
	size_t n_users, users_capacity;

	struct finding_sums findings;
	struct bill_sums bill; /* empty where nothing was measured */
	struct counts irqs, softirqs;
};

/* While it is printed. */
struct page {
	FILE *out;
	const struct report *report;
	struct timeline timeline;
	struct arena arena;
};

struct section {
	const char *title; /* N_(); NULL: none */
	/* Takes from a measured interval what it needs; may be NULL. */
	void (*add)(struct report *report, const struct view *view);
	/* Whether there is anything to say; NULL: always. */
	bool (*has)(const struct report *report);
	void (*print)(struct page *page);
};

extern const struct section section_head, section_glance, section_findings, section_bill,
	section_charts, section_cpus, section_tasks, section_counts, section_foot;

/* In the words of the page: with the date if it is of more than a day. */
const char *page_time(struct page *page, double time_s);

#endif
