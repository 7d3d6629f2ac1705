/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "replay_findings.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>

#include "base/hash.h"
#include "base/xalloc.h"
#include "interval.h"
#include "judge.h"
#include "rule/engine.h"

struct replay_findings {
	struct judge *first, *again; /* of lines that are new, and of others */
	size_t next;                 /* the line that again would go on with */
	struct last_words *last_words;
	size_t next_word; /* the line that they would go on with */
	double looked_s;
	/* Hashes of those that stood in the newest line. */
	uint64_t *standing, *before;
	size_t n_standing, n_before, standing_capacity, before_capacity;
	size_t *begins; /* lines, ascending */
	size_t n_begins, begins_capacity;
};

struct replay_findings *replay_findings_new(void)
{
	struct replay_findings *findings = xcalloc(1, sizeof(*findings));

	findings->first = judge_new();
	findings->again = judge_new();
	findings->last_words = last_words_new();
	findings->next = SIZE_MAX;
	findings->looked_s = (double)NAN;
	return findings;
}

void replay_findings_free(struct replay_findings *findings)
{
	if (!findings)
		return;
	judge_free(findings->first);
	judge_free(findings->again);
	last_words_free(findings->last_words);
	free(findings->standing);
	free(findings->before);
	free(findings->begins);
	free(findings);
}

static void judge(struct replay_findings *findings, size_t line, bool is_new,
		  struct interval *interval, const struct rule_facts *facts)
{
	struct judge *judge = is_new ? findings->first : findings->again;

	if (!is_new && line != findings->next)
		judge_forget(judge);
	if (!is_new)
		findings->next = line + 1;
	judge_next(judge, interval, facts);
	findings->looked_s = judge_looked_s(judge);
}

static void take_words(struct replay_findings *findings, size_t line,
		       const struct interval *interval, const struct rule_facts *facts)
{
	if (line != findings->next_word)
		last_words_forget(findings->last_words);
	findings->next_word = line + 1;
	last_words_take(findings->last_words, interval, facts);
}

static void list_standing(struct replay_findings *findings, const struct interval *interval)
{
	uint64_t *before = findings->before;
	size_t capacity = findings->before_capacity;

	findings->before = findings->standing;
	findings->n_before = findings->n_standing;
	findings->before_capacity = findings->standing_capacity;
	findings->standing = xgrow(before, &capacity, interval->n_marks, sizeof(*before));
	findings->standing_capacity = capacity;
	findings->n_standing = 0;
	for (size_t i = 0; i < interval->n_marks; i++) {
		const struct mark *mark = &interval->marks[i];

		if (isnan(mark->cleared_s))
			findings->standing[findings->n_standing++] =
				hash_text(hash_text(HASH_START, mark->rule), mark->subject);
	}
}

static bool stood_before(const struct replay_findings *findings, uint64_t hash)
{
	for (size_t i = 0; i < findings->n_before; i++)
		if (findings->before[i] == hash)
			return true;
	return false;
}

static void learn(struct replay_findings *findings, size_t line, const struct interval *interval)
{
	bool begins = false;

	list_standing(findings, interval);
	for (size_t i = 0; i < findings->n_standing && !begins; i++)
		begins = !stood_before(findings, findings->standing[i]);
	if (!begins)
		return;
	findings->begins = xgrow(findings->begins, &findings->begins_capacity,
				 findings->n_begins + 1, sizeof(*findings->begins));
	findings->begins[findings->n_begins++] = line;
}

void replay_findings_add(struct replay_findings *findings, size_t line, bool is_new,
			 struct interval *interval, const struct rule_facts *facts)
{
	findings->looked_s = (double)NAN;
	if (!interval->has_marks)
		judge(findings, line, is_new, interval, facts);
	take_words(findings, line, interval, facts);
	if (is_new)
		learn(findings, line, interval);
}

size_t replay_findings_find(const struct replay_findings *findings, size_t line, int direction)
{
	size_t found = SIZE_MAX;

	for (size_t i = 0; i < findings->n_begins; i++) {
		size_t begins = findings->begins[i];

		if (direction > 0 && begins > line)
			return begins;
		if (direction < 0 && begins < line)
			found = begins;
	}
	return found;
}

const struct last_words *replay_findings_last_words(const struct replay_findings *findings)
{
	return findings->last_words;
}

double replay_findings_looked_s(const struct replay_findings *findings)
{
	return findings->looked_s;
}
