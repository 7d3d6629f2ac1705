/* SPDX-License-Identifier: GPL-2.0-or-later */
/* More work than CPUs. */
#include "config.h"

#include <math.h>

#include "base/i18n.h"
#include "interval.h"
#include "join/crowd.h"
#include "join/culprit.h"
#include "join/top.h"
#include "rule/rule.h"
#include "sample.h"

#define COUNT(items) (sizeof(items) / sizeof(*(items)))

enum { R23_BUSY, R23_INFO, R23_WARN, R23_CRIT, R23_PRESSURE };

static const struct threshold r23_thresholds[] = {
	[R23_BUSY] = {"busy_pct", 80, AT_LEAST, N_("that all CPUs together are busy")},
	[R23_INFO] = {"info_times", 1.25, AT_LEAST,
		      N_("times the number of CPUs, that tasks are running or ready")},
	[R23_WARN] = {"warn_times", 5, AT_LEAST, N_("times that number, for it to be a warning")},
	[R23_CRIT] = {"crit_times", 12, AT_LEAST, N_("times that number, for it to be critical")},
	[R23_PRESSURE] = {"pressure_pct", 25, AT_LEAST,
			  N_("of the last 10 seconds that some task waited, which is enough for "
			     "info")},
};

/* Processes that use most, threads that wait most. */
struct demand {
	struct top users, waiters;
	double wait_pct;
};

/* With its children that ended: where these live for a moment, it is their parent that makes them. */
static double used_pct(const struct task_interval *process)
{
	return process->total_pct >= 0 ? process->total_pct : process->cpu_pct;
}

static struct demand find_demand(const struct interval *interval)
{
	struct demand demand = {.wait_pct = 0};

	for (size_t i = 0; i < interval->n_processes; i++)
		top_add(&demand.users, &interval->processes[i], used_pct(&interval->processes[i]));
	for (size_t i = 0; i < interval->n_threads; i++) {
		const double wait_pct = interval->threads[i].wait_pct;

		top_add(&demand.waiters, &interval->threads[i], wait_pct);
		if (wait_pct > 0)
			demand.wait_pct += wait_pct;
	}
	return demand;
}

static void show_demand(struct judging *judging, struct finding *finding,
			const struct demand *demand)
{
	const struct top *users = &demand->users, *waiters = &demand->waiters;

	if (judging->interval->has_wait)
		rule_show(judging, finding, _("waiting, on average"), "%.1f",
			  demand->wait_pct / 100);
	for (size_t i = 0; i < waiters->n && i < 3; i++)
		rule_show(judging, finding, rule_task(judging, waiters->rows[i]),
			  _("waits %s%% of the time"), rule_pct(judging, waiters->values[i]));
	for (size_t i = 0; i < users->n && i < 3; i++)
		rule_show(judging, finding,
			  arena_printf(judging->arena, _("%s uses"),
				       rule_task(judging, users->rows[i])),
			  "%s%% CPU", rule_pct(judging, users->values[i]));
}

/* Another finding has what mends it, where one of these is the cause. */
static bool blame_known(struct judging *judging, struct finding *finding)
{
	const struct interval *interval = judging->interval;
	const struct crowd *crowds = crowds_of(interval, judging->arena);
	const struct task_interval *hog = real_time_hog(interval, crowds);
	const struct cgroup_interval *throttled = most_throttled(interval);
	const struct pen pen = pen_of(interval, crowds);

	if (hog)
		rule_cause(judging, finding,
			   _("a real-time thread lets nobody run on cpu%d (R34): %s"), hog->cpu,
			   rule_task(judging, hog));
	if (throttled)
		rule_cause(judging, finding, _("cgroup %s is stopped by its quota (R22)"),
			   throttled->path);
	if (is_overfull(&pen))
		rule_cause(judging, finding,
			   _("many threads may only run on CPU %s (R24), one is %s"),
			   rule_cpus(judging, pen.worst->allowed), rule_task(judging, pen.worst));
	return finding->n_causes > 0;
}

static enum grade r23_grade(const struct judging *judging, double times)
{
	if (times >= rule_threshold(judging, R23_CRIT))
		return GRADE_CRIT;
	return times >= rule_threshold(judging, R23_WARN) ? GRADE_WARN : GRADE_INFO;
}

/* @who NULL: nobody knows. */
static void r23_say(struct judging *judging, struct finding *finding,
		    const struct task_interval *who)
{
	const struct interval *interval = judging->interval;
	const double r = interval->totals.running;
	const char *busy = rule_pct(judging, interval->all.busy);
	const char *name =
		who ? arena_printf(judging->arena, _("%s and others"), rule_task(judging, who))
		    : _("Tasks");
	const double pressure_pct = interval->pressure.some[PRESSURE_CPU].avg10;

	if (r > (double)interval->n_cpus || !(pressure_pct >= 0))
		rule_say(judging, finding,
			 ngettext("%s want more than there is: %.0f are ready for %zu CPU, %s%% "
				  "busy",
				  "%s want more than there is: %.0f are ready for %zu CPUs, %s%% "
				  "busy",
				  interval->n_cpus),
			 name, r, interval->n_cpus, busy);
	else
		rule_say(judging, finding,
			 _("%s keep the CPUs %s%% busy: some task had to wait in %s%% of the last "
			   "10 seconds"),
			 name, busy, rule_pct(judging, pressure_pct));
}

static void r23_find(struct judging *judging, double times)
{
	const struct interval *interval = judging->interval;
	const double r = interval->totals.running;
	const double pressure_pct = interval->pressure.some[PRESSURE_CPU].avg10;
	const struct demand demand = find_demand(interval);
	const struct task_interval *user = demand.users.n ? demand.users.rows[0] : NULL;
	const struct task_interval *who = settled(interval, user);
	struct finding *finding = rule_find_machine(judging, r23_grade(judging, times));

	r23_say(judging, finding, who ? who : user);
	rule_show(judging, finding, _("running or ready"), _("%.0f, on %zu CPUs"), r,
		  interval->n_cpus);
	if (pressure_pct >= 0)
		rule_show(judging, finding, _("some task waited"), _("%s%% of the last 10 seconds"),
			  rule_pct(judging, pressure_pct));
	show_demand(judging, finding, &demand);
	rule_confirm(judging, finding, "vmstat -w 1 5");
	rule_point(judging, finding, "tasks", user ? rule_number(judging, user->pid) : NULL);
	if (!blame_known(judging, finding) && who)
		rule_renice(judging, finding, who, 10);
	if (!finding->n_causes)
		rule_cause(judging, finding, _("more work than this machine can do at once"));
}

static void judge_r23(struct judging *judging)
{
	const struct interval *interval = judging->interval;
	const double times = interval->totals.running / (double)interval->n_cpus;
	const double pressure_pct = interval->pressure.some[PRESSURE_CPU].avg10;

	if (!(interval->all.busy >= rule_threshold(judging, R23_BUSY)) || isnan(times))
		return;
	if (times >= rule_threshold(judging, R23_INFO) ||
	    pressure_pct >= rule_threshold(judging, R23_PRESSURE))
		r23_find(judging, times);
}

static const struct example r23_examples[] = {
	/* What uses most lives for a second: it is make that can be made nicer. */
	{"", "'cpu_numbers': [0,1], 'all': {'busy': 99.5}, 'totals': {'r': 9, 'uptime': 500},"
	     "'ticks_per_s': 100, 'processes': ["
	     "{'pid': 40, 'name': 'make', 'cpu': 1, 'chld': 150, 'nice': 0, 'start_ticks': 9000},"
	     "{'pid': 70, 'ppid': 40, 'name': 'cc1', 'cpu': 50, 'nice': 0, 'start_ticks': 49900}],"
	     "'threads': [{'tid': 70, 'pid': 70, 'name': 'cc1', 'cpu': 50, 'wait': 50}]"},
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
	.helps = NEED_PRESSURE | NEED_TASKS | NEED_LOAD | NEED_CGROUPS | NEED_CLOSEUPS,
	.thresholds = r23_thresholds,
	.n_thresholds = COUNT(r23_thresholds),
	.judge = judge_r23,
	.examples = r23_examples,
	.n_examples = COUNT(r23_examples),
};
