/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Whether the machine has what the command line names: one line on stderr if not, before a terminal is
 * taken or a line printed.
 */
#ifndef OVERTOP_CHECKS_H
#define OVERTOP_CHECKS_H

#include <regex.h>
#include <stdbool.h>
#include <stddef.h>

#include "pane/pane.h"

struct options;
struct outputs;
struct session;

/* Exit statuses. */
enum { STATUS_OK = 0, STATUS_FAILED = 1, STATUS_USAGE = 2 };

/* Sets has_uid and uid of @choice from --user, as @words knows users.  An exit status. */
int check_user(const struct options *options, const struct words *words, struct choice *choice);
/* No file is named twice, or it would be written over while it is read.  An exit status. */
int check_files(const struct options *options);
/*
 * Reads the settings of --settings, which must be there, or the user's own into @options.  What is wrong in them
 * is said and changes nothing else.  An exit status.
 */
int check_settings(struct options *options);
/* Each of --pid is there.  An exit status. */
int check_pids(const struct options *options);
/* Compiles --filter into @regex; *has_filter tells whether there is one.  An exit status. */
int check_filter(const struct options *options, regex_t *regex, bool *has_filter);
/* Opens what is to be shown: this machine, a dump, or the recording of --replay.  An exit status. */
int check_session(const struct options *options, struct session **session);
/* Opens the files of --record, --openmetrics and --report.  An exit status. */
int check_outputs(const struct options *options, const struct choice *choice,
		  struct outputs **outputs);
/*
 * The moment that @text (of --from or --to) names, seen from the first interval; of an end that is a time of
 * day, the next one.
 * NULL: *wall_ns stays.  An exit status.
 */
int check_time(const char *text, uint64_t first_ns, bool is_end, uint64_t *wall_ns);
/* Some of @n panes has the column of --sort.  An exit status. */
int check_sort(const struct options *options, const struct pane *const *shown, size_t n,
	       const struct view *view);

#endif
