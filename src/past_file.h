/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What a session remembers, written to a file as a recording: some intervals at a time. */
#ifndef OVERTOP_PAST_FILE_H
#define OVERTOP_PAST_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "scribe.h"

struct past_file;
struct session;

/* NULL with *why set to a translated text (static) and errno, as recorder_new() has them. */
struct past_file *past_file_new(const char *path, struct scribe_rules rules, const char **why);

/*
 * Writes for @budget_ns; true when all that is remembered is written, or can no more be.  What is forgotten
 * meanwhile is left out; what is new is written too.
 */
bool past_file_step(struct past_file *file, struct session *session, uint64_t budget_ns);

/* Closes; *n is how many intervals were written.  0 or -errno. */
int past_file_free(struct past_file *file, size_t *n);

#endif
