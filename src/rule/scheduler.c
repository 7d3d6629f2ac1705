/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Threads that want to run while others do. */
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

enum { R18_RATE, R18_SHARE, R18_WAIT, R18_LONG, R18_IDLE };

static const struct threshold r18_thresholds[] = {
	/* At 250 ticks a second, eight that want one CPU are put off it some 30 times each. */
	[R18_RATE] = {"least_per_s", 20, AT_LEAST, N_("times that a thread is pushed aside")},
	[R18_SHARE] = {"share_pct", 50, AT_LEAST, N_("of its switches, that these are")},
	[R18_WAIT] = {"wait_pct", 20, AT_LEAST, N_("of the time, that it waits for a CPU")},
	[R18_LONG] = {"long_wait_pct", 50, AT_LEAST,
		      N_("of the time, that it waits, however seldom it is pushed aside")},
	[R18_IDLE] = {"idle_cpus", 0.75, AT_LEAST,
		      N_("that are idle meanwhile, for it to be a warning")},
};

/* So many CPUs are spoken of one by one; where there are more, it is the machine. */
enum { MOST_CPUS = 4 };

/* Threads that are pushed aside: of one CPU, or of all. */
struct victims {
	size_t n;
	struct top most; /* by how much they wait */
};

static bool is_pushed_aside(const struct judging *judging, const struct task_interval *thread)
{
	const double per_s = thread->nvcswch_per_s;

	return thread->wait_pct >= rule_threshold(judging, R18_WAIT) && per_s > 0 &&
	       (per_s >= rule_threshold(judging, R18_RATE) ||
		thread->wait_pct >= rule_threshold(judging, R18_LONG)) &&
	       100 * per_s >= rule_threshold(judging, R18_SHARE) * thread->switches_per_s;
}

/* Where all CPUs are busy and it may have any, that is R23; what a quota stops, R22. */
static bool is_explained(const struct judging *judging, const struct task_interval *thread,
			 bool is_throttled)
{
	const struct interval *interval = judging->interval;

	if (thread->is_kernel || (is_throttled && waits_for_nobody(thread, interval)))
		return true;
	return !(idle_cpus(interval) >= rule_threshold(judging, R18_IDLE)) &&
	       !is_confined(thread, interval);
}

static void add_victim(struct victims *victims, const struct task_interval *thread)
{
	victims->n++;
	top_add(&victims->most, thread, thread->wait_pct);
}

/* A row for each CPU, and one for all; NULL: there are none. */
static const struct victims *find_victims(const struct judging *judging)
{
	const struct interval *interval = judging->interval;
	const bool is_throttled = most_throttled(interval);
	struct victims *victims = NULL;

	for (size_t i = 0; i < interval->n_threads; i++) {
		const struct task_interval *thread = &interval->threads[i];
		size_t at = cpu_position(interval, thread->cpu);

		if (!is_pushed_aside(judging, thread) || at == interval->n_cpus ||
		    is_explained(judging, thread, is_throttled))
			continue;
		if (!victims)
			victims =
				arena_alloc(judging->arena, interval->n_cpus + 1, sizeof(*victims));
		add_victim(&victims[at], thread);
		add_victim(&victims[interval->n_cpus], thread);
	}
	return victims;
}

/* The two are not read in the same moment: together they are no more than all of the time. */
static double waited_pct(const struct task_interval *thread)
{
	return thread->cpu_pct > 0 ? fmax(0, fmin(thread->wait_pct, 100 - thread->cpu_pct))
				   : thread->wait_pct;
}

static void show_victims(struct judging *judging, struct finding *finding,
			 const struct victims *victims)
{
	for (size_t i = 0; i < victims->most.n; i++) {
		const struct task_interval *thread = victims->most.rows[i];

		rule_show(judging, finding, rule_task(judging, thread),
			  _("waits %s%%, runs %s%% of the time; pushed aside %s/s, sleeps %s/s"),
			  rule_pct(judging, waited_pct(thread)), rule_pct(judging, thread->cpu_pct),
			  rule_rate(judging, thread->nvcswch_per_s),
			  rule_rate(judging, thread->cswch_per_s));
	}
}

/* Of a CPU: threads of the kernel that run for a moment are real-time ones, too. */
static const double least_in_the_way_pct = 10;

static void show_neighbour(struct judging *judging, struct finding *finding,
			   const struct crowd *crowd, const struct task_interval *thread)
{
	const struct task_interval *user = crowd->user == thread ? crowd->second : crowd->user;

	if (user)
		rule_show(judging, finding,
			  arena_printf(judging->arena, _("also on cpu%d"), thread->cpu),
			  _("%s, %s%% CPU"), rule_task(judging, user),
			  rule_pct(judging, user->cpu_pct));
	if (crowd->real_time && crowd->real_time != thread &&
	    crowd->real_time->cpu_pct >= least_in_the_way_pct)
		rule_cause(judging, finding, _("a real-time thread goes first there: %s"),
			   rule_task(judging, crowd->real_time));
}

/* Of a CPU, for it to be interrupts that keep a thread from it. */
static const double much_interrupted_pct = 20;

static void blame_interrupts(struct judging *judging, struct finding *finding, size_t at)
{
	const struct cpu_interval *cpu = &judging->interval->cpus[at];
	const double pct = (cpu->hi > 0 ? cpu->hi : 0) + (cpu->si > 0 ? cpu->si : 0);

	if (pct >= much_interrupted_pct)
		rule_cause(judging, finding, _("interrupts and softirqs take %s%% of cpu%d"),
			   rule_pct(judging, pct), cpu->cpu);
}

/* To be nicer or less nice helps against none of the causes but the last two. */
static void explain(struct judging *judging, struct finding *finding,
		    const struct task_interval *thread)
{
	const struct cgroup_interval *throttled = most_throttled(judging->interval);

	blame_interrupts(judging, finding, cpu_position(judging->interval, thread->cpu));
	if (is_confined(thread, judging->interval))
		rule_cause(judging, finding, _("it may only run on CPU %s (taskset, or a cpuset)"),
			   rule_cpus(judging, thread->allowed));
	if (throttled)
		rule_cause(judging, finding,
			   _("cgroup %s is stopped by its quota (R22); it may be in it"),
			   throttled->path);
	rule_let_go(judging, finding, thread);
	if (thread->nice > 0 && !finding->n_causes)
		rule_renice(judging, finding, thread, -thread->nice);
	if (thread->nice > 0)
		rule_cause(judging, finding, _("its nice value is %d: others go first"),
			   thread->nice);
	else if (!finding->n_causes)
		rule_cause(judging, finding, _("more threads want that CPU than it can run"));
	rule_confirm(judging, finding, "pidstat -wtu -p %d 1 5", thread->pid);
	rule_point(judging, finding, "tasks", rule_number(judging, thread->pid));
}

static enum grade r18_grade(const struct judging *judging)
{
	return idle_cpus(judging->interval) >= rule_threshold(judging, R18_IDLE) ? GRADE_WARN
										 : GRADE_INFO;
}

static void say_of_cpu(struct judging *judging, struct finding *finding,
		       const struct victims *victims)
{
	const struct task_interval *worst = victims->most.rows[0];
	const char *name = rule_task(judging, worst);
	const char *wait = rule_pct(judging, waited_pct(worst));
	const char *rate = rule_rate(judging, worst->nvcswch_per_s);
	const size_t n = victims->n - 1;

	if (n)
		rule_say(judging, finding,
			 ngettext("%s and %zu other thread wait for cpu%d, up to %s%% of the time, "
				  "pushed aside %s times a second",
				  "%s and %zu other threads wait for cpu%d, up to %s%% of the "
				  "time, pushed aside %s times a second",
				  n),
			 name, n, worst->cpu, wait, rate);
	else
		rule_say(judging, finding,
			 _("%s waits for cpu%d %s%% of the time, pushed aside %s times a second"),
			 name, worst->cpu, wait, rate);
}

static void find_on_cpu(struct judging *judging, const struct crowd *crowd,
			const struct victims *victims)
{
	const struct task_interval *worst = victims->most.rows[0];
	struct finding *finding = rule_find(judging, r18_grade(judging), "cpu%d", worst->cpu);

	finding->stake_pct = worst->wait_pct;
	say_of_cpu(judging, finding, victims);
	show_victims(judging, finding, victims);
	show_neighbour(judging, finding, crowd, worst);
	explain(judging, finding, worst);
}

static void find_everywhere(struct judging *judging, const struct victims *victims, size_t n_cpus)
{
	const struct task_interval *worst = victims->most.rows[0];
	struct finding *finding = rule_find_machine(judging, r18_grade(judging));

	finding->stake_pct = worst->wait_pct;
	rule_say(judging, finding,
		 _("%s waits %s%% of the time for a CPU, pushed aside %s times a second; of %zu "
		   "threads on %zu CPUs it waits most"),
		 rule_task(judging, worst), rule_pct(judging, waited_pct(worst)),
		 rule_rate(judging, worst->nvcswch_per_s), victims->n, n_cpus);
	show_victims(judging, finding, victims);
	explain(judging, finding, worst);
}

static void judge_r18(struct judging *judging)
{
	const struct interval *interval = judging->interval;
	const struct victims *victims = find_victims(judging);
	const struct crowd *crowds;
	size_t n_cpus = 0;

	if (!victims)
		return;
	for (size_t i = 0; i < interval->n_cpus; i++)
		n_cpus += victims[i].n > 0;
	if (n_cpus > MOST_CPUS) {
		find_everywhere(judging, &victims[interval->n_cpus], n_cpus);
		return;
	}
	crowds = crowds_of(interval, judging->arena);
	for (size_t i = 0; i < interval->n_cpus; i++)
		if (victims[i].n)
			find_on_cpu(judging, &crowds[i], &victims[i]);
}

static const struct example r18_examples[] = {
	{"cpu1", "'all': {'busy': 51}, 'cpus': [{'cpu': 0, 'busy': 2}, {'cpu': 1, 'busy': 100}],"
		 "'threads': [{'tid': 301, 'pid': 301, 'name': 'hogs', 'cpu_last': 1, 'cpu': 33,"
		 "  'wait': 66, 'cswch': 0, 'nvcswch': 250, 'switches': 250, 'allowed': '1'},"
		 " {'tid': 302, 'pid': 302, 'name': 'hogs', 'cpu_last': 1, 'cpu': 66, 'wait': 33,"
		 "  'cswch': 0, 'nvcswch': 90, 'switches': 90, 'allowed': '1'}]"},
	/* It is pushed aside seldom, but waits for long. */
	{"cpu1", "'all': {'busy': 51}, 'cpus': [{'cpu': 0, 'busy': 2}, {'cpu': 1, 'busy': 100}],"
		 "'threads': [{'tid': 301, 'pid': 301, 'name': 'hogs', 'cpu_last': 1, 'cpu': 8,"
		 "  'wait': 92, 'cswch': 0, 'nvcswch': 9, 'switches': 9}]"},
	/* Softirqs are in its way, and no other thread. */
	{"cpu1", "'all': {'busy': 55},"
		 "'cpus': [{'cpu': 0, 'busy': 10}, {'cpu': 1, 'busy': 100, 'hi': 1, 'si': 60}],"
		 "'threads': [{'tid': 301, 'pid': 301, 'name': 'iperf3', 'cpu_last': 1, 'cpu': 39,"
		 "  'wait': 40, 'cswch': 20, 'nvcswch': 250, 'switches': 270}]"},
	/* All CPUs are busy, and it may have any: that is R23. */
	{NULL, "'cpu_numbers': [0,1], 'all': {'busy': 99},"
	       "'threads': [{'tid': 301, 'pid': 301, 'name': 'cc1', 'cpu_last': 1, 'cpu': 33,"
	       "  'wait': 66, 'cswch': 0, 'nvcswch': 250, 'switches': 250}]"},
	/* Nobody uses its CPU, and a quota stops tasks: that is R22. */
	{NULL, "'all': {'busy': 20}, 'cpus': [{'cpu': 0, 'busy': 20}, {'cpu': 1, 'busy': 20}],"
	       "'cgroups': [{'path': '/box', 'quota': 0.2, 'periods': 10, 'throttled': 100}],"
	       "'threads': [{'tid': 301, 'pid': 301, 'name': 'hogs', 'cpu_last': 1, 'cpu': 20,"
	       "  'wait': 79, 'cswch': 0, 'nvcswch': 30, 'switches': 30}]"},
	/* It is pushed aside as often, but hardly waits: it shares its CPU with what is short. */
	{NULL, "'cpu_numbers': [0,1], 'all': {'busy': 51},"
	       "'threads': [{'tid': 301, 'pid': 301, 'name': 'hogs', 'cpu_last': 1, 'cpu': 93,"
	       "  'wait': 4, 'cswch': 0, 'nvcswch': 250, 'switches': 250}]"},
	/* Most of its switches are sleep. */
	{NULL, "'cpu_numbers': [0,1], 'all': {'busy': 51},"
	       "'threads': [{'tid': 301, 'pid': 301, 'name': 'web', 'cpu_last': 1, 'cpu': 33,"
	       "  'wait': 20, 'cswch': 700, 'nvcswch': 250, 'switches': 950}]"},
	/* It is pushed aside seldom, and does not wait for long. */
	{NULL, "'cpu_numbers': [0,1], 'all': {'busy': 51},"
	       "'threads': [{'tid': 301, 'pid': 301, 'name': 'hogs', 'cpu_last': 1, 'cpu': 63,"
	       "  'wait': 36, 'cswch': 0, 'nvcswch': 15, 'switches': 15}]"},
};

const struct rule r18_rule = {
	.id = "R18",
	.title = N_("pushed off its CPU"),
	.help = N_("Threads are pushed off a CPU by others that want it, and wait for it. A "
		   "warning where other CPUs are idle; where none is, only of those that may not "
		   "run on all: for the others R23 speaks."),
	.needs = NEED_STAT | NEED_TASKS,
	.helps = NEED_CLOSEUPS | NEED_CGROUPS,
	.thresholds = r18_thresholds,
	.n_thresholds = COUNT(r18_thresholds),
	.judge = judge_r18,
	.examples = r18_examples,
	.n_examples = COUNT(r18_examples),
};
