/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * An engine, intervals made by hand to feed it, and rules that are easy to satisfy in place of the true ones.
 * Whoever includes it is linked without rule/rules.c.
 */
#ifndef OVERTOP_TESTS_JUDGED_H
#define OVERTOP_TESTS_JUDGED_H

#include <math.h>
#include <string.h>

#include "interval.h"
#include "rule/engine.h"
#include "sample.h"

#define JUDGED_EPOCH_NS 1000000000000000000U

/* Warns of 100 switches/s, and of 200 gravely. */
static const struct threshold rate_thresholds[] = {
	{"warn_per_s", 100, AT_LEAST, "warn"},
	{"crit_per_s", 200, AT_LEAST, "crit"},
};

static inline void judge_rate(struct judging *judging)
{
	double per_s = judging->interval->totals.cs_per_s;
	struct finding *finding;

	if (!(per_s >= rule_threshold(judging, 0)))
		return;
	finding = rule_find_machine(judging,
				    per_s >= rule_threshold(judging, 1) ? GRADE_CRIT : GRADE_WARN);
	rule_say(judging, finding, "%g", per_s);
}

static const struct rule rate_rule = {
	.id = "R1",
	.needs = NEED_STAT,
	.helps = NEED_LOAD,
	.thresholds = rate_thresholds,
	.n_thresholds = 2,
	.judge = judge_rate,
};

/* Of each CPU that is idle at most for a tenth. */
static const struct threshold idle_thresholds[] = {{"idle_pct", 10, AT_MOST, "idle"}};

static inline void judge_idle(struct judging *judging)
{
	const struct interval *interval = judging->interval;

	for (size_t i = 0; i < interval->n_cpus; i++) {
		struct finding *finding;

		if (!(interval->cpus[i].id <= rule_threshold(judging, 0)))
			continue;
		finding = rule_find(judging, GRADE_INFO, "cpu%d", interval->cpus[i].cpu);
		finding->stake_pct = interval->cpus[i].busy;
		rule_say(judging, finding, "cpu%d", interval->cpus[i].cpu);
	}
}

static const struct rule idle_rule = {
	.id = "R2",
	.needs = NEED_SOFTIRQS,
	.thresholds = idle_thresholds,
	.n_thresholds = 1,
	.judge = judge_idle,
};

static inline void judge_view(struct judging *judging)
{
	if (judging->interval->hides_irq_time)
		rule_say(judging, rule_find_machine(judging, GRADE_INFO), "hidden");
}

static const struct rule view_rule = {
	.id = "V1",
	.needs = NEED_STAT,
	.is_validity = true,
	.judge = judge_view,
};

const struct rule *const rules[] = {&rate_rule, &idle_rule, &view_rule};
const size_t n_rules = 3;

struct judged {
	struct engine *engine;
	struct interval interval;
	struct rule_facts facts;
	struct arena arena; /* of findings_of() */
};

static inline void judged_init(struct judged *judged, size_t n_cpus)
{
	struct interval *interval = &judged->interval;

	*judged = (struct judged){.engine = engine_new(), .facts = {.has = NEED_EVERYTHING}};
	interval_init(interval);
	interval->seconds = 1;
	interval->wall_ns = JUDGED_EPOCH_NS;
	interval->totals.cs_per_s = 0;
	interval->n_cpus = n_cpus;
	interval->cpus = arena_alloc(&judged->interval.arena, n_cpus, sizeof(*interval->cpus));
	for (size_t i = 0; i < n_cpus; i++)
		interval->cpus[i] = (struct cpu_interval){.cpu = (int)i, .id = 100};
}

static inline void judged_fini(struct judged *judged)
{
	engine_free(judged->engine);
	arena_fini(&judged->arena);
	interval_fini(&judged->interval);
}

/* The next interval: how many marks it got. */
static inline size_t judged_next(struct judged *judged)
{
	judged->interval.wall_ns += (uint64_t)(judged->interval.seconds * 1e9);
	engine_judge(judged->engine, &judged->interval, &judged->facts);
	return judged->interval.n_marks;
}

/* @n intervals with so many switches. */
static inline size_t judged_rate(struct judged *judged, size_t n, double per_s)
{
	judged->interval.totals.cs_per_s = per_s;
	while (n-- > 0)
		judged_next(judged);
	return judged->interval.n_marks;
}

#endif
