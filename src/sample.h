/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Everything the sources said at one moment, and the sampler that makes them say it.
 *
 * Each source is read at most once per sample, and only if it is needed; the system files are read in
 * one go, the tasks in steps after them.
 */
#ifndef OVERTOP_SAMPLE_H
#define OVERTOP_SAMPLE_H

#include <stdbool.h>
#include <stdint.h>

#include "source/interrupts.h"
#include "source/pressure.h"
#include "source/procps.h"
#include "source/procstat.h"
#include "source/softirqs.h"
#include "source/tasks.h"

/* What is needed: bits, named by panes, rules and the header. */
enum need {
	NEED_STAT = 1 << 0,
	NEED_MEMORY = 1 << 1,
	NEED_PAGING = 1 << 2,
	NEED_LOAD = 1 << 3,
	NEED_SOFTIRQS = 1 << 4,
	NEED_INTERRUPTS = 1 << 5,
	NEED_PRESSURE = 1 << 6,
	NEED_TASKS = 1 << 7,
	/* Not part of a sample; read by the session when asked for. */
	NEED_AFFINITY = 1 << 8,
	NEED_TOPOLOGY = 1 << 9,
};

struct sample {
	unsigned int has; /* which of the above were read without an error */
	bool is_live; /* false: files of another machine; the clocks here say nothing about them */
	double ticks_per_s; /* of /proc/stat and of the tasks' times */
	double page_kib;    /* of a page */
	uint64_t wall_ns;   /* CLOCK_REALTIME */
	uint64_t read_ns;   /* CLOCK_MONOTONIC when the first source was read */
	struct procstat stat;
	struct memory memory;
	struct paging paging;
	struct load load;
	struct softirqs softirqs;
	struct interrupts interrupts;
	struct pressure pressure;
	struct tasks tasks; /* valid when has & NEED_TASKS: the scan was done */
};

void sample_init(struct sample *sample);
void sample_fini(struct sample *sample);

/* Do all the system-wide counters stand where they stood?  Then the files of a dump have not changed. */
bool sample_is_same(const struct sample *a, const struct sample *b);

struct sampler;

/* @is_live false: a dump (--root). */
struct sampler *sampler_new(bool is_live);
void sampler_free(struct sampler *sampler);

/*
 * Reads all system-wide files of @needs into @sample, and begins the scan of tasks if they are needed;
 * @before is the sample before (its tasks are compared with) or NULL.
 */
void sampler_read(struct sampler *sampler, unsigned int needs, const struct sample *before,
		  struct sample *sample);

/* Reads into @sample what of @needs it does not have yet: something more is to be shown. */
void sampler_add(struct sampler *sampler, unsigned int needs, const struct sample *before,
		 struct sample *sample);

/* Goes on with the scan for @budget_ns; true when the sample is whole. */
bool sampler_step(struct sampler *sampler, struct sample *sample, uint64_t budget_ns);
void sampler_progress(const struct sampler *sampler, size_t *done, size_t *total);

/* libproc2's handle, for describing the rows on screen. */
struct procps *sampler_procps(struct sampler *sampler);

#endif
