/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A case: what is known of one rule and one thing over the intervals.  It is pending until it has held for long
 * enough, then it stands, and when it has lapsed for long enough it is cleared.
 *
 * A grade is earned like standing itself: by holding so long at that grade or above.  It is lost, as standing
 * is, by lapsing below it even with eased thresholds.
 *
 * Used by rule/engine.c only.
 */
#ifndef OVERTOP_RULE_CASE_H
#define OVERTOP_RULE_CASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "rule/rule.h"

enum { N_GRADES = GRADE_CRIT + 1 };

/* So many intervals in a row, and so long. */
struct spell {
	unsigned int n;
	double seconds;
};

struct case_text {
	char *bytes;
	size_t capacity;
};

enum phase { PENDING, STANDING, CLEARED };

struct mark_case {
	const struct rule *rule;
	struct case_text subject, sentence;
	enum phase phase;
	int grade;
	double stake_pct;
	struct spell held[N_GRADES]; /* at this grade or above */
	uint64_t held_since_ns, since_ns;
	struct spell lapsed; /* below its grade */
	int lapsed_to;       /* the gravest that it was meanwhile; -1: nothing was found */
	struct spell unasked;
	double cleared_s;
	bool is_over; /* nothing more is to be known of it */
};

/* What one interval says of a case. */
struct hearing {
	uint64_t wall_ns; /* of its end */
	double seconds;
	const struct finding *strict, *eased; /* NULL: not found */
};

/* A new one in place of @item, of which it keeps the room of its texts; all zero is no case yet. */
void case_open(struct mark_case *item, const struct finding *finding);
void case_fini(struct mark_case *item);
void case_hear(struct mark_case *item, const struct hearing *hearing);
/* The interval lacks what it is judged by: it neither holds nor lapses. */
void case_wait(struct mark_case *item, double seconds);

#endif
