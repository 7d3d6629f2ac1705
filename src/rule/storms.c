/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What a list of tasks does not show: processes that live for milliseconds, and tasks that cannot go on. */
#include "config.h"

#include <math.h>
#include <string.h>

#include "base/i18n.h"
#include "interval.h"
#include "join/top.h"
#include "rule/rule.h"
#include "sample.h"

#define COUNT(items) (sizeof(items) / sizeof(*(items)))

enum { R27_INFO, R27_WARN, R27_BRIEF, R27_UNOWNED, R27_LEAST };

static const struct threshold r27_thresholds[] = {
	[R27_INFO] = {"info_per_s", 50, AT_LEAST, N_("processes and threads that are created")},
	[R27_WARN] = {"warn_per_s", 200, AT_LEAST, N_("of them, for it to be a warning")},
	[R27_BRIEF] = {"brief_ms", 5, AT_MOST,
		       N_("of CPU that those that exit used on average, for it to be a warning")},
	[R27_UNOWNED] = {"unowned_pct", 10, AT_LEAST,
			 N_("of a CPU that was used by no task there is")},
	[R27_LEAST] = {"least_per_s", 10, AT_LEAST,
		       N_("that are created, for that to be due to them")},
};

/* Whoever starts most of those that exit. */
struct parent {
	const char *name; /* raw; NULL: unknown */
	int pid;          /* -1: unknown */
	double per_s, cpu_pct;
};

/* Groups that differ in command, one parent. */
static struct parent sum_of_parent(const struct interval *interval,
				   const struct exited_interval *group)
{
	struct parent parent = {group->parent_name, group->ppid, 0, 0};

	for (size_t i = 0; i < interval->n_exited; i++) {
		if (interval->exited[i].ppid != group->ppid)
			continue;
		parent.per_s += interval->exited[i].per_s;
		parent.cpu_pct += interval->exited[i].cpu_pct;
	}
	return parent;
}

static const struct exited_interval *most_exited(const struct interval *interval)
{
	const struct exited_interval *most = NULL;

	for (size_t i = 0; i < interval->n_exited; i++)
		if (interval->exited[i].per_s > (most ? most->per_s : 0))
			most = &interval->exited[i];
	return most;
}

static const struct task_interval *process_of(const struct interval *interval, int pid)
{
	for (size_t i = 0; i < interval->n_processes; i++)
		if (interval->processes[i].pid == pid)
			return &interval->processes[i];
	return NULL;
}

/* Who waited for those that used most. */
static const struct task_interval *most_waited_for(const struct interval *interval)
{
	const struct task_interval *most = NULL;

	for (size_t i = 0; i < interval->n_processes; i++)
		if (interval->processes[i].child_pct > (most ? most->child_pct : 1))
			most = &interval->processes[i];
	return most;
}

static struct parent find_parent(const struct interval *interval)
{
	const struct exited_interval *most = most_exited(interval);
	const struct task_interval *task;

	if (most && most->ppid > 0)
		return sum_of_parent(interval, most);
	task = most_waited_for(interval);
	if (!task)
		return (struct parent){.pid = -1, .per_s = (double)NAN, .cpu_pct = (double)NAN};
	return (struct parent){task->name, task->pid, (double)NAN, task->child_pct};
}

/* Milliseconds of CPU, on average. */
static double cpu_of_each_ms(const struct interval *interval)
{
	double n = 0, cpu_ms = 0;

	for (size_t i = 0; i < interval->n_exited; i++) {
		n += interval->exited[i].n;
		cpu_ms += interval->exited[i].n * interval->exited[i].cpu_ms;
	}
	return cpu_ms / n;
}

static enum grade r27_grade(const struct judging *judging)
{
	const double each_ms = cpu_of_each_ms(judging->interval);

	return judging->interval->totals.fork_per_s >= rule_threshold(judging, R27_WARN) &&
			       !(each_ms > rule_threshold(judging, R27_BRIEF))
		       ? GRADE_WARN
		       : GRADE_INFO;
}

/* The few that exit most often. */
struct often {
	const struct exited_interval *groups[4];
	size_t n;
};

static void add_often(struct often *often, const struct exited_interval *group)
{
	size_t at = often->n;

	while (at > 0 && group->per_s > often->groups[at - 1]->per_s)
		at--;
	if (at == COUNT(often->groups))
		return;
	if (often->n < COUNT(often->groups))
		often->n++;
	memmove(&often->groups[at + 1], &often->groups[at],
		(often->n - 1 - at) * sizeof(struct exited_interval *));
	often->groups[at] = group;
}

static void show_exited(struct judging *judging, struct finding *finding)
{
	const struct interval *interval = judging->interval;
	struct often often = {.n = 0};

	for (size_t i = 0; i < interval->n_exited; i++)
		if (interval->exited[i].per_s > 0)
			add_often(&often, &interval->exited[i]);
	for (size_t i = 0; i < often.n; i++) {
		const struct exited_interval *group = often.groups[i];

		rule_show(judging, finding, group->name,
			  _("%s exited/s, %.1f ms each, %s%% CPU; started by %s (%d)"),
			  rule_rate(judging, group->per_s), group->cpu_ms,
			  rule_pct(judging, group->cpu_pct),
			  group->parent_name ? group->parent_name : "?", group->ppid);
	}
}

static void r27_blame(struct judging *judging, struct finding *finding, const struct parent *parent)
{
	const struct task_interval *task = process_of(judging->interval, parent->pid);

	rule_cause(judging, finding, _("a script that starts a program for each small thing"));
	rule_cause(judging, finding,
		   _("checks of health, or a service that fails and is restarted"));
	rule_confirm(judging, finding, "perf trace -a -e sched:sched_process_exec -- sleep 5");
	rule_point(judging, finding, "tasks",
		   parent->pid > 0 ? rule_number(judging, parent->pid) : NULL);
	if (task)
		rule_renice(judging, finding, task, 10);
}

static void r27_say(struct judging *judging, struct finding *finding, const struct parent *parent)
{
	const struct totals *totals = &judging->interval->totals;
	const struct exited_interval *most = most_exited(judging->interval);

	if (most && most->parent_name)
		rule_say(judging, finding,
			 _("%s processes and threads start per second; most are %s, of %s (%d)"),
			 rule_rate(judging, totals->fork_per_s), most->name, most->parent_name,
			 most->ppid);
	else if (parent->name)
		rule_say(judging, finding,
			 _("%s processes and threads start per second; %s (%d) waited for most"),
			 rule_rate(judging, totals->fork_per_s), parent->name, parent->pid);
	else
		rule_say(judging, finding, _("%s processes and threads start per second"),
			 rule_rate(judging, totals->fork_per_s));
}

static void judge_r27(struct judging *judging)
{
	const struct interval *interval = judging->interval;
	const struct totals *totals = &interval->totals;
	struct finding *finding;
	struct parent parent;

	if (!(totals->fork_per_s >= rule_threshold(judging, R27_INFO)) &&
	    !(totals->unowned_pct >= rule_threshold(judging, R27_UNOWNED) &&
	      totals->fork_per_s >= rule_threshold(judging, R27_LEAST)))
		return;
	parent = find_parent(interval);
	finding = rule_find_machine(judging, r27_grade(judging));
	finding->stake_pct = parent.cpu_pct;
	r27_say(judging, finding, &parent);
	rule_show(judging, finding, _("started"), "%s/s", rule_rate(judging, totals->fork_per_s));
	if (totals->unowned_pct >= 0)
		rule_show(judging, finding, _("CPU of no task there is"), _("%s%% of a CPU"),
			  rule_pct(judging, totals->unowned_pct));
	if (parent.name)
		rule_show(judging, finding,
			  arena_printf(judging->arena, _("children of %s (%d)"), parent.name,
				       parent.pid),
			  "%s%% CPU", rule_pct(judging, parent.cpu_pct));
	show_exited(judging, finding);
	r27_blame(judging, finding, &parent);
}

static const struct example r27_examples[] = {
	{"", "'totals': {'fork': 512}, 'exited': [{'name': 'true', 'parent': 'sh', 'ppid': 77,"
	     "  'n': 510, 'per_s': 510, 'cpu': 60, 'cpu_ms': 1.2}],"
	     "'processes': [{'pid': 77, 'name': 'sh', 'cpu': 20, 'chld': 60}]"},
	/* Nobody tells of exits. */
	{"", "'totals': {'fork': 60}, 'processes': [{'pid': 77, 'name': 'sh', 'chld': 60}]"},
	{"", "'totals': {'fork': 15, 'unowned': 30}"},
	/* As many, but each has work to do: no more than info. */
	{"", "'totals': {'fork': 512}, 'exited': [{'name': 'cc1', 'parent': 'gcc', 'ppid': 77,"
	     "  'n': 510, 'per_s': 510, 'cpu': 1020, 'cpu_ms': 20}]"},
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
	.helps = NEED_TASKS | NEED_EXITS,
	.thresholds = r27_thresholds,
	.n_thresholds = COUNT(r27_thresholds),
	.judge = judge_r27,
	.examples = r27_examples,
	.n_examples = COUNT(r27_examples),
};

enum { R28_LOAD, R28_RUNNING, R28_BLOCKED };

static const struct threshold r28_thresholds[] = {
	[R28_LOAD] = {"load_times", 2, AT_LEAST, N_("as much load (1 minute) as there are CPUs")},
	[R28_RUNNING] = {"running_times", 1, AT_MOST,
			 N_("as many tasks as CPUs are running or ready")},
	[R28_BLOCKED] = {"blocked_tasks", 2, AT_LEAST, N_("that sleep uninterruptibly")},
};

/* Those of which is known where come first. */
static void show_blocked(struct judging *judging, struct finding *finding)
{
	const struct interval *interval = judging->interval;
	struct top blocked = {.n = 0};

	for (size_t i = 0; i < interval->n_threads; i++)
		if (interval->threads[i].state == 'D')
			top_add(&blocked, &interval->threads[i],
				interval->threads[i].wchan ? 2 : 1);
	for (size_t i = 0; i < blocked.n; i++)
		rule_show(judging, finding, rule_task(judging, blocked.rows[i]), _("in %s"),
			  blocked.rows[i]->wchan ? blocked.rows[i]->wchan : "?");
	rule_point(judging, finding, "tasks",
		   blocked.n ? rule_number(judging, blocked.rows[0]->pid) : NULL);
	if (blocked.n)
		rule_confirm(judging, finding, "cat /proc/%d/stack", blocked.rows[0]->tid);
	else
		rule_confirm(judging, finding, "ps -eLo stat,tid,wchan:32,comm | grep ^D");
}

static void judge_r28(struct judging *judging)
{
	const struct interval *interval = judging->interval;
	const struct totals *totals = &interval->totals;
	const double n_cpus = (double)interval->n_cpus;
	const double io_pct = interval->pressure.some[PRESSURE_IO].avg10;
	struct finding *finding;

	if (!(totals->load1 >= rule_threshold(judging, R28_LOAD) * n_cpus) || n_cpus < 1 ||
	    !(totals->running <= rule_threshold(judging, R28_RUNNING) * n_cpus) ||
	    !(totals->blocked >= rule_threshold(judging, R28_BLOCKED)))
		return;
	finding = rule_find_machine(judging, GRADE_WARN);
	rule_say(judging, finding,
		 _("The load is %.1f, but not for CPUs: %.0f of %zu are wanted, %.0f tasks are "
		   "stuck"),
		 totals->load1, totals->running, interval->n_cpus, totals->blocked);
	rule_show(judging, finding, _("CPUs"), _("%zu, %s%% busy"), interval->n_cpus,
		  rule_pct(judging, interval->all.busy));
	if (io_pct >= 0)
		rule_show(judging, finding, _("some task waited for a disk"),
			  _("%s%% of the last 10 seconds"), rule_pct(judging, io_pct));
	rule_cause(judging, finding, _("a disk, or a file system of the network, does not answer"));
	rule_cause(judging, finding, _("a lock of the kernel that somebody keeps"));
	show_blocked(judging, finding);
}

static const struct example r28_examples[] = {
	{"", "'cpu_numbers': [0,1], 'all': {'busy': 4}, 'totals': {'load1': 6.2, 'r': 1, 'b': 6},"
	     "'threads': [{'tid': 77, 'pid': 70, 'name': 'rsync', 'state': 'D',"
	     "  'wchan': 'rpc_wait_bit_killable'}]"},
	/* They want CPUs. */
	{NULL, "'cpu_numbers': [0,1], 'totals': {'load1': 6.2, 'r': 6, 'b': 2}"},
	/* No more than the machine can do. */
	{NULL, "'cpu_numbers': [0,1,2,3], 'totals': {'load1': 6.2, 'r': 1, 'b': 6}"},
	/* One, as when a disk works. */
	{NULL, "'cpu_numbers': [0,1], 'totals': {'load1': 6.2, 'r': 1, 'b': 1}"},
};

const struct rule r28_rule = {
	.id = "R28",
	.title = N_("load without CPU"),
	.help = N_("The load is high and the CPUs are not wanted: tasks sleep in the kernel and "
		   "cannot be woken, most often for a disk or a server of files."),
	.needs = NEED_STAT | NEED_LOAD,
	.helps = NEED_TASKS | NEED_CLOSEUPS | NEED_PRESSURES,
	.thresholds = r28_thresholds,
	.n_thresholds = COUNT(r28_thresholds),
	.judge = judge_r28,
	.examples = r28_examples,
	.n_examples = COUNT(r28_examples),
};
