/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Two threads that hand each other very small pieces of work. */
#include "config.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/i18n.h"
#include "bill.h"
#include "interval.h"
#include "join/crowd.h"
#include "rule/rule.h"
#include "sample.h"

#define COUNT(items) (sizeof(items) / sizeof(*(items)))

enum { R19_RATE, R19_SLICE, R19_COST, R19_WARN, R19_EQUAL };

static const struct threshold r19_thresholds[] = {
	[R19_RATE] = {"least_per_s", 5000, AT_LEAST, N_("times that a thread goes to sleep")},
	[R19_SLICE] = {"slice_us", 20, AT_MOST, N_("of CPU that it uses until it sleeps again")},
	[R19_COST] = {"cost_pct", 10, AT_LEAST,
		      N_("of its CPU that the switches cost at least, if they have a price")},
	[R19_WARN] = {"warn_pct", 10, AT_LEAST,
		      N_("of a CPU that it uses, for it to be a warning")},
	[R19_EQUAL] = {"differ_pct", 10, AT_MOST,
		       N_("that another thread's sleeps differ, which is then its peer")},
};

static double slice_us(const struct task_interval *thread)
{
	return thread->cpu_pct / 100 * 1e6 / thread->switches_per_s;
}

static double cost_pct(const struct judging *judging, const struct task_interval *thread)
{
	return bill_pct(thread->switches_per_s, bill_switch(judging->prices).low_ns);
}

/* Of 30,000 threads few sleep so often: that is asked first. */
static bool hands_over(const struct judging *judging, const struct task_interval *thread)
{
	double share_pct;

	if (!(thread->cswch_per_s >= rule_threshold(judging, R19_RATE)) || thread->is_kernel ||
	    !(slice_us(thread) <= rule_threshold(judging, R19_SLICE)))
		return false;
	share_pct = 100 * cost_pct(judging, thread) / thread->cpu_pct;
	return isnan(share_pct) || share_pct >= rule_threshold(judging, R19_COST);
}

/* Those that do, the most sleeps first: who sleeps as often stands beside. */
struct fast {
	const struct task_interval **threads;
	size_t n;
};

static int by_sleeps(const void *a, const void *b)
{
	const struct task_interval *one = *(const struct task_interval *const *)a;
	const struct task_interval *other = *(const struct task_interval *const *)b;

	if (one->cswch_per_s != other->cswch_per_s)
		return one->cswch_per_s < other->cswch_per_s ? 1 : -1;
	return (one->tid > other->tid) - (one->tid < other->tid);
}

/* Those of one process that are so many, and sleep for a futex, queue: that is R20. */
enum { LEAST_QUEUE = 4 };

static bool is_queue(const struct fast *fast, size_t first)
{
	for (size_t i = first; i < fast->n; i++)
		if (fast->threads[i]->wchan && strstr(fast->threads[i]->wchan, "futex"))
			return fast->n - first >= LEAST_QUEUE;
	return false;
}

/* In the order of pid. */
static void add_fast(const struct judging *judging, struct fast *fast)
{
	const struct interval *interval = judging->interval;
	size_t first = 0;

	for (size_t i = 0; i < interval->n_threads; i++) {
		const struct task_interval *thread = &interval->threads[i];

		if (i && thread->pid != interval->threads[i - 1].pid) {
			if (is_queue(fast, first))
				fast->n = first;
			first = fast->n;
		}
		if (hands_over(judging, thread))
			fast->threads[fast->n++] = thread;
	}
	if (is_queue(fast, first))
		fast->n = first;
}

static struct fast find_fast(const struct judging *judging)
{
	const struct interval *interval = judging->interval;
	struct fast fast = {.n = 0};
	size_t n = 0;

	for (size_t i = 0; i < interval->n_threads; i++)
		n += hands_over(judging, &interval->threads[i]);
	if (!n)
		return fast;
	fast.threads = arena_alloc(judging->arena, n, sizeof(struct task_interval *));
	add_fast(judging, &fast);
	if (fast.n > 1)
		qsort(fast.threads, fast.n, sizeof(*fast.threads), by_sleeps);
	return fast;
}

static double difference(const struct fast *fast, size_t i, size_t other)
{
	return other < fast->n
		       ? fabs(fast->threads[i]->cswch_per_s - fast->threads[other]->cswch_per_s)
		       : (double)INFINITY;
}

/* The one beside it that sleeps as often, or n. */
static size_t peer_of(const struct judging *judging, const struct fast *fast, size_t i)
{
	size_t before = i ? i - 1 : fast->n;
	size_t nearer = difference(fast, i, before) < difference(fast, i, i + 1) ? before : i + 1;
	double most = rule_threshold(judging, R19_EQUAL) / 100 * fast->threads[i]->cswch_per_s;

	return difference(fast, i, nearer) <= most ? nearer : fast->n;
}

static bool sleeps_in(const struct task_interval *thread, const char *part)
{
	return thread->wchan && strstr(thread->wchan, part);
}

static void r19_explain(struct judging *judging, struct finding *finding,
			const struct task_interval *thread)
{
	if (sleeps_in(thread, "pipe"))
		rule_cause(judging, finding, _("a pipe that carries one small message at a time"));
	else if (sleeps_in(thread, "futex"))
		rule_cause(judging, finding, _("a lock or a condition that goes back and forth"));
	else if (sleeps_in(thread, "nanosleep"))
		rule_cause(judging, finding, _("it sleeps for very short times"));
	else if (sleeps_in(thread, "poll") || sleeps_in(thread, "select"))
		rule_cause(judging, finding, _("it waits anew for each single event"));
	else if (sleeps_in(thread, "unix") || sleeps_in(thread, "skb") ||
		 sleeps_in(thread, "sk_wait"))
		rule_cause(judging, finding,
			   _("a socket that carries one small message at a time"));
	rule_cause(judging, finding, _("pieces of work so small that waking up costs more"));
}

/* Two that take turns do not need two CPUs, and each waking from another CPU is an interrupt. */
static void r19_join(struct judging *judging, struct finding *finding,
		     const struct task_interval *thread, const struct task_interval *peer)
{
	const struct cpuset *all = cpus_of(judging->interval, judging->arena);
	const char *own = rule_cpus(judging, thread->allowed ? thread->allowed : all);
	const char *peers = rule_cpus(judging, peer->allowed ? peer->allowed : all);

	if (thread->cpu == peer->cpu || thread->cpu < 0 ||
	    !(thread->cpu_pct + peer->cpu_pct <= 100))
		return;
	rule_mend(judging, finding, "taskset -cp %d %d && taskset -cp %d %d", thread->cpu,
		  thread->tid, thread->cpu, peer->tid);
	rule_undo(judging, finding, "taskset -cp %s %d && taskset -cp %s %d", own, thread->tid,
		  peers, peer->tid);
}

static void show_fast(struct judging *judging, struct finding *finding,
		      const struct task_interval *thread)
{
	rule_show(judging, finding, rule_task(judging, thread),
		  _("sleeps %s/s, %.1f us of CPU each; %s%% CPU on cpu%d; in %s"),
		  rule_rate(judging, thread->cswch_per_s), slice_us(thread),
		  rule_pct(judging, thread->cpu_pct), thread->cpu,
		  thread->wchan ? thread->wchan : "-");
}

/* @peer NULL: none sleeps as often. */
static void r19_find(struct judging *judging, const struct task_interval *thread,
		     const struct task_interval *peer)
{
	bool is_much = thread->cpu_pct >= rule_threshold(judging, R19_WARN);
	double cost = cost_pct(judging, thread);
	struct finding *finding =
		rule_find(judging, is_much ? GRADE_WARN : GRADE_INFO, "pid%d", thread->pid);

	finding->stake_pct = peer ? cost + cost_pct(judging, peer) : cost;
	if (peer)
		rule_say(judging, finding,
			 _("%s and %s hand work to each other: %s sleeps/s, %.1f us of CPU each"),
			 rule_task(judging, thread), rule_task(judging, peer),
			 rule_rate(judging, thread->cswch_per_s), slice_us(thread));
	else
		rule_say(judging, finding, _("%s goes to sleep %s times a second, after %.1f us"),
			 rule_task(judging, thread), rule_rate(judging, thread->cswch_per_s),
			 slice_us(thread));
	show_fast(judging, finding, thread);
	if (peer)
		show_fast(judging, finding, peer);
	if (cost > 0)
		rule_show(judging, finding, _("its switches cost at least"), _("%s%% of a CPU"),
			  rule_pct(judging, cost));
	else
		rule_show(judging, finding, _("what its switches cost"),
			  _("is not measured: press b"));
	r19_explain(judging, finding, thread->wchan || !peer ? thread : peer);
	rule_confirm(judging, finding, "perf trace -s -p %d -- sleep 2", thread->pid);
	if (peer)
		r19_join(judging, finding, thread, peer);
	rule_point(judging, finding, "tasks", rule_number(judging, thread->pid));
}

/* Of two processes the one with the lower number speaks for both, if each is the other's peer. */
static bool speaks(const struct judging *judging, const struct fast *fast, size_t i, size_t peer)
{
	if (peer == fast->n || fast->threads[peer]->pid >= fast->threads[i]->pid)
		return true;
	return peer_of(judging, fast, peer) != i;
}

/* So many threads are spoken of, those that sleep most; the engine keeps one finding of each process. */
enum { MOST_FAST = 64 };

static void judge_r19(struct judging *judging)
{
	const struct fast fast = find_fast(judging);

	for (size_t i = 0; i < fast.n && i < MOST_FAST; i++) {
		size_t peer = peer_of(judging, &fast, i);

		if (speaks(judging, &fast, i, peer))
			r19_find(judging, fast.threads[i],
				 peer < fast.n ? fast.threads[peer] : NULL);
	}
}

static const struct example r19_examples[] = {
	{"pid10552",
	 "'cpu_numbers': [0,1], 'prices': {'switch.thread': 1200, 'switch.process': 1500},"
	 "'threads': [{'tid': 10552, 'pid': 10552, 'name': 'ringcost', 'cpu_last': 0, 'cpu': 40,"
	 "  'cswch': 85000, 'switches': 85000, 'wchan': 'anon_pipe_read'},"
	 " {'tid': 10553, 'pid': 10553, 'name': 'ringcost', 'cpu_last': 1, 'cpu': 41,"
	 "  'cswch': 85002, 'switches': 85002, 'allowed': '0-1'}]"},
	/* What a switch costs is not known. */
	{"pid10552", "'threads': [{'tid': 10552, 'pid': 10552, 'name': 'ticker', 'cpu_last': 0,"
		     "  'cpu': 9, 'cswch': 9000, 'switches': 9000, 'wchan': 'hrtimer_nanosleep'}]"},
	/* It works for longer: 60 us. */
	{NULL, "'threads': [{'tid': 10552, 'pid': 10552, 'name': 'worker', 'cpu_last': 0,"
	       "  'cpu': 60, 'cswch': 10000, 'switches': 10000}]"},
	/* The switches are 6% of what it uses. */
	{NULL, "'prices': {'switch.thread': 1200, 'switch.process': 1500},"
	       "'threads': [{'tid': 10552, 'pid': 10552, 'name': 'worker', 'cpu_last': 0,"
	       "  'cpu': 19, 'cswch': 10000, 'switches': 10000}]"},
	/* Not so often. */
	{NULL, "'threads': [{'tid': 10552, 'pid': 10552, 'name': 'worker', 'cpu_last': 0,"
	       "  'cpu': 4, 'cswch': 4000, 'switches': 4000}]"},
	/* Four of one process queue. */
	{NULL, "'threads': ["
	       "{'tid': 71, 'pid': 70, 'cswch': 9000, 'switches': 9000, 'cpu': 9},"
	       "{'tid': 72, 'pid': 70, 'cswch': 9000, 'switches': 9000, 'cpu': 9},"
	       "{'tid': 73, 'pid': 70, 'cswch': 9000, 'switches': 9000, 'cpu': 9,"
	       " 'wchan': 'futex_do_wait'},"
	       "{'tid': 74, 'pid': 70, 'cswch': 9000, 'switches': 9000, 'cpu': 9}]"},
};

const struct rule r19_rule = {
	.id = "R19",
	.title = N_("sleeps too often"),
	.help = N_("A thread goes to sleep thousands of times a second and does next to nothing in "
		   "between; the thread that sleeps as often is likely the one it works with."),
	.needs = NEED_TASKS,
	.helps = NEED_CLOSEUPS | NEED_PRICES,
	.thresholds = r19_thresholds,
	.n_thresholds = COUNT(r19_thresholds),
	.judge = judge_r19,
	.examples = r19_examples,
	.n_examples = COUNT(r19_examples),
};
