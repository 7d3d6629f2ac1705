/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Threads that wait in the wrong place: other CPUs are idle, or less wanted. */
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

/* So many CPUs were idle, on average. */
static double idle_cpus(const struct interval *interval)
{
	return (100 - interval->all.busy) / 100 * (double)interval->n_cpus;
}

enum { R24_WAIT, R24_SHARE, R24_IDLE, R24_LEAST, R24_PENNED, R24_QUEUE, R24_TIMES };

static const struct threshold r24_thresholds[] = {
	[R24_WAIT] = {"wait_cpus", 0.5, AT_LEAST, N_("that threads waited for, all together")},
	[R24_SHARE] = {"wait_pct", 1, AT_LEAST, N_("of all CPUs, that this is")},
	[R24_IDLE] = {"idle_cpus", 0.75, AT_LEAST, N_("that were idle in the same time")},
	[R24_LEAST] = {"thread_pct", 10, AT_LEAST,
		       N_("of the time that a thread must wait to be counted")},
	[R24_PENNED] = {"bound_threads", 2, AT_LEAST,
			N_("that wait and may only run on the same few CPUs")},
	[R24_QUEUE] = {"bound_wait_cpus", 1, AT_LEAST, N_("that these waited for, all together")},
	[R24_TIMES] = {"bound_times", 2, AT_LEAST,
		       N_("the tasks for each of their CPUs, over those for each of the others")},
};

struct waiting {
	double pct;
	struct top most;
	struct pen pen;
};

/* Those that a quota stops wait for no CPU: that is R22. */
static struct waiting find_waiting(const struct judging *judging)
{
	const struct interval *interval = judging->interval;
	const bool is_throttled = most_throttled(interval);
	struct waiting waiting = {.pct = 0};

	for (size_t i = 0; i < interval->n_threads; i++) {
		const struct task_interval *thread = &interval->threads[i];

		if (!(thread->wait_pct >= rule_threshold(judging, R24_LEAST)) ||
		    (is_throttled && waits_for_nobody(thread, interval)))
			continue;
		waiting.pct += thread->wait_pct;
		top_add(&waiting.most, thread, thread->wait_pct);
	}
	if (waiting.most.n)
		waiting.pen = pen_of(interval, crowds_of(interval, judging->arena));
	return waiting;
}

static void r24_explain(struct judging *judging, struct finding *finding,
			const struct task_interval *thread)
{
	if (is_confined(thread, judging->interval))
		rule_cause(judging, finding, _("%s may only run on CPU %s (taskset, or a cpuset)"),
			   rule_task(judging, thread), rule_cpus(judging, thread->allowed));
	else
		rule_cause(judging, finding,
			   _("the idle CPUs are isolated, or of another scheduling domain"));
	rule_confirm(judging, finding, "taskset -pc %d", thread->tid);
	rule_point(judging, finding, "tasks", rule_number(judging, thread->pid));
	rule_let_go(judging, finding, thread);
}

static void show_waiting(struct judging *judging, struct finding *finding,
			 const struct task_interval *thread)
{
	const char *allowed =
		thread->allowed ? rule_cpus(judging, thread->allowed) : _("unknown CPUs");

	rule_show(judging, finding, rule_task(judging, thread),
		  _("waits %s%% on cpu%d; may run on %s"), rule_pct(judging, thread->wait_pct),
		  thread->cpu, allowed);
}

/* They are shut in. */
static void r24_say_pen(struct judging *judging, struct finding *finding, const struct pen *pen)
{
	const char *name = rule_task(judging, pen->worst);
	const char *cpus = rule_cpus(judging, pen->worst->allowed);
	const char *wait = rule_pct(judging, pen->worst->wait_pct);
	const size_t n = pen->n - 1;

	if (n)
		rule_say(judging, finding,
			 ngettext("%s and %zu other thread may only run on CPU %s and wait up to "
				  "%s%% of the time: %.1f tasks want each CPU there, %.1f "
				  "elsewhere",
				  "%s and %zu other threads may only run on CPU %s and wait up to "
				  "%s%% of the time: %.1f tasks want each CPU there, %.1f "
				  "elsewhere",
				  n),
			 name, n, cpus, wait, pen->demand, pen->demand_outside);
	else
		rule_say(judging, finding,
			 _("%s may only run on CPU %s and waits %s%% of the time: %.1f tasks want "
			   "each CPU there, %.1f elsewhere"),
			 name, cpus, wait, pen->demand, pen->demand_outside);
	rule_show(judging, finding, _("the other CPUs"), _("%s%% busy"),
		  rule_pct(judging, pen->busy_outside_pct));
}

static void judge_r24(struct judging *judging)
{
	const struct waiting waiting = find_waiting(judging);
	const double idle = idle_cpus(judging->interval);
	const struct task_interval *worst = waiting.most.n ? waiting.most.rows[0] : NULL;
	const bool is_idle = waiting.pct >= 100 * rule_threshold(judging, R24_WAIT) &&
			     waiting.pct >= rule_threshold(judging, R24_SHARE) *
						    (double)judging->interval->n_cpus &&
			     idle >= rule_threshold(judging, R24_IDLE);
	const bool is_penned = (double)waiting.pen.n >= rule_threshold(judging, R24_PENNED) &&
			       waiting.pen.wait_pct >= 100 * rule_threshold(judging, R24_QUEUE) &&
			       waiting.pen.demand >= rule_threshold(judging, R24_TIMES) *
							     waiting.pen.demand_outside;
	struct finding *finding;

	if (!worst || (!is_idle && !is_penned))
		return;
	finding = rule_find_machine(judging, GRADE_WARN);
	finding->stake_pct = fmin(waiting.pct, 100 * idle);
	if (waiting.pen.busy_outside_pct >= 0 && (is_penned || waiting.pen.worst == worst)) {
		worst = waiting.pen.worst;
		r24_say_pen(judging, finding, &waiting.pen);
	} else {
		rule_say(judging, finding,
			 _("%s waits for cpu%d %s%% of the time, while %.1f CPUs are idle"),
			 rule_task(judging, worst), worst->cpu, rule_pct(judging, worst->wait_pct),
			 idle);
	}
	for (size_t i = 0; i < waiting.most.n; i++)
		show_waiting(judging, finding, waiting.most.rows[i]);
	r24_explain(judging, finding, worst);
}

static const struct example r24_examples[] = {
	{"", "'all': {'busy': 52}, 'cpus': [{'cpu': 0, 'busy': 4}, {'cpu': 1, 'busy': 100}],"
	     "'threads': [{'tid': 301, 'pid': 301, 'name': 'hogs', 'cpu_last': 1, 'cpu': 33,"
	     "  'wait': 66, 'allowed': '1'}]"},
	/* No CPU is idle, but one is wanted by three, the other by less than one. */
	{"", "'all': {'busy': 80}, 'cpus': [{'cpu': 0, 'busy': 60}, {'cpu': 1, 'busy': 100}],"
	     "'threads': ["
	     "{'tid': 1, 'pid': 1, 'cpu_last': 1, 'cpu': 33, 'wait': 66, 'allowed': '1'},"
	     "{'tid': 2, 'pid': 2, 'cpu_last': 1, 'cpu': 33, 'wait': 66, 'allowed': '1'},"
	     "{'tid': 3, 'pid': 3, 'cpu_last': 1, 'cpu': 33, 'wait': 66, 'allowed': '1'}]"},
	/* Both are wanted as much. */
	{NULL, "'all': {'busy': 100}, 'cpus': [{'cpu': 0, 'busy': 100}, {'cpu': 1, 'busy': 100}],"
	       "'threads': ["
	       "{'tid': 1, 'pid': 1, 'cpu_last': 1, 'cpu': 50, 'wait': 50, 'allowed': '1'},"
	       "{'tid': 2, 'pid': 2, 'cpu_last': 1, 'cpu': 50, 'wait': 50, 'allowed': '1'},"
	       "{'tid': 3, 'pid': 3, 'cpu_last': 0, 'cpu': 50, 'wait': 50, 'allowed': '0'},"
	       "{'tid': 4, 'pid': 4, 'cpu_last': 0, 'cpu': 50, 'wait': 50, 'allowed': '0'}]"},
	/* A quota stops it: nobody uses its CPU. */
	{NULL, "'all': {'busy': 20}, 'cpus': [{'cpu': 0, 'busy': 20}, {'cpu': 1, 'busy': 20}],"
	       "'cgroups': [{'path': '/box', 'quota': 0.2, 'periods': 10, 'throttled': 100}],"
	       "'threads': [{'tid': 301, 'pid': 301, 'name': 'hogs', 'cpu_last': 1, 'cpu': 20,"
	       "  'wait': 79}]"},
	/* The CPUs are all busy. */
	{NULL, "'cpu_numbers': [0,1], 'all': {'busy': 92},"
	       "'threads': [{'tid': 301, 'pid': 301, 'name': 'hogs', 'cpu': 33, 'wait': 66}]"},
	/* Each waits for a moment. */
	{NULL, "'cpu_numbers': [0,1], 'all': {'busy': 30}, 'threads': ["
	       "{'tid': 1, 'pid': 1, 'wait': 9}, {'tid': 2, 'pid': 2, 'wait': 9},"
	       "{'tid': 3, 'pid': 3, 'wait': 9}, {'tid': 4, 'pid': 4, 'wait': 9},"
	       "{'tid': 5, 'pid': 5, 'wait': 9}, {'tid': 6, 'pid': 6, 'wait': 9}]"},
	/* One waits for less than half of a CPU. */
	{NULL, "'cpu_numbers': [0,1], 'all': {'busy': 52},"
	       "'threads': [{'tid': 301, 'pid': 301, 'name': 'web', 'cpu': 33, 'wait': 40}]"},
};

const struct rule r24_rule = {
	.id = "R24",
	.title = N_("waiting while other CPUs are free"),
	.help = N_("Threads wait for a CPU while others are idle, or while far fewer want them: "
		   "they may not go there, or nobody sends them."),
	.needs = NEED_STAT | NEED_TASKS,
	.helps = NEED_CLOSEUPS | NEED_CGROUPS,
	.thresholds = r24_thresholds,
	.n_thresholds = COUNT(r24_thresholds),
	.judge = judge_r24,
	.examples = r24_examples,
	.n_examples = COUNT(r24_examples),
};
