/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The cases of all rules: each is heard in each interval, and those that stand or stood are marked in it. */
#include "config.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/xalloc.h"
#include "interval.h"
#include "rule/case.h"
#include "rule/engine.h"

/* So many cases of one rule, and findings of all, whatever there is; the gravest of those that come first. */
enum { MOST_CASES = 256, MOST_MARKS = 256 };

/* Of one rule.  Those beyond n_cases keep the room of their texts for the next. */
struct docket {
	struct mark_case *cases;
	size_t n_cases, n_made, capacity;
};

struct engine {
	struct docket *dockets; /* [n_rules] */
	struct arena arena;     /* of one judging */
};

struct engine *engine_new(void)
{
	struct engine *engine = xcalloc(1, sizeof(*engine));

	engine->dockets = xcalloc(n_rules, sizeof(*engine->dockets));
	return engine;
}

void engine_free(struct engine *engine)
{
	if (!engine)
		return;
	for (size_t i = 0; i < n_rules; i++) {
		struct docket *docket = &engine->dockets[i];

		for (size_t k = 0; k < docket->n_made; k++)
			case_fini(&docket->cases[k]);
		free(docket->cases);
	}
	free(engine->dockets);
	arena_fini(&engine->arena);
	free(engine);
}

void engine_forget(struct engine *engine)
{
	for (size_t i = 0; i < n_rules; i++)
		engine->dockets[i].n_cases = 0;
}

static void wait_for_input(struct docket *docket, double seconds)
{
	for (size_t i = 0; i < docket->n_cases; i++)
		case_wait(&docket->cases[i], seconds);
}

static void swap(struct mark_case *a, struct mark_case *b)
{
	struct mark_case kept = *a;

	*a = *b;
	*b = kept;
}

static void drop_those_over(struct docket *docket)
{
	size_t n = 0;

	for (size_t i = 0; i < docket->n_cases; i++)
		if (!docket->cases[i].is_over)
			swap(&docket->cases[i], &docket->cases[n++]);
	docket->n_cases = n;
}

static struct mark_case *add_case(struct docket *docket, const struct finding *finding)
{
	if (docket->n_cases == docket->n_made) {
		docket->cases = xgrow(docket->cases, &docket->capacity, docket->n_made + 1,
				      sizeof(*docket->cases));
		docket->cases[docket->n_made++] = (struct mark_case){.rule = NULL};
	}
	case_open(&docket->cases[docket->n_cases], finding);
	return &docket->cases[docket->n_cases++];
}

static int by_gravity(int grade, int other_grade, double stake_pct, double other_stake_pct)
{
	if (grade != other_grade)
		return other_grade - grade;
	if (isnan(stake_pct) || isnan(other_stake_pct))
		return (isnan(stake_pct) != 0) - (isnan(other_stake_pct) != 0);
	return (stake_pct < other_stake_pct) - (stake_pct > other_stake_pct);
}

static int gravest_first(const void *a, const void *b)
{
	const struct finding *one = *(struct finding *const *)a;
	const struct finding *other = *(struct finding *const *)b;

	return by_gravity(one->grade, other->grade, one->stake_pct, other->stake_pct);
}

/* What was found and is no case yet. */
static void open_cases(struct docket *docket, struct finding **found, size_t n,
		       struct hearing hearing)
{
	if (n > MOST_CASES)
		qsort(found, n, sizeof(*found), gravest_first);
	for (size_t i = 0; i < n && docket->n_cases < MOST_CASES; i++) {
		hearing.strict = found[i];
		case_hear(add_case(docket, found[i]), &hearing);
	}
}

/* Takes what the cases have heard out of @strict. */
static void hear_cases(struct docket *docket, struct finds *strict, const struct finds *eased,
		       struct hearing hearing, bool *is_heard)
{
	size_t n = 0;

	for (size_t i = 0; i < docket->n_cases; i++) {
		struct mark_case *item = &docket->cases[i];
		size_t at = finds_get(strict, item->subject.bytes);
		size_t eased_at = finds_get(eased, item->subject.bytes);

		hearing.strict = at < strict->n ? strict->items[at] : NULL;
		hearing.eased = eased_at < eased->n ? eased->items[eased_at] : NULL;
		is_heard[at] = true;
		case_hear(item, &hearing);
	}
	for (size_t i = 0; i < strict->n; i++)
		if (!is_heard[i])
			strict->items[n++] = strict->items[i];
	strict->n = n;
}

static bool has_standing(const struct docket *docket)
{
	for (size_t i = 0; i < docket->n_cases; i++)
		if (docket->cases[i].phase == STANDING)
			return true;
	return false;
}

static double length_of(const struct interval *interval)
{
	return interval->seconds > 0 ? interval->seconds : 0;
}

static void judge_rule(struct docket *docket, const struct rule *rule,
		       const struct interval *interval, const struct rule_facts *facts,
		       struct arena *arena)
{
	const struct hearing hearing = {
		.wall_ns = interval->wall_ns,
		.seconds = length_of(interval),
	};
	struct finds strict, eased = {NULL, 0};

	strict = rule_judge(rule, interval, facts, false, arena);
	if (has_standing(docket))
		eased = rule_judge(rule, interval, facts, true, arena);
	hear_cases(docket, &strict, &eased, hearing,
		   arena_alloc(arena, strict.n + 1, sizeof(bool)));
	open_cases(docket, strict.items, strict.n, hearing);
}

static int in_order(const void *a, const void *b)
{
	const struct mark_case *one = *(const struct mark_case *const *)a;
	const struct mark_case *other = *(const struct mark_case *const *)b;

	if (one->phase != other->phase)
		return (int)one->phase - (int)other->phase;
	if (one->phase == CLEARED && one->cleared_s != other->cleared_s)
		return one->cleared_s < other->cleared_s ? -1 : 1;
	if (one->grade == other->grade && one->rule->is_validity != other->rule->is_validity)
		return one->rule->is_validity - other->rule->is_validity;

	int order = by_gravity(one->grade, other->grade, one->stake_pct, other->stake_pct);

	if (order == 0)
		order = strcmp(one->rule->id, other->rule->id);
	return order ? order : strcmp(one->subject.bytes, other->subject.bytes);
}

static void mark(const struct engine *engine, struct interval *interval, struct arena *scratch)
{
	const struct mark_case **shown;
	size_t n = 0, n_cases = 0;

	for (size_t i = 0; i < n_rules; i++)
		n_cases += engine->dockets[i].n_cases;
	shown = arena_alloc(scratch, n_cases, sizeof(*shown));
	for (size_t i = 0; i < n_rules; i++)
		for (size_t k = 0; k < engine->dockets[i].n_cases; k++)
			if (engine->dockets[i].cases[k].phase != PENDING)
				shown[n++] = &engine->dockets[i].cases[k];
	if (n > 1)
		qsort(shown, n, sizeof(*shown), in_order);
	interval->n_marks = n < MOST_MARKS ? n : MOST_MARKS;
	interval->marks =
		arena_alloc(&interval->arena, interval->n_marks, sizeof(*interval->marks));
	for (size_t i = 0; i < interval->n_marks; i++)
		interval->marks[i] = (struct mark){
			.rule = shown[i]->rule->id,
			.subject = arena_strdup(&interval->arena, shown[i]->subject.bytes),
			.text = arena_strdup(&interval->arena, shown[i]->sentence.bytes),
			.grade = shown[i]->grade,
			.since_ns = shown[i]->since_ns,
			.cleared_s = shown[i]->phase == CLEARED ? shown[i]->cleared_s : (double)NAN,
		};
}

void engine_judge(struct engine *engine, struct interval *interval, const struct rule_facts *facts)
{
	const struct interval *active;

	interval->n_marks = 0;
	interval->has_marks = false;
	if (interval->is_since_boot)
		return;
	arena_reset(&engine->arena);
	active = interval_of_active(interval, &engine->arena);
	for (size_t i = 0; i < n_rules; i++) {
		if (rules[i]->needs & ~facts->has)
			wait_for_input(&engine->dockets[i], length_of(interval));
		else
			judge_rule(&engine->dockets[i], rules[i], active, facts, &engine->arena);
		drop_those_over(&engine->dockets[i]);
	}
	mark(engine, interval, &engine->arena);
	interval->has_marks = true;
}
