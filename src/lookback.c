/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "lookback.h"

#include <math.h>
#include <string.h>

#include "past.h"

void lookback_init(struct lookback *lookback)
{
	*lookback = (struct lookback){0};
	interval_init(&lookback->on);
}

void lookback_fini(struct lookback *lookback)
{
	interval_fini(&lookback->on);
}

static bool is_any(const void *data, const struct task_interval *task)
{
	(void)data;
	(void)task;
	return true;
}

/* The newest is looked at as it changes, not as it was. */
void lookback_to(struct lookback *lookback, const struct past *past, size_t serial)
{
	lookback->is_back = serial + 1 < past_end(past);
	lookback->at = serial;
	if (lookback->is_back)
		interval_keep(&lookback->on, past_get(past, serial), is_any, NULL);
}

/* The serial number of what is looked at; there must be one. */
static size_t place_of(const struct lookback *lookback, const struct past *past)
{
	size_t first = past_first(past);

	if (!lookback->is_back)
		return past_end(past) - 1;
	return lookback->at > first ? lookback->at : first;
}

void lookback_move(struct lookback *lookback, const struct past *past, long by)
{
	size_t first = past_first(past), end = past_end(past);
	size_t from;

	if (first == end)
		return;
	from = place_of(lookback, past);
	if (by < 0)
		from = (size_t)-by < from - first ? from + (size_t)by : first;
	else
		from = (size_t)by < end - 1 - from ? from + (size_t)by : end - 1;
	lookback_to(lookback, past, from);
}

static bool stands(const struct interval *interval, const struct mark *wanted)
{
	for (size_t i = 0; i < interval->n_marks; i++) {
		const struct mark *mark = &interval->marks[i];

		if (isnan(mark->cleared_s) && strcmp(mark->rule, wanted->rule) == 0 &&
		    strcmp(mark->subject, wanted->subject) == 0)
			return true;
	}
	return false;
}

/* One that did not stand in the interval before. */
static bool begins(const struct past *past, size_t serial)
{
	const struct interval *interval = past_get(past, serial);
	const struct interval *before = past_get(past, serial - 1);

	for (size_t i = 0; i < interval->n_marks; i++)
		if (isnan(interval->marks[i].cleared_s) && !stands(before, &interval->marks[i]))
			return true;
	return false;
}

bool lookback_to_finding(struct lookback *lookback, const struct past *past, int direction)
{
	size_t first = past_first(past), end = past_end(past), at;

	if (first == end)
		return false;
	at = place_of(lookback, past);
	/* Of the first that is remembered nobody knows what was before. */
	for (at += (size_t)direction; at > first && at < end; at += (size_t)direction) {
		if (!begins(past, at))
			continue;
		lookback_to(lookback, past, at);
		return true;
	}
	return false;
}

bool lookback_can_go_back(const struct lookback *lookback, const struct past *past)
{
	size_t first = past_first(past);

	return first < past_end(past) && place_of(lookback, past) > first;
}

double lookback_behind_s(const struct lookback *lookback, const struct past *past)
{
	const struct interval *now = past_get(past, past_end(past) - 1);

	if (!now || !lookback->is_back || now->wall_ns < lookback->on.wall_ns)
		return 0;
	return (double)(now->wall_ns - lookback->on.wall_ns) / 1e9;
}
