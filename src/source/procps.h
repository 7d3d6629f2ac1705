/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What libproc2 reads for us: memory, paging, load, uptime, and the words that describe a task.
 * The only place that knows libproc2.
 */
#ifndef OVERTOP_SOURCE_PROCPS_H
#define OVERTOP_SOURCE_PROCPS_H

#include <stddef.h>
#include <stdint.h>

/* /proc/meminfo in KiB; COUNTER_UNKNOWN where it cannot be had. */
struct memory {
	uint64_t total_kib, used_kib, free_kib, available_kib, buffers_kib, cached_kib;
	uint64_t swap_total_kib, swap_used_kib;
};

/* /proc/vmstat, counters since boot; COUNTER_UNKNOWN where it cannot be had. */
struct paging {
	uint64_t in_kib, out_kib;      /* pgpgin, pgpgout: block devices */
	uint64_t swap_in, swap_out;    /* pswpin, pswpout: pages */
	uint64_t faults, major_faults; /* pgfault, pgmajfault */
	uint64_t read_ns;              /* CLOCK_MONOTONIC of the read */
};

/* /proc/loadavg and /proc/uptime; NAN where it cannot be had. */
struct load {
	double average[3]; /* 1, 5, 15 minutes */
	double uptime_s;
};

/* Descriptions of one task, each NULL where it cannot be had; owned by the struct. */
struct task_words {
	int tid;
	uint64_t start_ticks; /* as in stat: tells whether it is the task that was meant; 0: gone */
	char *command_line;   /* arguments joined by blanks, raw */
	char *cgroup;         /* v2 path, raw */
	char *wchan;          /* kernel function it sleeps in */
};

/* libproc2's handles, opened as they are first needed.  All zero is valid. */
struct procps;

struct procps *procps_new(void);
void procps_free(struct procps *procps);

/* 0 or -errno; what cannot be had is unknown. */
int procps_read_memory(struct procps *procps, struct memory *memory);
int procps_read_paging(struct procps *procps, struct paging *paging);
int procps_read_load(struct procps *procps, struct load *load);

/*
 * Fills @words[i] (whose tid is set and whose texts are NULL or own what they hold, freed here) for
 * @n tasks: only ever called for the rows on screen.  Of a task that is gone they are NULL.
 */
int procps_describe(struct procps *procps, struct task_words *words, size_t n);
void task_words_fini(struct task_words *words);

#endif
