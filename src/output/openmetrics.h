/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The machine as metrics for Prometheus, in the text format that its textfile collector and promtool
 * take.
 *
 * Counters begin with the interval since boot and grow by each one after it, so that they are those of
 * the kernel and nothing between two scrapes is lost.  How many series there are is bounded whatever the
 * machine is; what is left out is counted by a metric of its own.
 */
#ifndef OVERTOP_OUTPUT_OPENMETRICS_H
#define OVERTOP_OUTPUT_OPENMETRICS_H

#include <stddef.h>
#include <stdio.h>

#include "interval.h"

struct openmetrics;
struct price_list;

/* Those that come first have series: CPUs, softirq types on a CPU, lines of /proc/interrupts, interfaces. */
enum { OPENMETRICS_MAX_CPUS = 256, OPENMETRICS_MAX_SOFTIRQS = 4096, OPENMETRICS_MAX_IRQS = 512 };
enum { OPENMETRICS_MAX_NETDEVS = 128 };
/* The gravest of each interval. */
enum { OPENMETRICS_MAX_FINDINGS = 64 };

/* Lines that openmetrics_print() prints at most, whatever the machine is. */
enum { OPENMETRICS_MAX_LINES = 10240 };

struct openmetrics *openmetrics_new(void);
void openmetrics_free(struct openmetrics *metrics);

/*
 * Adds an interval: gauges become its values, counters grow by it (since boot: become it).  @prices of this machine,
 * for what it cost; NULL: none.
 */
void openmetrics_add(struct openmetrics *metrics, const struct interval *interval,
		     const struct price_list *prices);
/* All of it as text, ending with "# EOF". */
void openmetrics_print(const struct openmetrics *metrics, FILE *out);

/* A file that is replaced as a whole, by one writer at a time. */
struct metrics_file;

/* NULL and errno; EWOULDBLOCK: another process writes it. */
struct metrics_file *metrics_file_new(const char *path);
/* Leaves the file as it was last written. */
void metrics_file_free(struct metrics_file *file);
/* Replaces the file by what openmetrics_print() says; readers see the old or the new one.  0 or -errno. */
int metrics_file_write(struct metrics_file *file, const struct openmetrics *metrics);

#endif
