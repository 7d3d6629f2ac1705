/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "source/procstat.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/counter.h"
#include "base/cpuset.h"
#include "base/scan.h"
#include "base/textfile.h"
#include "base/xalloc.h"

/* The first number after each of these words. */
static const struct {
	const char *key;
	size_t offset;
} counters[] = {
	{"intr", offsetof(struct procstat, intr)},
	{"ctxt", offsetof(struct procstat, ctxt)},
	{"processes", offsetof(struct procstat, forks)},
	{"procs_running", offsetof(struct procstat, running)},
	{"procs_blocked", offsetof(struct procstat, blocked)},
	{"softirq", offsetof(struct procstat, softirqs)},
};

#define N_COUNTERS (sizeof(counters) / sizeof(counters[0]))

static uint64_t *counter_of(struct procstat *stat, size_t i)
{
	return (uint64_t *)(void *)((char *)stat + counters[i].offset);
}

static void forget(struct procstat *stat)
{
	stat->n_cpus = 0;
	stat->read_ns = 0;
	for (size_t i = 0; i < N_COUNTERS; i++)
		*counter_of(stat, i) = COUNTER_UNKNOWN;
}

void procstat_init(struct procstat *stat)
{
	*stat = (struct procstat){0};
	forget(stat);
}

void procstat_fini(struct procstat *stat)
{
	free(stat->cpus);
	procstat_init(stat);
}

/* Where @cpu stands, or should. */
static size_t place_of(const struct procstat *stat, int cpu)
{
	size_t low = 0, high = stat->n_cpus;

	if (high && stat->cpus[high - 1].cpu < cpu)
		return high;
	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (stat->cpus[middle].cpu < cpu)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

/* Two dumps in one file have a CPU twice: the first is kept. */
static void add_cpu(struct procstat *stat, const struct cpu_ticks *ticks)
{
	size_t place = place_of(stat, ticks->cpu);

	if (place < stat->n_cpus && stat->cpus[place].cpu == ticks->cpu)
		return;
	stat->cpus = xgrow(stat->cpus, &stat->capacity, stat->n_cpus + 1, sizeof(*stat->cpus));
	memmove(&stat->cpus[place + 1], &stat->cpus[place],
		(stat->n_cpus - place) * sizeof(*stat->cpus));
	stat->cpus[place] = *ticks;
	stat->n_cpus++;
}

/* What follows "cpu": the total ("cpu  1 2 3") has no number there. */
static void parse_cpu(struct scan line, struct procstat *stat)
{
	struct cpu_ticks ticks;
	uint64_t cpu;
	size_t n = 0;

	if (scan_is_at_end(&line) || *line.at == ' ' || *line.at == '\t')
		return;
	if (!scan_u64(&line, &cpu) || cpu > CPUSET_MAX)
		return;
	ticks.cpu = (int)cpu;
	while (n < N_CPU_FIELDS && scan_u64(&line, &ticks.field[n]))
		n++;
	if (n == 0)
		return;
	while (n < N_CPU_FIELDS)
		ticks.field[n++] = COUNTER_UNKNOWN;
	add_cpu(stat, &ticks);
}

/* Of the intr line, up to 132 kB long, no more than its first number is looked at. */
static void parse_counter(struct scan line, struct procstat *stat)
{
	struct span key;
	uint64_t value;

	if (!scan_word(&line, &key))
		return;
	for (size_t i = 0; i < N_COUNTERS; i++) {
		uint64_t *counter = counter_of(stat, i);

		if (!span_is(key, counters[i].key))
			continue;
		if (*counter == COUNTER_UNKNOWN && scan_u64(&line, &value))
			*counter = value;
		return;
	}
}

static bool is_empty(struct procstat *stat)
{
	for (size_t i = 0; i < N_COUNTERS; i++)
		if (*counter_of(stat, i) != COUNTER_UNKNOWN)
			return false;
	return stat->n_cpus == 0;
}

int procstat_parse(const char *text, size_t len, struct procstat *stat)
{
	struct scan rest = scan_of(text, len), line;

	forget(stat);
	while (scan_line(&rest, &line)) {
		if (scan_literal(&line, "cpu"))
			parse_cpu(line, stat);
		else
			parse_counter(line, stat);
	}
	return is_empty(stat) ? -EINVAL : 0;
}

int procstat_read(struct textfile *file, struct procstat *stat)
{
	int error = textfile_read(file, "/proc/stat");

	if (error) {
		forget(stat);
		return error;
	}

	uint64_t read_ns = clock_monotonic_ns();

	error = procstat_parse(file->text, file->len, stat);
	stat->read_ns = error ? 0 : read_ns;
	return error;
}
