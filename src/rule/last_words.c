/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What was said last of each thing that stands: copied anew with each interval, so that it grows with nothing. */
#include "config.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/xalloc.h"
#include "interval.h"
#include "rule/engine.h"

struct last_word {
	const char *rule, *subject;
	uint64_t said_ns;
	const struct finding *finding;
};

/* All that was said up to the end of one interval. */
struct said {
	struct arena arena;
	struct last_word *items; /* in the arena */
	size_t n;
	uint64_t wall_ns;
};

/* Whoever plays a recording up to some time has read the interval after it, too. */
struct last_words {
	struct said said[2];
	size_t newest;
};

struct last_words *last_words_new(void)
{
	return xcalloc(1, sizeof(struct last_words));
}

void last_words_free(struct last_words *last)
{
	if (!last)
		return;
	arena_fini(&last->said[0].arena);
	arena_fini(&last->said[1].arena);
	free(last);
}

void last_words_forget(struct last_words *last)
{
	last->said[0].n = 0;
	last->said[1].n = 0;
}

static const char *copy_text(const char *text, struct arena *arena)
{
	return text ? arena_strdup(arena, text) : NULL;
}

static void copy_texts(const char **texts, size_t n, struct arena *arena)
{
	for (size_t i = 0; i < n; i++)
		texts[i] = copy_text(texts[i], arena);
}

static const struct finding *copy_finding(const struct finding *finding, struct arena *arena)
{
	struct finding *copy = arena_alloc(arena, 1, sizeof(*copy));

	*copy = *finding;
	copy->subject = copy_text(finding->subject, arena);
	copy->sentence = copy_text(finding->sentence, arena);
	for (size_t i = 0; i < finding->n_evidence; i++) {
		copy->evidence[i].name = copy_text(finding->evidence[i].name, arena);
		copy->evidence[i].value = copy_text(finding->evidence[i].value, arena);
	}
	copy_texts(copy->causes, finding->n_causes, arena);
	copy_texts(copy->lacks, finding->n_lacks, arena);
	copy->confirm = copy_text(finding->confirm, arena);
	copy->mend = copy_text(finding->mend, arena);
	copy->undo = copy_text(finding->undo, arena);
	copy->pane = copy_text(finding->pane, arena);
	copy->row = copy_text(finding->row, arena);
	return copy;
}

static size_t count_standing(const struct interval *interval)
{
	size_t n = 0;

	for (size_t i = 0; i < interval->n_marks; i++)
		n += isnan(interval->marks[i].cleared_s) != 0;
	return n;
}

void last_words_take(struct last_words *last, const struct interval *interval,
		     const struct rule_facts *facts)
{
	struct said *said = &last->said[!last->newest];
	size_t n = count_standing(interval);
	struct rule_facts with = *facts;
	const struct standing *standing;

	arena_reset(&said->arena);
	said->n = 0;
	said->wall_ns = 0;
	with.last_words = last;
	if (n > 0)
		findings_of(interval, &with, &said->arena, &standing);
	said->items = arena_alloc(&said->arena, n, sizeof(*said->items));
	for (size_t i = 0; i < n; i++) {
		const struct standing *item = &standing[i];

		if (!item->finding)
			continue;
		said->items[said->n++] = (struct last_word){
			.rule = arena_strdup(&said->arena, item->mark->rule),
			.subject = arena_strdup(&said->arena, item->mark->subject),
			.said_ns = item->said_ns ? item->said_ns : interval->wall_ns,
			.finding = copy_finding(item->finding, &said->arena),
		};
	}
	said->wall_ns = interval->wall_ns;
	last->newest = !last->newest;
}

const struct finding *last_words_find(const struct last_words *last, const struct mark *mark,
				      uint64_t wall_ns, uint64_t *said_ns)
{
	const struct said *said = &last->said[last->newest];

	if (said->wall_ns > wall_ns)
		said = &last->said[!last->newest];
	for (size_t i = 0; i < said->n && said->wall_ns <= wall_ns; i++) {
		const struct last_word *word = &said->items[i];

		if (strcmp(word->rule, mark->rule) != 0 ||
		    strcmp(word->subject, mark->subject) != 0)
			continue;
		*said_ns = word->said_ns;
		return word->finding;
	}
	return NULL;
}
