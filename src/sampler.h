/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Makes the sources say what they know.
 *
 * Each is read at most once per sample, and only if it is needed; the system files are read in one go,
 * the tasks in steps after them.
 */
#ifndef OVERTOP_SAMPLER_H
#define OVERTOP_SAMPLER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "access.h"

struct procps;
struct sample;
struct sampler;

struct sampler *sampler_new(struct access access);
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
/* Tasks are read by taskstats, not by their files alone. */
bool sampler_has_taskstats(const struct sampler *sampler);

/* libproc2's handle, for describing the rows on screen. */
struct procps *sampler_procps(struct sampler *sampler);

#endif
