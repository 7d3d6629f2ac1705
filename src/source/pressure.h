/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * /proc/pressure/{cpu,io,memory,irq}: share of time in which tasks waited for a resource (PSI).
 * Often built in but disabled (EOPNOTSUPP), and irq is not in every kernel: unknown then, asked no more.
 */
#ifndef OVERTOP_SOURCE_PRESSURE_H
#define OVERTOP_SOURCE_PRESSURE_H

#include <stddef.h>
#include <stdint.h>

#include "base/textfile.h"

enum pressure_resource { PRESSURE_CPU, PRESSURE_IO, PRESSURE_MEMORY, PRESSURE_IRQ, N_PRESSURES };

/* One line: averages in percent (NAN: unknown) and the total in microseconds since boot. */
struct pressure_line {
	double avg10, avg60, avg300;
	uint64_t total_us; /* COUNTER_UNKNOWN: unknown */
};

struct pressure {
	struct pressure_line some[N_PRESSURES];
	struct pressure_line full[N_PRESSURES];
};

/* The kept files, and which of them answered that they never will. */
struct pressure_files {
	struct textfile files[N_PRESSURES];
	int error[N_PRESSURES]; /* 0 or the -errno that ended the asking */
};

void pressure_files_init(struct pressure_files *files);
void pressure_files_fini(struct pressure_files *files);

/* Reads the resources whose bit (1 << resource) is in @which; the others are unknown. */
void pressure_read(struct pressure_files *files, unsigned int which, struct pressure *pressure);

/* One file's text into its two lines. 0 or -EINVAL; lines not there are unknown. */
int pressure_parse(const char *text, size_t len, struct pressure_line *some,
		   struct pressure_line *full);

#endif
