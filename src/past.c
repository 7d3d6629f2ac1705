/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "past.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

#include "base/xalloc.h"
#include "view/task_details.h"

struct kept {
	struct interval interval;
	size_t bytes;
};

/* A ring that grows: entries[serial % capacity]. */
struct past {
	struct interval scratch; /* tells how much room the copy needs */
	size_t max_bytes, bytes;
	double max_seconds, seconds; /* of all that are kept */
	struct kept *entries;
	size_t capacity, first, end;
};

struct past *past_new(size_t max_bytes, double max_seconds)
{
	struct past *past = xcalloc(1, sizeof(*past));

	interval_init(&past->scratch);
	past->max_bytes = max_bytes;
	past->max_seconds = max_seconds;
	return past;
}

static struct kept *entry_of(const struct past *past, size_t serial)
{
	return &past->entries[serial % past->capacity];
}

void past_free(struct past *past)
{
	if (!past)
		return;
	for (size_t serial = past->first; serial < past->end; serial++)
		interval_fini(&entry_of(past, serial)->interval);
	interval_fini(&past->scratch);
	free(past->entries);
	free(past);
}

/* Entries keep their serial numbers: each moves to where that now belongs. */
static void grow(struct past *past)
{
	size_t capacity = past->capacity ? 2 * past->capacity : 16;
	struct kept *entries = xcalloc(capacity, sizeof(*entries));

	for (size_t serial = past->first; serial < past->end; serial++)
		entries[serial % capacity] = *entry_of(past, serial);
	free(past->entries);
	past->entries = entries;
	past->capacity = capacity;
}

/* How long it was, as it was measured: a clock that is set makes nothing old. */
static double length_s(const struct kept *entry)
{
	const struct interval *interval = &entry->interval;

	return interval->is_since_boot || isnan(interval->seconds) ? 0 : interval->seconds;
}

/* From the end of the oldest to that of the newest. */
static double span_s(const struct past *past)
{
	return past->seconds - length_s(entry_of(past, past->first));
}

static bool must_forget(const struct past *past)
{
	if (past->end - past->first < 2)
		return false;
	return past->bytes > past->max_bytes || span_s(past) > past->max_seconds;
}

static void forget_oldest(struct past *past)
{
	struct kept *entry = entry_of(past, past->first++);

	past->bytes -= entry->bytes;
	past->seconds -= length_s(entry);
	interval_fini(&entry->interval);
}

static bool is_active(const void *data, const struct task_interval *task)
{
	(void)data;
	return task_interval_is_active(task);
}

static bool is_any(const void *data, const struct task_interval *task)
{
	(void)data;
	(void)task;
	return true;
}

void past_add(struct past *past, const struct interval *interval, const struct view *words_of)
{
	struct interval *scratch = &past->scratch;
	struct kept *entry;

	if (!past->max_bytes)
		return;
	if (past->end - past->first == past->capacity)
		grow(past);
	entry = entry_of(past, past->end++);
	interval_init(&entry->interval);
	interval_keep(scratch, interval, is_active, NULL);
	if (words_of)
		task_keep_command_lines(scratch, words_of);
	entry->bytes = sizeof(*entry) + scratch->arena.total;
	arena_reserve(&entry->interval.arena, scratch->arena.total);
	interval_keep(&entry->interval, scratch, is_any, NULL);
	past->bytes += entry->bytes;
	past->seconds += length_s(entry);
	while (must_forget(past))
		forget_oldest(past);
}

size_t past_first(const struct past *past)
{
	return past->first;
}

size_t past_end(const struct past *past)
{
	return past->end;
}

const struct interval *past_get(const struct past *past, size_t serial)
{
	if (serial < past->first || serial >= past->end)
		return NULL;
	return &entry_of(past, serial)->interval;
}

size_t past_find(const struct past *past, uint64_t wall_ns)
{
	size_t serial = past->first;

	if (past->end == past->first)
		return past->end;
	while (serial + 1 < past->end && entry_of(past, serial)->interval.wall_ns < wall_ns)
		serial++;
	return serial;
}
