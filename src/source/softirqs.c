/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "source/softirqs.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/counter.h"
#include "base/cpuset.h"
#include "base/scan.h"
#include "base/textfile.h"
#include "base/xalloc.h"

static void forget(struct softirqs *softirqs)
{
	softirqs->n_cpus = 0;
	softirqs->n_types = 0;
	softirqs->read_ns = 0;
}

void softirqs_init(struct softirqs *softirqs)
{
	*softirqs = (struct softirqs){0};
}

void softirqs_fini(struct softirqs *softirqs)
{
	for (size_t i = 0; i < softirqs->types_capacity; i++)
		free(softirqs->types[i].name);
	free(softirqs->cpus);
	free(softirqs->types);
	free(softirqs->counts);
	softirqs_init(softirqs);
}

static bool scan_cpu(struct scan *line, uint64_t *cpu)
{
	scan_blanks(line);
	return scan_literal(line, "CPU") && scan_u64(line, cpu) && *cpu <= CPUSET_MAX;
}

/* "CPU0  CPU1 ...": without it nobody can say whose the counts are. */
static int parse_header(struct scan line, struct softirqs *softirqs)
{
	uint64_t cpu;

	while (scan_cpu(&line, &cpu)) {
		softirqs->cpus = xgrow(softirqs->cpus, &softirqs->cpus_capacity,
				       softirqs->n_cpus + 1, sizeof(*softirqs->cpus));
		softirqs->cpus[softirqs->n_cpus++] = (int)cpu;
	}
	return softirqs->n_cpus ? 0 : -EINVAL;
}

/* A name keeps its memory when another takes its place. */
static void add_type(struct softirqs *softirqs, struct span name)
{
	size_t had = softirqs->types_capacity;

	softirqs->types = xgrow(softirqs->types, &softirqs->types_capacity, softirqs->n_types + 1,
				sizeof(*softirqs->types));
	for (size_t i = had; i < softirqs->types_capacity; i++)
		softirqs->types[i] = (struct softirq_type){0};

	struct softirq_type *type = &softirqs->types[softirqs->n_types++];

	type->name = xgrow(type->name, &type->name_capacity, name.len + 1, 1);
	memcpy(type->name, name.text, name.len);
	type->name[name.len] = '\0';
}

static void parse_counts(struct scan line, struct softirqs *softirqs)
{
	size_t first = (softirqs->n_types - 1) * softirqs->n_cpus, n = 0;

	softirqs->counts = xgrow(softirqs->counts, &softirqs->counts_capacity,
				 first + softirqs->n_cpus, sizeof(*softirqs->counts));

	uint64_t *counts = softirqs->counts + first;

	while (n < softirqs->n_cpus && scan_u64(&line, &counts[n]))
		n++;
	while (n < softirqs->n_cpus)
		counts[n++] = COUNTER_UNKNOWN;
}

static void parse_row(struct scan line, struct softirqs *softirqs)
{
	const char *colon = memchr(line.at, ':', (size_t)(line.end - line.at));

	if (!colon)
		return;

	struct scan before = scan_of(line.at, (size_t)(colon - line.at));
	struct span name = scan_rest(&before);

	if (name.len == 0)
		return;
	line.at = colon + 1;
	add_type(softirqs, name);
	parse_counts(line, softirqs);
}

int softirqs_parse(const char *text, size_t len, struct softirqs *softirqs)
{
	struct scan rest = scan_of(text, len), line;

	forget(softirqs);
	if (!scan_line(&rest, &line) || parse_header(line, softirqs) < 0)
		return -EINVAL;
	/* Each count takes a byte at least: a wide header over short rows cannot eat the memory. */
	while (scan_line(&rest, &line) && (softirqs->n_types + 1) * softirqs->n_cpus <= len)
		parse_row(line, softirqs);
	return 0;
}

int softirqs_read(struct textfile *file, struct softirqs *softirqs)
{
	int error = textfile_read(file, "/proc/softirqs");

	if (error) {
		forget(softirqs);
		return error;
	}

	uint64_t read_ns = clock_monotonic_ns();

	error = softirqs_parse(file->text, file->len, softirqs);
	softirqs->read_ns = error ? 0 : read_ns;
	return error;
}
