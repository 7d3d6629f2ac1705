/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What changes the meaning of everything else. */
#include "config.h"

#include "base/i18n.h"
#include "interval.h"
#include "rule/rule.h"
#include "sample.h"

#define COUNT(items) (sizeof(items) / sizeof(*(items)))

enum { V7_UNSEEN };

static const struct threshold v7_thresholds[] = {
	[V7_UNSEEN] = {"unseen_pct", 3, AT_LEAST,
		       N_("of a CPU that was busy with what the tick did not see")},
};

static void judge_v7(struct judging *judging)
{
	const struct interval *interval = judging->interval;
	const struct cpu_interval *most = NULL;
	struct finding *finding;
	int n = 0;

	for (size_t i = 0; i < interval->n_cpus; i++) {
		const struct cpu_interval *cpu = &interval->cpus[i];

		if (!(cpu->unseen >= rule_threshold(judging, V7_UNSEEN)))
			continue;
		n++;
		if (!most || cpu->unseen > most->unseen)
			most = cpu;
	}
	if (!most)
		return;
	finding = rule_find_machine(judging, GRADE_INFO);
	rule_say(judging, finding,
		 _("The tick does not see what cpu%d does: %s%% busy, %s%% of it explained"),
		 most->cpu, rule_pct(judging, most->busy),
		 rule_pct(judging, 100 * (most->busy - most->unseen) / most->busy));
	rule_show(judging, finding, _("CPUs it is so on"), "%d", n);
	rule_show(judging, finding, _("not seen"), "%s%%", rule_pct(judging, most->unseen));
	rule_cause(judging, finding,
		   _("short work that timers start: us and sy are sampled when the timer ticks"));
	rule_confirm(judging, finding, "perf stat -a -e task-clock -- sleep 5");
	rule_point(judging, finding, "cpus", arena_printf(judging->arena, "%d", most->cpu));
}

static const struct example v7_examples[] = {
	{"", "'cpus': [{'cpu': 0, 'busy': 2, 'unseen': 0}, {'cpu': 1, 'busy': 74, 'unseen': 73}]"},
	{NULL, "'cpus': [{'cpu': 0, 'busy': 2, 'unseen': 0}, {'cpu': 1, 'busy': 74, 'unseen': 2}]"},
};

const struct rule v7_rule = {
	.id = "V7",
	.title = N_("the tick misses work"),
	.help = N_("The shares of a CPU do not add up to what it was busy: us, sy, hi and si are "
		   "sampled and too low, busy is right."),
	.needs = NEED_STAT,
	.is_validity = true,
	.thresholds = v7_thresholds,
	.n_thresholds = COUNT(v7_thresholds),
	.judge = judge_v7,
	.examples = v7_examples,
	.n_examples = COUNT(v7_examples),
};
