/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "report/finding_sums.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/xalloc.h"
#include "interval.h"

void finding_sums_init(struct finding_sums *sums, size_t most_items)
{
	*sums = (struct finding_sums){.most_items = most_items};
}

void finding_sums_fini(struct finding_sums *sums)
{
	for (size_t i = 0; i < sums->n_items; i++) {
		free(sums->items[i].rule);
		free(sums->items[i].subject);
		free(sums->items[i].text);
	}
	free(sums->items);
	*sums = (struct finding_sums){0};
}

static bool is_of(const struct finding_sum *sum, const struct mark *mark)
{
	return sum->since_ns == mark->since_ns && strcmp(sum->rule, mark->rule) == 0 &&
	       strcmp(sum->subject, mark->subject) == 0;
}

/* What stands is among the last; NULL: there is no room. */
static struct finding_sum *sum_of(struct finding_sums *sums, const struct mark *mark)
{
	struct finding_sum *sum;

	for (size_t i = sums->n_items; i > 0; i--)
		if (is_of(&sums->items[i - 1], mark))
			return &sums->items[i - 1];
	if (sums->n_items == sums->most_items) {
		sums->n_left_out++;
		return NULL;
	}
	sums->items = xgrow(sums->items, &sums->capacity, sums->n_items + 1, sizeof(*sums->items));
	sum = &sums->items[sums->n_items++];
	*sum = (struct finding_sum){
		.rule = xstrdup(mark->rule),
		.subject = xstrdup(mark->subject),
		.text = xstrdup(mark->text),
		.grade = mark->grade,
		.since_ns = mark->since_ns,
	};
	return sum;
}

static void add_mark(struct finding_sums *sums, const struct mark *mark, double to_s)
{
	struct finding_sum *sum = sum_of(sums, mark);

	if (!sum)
		return;
	sum->has_ended = !isnan(mark->cleared_s);
	sum->until_s = sum->has_ended ? to_s - mark->cleared_s : to_s;
	if (mark->grade <= sum->grade)
		return;
	sum->grade = mark->grade;
	free(sum->text);
	sum->text = xstrdup(mark->text);
}

void finding_sums_add(struct finding_sums *sums, const struct interval *interval)
{
	sums->has_judged |= interval->has_marks;
	for (size_t i = 0; i < interval->n_marks; i++)
		add_mark(sums, &interval->marks[i], (double)interval->wall_ns / 1e9);
}
