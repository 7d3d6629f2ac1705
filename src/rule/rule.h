/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A rule: what to look for in an interval, how grave it is, and which command mends it.
 *
 * A rule is one const descriptor at the end of the file of its family, named in rule/rules.c.  The man page,
 * doc/findings.md, the settings file and the tests are made from it.  Its judge() looks at one interval and
 * says for each thing (a CPU, an interrupt, a process) of which the condition holds what there is to say; it
 * keeps nothing.  That a condition must hold for a while, and that a finding clears more slowly than it
 * comes, is the business of rule/engine.h: of what stands already, it asks again with eased thresholds.
 *
 * Every text that is added is translated where it is made, and may hold raw names of the kernel: whoever
 * draws it cleans it.  What goes into a command is quoted for the shell with rule_quote().  Unknown numbers
 * are NAN and every comparison with them is false: a rule that lacks its input finds nothing by itself.
 */
#ifndef OVERTOP_RULE_RULE_H
#define OVERTOP_RULE_RULE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"

struct interval;
struct price_list;
struct task_interval;
struct topology;

enum grade { GRADE_INFO, GRADE_WARN, GRADE_CRIT };

/* Which way a threshold is crossed, and so which way it is eased. */
enum bound { AT_LEAST, AT_MOST };

struct threshold {
	const char *name; /* with its unit: "warn_pct"; in the settings file "R17.warn_pct" */
	double value;     /* unless the settings say otherwise */
	enum bound bound;
	const char *help; /* N_() */
};

/*
 * An interval as the members of a line of a recording (doc/format.md), with ' in place of ".  What is not
 * told is unknown.  `subject` is what the rule must find in it; NULL: a near miss, in which it must not.
 */
struct example {
	const char *subject;
	const char *text;
};

struct judging;

struct rule {
	const char *id;     /* of the catalogue: "R17"; never renamed */
	const char *title;  /* N_(): a few words */
	const char *help;   /* N_(): a sentence: what is found, and why it matters */
	unsigned int needs; /* enum need of sample.h; without any of them it is not asked */
	unsigned int helps; /* more of them, without which it is less sure, and says so */
	bool is_validity;   /* it says how far the others can be trusted */
	const struct threshold *thresholds;
	size_t n_thresholds;
	void (*judge)(struct judging *judging);
	const struct example *examples; /* at least one of each kind */
	size_t n_examples;
};

struct evidence {
	const char *name;  /* translated */
	const char *value; /* raw */
};

enum { MAX_EVIDENCE = 12, MAX_CAUSES = 4, MAX_LACKS = 4 };

/* What a rule says about one thing.  All texts are in the arena of the judging. */
struct finding {
	const struct rule *rule;
	enum grade grade;
	const char
		*subject; /* names the thing across intervals: "cpu1", "irq30"; "": the machine */
	const char *sentence; /* what is wrong, with the numbers */
	struct evidence evidence[MAX_EVIDENCE];
	size_t n_evidence;
	const char *causes[MAX_CAUSES]; /* the likeliest first */
	size_t n_causes;
	const char *confirm, *mend, *undo; /* commands for a shell; NULL: there is none */
	const char *lacks[MAX_LACKS]; /* what is not known, and makes it less sure; translated */
	size_t n_lacks;
	double stake_pct; /* CPU that could be won, of one CPU; NAN: unknown */
	/* Where it is to be seen: the name of a pane, and the text that its row is found by. */
	const char *pane;
	const char *row; /* NULL: no certain row */
};

/* What a judge() looks at.  Borrowed. */
struct judging {
	const struct rule *rule;
	const struct interval *interval; /* with active tasks only, as it is recorded */
	const struct topology *topology; /* NULL: unknown */
	const struct price_list *prices; /* NULL or empty: not measured */
	struct arena *arena;
	const double *thresholds; /* [rule->n_thresholds], eased or not */
	struct finding **found;   /* in the arena */
	size_t n_found, capacity;
};

/* The threshold at this position of the rule's table. */
double rule_threshold(const struct judging *judging, size_t i);

/* One more finding, about the thing of this name; borrowed. */
struct finding *rule_find(struct judging *judging, enum grade grade, const char *subject, ...)
	__attribute__((format(printf, 3, 4)));
/* The same about the machine as a whole, whose name is "". */
struct finding *rule_find_machine(struct judging *judging, enum grade grade);

/* What is said of it.  Formats are translated: rule_say(judging, finding, _("..."), ...). */
void rule_say(struct judging *judging, struct finding *finding, const char *format, ...)
	__attribute__((format(printf, 3, 4)));
void rule_show(struct judging *judging, struct finding *finding, const char *name,
	       const char *format, ...) __attribute__((format(printf, 4, 5)));
/* One whole number; unknown is "-". */
void rule_show_count(struct judging *judging, struct finding *finding, const char *name,
		     double count);
void rule_cause(struct judging *judging, struct finding *finding, const char *format, ...)
	__attribute__((format(printf, 3, 4)));
/* What was read, but is not known of this one; of what was not read (rule.helps) it is said by itself. */
void rule_lack(struct judging *judging, struct finding *finding, const char *format, ...)
	__attribute__((format(printf, 3, 4)));
/* Commands: not translated. */
void rule_confirm(struct judging *judging, struct finding *finding, const char *format, ...)
	__attribute__((format(printf, 3, 4)));
void rule_mend(struct judging *judging, struct finding *finding, const char *format, ...)
	__attribute__((format(printf, 3, 4)));
void rule_undo(struct judging *judging, struct finding *finding, const char *format, ...)
	__attribute__((format(printf, 3, 4)));
/* Both, as planned. */
struct plan;
void rule_mend_by(struct finding *finding, const struct plan *plan);
/* Where it is to be seen; @row may be NULL. */
void rule_point(struct judging *judging, struct finding *finding, const char *pane,
		const char *row);

/* As one word of a shell, whatever bytes it has; as it is if it needs no quotes. */
const char *rule_quote(const struct judging *judging, const char *word);
/* A number as screens show it: "139k", "11.2". */
const char *rule_rate(const struct judging *judging, double per_s);
const char *rule_pct(const struct judging *judging, double pct);
const char *rule_number(const struct judging *judging, int number);
/* "name (TID)", of a process its number. */
const char *rule_task(const struct judging *judging, const struct task_interval *task);

/* Evidence: the threads that are in the kernel most, and on which CPUs; who sends or takes packets is among them. */
void rule_show_in_kernel(struct judging *judging, struct finding *finding);

/* Mends and undoes: its process is so many steps nicer; it may run on all CPUs, if it is known that it may not. */
void rule_renice(struct judging *judging, struct finding *finding, const struct task_interval *task,
		 int steps);
void rule_let_go(struct judging *judging, struct finding *finding,
		 const struct task_interval *thread);

/* "0-3,8" */
struct cpuset;
const char *rule_cpus(const struct judging *judging, const struct cpuset *cpus);

#endif
