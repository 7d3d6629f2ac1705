/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The rules over the intervals of a session, as they come: marks each of them, and knows for how long it has
 * looked.  What it found outlasts the interval, for one that is made anew with more in it.
 */
#ifndef OVERTOP_JUDGE_H
#define OVERTOP_JUDGE_H

struct interval;
struct judge;
struct last_words;
struct rule_facts;

struct judge *judge_new(void);
void judge_free(struct judge *judge);

/* The next interval; where there is a gap before it, all that was so far is forgotten. */
void judge_next(struct judge *judge, struct interval *interval, const struct rule_facts *facts);
/* The last one again: it gets the marks that it had. */
void judge_again(const struct judge *judge, struct interval *interval);
/* The next interval is not the one after the last. */
void judge_forget(struct judge *judge);

/* What was said when they held last of the things that stand. */
const struct last_words *judge_last_words(const struct judge *judge);
/* For so many seconds, up to the last interval, without a gap. */
double judge_looked_s(const struct judge *judge);

#endif
