/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Threads that want to run and may not: because others do, or because they wait in the wrong place. */
#include "config.h"

#include <math.h>

#include "base/i18n.h"
#include "interval.h"
#include "join/crowd.h"
#include "join/top.h"
#include "rule/rule.h"
#include "sample.h"

#define COUNT(items) (sizeof(items) / sizeof(*(items)))

/* So many CPUs were idle, on average. */
static double idle_cpus(const struct interval *interval)
{
	return (100 - interval->all.busy) / 100 * (double)interval->n_cpus;
}

/* Of its periods, for a cgroup to keep its tasks waiting. */
static const double much_throttled_pct = 25;

/* The one that was stopped most; NULL: none was often. */
static const struct cgroup_interval *find_throttled(const struct interval *interval)
{
	const struct cgroup_interval *found = NULL;

	for (size_t i = 0; i < interval->n_cgroups; i++) {
		const struct cgroup_interval *cgroup = &interval->cgroups[i];

		if (cgroup->throttled_pct >= (found ? found->throttled_pct : much_throttled_pct))
			found = cgroup;
	}
	return found;
}

enum { R18_RATE, R18_SHARE, R18_WAIT, R18_IDLE };

static const struct threshold r18_thresholds[] = {
	/* At 250 ticks a second, eight that want one CPU are put off it some 30 times each. */
	[R18_RATE] = {"least_per_s", 20, AT_LEAST, N_("times that a thread is put off its CPU")},
	[R18_SHARE] = {"share_pct", 50, AT_LEAST, N_("of its switches, that these are")},
	[R18_WAIT] = {"wait_pct", 20, AT_LEAST, N_("of the time, that it waits for a CPU")},
	[R18_IDLE] = {"idle_cpus", 0.75, AT_LEAST,
		      N_("that are idle meanwhile, for it to be a warning")},
};

/* So many processes are spoken of one by one; where there are more, it is the machine. */
enum { MOST_VICTIMS = 8 };

struct victims {
	const struct task_interval *worst[MOST_VICTIMS]; /* thread of each process */
	size_t n;                                        /* processes */
	struct top most;
};

static bool is_preempted(const struct judging *judging, const struct task_interval *thread)
{
	return thread->nvcswch_per_s >= rule_threshold(judging, R18_RATE) &&
	       100 * thread->nvcswch_per_s >=
		       rule_threshold(judging, R18_SHARE) * thread->switches_per_s &&
	       thread->wait_pct >= rule_threshold(judging, R18_WAIT);
}

static struct victims find_victims(const struct judging *judging)
{
	const struct interval *interval = judging->interval;
	struct victims victims = {.n = 0};
	int pid = -1;

	for (size_t i = 0; i < interval->n_threads; i++) {
		const struct task_interval *thread = &interval->threads[i];

		if (!is_preempted(judging, thread))
			continue;
		top_add(&victims.most, thread, thread->wait_pct);
		if (thread->pid != pid && victims.n++ < MOST_VICTIMS)
			victims.worst[victims.n - 1] = thread;
		else if (victims.n <= MOST_VICTIMS &&
			 thread->wait_pct > victims.worst[victims.n - 1]->wait_pct)
			victims.worst[victims.n - 1] = thread;
		pid = thread->pid;
	}
	return victims;
}

static void show_preempted(struct judging *judging, struct finding *finding,
			   const struct task_interval *thread)
{
	rule_show(judging, finding, rule_task(judging, thread),
		  _("put off %s/s, of its own will %s/s; runs %s%%, waits %s%%"),
		  rule_rate(judging, thread->nvcswch_per_s),
		  rule_rate(judging, thread->cswch_per_s), rule_pct(judging, thread->cpu_pct),
		  rule_pct(judging, thread->wait_pct));
}

/* Of a CPU: threads of the kernel that run for a moment are real-time ones, too. */
static const double least_in_the_way_pct = 10;

static void show_neighbour(struct judging *judging, struct finding *finding,
			   const struct crowd *crowd, const struct task_interval *thread)
{
	const struct task_interval *user = crowd ? crowd->user : NULL;

	if (user == thread)
		user = crowd->second;
	if (!user)
		return;
	rule_show(judging, finding, arena_printf(judging->arena, _("also on cpu%d"), thread->cpu),
		  _("%s, %s%% CPU"), rule_task(judging, user), rule_pct(judging, user->cpu_pct));
	if (crowd->real_time && crowd->real_time != thread &&
	    crowd->real_time->cpu_pct >= least_in_the_way_pct)
		rule_cause(judging, finding, _("a real-time thread goes first there: %s"),
			   rule_task(judging, crowd->real_time));
}

static void explain_preemption(struct judging *judging, struct finding *finding,
			       const struct task_interval *thread)
{
	const struct cgroup_interval *throttled = find_throttled(judging->interval);

	if (is_confined(thread, judging->interval))
		rule_cause(judging, finding, _("it may only run on CPU %s, as others do"),
			   rule_cpus(judging, thread->allowed));
	if (throttled)
		rule_cause(judging, finding,
			   _("cgroup %s is stopped by its quota, and it may be in it"),
			   throttled->path);
	if (thread->nice > 0)
		rule_cause(judging, finding, _("its nice value is %d: others go first"),
			   thread->nice);
	rule_cause(judging, finding, _("more threads want to run than there are CPUs"));
	rule_confirm(judging, finding, "pidstat -wtu -p %d 1 5", thread->pid);
	rule_point(judging, finding, "tasks", rule_number(judging, thread->pid));
	rule_let_go(judging, finding, thread);
	if (!finding->mend)
		rule_renice(judging, finding, thread, -5);
}

static enum grade r18_grade(const struct judging *judging)
{
	return idle_cpus(judging->interval) >= rule_threshold(judging, R18_IDLE) ? GRADE_WARN
										 : GRADE_INFO;
}

static void find_victim(struct judging *judging, const struct crowd *crowds,
			const struct task_interval *thread)
{
	struct finding *finding = rule_find(judging, r18_grade(judging), "pid%d", thread->pid);

	finding->stake_pct = thread->wait_pct;
	rule_say(judging, finding,
		 _("%s is put off cpu%d %s times a second, and waits %s%% of the time"),
		 rule_task(judging, thread), thread->cpu, rule_rate(judging, thread->nvcswch_per_s),
		 rule_pct(judging, thread->wait_pct));
	show_preempted(judging, finding, thread);
	show_neighbour(judging, finding, crowd_on(crowds, judging->interval, thread->cpu), thread);
	explain_preemption(judging, finding, thread);
}

static void judge_r18(struct judging *judging)
{
	const struct victims victims = find_victims(judging);
	const struct crowd *crowds;
	struct finding *finding;

	if (!victims.n)
		return;
	if (victims.n <= MOST_VICTIMS) {
		crowds = crowds_of(judging->interval, judging->arena);
		for (size_t i = 0; i < victims.n; i++)
			find_victim(judging, crowds, victims.worst[i]);
		return;
	}
	finding = rule_find_machine(judging, r18_grade(judging));
	rule_say(judging, finding,
		 _("%zu processes are put off their CPUs, %s as often as %s times a second"),
		 victims.n, rule_task(judging, victims.most.rows[0]),
		 rule_rate(judging, victims.most.rows[0]->nvcswch_per_s));
	for (size_t i = 0; i < victims.most.n; i++)
		show_preempted(judging, finding, victims.most.rows[i]);
	explain_preemption(judging, finding, victims.most.rows[0]);
}

static const struct example r18_examples[] = {
	{"pid301", "'all': {'busy': 51}, 'cpus': [{'cpu': 0, 'busy': 2}, {'cpu': 1, 'busy': 100}],"
		   "'threads': [{'tid': 301, 'pid': 301, 'name': 'hogs', 'cpu_last': 1, 'cpu': 33,"
		   "  'wait': 66, 'cswch': 0, 'nvcswch': 250, 'switches': 250, 'allowed': '1'},"
		   " {'tid': 302, 'pid': 302, 'name': 'hogs', 'cpu_last': 1, 'cpu': 66, 'wait': 33,"
		   "  'cswch': 0, 'nvcswch': 90, 'switches': 90, 'allowed': '1'}]"},
	/* All CPUs are busy: no more than info. */
	{"pid301", "'cpu_numbers': [0,1], 'all': {'busy': 99},"
		   "'threads': [{'tid': 301, 'pid': 301, 'name': 'cc1', 'cpu_last': 1, 'cpu': 33,"
		   "  'wait': 66, 'cswch': 0, 'nvcswch': 250, 'switches': 250}]"},
	/* It is put off as often, but hardly waits: it shares its CPU with what is short. */
	{NULL, "'threads': [{'tid': 301, 'pid': 301, 'name': 'hogs', 'cpu_last': 1, 'cpu': 93,"
	       "  'wait': 4, 'cswch': 0, 'nvcswch': 250, 'switches': 250}]"},
	/* Most of its switches are sleep. */
	{NULL, "'threads': [{'tid': 301, 'pid': 301, 'name': 'web', 'cpu_last': 1, 'cpu': 33,"
	       "  'wait': 20, 'cswch': 700, 'nvcswch': 250, 'switches': 950}]"},
	/* It waits as long, but is put off seldom. */
	{NULL, "'threads': [{'tid': 301, 'pid': 301, 'name': 'hogs', 'cpu_last': 1, 'cpu': 33,"
	       "  'wait': 66, 'cswch': 0, 'nvcswch': 15, 'switches': 15}]"},
};

const struct rule r18_rule = {
	.id = "R18",
	.title = N_("put off the CPU"),
	.help = N_("Threads of a process are put off their CPU often, and wait for it: others want "
		   "the same one. A warning where other CPUs are idle."),
	.needs = NEED_TASKS,
	.helps = NEED_STAT | NEED_CLOSEUPS | NEED_CGROUPS,
	.thresholds = r18_thresholds,
	.n_thresholds = COUNT(r18_thresholds),
	.judge = judge_r18,
	.examples = r18_examples,
	.n_examples = COUNT(r18_examples),
};

enum { R24_WAIT, R24_SHARE, R24_IDLE, R24_LEAST };

static const struct threshold r24_thresholds[] = {
	[R24_WAIT] = {"wait_cpus", 0.5, AT_LEAST, N_("that threads waited for, all together")},
	[R24_SHARE] = {"wait_pct", 1, AT_LEAST, N_("of all CPUs, that this is")},
	[R24_IDLE] = {"idle_cpus", 0.75, AT_LEAST, N_("that were idle in the same time")},
	[R24_LEAST] = {"thread_pct", 10, AT_LEAST,
		       N_("of the time that a thread must wait to be counted")},
};

struct waiting {
	double pct;
	struct top most;
};

static struct waiting find_waiting(const struct judging *judging)
{
	const struct interval *interval = judging->interval;
	struct waiting waiting = {.pct = 0};

	for (size_t i = 0; i < interval->n_threads; i++) {
		const struct task_interval *thread = &interval->threads[i];

		if (!(thread->wait_pct >= rule_threshold(judging, R24_LEAST)))
			continue;
		waiting.pct += thread->wait_pct;
		top_add(&waiting.most, thread, thread->wait_pct);
	}
	return waiting;
}

static void r24_explain(struct judging *judging, struct finding *finding,
			const struct task_interval *thread, const struct cgroup_interval *throttled)
{
	if (throttled)
		rule_cause(judging, finding,
			   _("cgroup %s is stopped by its quota, and they may be in it"),
			   throttled->path);
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

static void judge_r24(struct judging *judging)
{
	const struct waiting waiting = find_waiting(judging);
	const double idle = idle_cpus(judging->interval);
	const struct cgroup_interval *throttled = find_throttled(judging->interval);
	struct finding *finding;

	if (!(waiting.pct >= 100 * rule_threshold(judging, R24_WAIT)) ||
	    !(waiting.pct >=
	      rule_threshold(judging, R24_SHARE) * (double)judging->interval->n_cpus) ||
	    !(idle >= rule_threshold(judging, R24_IDLE)) || !waiting.most.n)
		return;
	finding = rule_find_machine(judging, throttled ? GRADE_INFO : GRADE_WARN);
	finding->stake_pct = fmin(waiting.pct, 100 * idle);
	rule_say(judging, finding, _("Threads wait for %.1f CPUs while %.1f are idle: %s on cpu%d"),
		 waiting.pct / 100, idle, rule_task(judging, waiting.most.rows[0]),
		 waiting.most.rows[0]->cpu);
	for (size_t i = 0; i < waiting.most.n; i++)
		show_waiting(judging, finding, waiting.most.rows[i]);
	r24_explain(judging, finding, waiting.most.rows[0], throttled);
}

static const struct example r24_examples[] = {
	{"", "'cpu_numbers': [0,1], 'all': {'busy': 52},"
	     "'threads': [{'tid': 301, 'pid': 301, 'name': 'hogs', 'cpu_last': 1, 'cpu': 33,"
	     "  'wait': 66, 'allowed': '1'}]"},
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
	.title = N_("waiting while CPUs are idle"),
	.help = N_("Threads wait for a CPU while others are idle: they may not go there, or nobody "
		   "sends them."),
	.needs = NEED_STAT | NEED_TASKS,
	.helps = NEED_CLOSEUPS | NEED_CGROUPS,
	.thresholds = r24_thresholds,
	.n_thresholds = COUNT(r24_thresholds),
	.judge = judge_r24,
	.examples = r24_examples,
	.n_examples = COUNT(r24_examples),
};
