/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * From what rules say of single intervals to findings: a condition must hold for three intervals and five
 * seconds, and one that stands is judged by thresholds eased by a fifth.
 *
 * What stands is marked in the interval (struct mark), and so recorded and remembered.  The words are made
 * again from interval and mark wherever they are shown, which needs no engine: findings_of().  Of what stands
 * though its condition does not hold just now, no words can be made: those of the last interval in which it
 * held are kept (struct last_words).
 *
 * Rules of validity (V1, V2, ...) come after the others of their grade: they say how far the others can be
 * trusted, and one of them stands on every healthy virtual machine, above which nothing else would be seen.
 */
#ifndef OVERTOP_RULE_ENGINE_H
#define OVERTOP_RULE_ENGINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "rule/rule.h"

struct engine;
struct interval;
struct last_words;
struct mark;

/* The thresholds of all rules: as the rules have them, or as settings say. */
struct tuning;
struct tuning *tuning_new(void);
void tuning_free(struct tuning *tuning);
/* "R17.warn_pct": 0; -ENOENT: there is none; -EINVAL: no threshold can be so. */
int tuning_set(struct tuning *tuning, const char *name, size_t len, double value);
/* Those of one rule, in the order of its table; @tuning may be NULL.  In @arena, eased by a fifth or not. */
const double *tuning_thresholds(const struct tuning *tuning, const struct rule *rule, bool is_eased,
				struct arena *arena);

/* All rules, in the order of the catalogue. */
extern const struct rule *const rules[];
extern const size_t n_rules;
const struct rule *rule_by_id(const char *id);
/* What must be read for all of them. */
unsigned int rules_needs(void);
/* One bit of enum need in words, translated; NULL: there is no such bit. */
const char *need_words(unsigned int need);

/* What an interval is judged with.  Each may be NULL. */
struct rule_facts {
	const struct topology *topology;
	const struct price_list *prices;
	const struct tuning *tuning;
	unsigned int has; /* what was read for the interval: enum need */
	const struct last_words *last_words;
};

/*
 * What a rule finds in one interval, each thing once, ascending by subject, in @arena.  What would have helped it
 * and was not read is said with each.
 */
struct finds {
	struct finding **items;
	size_t n;
};
struct finds rule_judge(const struct rule *rule, const struct interval *interval,
			const struct rule_facts *facts, bool is_eased, struct arena *arena);
/* Its position; n: it is not among them. */
size_t finds_get(const struct finds *finds, const char *subject);

struct engine *engine_new(void);
void engine_free(struct engine *engine);
/* The next interval is not the one after the last. */
void engine_forget(struct engine *engine);
/* Judges the next interval and marks it.  One since boot has no findings. */
void engine_judge(struct engine *engine, struct interval *interval, const struct rule_facts *facts);

/* A finding as it is shown: what is said of it, since when. */
struct standing {
	const struct mark *mark;
	const struct finding *finding; /* NULL: it has cleared, or nothing more is known */
	uint64_t
		said_ns; /* the end of the earlier interval that it was said in; 0: it is of this one */
};

/* Does a rule of validity say so? */
bool mark_is_of_validity(const struct mark *mark);

/*
 * Of an interval that was judged: what stands, the gravest first, then what has cleared, in the order of the
 * marks.  In @arena.
 */
size_t findings_of(const struct interval *interval, const struct rule_facts *facts,
		   struct arena *arena, const struct standing **standing);

/* What was said of each thing that stands when it held last. */
struct last_words *last_words_new(void);
void last_words_free(struct last_words *last);
void last_words_forget(struct last_words *last);
/* The next interval, which was judged: of what stands no more all is forgotten. */
void last_words_take(struct last_words *last, const struct interval *interval,
		     const struct rule_facts *facts);
/* NULL: nothing was said up to @wall_ns.  *@said_ns: when. */
const struct finding *last_words_find(const struct last_words *last, const struct mark *mark,
				      uint64_t wall_ns, uint64_t *said_ns);

#endif
