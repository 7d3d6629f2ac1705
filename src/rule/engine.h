/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * From what rules say of single intervals to findings: a condition must hold for three intervals and five
 * seconds, and one that stands is judged by thresholds eased by a fifth.
 *
 * What stands is marked in the interval (struct mark), and so recorded and remembered.  The words are made
 * again from interval and mark wherever they are shown, which needs no engine: findings_of().
 */
#ifndef OVERTOP_RULE_ENGINE_H
#define OVERTOP_RULE_ENGINE_H

#include <stdbool.h>
#include <stddef.h>

#include "rule/rule.h"

struct engine;
struct interval;
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

/* A finding as it is shown: what is said of it in this interval, since when. */
struct standing {
	const struct mark *mark;
	const struct finding *finding; /* NULL: it has cleared, or this version has no such rule */
};

/* Of an interval that was judged: what stands, the gravest first, then what has cleared.  In @arena. */
size_t findings_of(const struct interval *interval, const struct rule_facts *facts,
		   struct arena *arena, const struct standing **standing);

#endif
