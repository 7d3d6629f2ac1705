/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Softirqs that a thread must run, and those that are not of the network. */
#include "config.h"

#include <math.h>
#include <string.h>

#include "base/i18n.h"
#include "interval.h"
#include "join/irq.h"
#include "join/load.h"
#include "join/plan.h"
#include "join/skew.h"
#include "rule/rule.h"
#include "sample.h"

#define COUNT(items) (sizeof(items) / sizeof(*(items)))

enum { R2_CPU };

static const struct threshold r2_thresholds[] = {
	[R2_CPU] = {"cpu_pct", 20, AT_LEAST, N_("of a CPU, that its ksoftirqd uses")},
};

/* Packets of a card can be polled by a thread of its own; else there is only more work at once. */
static void r2_mend(struct judging *judging, struct finding *finding, const struct skew *skew)
{
	const char *budget = "net.core.netdev_budget", *usecs = "net.core.netdev_budget_usecs";
	double packets = interval_setting_number(judging->interval, budget);
	double us = interval_setting_number(judging->interval, usecs);

	if (skew->irq && skew->netdev) {
		const char *name = rule_quote(judging, skew->netdev->name);

		rule_mend(judging, finding, "echo 1 >/sys/class/net/%s/threaded", name);
		rule_undo(judging, finding, "echo 0 >/sys/class/net/%s/threaded", name);
	} else if (packets > 0 && us > 0) {
		rule_mend(judging, finding, "sysctl -w %s=%.0f %s=%.0f", budget, 2 * packets, usecs,
			  2 * us);
		rule_undo(judging, finding, "sysctl -w %s=%.0f %s=%.0f", budget, packets, usecs,
			  us);
	}
}

static void r2_find(struct judging *judging, const struct cpu_load *load, size_t position)
{
	const struct task_interval *task = load->ksoftirqd;
	struct finding *finding = rule_find(judging, GRADE_WARN, "cpu%d", load->cpu);
	const struct skew skew = skew_of(judging->interval, load, position, judging->arena);

	finding->stake_pct = task->cpu_pct;
	rule_say(judging, finding,
		 _("%s uses %s%% of cpu%d: softirqs come faster than they are run"), task->name,
		 rule_pct(judging, task->cpu_pct), load->cpu);
	rule_show(judging, finding, _("shares"), "si %s%% busy %s%%",
		  rule_pct(judging, load->si_pct),
		  rule_pct(judging, judging->interval->cpus[position].busy));
	if (load->type)
		rule_show(judging, finding, load->type->name, "%s/s",
			  rule_rate(judging, load->type_per_s));
	if (load->packets_per_s > 0)
		rule_show(judging, finding, _("packets taken in"), "%s/s",
			  rule_rate(judging, load->packets_per_s));
	if (load->softnet && load->softnet->squeezed_per_s > 0)
		rule_show(judging, finding, _("stopped with packets left"), "%s/s",
			  rule_rate(judging, load->softnet->squeezed_per_s));
	if (skew.netdev)
		rule_show(judging, finding, _("packets of"), "%s", skew.netdev->name);
	rule_show_in_kernel(judging, finding);
	if (skew.kind == SKEW_UNSEEN)
		rule_cause(judging, finding,
			   _("packets of a network namespace that is not seen from here"));
	rule_cause(judging, finding, _("more packets come to this CPU than it can take in"));
	rule_cause(judging, finding, _("programs on it, which softirqs then wait for"));
	rule_confirm(judging, finding, "pidstat -wt -p %d 1 5", task->pid);
	if (load->is_receiving)
		r2_mend(judging, finding, &skew);
	rule_point(judging, finding, "tasks", task->name);
}

static void judge_r2(struct judging *judging)
{
	const struct cpu_load *loads = loads_of(judging->interval, judging->arena);

	for (size_t i = 0; i < judging->interval->n_cpus; i++)
		if (loads[i].ksoftirqd &&
		    loads[i].ksoftirqd->cpu_pct >= rule_threshold(judging, R2_CPU))
			r2_find(judging, &loads[i], i);
}

static const struct example r2_examples[] = {
	{"cpu1", "'cpus': [{'cpu': 0}, {'cpu': 1, 'si': 60, 'busy': 90}],"
		 "'threads': [{'tid': 20, 'pid': 20, 'name': 'ksoftirqd/1', 'is_kernel': true,"
		 "             'cpu': 40}]"},
	{NULL, "'cpus': [{'cpu': 0}, {'cpu': 1, 'si': 60, 'busy': 90}],"
	       "'threads': [{'tid': 20, 'pid': 20, 'name': 'ksoftirqd/1', 'is_kernel': true,"
	       "             'cpu': 12}]"},
	/* A program of that name. */
	{NULL, "'cpus': [{'cpu': 0}, {'cpu': 1, 'si': 60, 'busy': 90}],"
	       "'threads': [{'tid': 20, 'pid': 20, 'name': 'ksoftirqd/1', 'cpu': 40}]"},
};

const struct rule r2_rule = {
	.id = "R2",
	.title = N_("softirqs in ksoftirqd"),
	.help = N_("A CPU has more softirqs than it can run at once, so a thread runs them, which "
		   "waits for its turn like any other: packets are late."),
	.needs = NEED_STAT | NEED_TASKS,
	.helps = NEED_SOFTIRQS | NEED_SOFTNETS | NEED_INTERRUPTS | NEED_NETDEVS | NEED_CARDS |
		 NEED_SETTINGS,
	.thresholds = r2_thresholds,
	.n_thresholds = COUNT(r2_thresholds),
	.judge = judge_r2,
	.examples = r2_examples,
	.n_examples = COUNT(r2_examples),
};

enum { R5_SI, R5_SHARE };

static const struct threshold r5_thresholds[] = {
	[R5_SI] = {"si_pct", 20, AT_LEAST, N_("that a CPU is in softirqs")},
	[R5_SHARE] = {"share_pct", 60, AT_LEAST, N_("of its softirqs, that are of one type")},
};

/* What brings many of a type, and how it is looked at: perf record ... -a -g -- sleep 5. */
static const struct softirq_advice {
	const char *type, *cause, *event;
} advices[] = {
	{"TIMER", N_("programs or drivers that start very many timers"),
	 "timer:timer_expire_entry"},
	{"HRTIMER", N_("programs that sleep for very short times"), "timer:hrtimer_expire_entry"},
	{"SCHED", N_("very many wakeups, or balancing between CPUs"), "sched:sched_wakeup"},
	{"RCU", N_("files, sockets or mappings that are closed very often"), "rcu:rcu_utilization"},
	{"BLOCK", N_("the interrupts of a disk come to this CPU"), "block:block_rq_complete"},
	{"IRQ_POLL", N_("the interrupts of a disk come to this CPU"), "irq:softirq_entry"},
	{"TASKLET", N_("an old driver, or USB"), "irq:tasklet_entry"},
	{"HI", N_("an old driver, or sound"), "irq:tasklet_entry"},
};

static void r5_advise(struct judging *judging, struct finding *finding, const char *type, int cpu)
{
	for (size_t i = 0; i < COUNT(advices); i++) {
		if (strcmp(advices[i].type, type) != 0)
			continue;
		rule_cause(judging, finding, "%s", _(advices[i].cause));
		rule_confirm(judging, finding, "perf record -e %s -C %d -g -- sleep 5",
			     advices[i].event, cpu);
	}
	if (strcmp(type, "RCU") == 0)
		rule_cause(judging, finding,
			   _("callbacks can be run elsewhere: boot with rcu_nocbs=%d"), cpu);
}

/* Interrupts of disks can go elsewhere. */
static void r5_mend(struct judging *judging, struct finding *finding, const struct skew *skew)
{
	const struct cpuset *cpus = plan_cpus(judging->interval, judging->topology, skew->node,
					      skew->load->cpu, judging->arena);
	struct plan plan = {.arena = judging->arena};
	const char *type = skew->load->type->name;

	if (!skew->irq || (strcmp(type, "BLOCK") != 0 && strcmp(type, "IRQ_POLL") != 0))
		return;
	rule_show(judging, finding, arena_printf(judging->arena, "IRQ %d", skew->irq->irq),
		  "%s/s, %s", rule_rate(judging, skew->irq_per_s), skew->irq->name);
	rule_point(judging, finding, "interrupts", skew->irq->label);
	if (cpuset_count(cpus) == 0)
		return;
	plan_move(&plan, skew->irq, rule_cpus(judging, cpus));
	rule_mend_by(finding, &plan);
}

static void r5_find(struct judging *judging, const struct cpu_load *load, size_t position)
{
	struct finding *finding = rule_find(judging, GRADE_WARN, "cpu%d", load->cpu);
	const struct skew skew = skew_of(judging->interval, load, position, judging->arena);

	finding->stake_pct = load->si_pct;
	rule_say(judging, finding, _("cpu%d is %s%% in softirqs, most of them %s (%s/s)"),
		 load->cpu, rule_pct(judging, load->si_pct), load->type->name,
		 rule_rate(judging, load->type_per_s));
	rule_show(judging, finding, _("of its softirqs"), "%s%%",
		  rule_pct(judging, load->type_pct));
	rule_show(judging, finding, _("of all of this type"), "%s%%",
		  rule_pct(judging, load->share_pct));
	rule_point(judging, finding, "softirqs", arena_printf(judging->arena, "%d", load->cpu));
	r5_advise(judging, finding, load->type->name, load->cpu);
	r5_mend(judging, finding, &skew);
	if (judging->interval->hides_irq_time)
		rule_lack(judging, finding,
			  _("this kernel does not account interrupts: only what the tick saw"));
}

static bool is_of_network(const struct softirq_interval *type)
{
	return strncmp(type->name, "NET_", 4) == 0;
}

static void judge_r5(struct judging *judging)
{
	const struct cpu_load *loads = loads_of(judging->interval, judging->arena);

	for (size_t i = 0; i < judging->interval->n_cpus; i++)
		if (loads[i].type && !is_of_network(loads[i].type) && !loads[i].is_estimate &&
		    loads[i].si_pct >= rule_threshold(judging, R5_SI) &&
		    loads[i].type_pct >= rule_threshold(judging, R5_SHARE))
			r5_find(judging, &loads[i], i);
}

static const struct example r5_examples[] = {
	{"cpu0", "'cpus': [{'cpu': 0, 'si': 30}],"
		 "'softirqs': [{'name': 'BLOCK', 'total': 9000, 'per_s': 9000,"
		 "              'per_cpu': {'0': 9000}},"
		 "             {'name': 'TIMER', 'total': 250, 'per_s': 250,"
		 "              'per_cpu': {'0': 250}}],"
		 "'irqs': [{'label': '36', 'irq': 36, 'name': 'virtio1-req.0', 'total': 8000,"
		 "          'per_s': 8000, 'hottest_cpu': 0, 'per_cpu': {'0': 8000}}]"},
	{"cpu0", "'cpus': [{'cpu': 0, 'si': 30}],"
		 "'softirqs': [{'name': 'RCU', 'total': 4000, 'per_s': 4000,"
		 "              'per_cpu': {'0': 4000}}]"},
	/* Only RCU, but for little time. */
	{NULL, "'cpus': [{'cpu': 0, 'si': 15}],"
	       "'softirqs': [{'name': 'RCU', 'total': 4000, 'per_s': 4000,"
	       "              'per_cpu': {'0': 4000}}]"},
	/* More packets than timers. */
	{NULL, "'cpus': [{'cpu': 0, 'si': 30}],"
	       "'softnets': [{'cpu': 0, 'processed': 90000}],"
	       "'softirqs': [{'name': 'TIMER', 'total': 4000, 'per_s': 4000,"
	       "              'per_cpu': {'0': 4000}},"
	       "             {'name': 'NET_RX', 'total': 900, 'per_s': 900,"
	       "              'per_cpu': {'0': 900}}]"},
	/* Of two types. */
	{NULL, "'cpus': [{'cpu': 0, 'si': 30}],"
	       "'softirqs': [{'name': 'TIMER', 'total': 4000, 'per_s': 4000,"
	       "              'per_cpu': {'0': 4000}},"
	       "             {'name': 'SCHED', 'total': 4000, 'per_s': 4000,"
	       "              'per_cpu': {'0': 4000}}]"},
};

const struct rule r5_rule = {
	.id = "R5",
	.title = N_("softirqs not of the network"),
	.help = N_("A CPU spends real time in softirqs, and most of them are of timers, disks, RCU "
		   "or the scheduler."),
	.needs = NEED_STAT | NEED_SOFTIRQS,
	.helps = NEED_SOFTNETS | NEED_INTERRUPTS | NEED_TOPOLOGY,
	.thresholds = r5_thresholds,
	.n_thresholds = COUNT(r5_thresholds),
	.judge = judge_r5,
	.examples = r5_examples,
	.n_examples = COUNT(r5_examples),
};
