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

struct last_words {
	struct arena arenas[2]; /* of now, and of the interval before */
	size_t now;
	struct last_word *items; /* in the arena of now */
	size_t n;
};

struct last_words *last_words_new(void)
{
	return xcalloc(1, sizeof(struct last_words));
}

void last_words_free(struct last_words *last)
{
	if (!last)
		return;
	arena_fini(&last->arenas[0]);
	arena_fini(&last->arenas[1]);
	free(last);
}

void last_words_forget(struct last_words *last)
{
	last->items = NULL;
	last->n = 0;
}

static const struct last_word *find(const struct last_words *last, const struct mark *mark)
{
	for (size_t i = 0; i < last->n; i++)
		if (strcmp(last->items[i].rule, mark->rule) == 0 &&
		    strcmp(last->items[i].subject, mark->subject) == 0)
			return &last->items[i];
	return NULL;
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
	struct arena *arena = &last->arenas[!last->now];
	struct rule_facts with = *facts;
	size_t n = count_standing(interval), n_kept = 0;
	const struct standing *standing;
	struct last_word *kept;

	if (n == 0) {
		last_words_forget(last);
		return;
	}
	arena_reset(arena);
	with.last_words = last;
	/* All that a rule finds in the interval is in the arena, too, for as long as the next interval takes. */
	findings_of(interval, &with, arena, &standing);
	kept = arena_alloc(arena, n, sizeof(*kept));
	for (size_t i = 0; i < n; i++) {
		const struct standing *item = &standing[i];

		if (!item->finding)
			continue;
		kept[n_kept++] = (struct last_word){
			.rule = arena_strdup(arena, item->mark->rule),
			.subject = arena_strdup(arena, item->mark->subject),
			.said_ns = item->said_ns ? item->said_ns : interval->wall_ns,
			.finding = copy_finding(item->finding, arena),
		};
	}
	last->now = !last->now;
	last->items = kept;
	last->n = n_kept;
}

const struct finding *last_words_find(const struct last_words *last, const struct mark *mark,
				      uint64_t wall_ns, uint64_t *said_ns)
{
	const struct last_word *word = find(last, mark);

	if (!word || word->said_ns > wall_ns)
		return NULL;
	*said_ns = word->said_ns;
	return word->finding;
}
