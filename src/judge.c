/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "judge.h"

#include <math.h>
#include <stdlib.h>

#include "base/xalloc.h"
#include "interval.h"
#include "rule/engine.h"

struct judge {
	struct engine *engine;
	struct interval marks; /* of the last interval; nothing else is in it */
	double looked_s;
};

struct judge *judge_new(void)
{
	struct judge *judge = xcalloc(1, sizeof(*judge));

	judge->engine = engine_new();
	interval_init(&judge->marks);
	return judge;
}

void judge_free(struct judge *judge)
{
	if (!judge)
		return;
	engine_free(judge->engine);
	interval_fini(&judge->marks);
	free(judge);
}

void judge_next(struct judge *judge, struct interval *interval, const struct rule_facts *facts)
{
	engine_judge(judge->engine, interval, facts);
	if (!interval->is_since_boot && !isnan(interval->seconds))
		judge->looked_s += interval->seconds;
	arena_reset(&judge->marks.arena);
	interval_keep_marks(&judge->marks, interval);
}

void judge_again(const struct judge *judge, struct interval *interval)
{
	interval_keep_marks(interval, &judge->marks);
}

void judge_forget(struct judge *judge)
{
	engine_forget(judge->engine);
	judge->looked_s = 0;
	arena_reset(&judge->marks.arena);
	judge->marks.marks = NULL;
	judge->marks.n_marks = 0;
	judge->marks.has_marks = false;
}

double judge_looked_s(const struct judge *judge)
{
	return judge->looked_s;
}
