/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A single thread that takes all of a CPU: it is the limit, softirqs take from it, or it lets nobody else run. */
#include "config.h"

#include <math.h>
#include <sched.h>

#include "base/i18n.h"
#include "interval.h"
#include "join/crowd.h"
#include "rule/rule.h"
#include "sample.h"
#include "source/topology.h"

#define COUNT(items) (sizeof(items) / sizeof(*(items)))

static const struct cpu_interval *cpu_of(const struct interval *interval, int cpu)
{
	for (size_t i = 0; i < interval->n_cpus; i++)
		if (interval->cpus[i].cpu == cpu)
			return &interval->cpus[i];
	return NULL;
}

/* That interrupts took of the CPU; what is not known of it is none. */
static double interrupts_pct(const struct cpu_interval *cpu)
{
	return (cpu->hi > 0 ? cpu->hi : 0) + (cpu->si > 0 ? cpu->si : 0);
}

enum { R25_USE, R25_IDLE, R25_MOST };

static const struct threshold r25_thresholds[] = {
	[R25_USE] = {"use_pct", 95, AT_LEAST, N_("of a CPU that a thread uses")},
	[R25_IDLE] = {"idle_pct", 50, AT_LEAST, N_("that the other CPUs are idle")},
	[R25_MOST] = {"most_threads", 4, AT_MOST, N_("that use so much")},
};

/* The others: all but the one that it uses up. */
static double idle_of_others_pct(const struct interval *interval)
{
	double n = (double)interval->n_cpus;

	return n > 1 ? (100 - interval->all.busy) * n / (n - 1) : (double)NAN;
}

static void r25_find(struct judging *judging, const struct task_interval *thread, double idle_pct)
{
	const struct cpu_interval *cpu = cpu_of(judging->interval, thread->cpu);
	struct finding *finding = rule_find(judging, GRADE_INFO, "tid%d", thread->tid);

	rule_say(judging, finding,
		 _("%s uses %s%% of a CPU, and cannot use more; the other CPUs are %s%% idle"),
		 rule_task(judging, thread), rule_pct(judging, thread->cpu_pct),
		 rule_pct(judging, idle_pct));
	rule_show(judging, finding, rule_task(judging, thread),
		  _("on cpu%d: %s%% in programs, %s%% in the kernel"), thread->cpu,
		  rule_pct(judging, thread->usr_pct), rule_pct(judging, thread->sys_pct));
	rule_show(judging, finding, _("threads of its process"), "%zu", thread->n_threads);
	if (cpu)
		rule_show(judging, finding, _("interrupts there"), "hi %s%% si %s%%",
			  rule_pct(judging, cpu->hi), rule_pct(judging, cpu->si));
	rule_cause(judging, finding, _("work that only one thread can do at a time"));
	rule_cause(judging, finding, _("it waits by asking again and again"));
	rule_confirm(judging, finding, "perf top -t %d", thread->tid);
	rule_point(judging, finding, "tasks", rule_number(judging, thread->pid));
}

static void judge_r25(struct judging *judging)
{
	const struct interval *interval = judging->interval;
	const double idle_pct = idle_of_others_pct(interval);
	const double use_pct = rule_threshold(judging, R25_USE);
	double n = 0;

	if (!(idle_pct >= rule_threshold(judging, R25_IDLE)))
		return;
	for (size_t i = 0; i < interval->n_threads; i++)
		n += interval->threads[i].cpu_pct >= use_pct;
	if (!(n <= rule_threshold(judging, R25_MOST)))
		return;
	for (size_t i = 0; n && i < interval->n_threads; i++)
		if (interval->threads[i].cpu_pct >= use_pct)
			r25_find(judging, &interval->threads[i], idle_pct);
}

static const struct example r25_examples[] = {
	{"tid78", "'cpu_numbers': [0,1,2,3], 'all': {'busy': 27},"
		  "'threads': [{'tid': 78, 'pid': 70, 'name': 'redis', 'cpu_last': 1, 'cpu': 99.8,"
		  "  'usr': 60, 'sys': 39.8}]"},
	/* All CPUs are busy. */
	{NULL, "'cpu_numbers': [0,1,2,3], 'all': {'busy': 95},"
	       "'threads': [{'tid': 78, 'pid': 70, 'name': 'redis', 'cpu_last': 1, 'cpu': 99.8}]"},
	/* It could do more. */
	{NULL, "'cpu_numbers': [0,1,2,3], 'all': {'busy': 27},"
	       "'threads': [{'tid': 78, 'pid': 70, 'name': 'redis', 'cpu_last': 1, 'cpu': 90}]"},
	/* Five: none of them is the one. */
	{NULL, "'cpu_numbers': [0,1,2,3,4,5,6,7,8,9,10,11], 'all': {'busy': 42}, 'threads': ["
	       "{'tid': 1, 'pid': 1, 'cpu': 99}, {'tid': 2, 'pid': 2, 'cpu': 99},"
	       "{'tid': 3, 'pid': 3, 'cpu': 99}, {'tid': 4, 'pid': 4, 'cpu': 99},"
	       "{'tid': 5, 'pid': 5, 'cpu': 99}]"},
};

const struct rule r25_rule = {
	.id = "R25",
	.title = N_("one thread is the limit"),
	.help = N_("A thread uses all that one CPU can give while most of the machine is idle: "
		   "more CPUs would not help it."),
	.needs = NEED_STAT | NEED_TASKS,
	.thresholds = r25_thresholds,
	.n_thresholds = COUNT(r25_thresholds),
	.judge = judge_r25,
	.examples = r25_examples,
	.n_examples = COUNT(r25_examples),
};

enum { R26_USE, R26_INTERRUPTS, R26_BUSY };

static const struct threshold r26_thresholds[] = {
	[R26_USE] = {"use_pct", 95, AT_LEAST,
		     N_("of a CPU that a thread and interrupts use together")},
	[R26_INTERRUPTS] = {"interrupts_pct", 10, AT_LEAST,
			    N_("of it that softirqs and interrupts take")},
	[R26_BUSY] = {"other_busy_pct", 20, AT_MOST, N_("that another CPU near it is busy")},
};

/* They share the last level of cache; where that is not known, any is near. */
static bool is_near(const struct judging *judging, int cpu, int other)
{
	const struct topology_cache *cache =
		judging->topology ? topology_cache_of(judging->topology, cpu, 0) : NULL;

	return !cache || cpuset_has(&cache->shared, (unsigned int)other);
}

/* The least busy one; NULL: none is idle enough. */
static const struct cpu_interval *find_idle_near(const struct judging *judging, int cpu)
{
	const struct interval *interval = judging->interval;
	const struct cpu_interval *found = NULL;

	for (size_t i = 0; i < interval->n_cpus; i++) {
		const struct cpu_interval *other = &interval->cpus[i];

		if (other->cpu != cpu && other->busy <= rule_threshold(judging, R26_BUSY) &&
		    (!found || other->busy < found->busy) && is_near(judging, cpu, other->cpu))
			found = other;
	}
	return found;
}

static void r26_find(struct judging *judging, const struct task_interval *thread,
		     const struct cpu_interval *cpu, const struct cpu_interval *idle)
{
	const struct cpuset *allowed =
		thread->allowed ? thread->allowed : cpus_of(judging->interval, judging->arena);
	struct finding *finding = rule_find(judging, GRADE_WARN, "tid%d", thread->tid);

	finding->stake_pct = interrupts_pct(cpu);
	rule_say(judging, finding,
		 _("%s needs all of cpu%d, where interrupts take %s%%; cpu%d is %s%% busy"),
		 rule_task(judging, thread), cpu->cpu, rule_pct(judging, interrupts_pct(cpu)),
		 idle->cpu, rule_pct(judging, idle->busy));
	rule_show(judging, finding, rule_task(judging, thread), "%s%% CPU",
		  rule_pct(judging, thread->cpu_pct));
	rule_show(judging, finding, arena_printf(judging->arena, "cpu%d", cpu->cpu),
		  "hi %s%% si %s%%", rule_pct(judging, cpu->hi), rule_pct(judging, cpu->si));
	rule_cause(judging, finding, _("an interrupt and the thread that it feeds share a CPU"));
	rule_confirm(judging, finding, "mpstat -P %d 1 5", cpu->cpu);
	rule_point(judging, finding, "cpus", rule_number(judging, cpu->cpu));
	if (thread->is_kernel)
		return;
	rule_mend(judging, finding, "taskset -cp %d %d", idle->cpu, thread->tid);
	rule_undo(judging, finding, "taskset -cp %s %d", rule_cpus(judging, allowed), thread->tid);
}

static void judge_r26(struct judging *judging)
{
	const struct interval *interval = judging->interval;
	const struct crowd *crowds = NULL;

	for (size_t i = 0; i < interval->n_cpus; i++) {
		const struct cpu_interval *cpu = &interval->cpus[i], *idle;
		double interrupts = interrupts_pct(cpu);
		const struct task_interval *user;

		if (!(interrupts >= rule_threshold(judging, R26_INTERRUPTS)))
			continue;
		if (!crowds)
			crowds = crowds_of(interval, judging->arena);
		user = crowds[i].user;
		/* More than the interrupts: theirs is no thread that they feed. */
		if (!user || !(user->cpu_pct >= interrupts) ||
		    !(user->cpu_pct + interrupts >= rule_threshold(judging, R26_USE)))
			continue;
		idle = find_idle_near(judging, cpu->cpu);
		if (idle)
			r26_find(judging, user, cpu, idle);
	}
}

static const struct example r26_examples[] = {
	{"tid78", "'all': {'busy': 51},"
		  "'cpus': [{'cpu': 0, 'busy': 3}, {'cpu': 1, 'busy': 100, 'hi': 2, 'si': 20}],"
		  "'threads': [{'tid': 78, 'pid': 70, 'name': 'redis', 'cpu_last': 1, 'cpu': 78,"
		  "  'allowed': '0-1'}]"},
	/* The other CPU is busy, too. */
	{NULL, "'all': {'busy': 80},"
	       "'cpus': [{'cpu': 0, 'busy': 60}, {'cpu': 1, 'busy': 100, 'hi': 2, 'si': 20}],"
	       "'threads': [{'tid': 78, 'pid': 70, 'cpu_last': 1, 'cpu': 78}]"},
	/* There is room for both. */
	{NULL, "'all': {'busy': 40},"
	       "'cpus': [{'cpu': 0, 'busy': 3}, {'cpu': 1, 'busy': 77, 'hi': 2, 'si': 20}],"
	       "'threads': [{'tid': 78, 'pid': 70, 'cpu_last': 1, 'cpu': 55}]"},
	/* Interrupts take little. */
	{NULL, "'all': {'busy': 51},"
	       "'cpus': [{'cpu': 0, 'busy': 3}, {'cpu': 1, 'busy': 100, 'hi': 1, 'si': 5}],"
	       "'threads': [{'tid': 78, 'pid': 70, 'cpu_last': 1, 'cpu': 94}]"},
};

const struct rule r26_rule = {
	.id = "R26",
	.title = N_("interrupts beside a busy thread"),
	.help = N_("A thread that needs a whole CPU shares it with softirqs and interrupts, while "
		   "a CPU near it is idle."),
	.needs = NEED_STAT | NEED_TASKS,
	.helps = NEED_TOPOLOGY | NEED_CLOSEUPS,
	.thresholds = r26_thresholds,
	.n_thresholds = COUNT(r26_thresholds),
	.judge = judge_r26,
	.examples = r26_examples,
	.n_examples = COUNT(r26_examples),
};

enum { R34_USE, R34_WAIT, R34_CRIT };

static const struct threshold r34_thresholds[] = {
	[R34_USE] = {"use_pct", 90, AT_LEAST, N_("of a CPU that a real-time thread uses")},
	[R34_WAIT] = {"wait_pct", 25, AT_LEAST,
		      N_("of the time that others wait there, all together")},
	[R34_CRIT] = {"crit_wait_pct", 90, AT_LEAST, N_("that they wait, for it to be critical")},
};

static void r34_find(struct judging *judging, const struct task_interval *thread,
		     const struct crowd *crowd)
{
	const struct interval *interval = judging->interval;
	const char *limit_us = interval_setting(interval, "kernel.sched_rt_runtime_us");
	const char *policy = thread->policy == SCHED_FIFO ? "SCHED_FIFO" : "SCHED_RR";
	struct finding *finding = rule_find(
		judging,
		crowd->wait_pct >= rule_threshold(judging, R34_CRIT) ? GRADE_CRIT : GRADE_WARN,
		"tid%d", thread->tid);

	finding->stake_pct = fmin(crowd->wait_pct, 100);
	rule_say(judging, finding,
		 _("%s (%s) takes %s%% of cpu%d, and nobody may interrupt it: %s waits %s%%"),
		 rule_task(judging, thread), policy, rule_pct(judging, thread->cpu_pct),
		 thread->cpu, rule_task(judging, crowd->waiter),
		 rule_pct(judging, crowd->waiter->wait_pct));
	rule_show(judging, finding, rule_task(judging, thread), _("%s, priority %d"), policy,
		  thread->rt_priority);
	rule_show(judging, finding, _("waiting for its CPU"),
		  ngettext("%zu thread, %s%% of the time",
			   "%zu threads, %s%% of the time on average", crowd->n_waiting),
		  crowd->n_waiting, rule_pct(judging, crowd->wait_pct / (double)crowd->n_waiting));
	if (limit_us)
		rule_show(judging, finding, "kernel.sched_rt_runtime_us", "%s", limit_us);
	rule_cause(judging, finding, _("it was given a real-time policy, and never sleeps"));
	rule_confirm(judging, finding, "chrt -p %d", thread->tid);
	rule_mend(judging, finding, "chrt -o -p 0 %d", thread->tid);
	rule_undo(judging, finding, "chrt -%c -p %d %d", thread->policy == SCHED_FIFO ? 'f' : 'r',
		  thread->rt_priority, thread->tid);
	rule_point(judging, finding, "tasks", rule_number(judging, thread->pid));
}

static void judge_r34(struct judging *judging)
{
	const struct interval *interval = judging->interval;
	const struct crowd *crowds = NULL, *crowd;

	for (size_t i = 0; i < interval->n_threads; i++) {
		const struct task_interval *thread = &interval->threads[i];

		if (!is_real_time(thread) || !(thread->cpu_pct >= rule_threshold(judging, R34_USE)))
			continue;
		if (!crowds)
			crowds = crowds_of(interval, judging->arena);
		crowd = crowd_on(crowds, interval, thread->cpu);
		if (crowd && crowd->waiter && crowd->waiter != thread &&
		    crowd->wait_pct >= rule_threshold(judging, R34_WAIT))
			r34_find(judging, thread, crowd);
	}
}

static const struct example r34_examples[] = {
	{"tid900", "'cpu_numbers': [0,1],"
		   "'threads': [{'tid': 301, 'pid': 301, 'name': 'web', 'cpu_last': 1, 'cpu': 4,"
		   "  'wait': 95}, {'tid': 900, 'pid': 900, 'name': 'audio', 'cpu_last': 1,"
		   "  'policy': 1, 'rt_priority': 20, 'cpu': 95}]"},
	/* Nobody waits for its CPU. */
	{NULL, "'cpu_numbers': [0,1],"
	       "'threads': [{'tid': 301, 'pid': 301, 'name': 'web', 'cpu_last': 0, 'cpu': 4,"
	       "  'wait': 95}, {'tid': 900, 'pid': 900, 'name': 'audio', 'cpu_last': 1,"
	       "  'policy': 1, 'rt_priority': 20, 'cpu': 95}]"},
	/* An ordinary one. */
	{NULL, "'cpu_numbers': [0,1],"
	       "'threads': [{'tid': 301, 'pid': 301, 'name': 'web', 'cpu_last': 1, 'cpu': 4,"
	       "  'wait': 95}, {'tid': 900, 'pid': 900, 'name': 'audio', 'cpu_last': 1,"
	       "  'cpu': 95}]"},
	/* It leaves room; then nobody waits for long. */
	{NULL, "'cpu_numbers': [0,1],"
	       "'threads': [{'tid': 301, 'pid': 301, 'name': 'web', 'cpu_last': 1, 'cpu': 30,"
	       "  'wait': 40}, {'tid': 900, 'pid': 900, 'name': 'audio', 'cpu_last': 1,"
	       "  'policy': 1, 'rt_priority': 20, 'cpu': 60}]"},
	{NULL, "'cpu_numbers': [0,1],"
	       "'threads': [{'tid': 301, 'pid': 301, 'name': 'web', 'cpu_last': 1, 'cpu': 4,"
	       "  'wait': 15}, {'tid': 900, 'pid': 900, 'name': 'audio', 'cpu_last': 1,"
	       "  'policy': 1, 'rt_priority': 20, 'cpu': 95}]"},
};

const struct rule r34_rule = {
	.id = "R34",
	.title = N_("a real-time thread lets nobody run"),
	.help = N_("A thread of SCHED_FIFO or SCHED_RR uses nearly all of a CPU, and others wait "
		   "for what is left of it."),
	.needs = NEED_TASKS,
	.helps = NEED_STAT | NEED_SETTINGS,
	.thresholds = r34_thresholds,
	.n_thresholds = COUNT(r34_thresholds),
	.judge = judge_r34,
	.examples = r34_examples,
	.n_examples = COUNT(r34_examples),
};
