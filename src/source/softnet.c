/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "source/softnet.h"

#include <errno.h>
#include <stdlib.h>

#include "base/clock.h"
#include "base/counter.h"
#include "base/cpuset.h"
#include "base/scan.h"
#include "base/textfile.h"
#include "base/xalloc.h"

/* Of the columns, counted from 0. */
enum { COLUMN_CPU = 12, N_COLUMNS_TAKEN = 13, LEAST_COLUMNS = 9 };

static const int columns[N_SOFTNET_COUNTS] = {
	[SOFTNET_PROCESSED] = 0, [SOFTNET_DROPPED] = 1,     [SOFTNET_SQUEEZED] = 2,
	[SOFTNET_RPS] = 9,       [SOFTNET_FLOW_LIMIT] = 10, [SOFTNET_BACKLOG] = 11,
};

static void forget(struct softnets *softnets)
{
	softnets->n_rows = 0;
	softnets->names_cpus = false;
	softnets->read_ns = 0;
}

void softnets_init(struct softnets *softnets)
{
	*softnets = (struct softnets){0};
}

void softnets_fini(struct softnets *softnets)
{
	free(softnets->rows);
	softnets_init(softnets);
}

static bool scan_column(struct scan *line, uint64_t *number)
{
	struct span word;

	if (!scan_word(line, &word))
		return false;

	struct scan scan = scan_of(word.text, word.len);

	return scan_hex(&scan, number) && scan_is_at_end(&scan) && *number <= UINT32_MAX;
}

static void parse_row(struct scan line, struct softnets *softnets)
{
	uint64_t numbers[N_COLUMNS_TAKEN];
	struct softnet row = {.cpu = -1};
	int n = 0;

	while (n < N_COLUMNS_TAKEN && scan_column(&line, &numbers[n]))
		n++;
	if (n < LEAST_COLUMNS)
		return;
	for (size_t i = 0; i < N_SOFTNET_COUNTS; i++)
		row.counts[i] = columns[i] < n ? numbers[columns[i]] : COUNTER_UNKNOWN;
	if (n > COLUMN_CPU) {
		if (numbers[COLUMN_CPU] > CPUSET_MAX)
			return;
		row.cpu = (int)numbers[COLUMN_CPU];
		softnets->names_cpus = true;
	}
	softnets->rows = xgrow(softnets->rows, &softnets->capacity, softnets->n_rows + 1,
			       sizeof(*softnets->rows));
	softnets->rows[softnets->n_rows++] = row;
}

int softnets_parse(const char *text, size_t len, struct softnets *softnets)
{
	struct scan rest = scan_of(text, len), line;

	forget(softnets);
	while (scan_line(&rest, &line))
		parse_row(line, softnets);
	return softnets->n_rows ? 0 : -EINVAL;
}

int softnets_read(struct textfile *file, struct softnets *softnets)
{
	int error = textfile_read(file, "/proc/net/softnet_stat");

	if (error) {
		forget(softnets);
		return error;
	}

	uint64_t read_ns = clock_monotonic_ns();

	error = softnets_parse(file->text, file->len, softnets);
	softnets->read_ns = error ? 0 : read_ns;
	return error;
}
