/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The findings of a recording that is played: as they were recorded, or found now where they were not; and in
 * which lines one begins.
 *
 * Lines that are read for the first time come in order.  Of those that are read again after a jump nothing can
 * be said until enough of them have passed.
 */
#ifndef OVERTOP_REPLAY_FINDINGS_H
#define OVERTOP_REPLAY_FINDINGS_H

#include <stdbool.h>
#include <stddef.h>

struct interval;
struct last_words;
struct replay_findings;
struct rule_facts;

struct replay_findings *replay_findings_new(void);
void replay_findings_free(struct replay_findings *findings);

/* This line was read; @is_new: for the first time. */
void replay_findings_add(struct replay_findings *findings, size_t line, bool is_new,
			 struct interval *interval, const struct rule_facts *facts);

/* The next line after @line, or the last before it (@direction -1), in which one begins; SIZE_MAX. */
size_t replay_findings_find(const struct replay_findings *findings, size_t line, int direction);

/* What was said of what stands in that line when it held last. */
const struct last_words *replay_findings_last_words(const struct replay_findings *findings);
/* For how long the rules have looked up to the line that was read last; NAN: it was recorded. */
double replay_findings_looked_s(const struct replay_findings *findings);

#endif
