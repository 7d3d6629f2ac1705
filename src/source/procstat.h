/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * /proc/stat: ticks per CPU, and the counters of the whole machine.
 *
 * Read here and not through libproc2, whose 4.0.x reads the file once per call, refuses rows of fewer
 * than eight fields, needs /proc/cpuinfo, and says 0 for a line that is not there.
 */
#ifndef OVERTOP_SOURCE_PROCSTAT_H
#define OVERTOP_SOURCE_PROCSTAT_H

#include <stddef.h>
#include <stdint.h>

struct textfile;

/* The order of the fields of a cpu row.  Rows have 4 to 10 of them; absent ones are unknown. */
enum cpu_field {
	CPU_USER, /* holds guest time too */
	CPU_NICE, /* holds guest_nice too */
	CPU_SYSTEM,
	CPU_IDLE,
	CPU_IOWAIT,
	CPU_IRQ,
	CPU_SOFTIRQ,
	CPU_STEAL,
	CPU_GUEST,
	CPU_GUEST_NICE,
	N_CPU_FIELDS,
};

/* In ticks of 1/sysconf(_SC_CLK_TCK) s since boot; COUNTER_UNKNOWN where the row ends early. */
struct cpu_ticks {
	int cpu; /* the number in the label, not the position of the row */
	uint64_t field[N_CPU_FIELDS];
};

/* All zero is a valid empty one.  Counters are COUNTER_UNKNOWN where their line is missing. */
struct procstat {
	struct cpu_ticks *cpus; /* ascending by number, each once; the "cpu" total is not kept */
	size_t n_cpus, capacity;
	uint64_t ctxt;     /* context switches */
	uint64_t intr;     /* interrupts, architecture's own included */
	uint64_t forks;    /* "processes" */
	uint64_t running;  /* "procs_running", with the reader itself */
	uint64_t blocked;  /* "procs_blocked" */
	uint64_t softirqs; /* sum of the "softirq" row */
	uint64_t read_ns;  /* CLOCK_MONOTONIC of the read */
};

void procstat_init(struct procstat *stat);
void procstat_fini(struct procstat *stat);

/* 0 or -errno; after an error there are no CPUs and every counter is unknown. */
int procstat_read(struct textfile *file, struct procstat *stat);

/* -EINVAL when the text has neither a cpu row nor a counter. */
int procstat_parse(const char *text, size_t len, struct procstat *stat);

#endif
