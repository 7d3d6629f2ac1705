/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "judge.h"

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

#include "base/xalloc.h"
#include "interval.h"
#include "rule/engine.h"

struct judge {
	struct engine *engine;
	struct last_words *last_words;
	struct interval marks; /* of the last interval; nothing else is in it */
	double looked_s;
	uint64_t last_ns; /* when the last interval ended; 0: there is none */
};

/* In a recording they may be of another day. */
static const double most_gap_s = 2;

struct judge *judge_new(void)
{
	struct judge *judge = xcalloc(1, sizeof(*judge));

	judge->engine = engine_new();
	judge->last_words = last_words_new();
	interval_init(&judge->marks);
	return judge;
}

void judge_free(struct judge *judge)
{
	if (!judge)
		return;
	engine_free(judge->engine);
	last_words_free(judge->last_words);
	interval_fini(&judge->marks);
	free(judge);
}

static bool is_next(const struct judge *judge, const struct interval *interval)
{
	double gap_s = ((double)interval->wall_ns - (double)judge->last_ns) / 1e9;

	return !interval->is_since_boot && fabs(gap_s - interval->seconds) <= most_gap_s;
}

void judge_next(struct judge *judge, struct interval *interval, const struct rule_facts *facts)
{
	if (judge->last_ns && !is_next(judge, interval))
		judge_forget(judge);
	judge->last_ns = interval->wall_ns;
	engine_judge(judge->engine, interval, facts);
	if (!interval->is_since_boot && !isnan(interval->seconds))
		judge->looked_s += interval->seconds;
	arena_reset(&judge->marks.arena);
	interval_keep_marks(&judge->marks, interval);
	last_words_take(judge->last_words, interval, facts);
}

void judge_again(const struct judge *judge, struct interval *interval)
{
	interval_keep_marks(interval, &judge->marks);
}

void judge_forget(struct judge *judge)
{
	engine_forget(judge->engine);
	last_words_forget(judge->last_words);
	judge->looked_s = 0;
	judge->last_ns = 0;
	arena_reset(&judge->marks.arena);
	judge->marks.marks = NULL;
	judge->marks.n_marks = 0;
	judge->marks.has_marks = false;
}

const struct last_words *judge_last_words(const struct judge *judge)
{
	return judge->last_words;
}

double judge_looked_s(const struct judge *judge)
{
	return judge->looked_s;
}
