/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What is written beside what is shown: a recording (--record), metrics (--openmetrics), a report
 * (--report), and the lines of --json.  Each eats the same intervals as the screen.
 */
#ifndef OVERTOP_OUTPUTS_H
#define OVERTOP_OUTPUTS_H

#include <stdbool.h>
#include <stdio.h>

struct choice;
struct options;
struct outputs;
struct session;

/*
 * Opens what @options name.  NULL: one of them cannot be, with *why set to a line for the user (the caller
 * frees it).  @options and @choice must outlive it.
 */
struct outputs *outputs_new(const struct options *options, const struct choice *choice, char **why);

/* Writes what is only known at the end (the report), and closes.  Why something is lost; or NULL. */
char *outputs_free(struct outputs *outputs);

/* What must be read for what is written: everything, or nothing if nothing is. */
unsigned int outputs_needs(const struct outputs *outputs);
/* And the last interval could be written. */
bool outputs_are_recording(const struct outputs *outputs);

/* Gives the newest interval of @session to each of them. */
void outputs_add(struct outputs *outputs, struct session *session);
/* And prints it to @out, if that is asked for: --json, or --openmetrics without a file. */
void outputs_print(struct outputs *outputs, struct session *session, FILE *out);

/* What has gone wrong, or is right again, since the last call: a line for the user; or NULL. */
const char *outputs_news(struct outputs *outputs);

#endif
