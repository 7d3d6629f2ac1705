/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The findings of many intervals: each once for every time that it stood. */
#ifndef OVERTOP_REPORT_FINDING_SUMS_H
#define OVERTOP_REPORT_FINDING_SUMS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct interval;

struct finding_sum {
	char *rule, *subject, *text; /* raw; the text of when it was gravest */
	int grade;
	uint64_t since_ns;
	double until_s; /* since 1970 */
	bool has_ended;
};

/* What bounds the memory: those that come first have room. */
struct finding_sums {
	struct finding_sum *items;
	size_t n_items, capacity, most_items, n_left_out;
	bool has_judged; /* some interval was judged */
};

void finding_sums_init(struct finding_sums *sums, size_t most_items);
void finding_sums_fini(struct finding_sums *sums);
void finding_sums_add(struct finding_sums *sums, const struct interval *interval);

#endif
