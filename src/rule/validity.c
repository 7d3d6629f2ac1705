/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What changes the meaning of everything else. */
#include "config.h"

#include <math.h>
#include <string.h>

#include "base/i18n.h"
#include "bill.h"
#include "interval.h"
#include "price_list.h"
#include "rule/rule.h"
#include "sample.h"

#define COUNT(items) (sizeof(items) / sizeof(*(items)))

static void judge_v1(struct judging *judging)
{
	const struct interval *interval = judging->interval;
	struct finding *finding;

	if (!interval->hides_irq_time)
		return;
	finding = rule_find_machine(judging, GRADE_INFO);
	rule_say(judging, finding,
		 _("This kernel does not count the time of interrupts: hi and si are too low"));
	rule_show(judging, finding, _("interrupts"), _("%s/s, and hi is 0 since boot"),
		  rule_rate(judging, interval->totals.in_per_s));
	rule_cause(judging, finding,
		   _("it was built without CONFIG_IRQ_TIME_ACCOUNTING (\"is not set\")"));
	rule_cause(judging, finding,
		   _("if that is =y: it was booted with tsc=noirqtime, or its clock is too slow"));
	rule_confirm(judging, finding,
		     "{ zcat /proc/config.gz || cat /boot/config-$(uname -r); } 2>/dev/null | "
		     "grep -w CONFIG_IRQ_TIME_ACCOUNTING");
	rule_point(judging, finding, "cpus", NULL);
}

static const struct example v1_examples[] = {
	{"", "'hides_irq_time': true, 'totals': {'in': 1200}, 'all': {'hi': 0, 'si': 1}"},
	{NULL, "'hides_irq_time': false, 'totals': {'in': 1200}, 'all': {'hi': 0, 'si': 1}"},
};

const struct rule v1_rule = {
	.id = "V1",
	.title = N_("time of interrupts is hidden"),
	.help = N_("The kernel adds the time of interrupts to whatever they came into: hi is 0, si "
		   "only sampled, us and sy are too high. Their counts are right."),
	.needs = NEED_STAT,
	.is_validity = true,
	.judge = judge_v1,
	.examples = v1_examples,
	.n_examples = COUNT(v1_examples),
};

/* Who ran, so that it could have waited; NULL: nobody did. */
static const struct task_interval *find_busiest(const struct interval *interval)
{
	const struct task_interval *busiest = NULL;

	for (size_t i = 0; i < interval->n_processes; i++)
		if (interval->processes[i].cpu_pct > 0 &&
		    (!busiest || interval->processes[i].cpu_pct > busiest->cpu_pct))
			busiest = &interval->processes[i];
	return busiest;
}

/* Where the kernel can count delays, it can be told to: kernel/sched/stats.h, sched_info_on(). */
static void v4_mend(struct judging *judging, struct finding *finding)
{
	const char *delays = interval_setting(judging->interval, "kernel.task_delayacct");

	if (!delays || strcmp(delays, "0") != 0) {
		rule_cause(judging, finding,
			   _("the kernel was built without CONFIG_SCHEDSTATS and "
			     "CONFIG_TASK_DELAY_ACCT"));
		return;
	}
	rule_cause(judging, finding,
		   _("the kernel counts waits only while it accounts delays, and that is off"));
	rule_mend(judging, finding, "sysctl kernel.task_delayacct=1");
	rule_undo(judging, finding, "sysctl kernel.task_delayacct=0");
}

static void judge_v4(struct judging *judging)
{
	const struct interval *interval = judging->interval;
	const struct task_interval *busiest = find_busiest(interval);
	struct finding *finding;

	if (!interval->has_tasks || interval->has_wait || !busiest)
		return;
	finding = rule_find_machine(judging, GRADE_INFO);
	rule_say(judging, finding,
		 _("The kernel does not count how long tasks wait for a CPU: %%wait is unknown"));
	rule_show(judging, finding,
		  arena_printf(judging->arena, "%s (%d)", busiest->name, busiest->pid),
		  _("ran %s%%, waited: unknown"), rule_pct(judging, busiest->cpu_pct));
	v4_mend(judging, finding);
	rule_confirm(judging, finding, "cat /proc/%d/schedstat", busiest->pid);
	rule_point(judging, finding, "tasks", busiest->name);
}

static const struct example v4_examples[] = {
	{"", "'has_wait': false, 'processes': [{'pid': 7, 'name': 'sh', 'cpu': 30}],"
	     "'settings': [{'name': 'kernel.task_delayacct', 'value': '0'}]"},
	/* A kernel that cannot. */
	{"", "'has_wait': false, 'processes': [{'pid': 7, 'name': 'sh', 'cpu': 30}]"},
	/* Nobody waited as nobody ran. */
	{NULL, "'has_wait': false, 'processes': [{'pid': 7, 'name': 'sh', 'cpu': 0}]"},
	{NULL, "'has_wait': true, 'processes': [{'pid': 7, 'name': 'sh', 'cpu': 30}],"
	       "'settings': [{'name': 'kernel.task_delayacct', 'value': '0'}]"},
};

const struct rule v4_rule = {
	.id = "V4",
	.title = N_("waiting is not counted"),
	.help = N_(
		"The kernel tells nothing of how long tasks that are ready wait for a CPU: what is "
		"judged by that (%wait; R18, R24) is not found."),
	.needs = NEED_TASKS,
	.helps = NEED_SETTINGS,
	.is_validity = true,
	.judge = judge_v4,
	.examples = v4_examples,
	.n_examples = COUNT(v4_examples),
};

enum { V5_NOISY };

static const struct threshold v5_thresholds[] = {
	[V5_NOISY] = {"noisy_pct", 20, AT_LEAST,
		      N_("of the prices that costs are computed with, that were disturbed")},
};

/* What costs are computed with, and could be measured at all. */
static bool is_used(const struct price *price)
{
	return bill_uses(price->key) && price->median_ns > 0;
}

static void v5_show(struct judging *judging, struct finding *finding)
{
	const struct price_list *list = judging->prices;

	for (size_t i = 0; i < list->n_prices; i++) {
		const struct price *price = &list->prices[i];

		if (is_used(price) && price->is_disturbed)
			rule_show(judging, finding, price->key, _("%s ns, +- %s%%"),
				  rule_rate(judging, price->median_ns),
				  rule_pct(judging, price->spread_pct / 2));
	}
}

static void judge_v5(struct judging *judging)
{
	const struct price_list *list = judging->prices;
	struct finding *finding;
	int n = 0, n_noisy = 0;

	for (size_t i = 0; list && i < list->n_prices; i++) {
		n += is_used(&list->prices[i]);
		n_noisy += is_used(&list->prices[i]) && list->prices[i].is_disturbed;
	}
	if (!n_noisy || !(100.0 * n_noisy / n >= rule_threshold(judging, V5_NOISY)))
		return;
	finding = rule_find_machine(judging, GRADE_INFO);
	rule_say(judging, finding,
		 _("%d of %d prices were disturbed when they were measured: costs are wide ranges"),
		 n_noisy, n);
	v5_show(judging, finding);
	rule_cause(judging, finding,
		   _("other programs, or other machines of this host, had the CPU meanwhile"));
	rule_confirm(judging, finding, "vmstat 1 5");
	rule_mend(judging, finding, "overtop --bench=all");
	rule_point(judging, finding, "bill", NULL);
}

static const struct example v5_examples[] = {
	{"", "'prices': {'switch.thread': 1200}, 'disturbed': {'switch.process': 4400}"},
	/* One of six. */
	{NULL, "'prices': {'switch.thread': 1200, 'yield': 300, 'fork': 90000, 'exec': 400000,"
	       "           'fault.minor': 700}, 'disturbed': {'switch.process': 4400}"},
	/* No cost is computed with it. */
	{NULL, "'prices': {'switch.thread': 1200}, 'disturbed': {'mem.l3': 12}"},
};

const struct rule v5_rule = {
	.id = "V5",
	.title = N_("prices are noisy"),
	.help = N_("The machine did other things while prices were measured: what is computed with "
		   "them is a wider range. Measure again while it is quiet."),
	.needs = NEED_PRICES,
	.is_validity = true,
	.thresholds = v5_thresholds,
	.n_thresholds = COUNT(v5_thresholds),
	.judge = judge_v5,
	.examples = v5_examples,
	.n_examples = COUNT(v5_examples),
};

enum { V7_UNSEEN };

static const struct threshold v7_thresholds[] = {
	[V7_UNSEEN] = {"unseen_pct", 3, AT_LEAST,
		       N_("of a CPU that was busy with what the tick did not see")},
};

static void judge_v7(struct judging *judging)
{
	const struct interval *interval = judging->interval;
	const struct cpu_interval *most = NULL;
	struct finding *finding;
	int n = 0;

	for (size_t i = 0; i < interval->n_cpus; i++) {
		const struct cpu_interval *cpu = &interval->cpus[i];

		if (!(cpu->unseen >= rule_threshold(judging, V7_UNSEEN)))
			continue;
		n++;
		if (!most || cpu->unseen > most->unseen)
			most = cpu;
	}
	if (!most)
		return;
	finding = rule_find_machine(judging, GRADE_INFO);
	rule_say(judging, finding,
		 _("cpu%d is %s%% busy, but the tick has seen only %s%% of what it does"),
		 most->cpu, rule_pct(judging, most->busy),
		 rule_pct(judging, 100 * (most->busy - most->unseen) / most->busy));
	rule_show(judging, finding, _("CPUs it is so on"), "%d", n);
	rule_show(judging, finding, _("not seen"), "%s%%", rule_pct(judging, most->unseen));
	rule_cause(judging, finding,
		   _("short work that timers start: us and sy are sampled when the timer ticks"));
	/* Samples at another rate than the tick has. */
	rule_confirm(judging, finding,
		     "perf record -C %d -e cpu-clock -F 997 -- sleep 5; perf report --sort comm",
		     most->cpu);
	rule_point(judging, finding, "cpus", arena_printf(judging->arena, "%d", most->cpu));
}

static const struct example v7_examples[] = {
	{"", "'cpus': [{'cpu': 0, 'busy': 2, 'unseen': 0}, {'cpu': 1, 'busy': 74, 'unseen': 73}]"},
	{NULL, "'cpus': [{'cpu': 0, 'busy': 2, 'unseen': 0}, {'cpu': 1, 'busy': 74, 'unseen': 2}]"},
};

const struct rule v7_rule = {
	.id = "V7",
	.title = N_("the tick misses work"),
	.help = N_("The shares of a CPU do not add up to what it was busy: us, sy, hi and si are "
		   "sampled and too low, busy is right."),
	.needs = NEED_STAT,
	.is_validity = true,
	.thresholds = v7_thresholds,
	.n_thresholds = COUNT(v7_thresholds),
	.judge = judge_v7,
	.examples = v7_examples,
	.n_examples = COUNT(v7_examples),
};
