/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What a list of tasks does not show: processes that live for milliseconds. */
#include "config.h"

#include <math.h>
#include <string.h>

#include "base/i18n.h"
#include "interval.h"
#include "join/broods.h"
#include "join/culprit.h"
#include "rule/rule.h"
#include "sample.h"

#define COUNT(items) (sizeof(items) / sizeof(*(items)))

enum { R27_INFO, R27_WARN, R27_BRIEF, R27_UNOWNED, R27_LEAST };

static const struct threshold r27_thresholds[] = {
	[R27_INFO] = {"info_per_s", 50, AT_LEAST, N_("processes and threads that are created")},
	[R27_WARN] = {"warn_per_s", 200, AT_LEAST,
		      N_("of them that are brief, for it to be a warning")},
	[R27_BRIEF] = {"brief_ms", 5, AT_MOST,
		       N_("of CPU that those of one name and parent used on average, to be brief")},
	[R27_UNOWNED] = {"unowned_pct", 10, AT_LEAST,
			 N_("of a CPU that was used by none of the tasks listed")},
	[R27_LEAST] = {"least_per_s", 10, AT_LEAST,
		       N_("created, for short processes to be what used that CPU")},
};

/* Who waited for those that used most, of all or of one name; NULL: nobody did. */
static const struct task_interval *most_waited_for(const struct interval *interval,
						   const char *name)
{
	const struct task_interval *most = NULL;

	for (size_t i = 0; i < interval->n_processes; i++) {
		const struct task_interval *process = &interval->processes[i];

		if (process->child_pct > (most ? most->child_pct : 1) &&
		    (!name || strcmp(process->name, name) == 0))
			most = process;
	}
	return most;
}

/* Several of one name start them: the one of these that waits for most. */
static const struct task_interval *process_of(const struct interval *interval,
					      const struct brood *parent)
{
	if (!parent)
		return most_waited_for(interval, NULL);
	if (parent->ppid > 0)
		return interval_process(interval, parent->ppid);
	return most_waited_for(interval, parent->parent_name);
}

/* What is heavy may come among them: it takes nothing from what is brief. */
static double brief_per_s(const struct judging *judging, const struct broods *broods)
{
	double per_s = 0;

	if (!broods->n)
		return judging->interval->totals.fork_per_s;
	for (size_t i = 0; i < broods->n; i++)
		if (!(broods->items[i].cpu_ms > rule_threshold(judging, R27_BRIEF)))
			per_s += broods->items[i].per_s;
	return per_s;
}

/* "sh (77)"; of several of that name, "sh". */
static const char *parent_of(const struct judging *judging, const struct brood *brood)
{
	if (brood->ppid < 0)
		return brood->parent_name ? brood->parent_name : "?";
	return arena_printf(judging->arena, "%s (%d)",
			    brood->parent_name ? brood->parent_name : "?", brood->ppid);
}

static void show_brood(struct judging *judging, struct finding *finding, const struct brood *brood)
{
	rule_show(judging, finding, brood->name,
		  _("%s exited/s, %.1f ms each, %s%% CPU; started by %s"),
		  rule_rate(judging, brood->per_s), brood->cpu_ms,
		  rule_pct(judging, brood->cpu_pct), parent_of(judging, brood));
}

enum { MOST_SHOWN = 4 };

/* The few that exit most often, and the one that uses most if it is none of these. */
static void show_broods(struct judging *judging, struct finding *finding,
			const struct broods *broods)
{
	const struct brood *heaviest = broods->items;

	for (size_t i = 0; i < broods->n; i++) {
		if (i < MOST_SHOWN)
			show_brood(judging, finding, &broods->items[i]);
		if (broods->items[i].cpu_pct > heaviest->cpu_pct)
			heaviest = &broods->items[i];
	}
	if (broods->n)
		rule_show(judging, finding, _("of them, most CPU"), _("%s, of %s: %s%% CPU"),
			  heaviest->name, parent_of(judging, heaviest),
			  rule_pct(judging, heaviest->cpu_pct));
	if (heaviest >= broods->items + MOST_SHOWN)
		show_brood(judging, finding, heaviest);
}

static void r27_say(struct judging *judging, struct finding *finding, const struct brood *parent,
		    const struct task_interval *waiter)
{
	const double fork_per_s = judging->interval->totals.fork_per_s;
	const char *rate = rule_rate(judging, fork_per_s);

	/* More may have ended than began: those that were there before. */
	if (parent)
		rule_say(judging, finding,
			 _("%s starts %s of %s processes and threads per second, most often %s "
			   "(%s/s)"),
			 parent_of(judging, parent),
			 rule_rate(judging, fmin(parent->per_s, fork_per_s)), rate, parent->name,
			 rule_rate(judging, fmin(parent->name_per_s, fork_per_s)));
	else if (waiter)
		rule_say(judging, finding,
			 _("%s has children that use %s%% of a CPU and end; %s processes and "
			   "threads start per second"),
			 rule_task(judging, waiter), rule_pct(judging, waiter->child_pct), rate);
	else
		rule_say(judging, finding, _("%s processes and threads start per second"), rate);
}

static void r27_blame(struct judging *judging, struct finding *finding,
		      const struct task_interval *task, int pid)
{
	const struct task_interval *target = settled(judging->interval, task);

	rule_cause(judging, finding, _("a script that starts a program for each small thing"));
	rule_cause(judging, finding,
		   _("checks of health, or a service that fails and is restarted"));
	rule_confirm(judging, finding, "perf trace -a -e sched:sched_process_exec -- sleep 5");
	rule_point(judging, finding, "tasks", pid > 0 ? rule_number(judging, pid) : NULL);
	if (target)
		rule_renice(judging, finding, target, 10);
}

static void r27_find(struct judging *judging)
{
	const struct interval *interval = judging->interval;
	const struct totals *totals = &interval->totals;
	const struct broods names = broods_by_name(interval, judging->arena);
	const struct broods parents = broods_by_parent(interval, judging->arena);
	const struct brood *parent =
		parents.n && parents.items[0].parent_name ? parents.items : NULL;
	const struct task_interval *task = process_of(interval, parent);
	struct finding *finding = rule_find_machine(
		judging, brief_per_s(judging, &names) >= rule_threshold(judging, R27_WARN)
				 ? GRADE_WARN
				 : GRADE_INFO);

	finding->stake_pct = parent ? parent->cpu_pct : task ? task->child_pct : (double)NAN;
	r27_say(judging, finding, parent, task);
	rule_show(judging, finding, _("started"), "%s/s", rule_rate(judging, totals->fork_per_s));
	if (totals->unowned_pct >= 0)
		rule_show(judging, finding, _("CPU of none of the tasks listed"),
			  _("%s%% of a CPU"), rule_pct(judging, totals->unowned_pct));
	show_broods(judging, finding, &names);
	r27_blame(judging, finding, task, task ? task->pid : parent ? parent->ppid : -1);
}

static void judge_r27(struct judging *judging)
{
	const struct totals *totals = &judging->interval->totals;

	if (totals->fork_per_s >= rule_threshold(judging, R27_INFO) ||
	    (totals->unowned_pct >= rule_threshold(judging, R27_UNOWNED) &&
	     totals->fork_per_s >= rule_threshold(judging, R27_LEAST)))
		r27_find(judging);
}

static const struct example r27_examples[] = {
	{"", "'totals': {'fork': 512, 'uptime': 500}, 'ticks_per_s': 100,"
	     "'exited': [{'name': 'true', 'parent': 'sh', 'ppid': 77,"
	     "  'n': 510, 'per_s': 510, 'cpu': 60, 'cpu_ms': 1.2}],"
	     "'processes': [{'pid': 77, 'name': 'sh', 'cpu': 20, 'chld': 60, 'nice': 0,"
	     "  'start_ticks': 40000}]"},
	/* Nobody tells of exits. */
	{"", "'totals': {'fork': 60}, 'processes': [{'pid': 77, 'name': 'sh', 'chld': 60}]"},
	{"", "'totals': {'fork': 15, 'unowned': 30}"},
	/* As many, but each has work to do: no more than info. */
	{"", "'totals': {'fork': 512}, 'exited': [{'name': 'cc1', 'parent': 'gcc', 'ppid': 77,"
	     "  'n': 510, 'per_s': 510, 'cpu': 1020, 'cpu_ms': 20}]"},
	/* As many, and a few that work. */
	{"", "'totals': {'fork': 512}, 'exited': [{'name': 'cc1', 'parent': 'gcc', 'ppid': 77,"
	     "  'n': 10, 'per_s': 10, 'cpu': 800, 'cpu_ms': 800}, {'name': 'st', 'parent': 'st',"
	     "  'ppid': 78, 'n': 300, 'per_s': 300, 'cpu': 30, 'cpu_ms': 1},"
	     "  {'name': 'st', 'parent': 'st', 'ppid': 79, 'n': 200, 'per_s': 200, 'cpu': 20,"
	     "  'cpu_ms': 1}]"},
	{NULL, "'totals': {'fork': 30, 'unowned': 2}"},
	/* Interrupts that nobody accounts are no processes. */
	{NULL, "'totals': {'fork': 2, 'unowned': 40}"},
};

const struct rule r27_rule = {
	.id = "R27",
	.title = N_("many short processes"),
	.help = N_("Processes are started at a high rate, or short ones use CPU that is on no row: "
		   "no list of tasks shows them. Says who starts them."),
	.needs = NEED_STAT,
	.helps = NEED_TASKS | NEED_EXITS | NEED_LOAD,
	.thresholds = r27_thresholds,
	.n_thresholds = COUNT(r27_thresholds),
	.judge = judge_r27,
	.examples = r27_examples,
	.n_examples = COUNT(r27_examples),
};
