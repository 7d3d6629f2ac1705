/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "source/pressure.h"

#include <errno.h>
#include <stdbool.h>

#include "base/counter.h"
#include "base/scan.h"

static const char *const paths[N_PRESSURES] = {
	[PRESSURE_CPU] = "/proc/pressure/cpu",
	[PRESSURE_IO] = "/proc/pressure/io",
	[PRESSURE_MEMORY] = "/proc/pressure/memory",
	[PRESSURE_IRQ] = "/proc/pressure/irq",
};

static const struct pressure_line unknown = {
	.avg10 = (double)NAN,
	.avg60 = (double)NAN,
	.avg300 = (double)NAN,
	.total_us = COUNTER_UNKNOWN,
};

void pressure_files_init(struct pressure_files *files)
{
	for (size_t i = 0; i < N_PRESSURES; i++) {
		textfile_init(&files->files[i]);
		files->error[i] = 0;
	}
}

void pressure_files_fini(struct pressure_files *files)
{
	for (size_t i = 0; i < N_PRESSURES; i++)
		textfile_fini(&files->files[i]);
}

/* "avg10=0.00 avg60=0.00 avg300=0.00 total=0": by name, and what is not there is unknown. */
static struct pressure_line parse_line(struct scan line)
{
	struct pressure_line found = unknown;
	struct span word;

	while (scan_word(&line, &word)) {
		struct scan scan = scan_of(word.text, word.len);

		if (scan_literal(&scan, "avg10="))
			scan_decimal(&scan, &found.avg10);
		else if (scan_literal(&scan, "avg60="))
			scan_decimal(&scan, &found.avg60);
		else if (scan_literal(&scan, "avg300="))
			scan_decimal(&scan, &found.avg300);
		else if (scan_literal(&scan, "total="))
			scan_u64(&scan, &found.total_us);
	}
	return found;
}

int pressure_parse(const char *text, size_t len, struct pressure_line *some,
		   struct pressure_line *full)
{
	struct scan rest = scan_of(text, len), line;
	int error = -EINVAL;

	*some = unknown;
	*full = unknown;
	while (scan_line(&rest, &line)) {
		bool is_some = scan_literal(&line, "some ");

		if (!is_some && !scan_literal(&line, "full "))
			continue;
		*(is_some ? some : full) = parse_line(line);
		error = 0;
	}
	return error;
}

/* Built in but disabled, built out, or not for us: asking again would never help. */
static bool is_final(int error)
{
	return error == -EOPNOTSUPP || error == -ENOENT || error == -ENOTDIR || error == -EACCES ||
	       error == -EPERM;
}

static void read_one(struct pressure_files *files, size_t resource, struct pressure *pressure)
{
	struct textfile *file = &files->files[resource];
	int error = textfile_read(file, paths[resource]);

	if (is_final(error))
		files->error[resource] = error;
	if (!error)
		pressure_parse(file->text, file->len, &pressure->some[resource],
			       &pressure->full[resource]);
}

void pressure_read(struct pressure_files *files, unsigned int which, struct pressure *pressure)
{
	for (size_t i = 0; i < N_PRESSURES; i++) {
		pressure->some[i] = unknown;
		pressure->full[i] = unknown;
		if (which >> i & 1 && !files->error[i])
			read_one(files, i, pressure);
	}
}
