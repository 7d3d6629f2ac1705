/* SPDX-License-Identifier: GPL-2.0-or-later */
/* More work than CPUs. */
#include "config.h"

#include <math.h>

#include "base/i18n.h"
#include "interval.h"
#include "join/top.h"
#include "rule/rule.h"
#include "sample.h"

#define COUNT(items) (sizeof(items) / sizeof(*(items)))

enum { R23_BUSY, R23_INFO, R23_WARN, R23_CRIT, R23_PRESSURE };

static const struct threshold r23_thresholds[] = {
	[R23_BUSY] = {"busy_pct", 80, AT_LEAST, N_("that all CPUs together are busy")},
	[R23_INFO] = {"info_times", 1.25, AT_LEAST,
		      N_("as many tasks as CPUs are running or ready")},
	[R23_WARN] = {"warn_times", 5, AT_LEAST, N_("as many, for it to be a warning")},
	[R23_CRIT] = {"crit_times", 12, AT_LEAST, N_("as many, for it to be critical")},
	[R23_PRESSURE] = {"pressure_pct", 25, AT_LEAST,
			  N_("of the last 10 seconds that some task waited, which is enough for "
			     "info")},
};

static void name_demand(struct judging *judging, struct finding *finding)
{
	const struct interval *interval = judging->interval;
	struct top users = {.n = 0}, waiters = {.n = 0};
	double wait_pct = 0;

	for (size_t i = 0; i < interval->n_processes; i++)
		top_add(&users, &interval->processes[i], interval->processes[i].cpu_pct);
	for (size_t i = 0; i < interval->n_threads; i++) {
		top_add(&waiters, &interval->threads[i], interval->threads[i].wait_pct);
		if (interval->threads[i].wait_pct > 0)
			wait_pct += interval->threads[i].wait_pct;
	}
	if (interval->has_wait)
		rule_show(judging, finding, _("waiting, on average"), "%.1f", wait_pct / 100);
	for (size_t i = 0; i < waiters.n && i < 3; i++)
		rule_show(judging, finding, rule_task(judging, waiters.rows[i]),
			  _("waits %s%% of the time"), rule_pct(judging, waiters.values[i]));
	for (size_t i = 0; i < users.n && i < 3; i++)
		rule_show(judging, finding,
			  arena_printf(judging->arena, _("%s uses"),
				       rule_task(judging, users.rows[i])),
			  "%s%% CPU", rule_pct(judging, users.values[i]));
	if (users.n)
		rule_renice(judging, finding, users.rows[0], 10);
	rule_point(judging, finding, "tasks",
		   users.n ? rule_number(judging, users.rows[0]->pid) : NULL);
}

static void judge_r23(struct judging *judging)
{
	const struct interval *interval = judging->interval;
	const double r = interval->totals.running, times = r / (double)interval->n_cpus;
	const double pressure_pct = interval->pressure.some[PRESSURE_CPU].avg10;
	struct finding *finding;

	if (!(interval->all.busy >= rule_threshold(judging, R23_BUSY)) || isnan(r))
		return;
	if (!(times >= rule_threshold(judging, R23_INFO)) &&
	    !(pressure_pct >= rule_threshold(judging, R23_PRESSURE)))
		return;
	finding = rule_find_machine(judging, times >= rule_threshold(judging, R23_CRIT) ? GRADE_CRIT
					     : times >= rule_threshold(judging, R23_WARN)
						     ? GRADE_WARN
						     : GRADE_INFO);
	rule_say(judging, finding, _("All CPUs (%zu) are %s%% busy; tasks that want to run: %.0f"),
		 interval->n_cpus, rule_pct(judging, interval->all.busy), r);
	rule_show(judging, finding, _("running or ready"), _("%.0f, on %zu CPUs"), r,
		  interval->n_cpus);
	if (pressure_pct >= 0)
		rule_show(judging, finding, _("some task waited"), _("%s%% of the last 10 seconds"),
			  rule_pct(judging, pressure_pct));
	rule_cause(judging, finding, _("more work than this machine can do at once"));
	rule_confirm(judging, finding, "vmstat -w 1 5");
	name_demand(judging, finding);
}

static const struct example r23_examples[] = {
	{"", "'cpu_numbers': [0,1], 'all': {'busy': 99.5}, 'totals': {'r': 9},"
	     "'threads': [{'tid': 77, 'pid': 70, 'name': 'cc1', 'cpu': 50, 'wait': 50}]"},
	{"", "'cpu_numbers': [0,1], 'all': {'busy': 91}, 'totals': {'r': 2},"
	     "'pressure': {'cpu': {'some': {'avg10': 40}}}"},
	/* As many as there are CPUs. */
	{NULL, "'cpu_numbers': [0,1], 'all': {'busy': 100}, 'totals': {'r': 2}"},
	/* They wait for one CPU of two. */
	{NULL, "'cpu_numbers': [0,1], 'all': {'busy': 52}, 'totals': {'r': 4},"
	       "'pressure': {'cpu': {'some': {'avg10': 90}}}"},
	/* Somebody waits now and then. */
	{NULL, "'cpu_numbers': [0,1], 'all': {'busy': 91}, 'totals': {'r': 2},"
	       "'pressure': {'cpu': {'some': {'avg10': 15}}}"},
};

const struct rule r23_rule = {
	.id = "R23",
	.title = N_("more to do than CPUs can"),
	.help = N_("All CPUs are busy and more tasks want to run than there are CPUs. A build that "
		   "was told to run some jobs more than CPUs is no more than info."),
	.needs = NEED_STAT,
	.helps = NEED_PRESSURE | NEED_TASKS,
	.thresholds = r23_thresholds,
	.n_thresholds = COUNT(r23_thresholds),
	.judge = judge_r23,
	.examples = r23_examples,
	.n_examples = COUNT(r23_examples),
};
