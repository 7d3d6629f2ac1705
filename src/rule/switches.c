/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Context switches as a cost, and CPUs that work for the kernel more than for programs. */
#include "config.h"

#include <math.h>

#include "base/i18n.h"
#include "bill.h"
#include "interval.h"
#include "join/top.h"
#include "rule/rule.h"
#include "sample.h"

#define COUNT(items) (sizeof(items) / sizeof(*(items)))

/* Processes. */
static struct top find_switchers(const struct interval *interval)
{
	struct top switchers = {.n = 0};

	for (size_t i = 0; i < interval->n_processes; i++)
		top_add(&switchers, &interval->processes[i], interval->processes[i].switches_per_s);
	return switchers;
}

enum { R17_WARN, R17_LEAST, R17_CRIT, R17_ASK };

static const struct threshold r17_thresholds[] = {
	[R17_WARN] = {"warn_pct", 5, AT_LEAST,
		      N_("of all CPUs, that switches cost at most, for it to be a warning")},
	[R17_LEAST] = {"least_pct", 3, AT_LEAST,
		       N_("of all CPUs, that they must cost even at least")},
	[R17_CRIT] = {"crit_pct", 15, AT_LEAST,
		      N_("of all CPUs, that they cost even at least, for it to be critical")},
	[R17_ASK] = {"unpriced_per_s", 10000, AT_LEAST,
		     N_("switches of each CPU, on average, if nobody knows what one costs")},
};

static void r17_name(struct judging *judging, struct finding *finding, const struct top *switchers)
{
	for (size_t i = 0; i < switchers->n; i++) {
		const struct task_interval *task = switchers->rows[i];

		rule_show(judging, finding, rule_task(judging, task),
			  _("%s/s, %s%% of them involuntary"),
			  rule_rate(judging, task->switches_per_s),
			  rule_pct(judging, 100 * task->nvcswch_per_s / task->switches_per_s));
	}
	if (!switchers->n)
		return;
	rule_confirm(judging, finding, "pidstat -wt -p %d 1 5", switchers->rows[0]->pid);
	rule_point(judging, finding, "tasks", rule_number(judging, switchers->rows[0]->pid));
	if (switchers->rows[0]->nvcswch_per_s > switchers->rows[0]->cswch_per_s)
		rule_cause(judging, finding, _("more threads want to run than there are CPUs"));
	else
		rule_cause(judging, finding,
			   _("threads hand each other very small pieces of work"));
}

/* That they are many is no fault by itself. */
static void r17_ask(struct judging *judging, double per_s)
{
	const struct top switchers = find_switchers(judging->interval);
	struct finding *finding = rule_find_machine(judging, GRADE_INFO);

	if (switchers.n)
		rule_say(judging, finding,
			 _("%s switches most, of %s context switches/s; to know what they cost, "
			   "press b"),
			 rule_task(judging, switchers.rows[0]), rule_rate(judging, per_s));
	else
		rule_say(judging, finding,
			 _("%s context switches/s; to know what they cost, press b"),
			 rule_rate(judging, per_s));
	rule_show(judging, finding, _("all CPUs"), "us %s%% sy %s%%",
		  rule_pct(judging, judging->interval->all.us),
		  rule_pct(judging, judging->interval->all.sy));
	rule_point(judging, finding, "bill", NULL);
	r17_name(judging, finding, &switchers);
	rule_mend(judging, finding, "overtop --bench");
}

static void r17_say(struct judging *judging, struct finding *finding, const struct top *switchers,
		    double low_pct, double high_pct)
{
	const char *rate = rule_rate(judging, judging->interval->totals.cs_per_s);
	const char *low = rule_pct(judging, low_pct), *high = rule_pct(judging, high_pct);

	if (switchers->n)
		rule_say(judging, finding,
			 _("%s switches most, of %s context switches/s that cost ~%s-%s%% of all "
			   "CPUs"),
			 rule_task(judging, switchers->rows[0]), rate, low, high);
	else
		rule_say(judging, finding, _("%s context switches/s cost ~%s-%s%% of all CPUs"),
			 rate, low, high);
}

static void judge_r17(struct judging *judging)
{
	const struct interval *interval = judging->interval;
	const struct bill_range range = bill_switch(judging->prices);
	const double per_s = interval->totals.cs_per_s, n_cpus = (double)interval->n_cpus;
	double low_pct = bill_least_pct(&interval->all, bill_pct(per_s, range.low_ns) / n_cpus);
	double high_pct = bill_most_pct(&interval->all, bill_pct(per_s, range.high_ns) / n_cpus);
	struct finding *finding;
	struct top switchers;

	if (isnan(range.low_ns) && per_s >= rule_threshold(judging, R17_ASK) * n_cpus && n_cpus > 0)
		r17_ask(judging, per_s);
	if (!(high_pct >= rule_threshold(judging, R17_WARN)) ||
	    !(low_pct >= rule_threshold(judging, R17_LEAST)))
		return;
	finding = rule_find_machine(
		judging, low_pct >= rule_threshold(judging, R17_CRIT) ? GRADE_CRIT : GRADE_WARN);
	finding->stake_pct = low_pct * n_cpus;
	switchers = find_switchers(interval);
	r17_say(judging, finding, &switchers, low_pct, high_pct);
	rule_show(judging, finding, _("one costs"), "%s-%s ns", rule_rate(judging, range.low_ns),
		  rule_rate(judging, range.high_ns));
	rule_show(judging, finding, _("all CPUs"), "us %s%% sy %s%%",
		  rule_pct(judging, interval->all.us), rule_pct(judging, interval->all.sy));
	rule_point(judging, finding, "bill", NULL);
	r17_name(judging, finding, &switchers);
}

static const struct example r17_examples[] = {
	/* 139k/s at 1.2 to 4.4 us on four CPUs: 4.2% to 15.3%. */
	{"", "'cpu_numbers': [0,1,2,3], 'all': {'us': 16, 'sy': 61, 'busy': 78},"
	     "'totals': {'cs': 139000},"
	     "'processes': [{'pid': 10551, 'name': 'sysbench', 'switches': 122651,"
	     "               'cswch': 18911, 'nvcswch': 103740}],"
	     "'prices': {'switch.thread': 1200, 'switch.process': 4400}"},
	/* Half as many. */
	{NULL, "'cpu_numbers': [0,1,2,3], 'all': {'us': 16, 'sy': 61, 'busy': 78},"
	       "'totals': {'cs': 69500},"
	       "'prices': {'switch.thread': 1200, 'switch.process': 4400}"},
	/* As many, but nobody knows what one costs; then a quarter of it. */
	{"", "'cpu_numbers': [0,1,2,3], 'all': {'us': 16, 'sy': 61, 'busy': 78},"
	     "'totals': {'cs': 139000}"},
	{NULL, "'cpu_numbers': [0,1,2,3], 'all': {'us': 16, 'sy': 61, 'busy': 78},"
	       "'totals': {'cs': 35000}"},
};

const struct rule r17_rule = {
	.id = "R17",
	.title = N_("switches cost real CPU"),
	.help = N_("Context switches, at what one costs on this machine, take a real share of all "
		   "CPUs. Without prices it only says that they are many: press b, or run overtop "
		   "--bench."),
	.needs = NEED_STAT,
	.helps = NEED_TASKS | NEED_PRICES,
	.thresholds = r17_thresholds,
	.n_thresholds = COUNT(r17_thresholds),
	.judge = judge_r17,
	.examples = r17_examples,
	.n_examples = COUNT(r17_examples),
};

enum { R29_BUSY, R29_SYS, R29_ONE_BUSY, R29_ONE_SYS };

static const struct threshold r29_thresholds[] = {
	[R29_BUSY] = {"busy_pct", 70, AT_LEAST, N_("that all CPUs together are busy")},
	[R29_SYS] = {"sys_pct", 75, AT_LEAST, N_("of what us and sy are together, that sy is")},
	[R29_ONE_BUSY] = {"cpu_busy_pct", 75, AT_LEAST, N_("that a single CPU is busy")},
	[R29_ONE_SYS] = {"cpu_sys_pct", 80, AT_LEAST, N_("of its us and sy, that sy is")},
};

/* Of what the tick saw of programs and of the kernel for them; NAN: it saw too little of what was busy. */
static double r29_sys_pct(const struct cpu_interval *cpu)
{
	double seen = cpu->us + cpu->ni + cpu->sy;

	return seen >= cpu->busy / 2 ? 100 * cpu->sy / seen : (double)NAN;
}

/* Whose time in the kernel was most: the first row of those on this CPU, or of all; NULL: nobody's was much. */
static const struct task_interval *r29_most(const struct interval *interval, int cpu)
{
	const struct task_interval *most = NULL;

	for (size_t i = 0; i < interval->n_threads; i++) {
		const struct task_interval *task = &interval->threads[i];

		if ((cpu < 0 || task->cpu == cpu) && task->sys_pct > (most ? most->sys_pct : 1))
			most = task;
	}
	return most;
}

static void r29_say(struct judging *judging, struct finding *finding,
		    const struct cpu_interval *row, const struct task_interval *most,
		    double sys_pct)
{
	const char *busy = rule_pct(judging, row->busy), *sys = rule_pct(judging, sys_pct);
	const char *where =
		row->cpu < 0 ? _("all CPUs") : arena_printf(judging->arena, "cpu%d", row->cpu);

	if (most)
		rule_say(judging, finding,
			 _("%s is most in the kernel; %s: %s%% busy, %s%% of it in the kernel, not "
			   "in "
			   "programs"),
			 rule_task(judging, most), where, busy, sys);
	else
		rule_say(judging, finding,
			 _("%s: %s%% busy, %s%% of it in the kernel, not in programs"), where, busy,
			 sys);
}

/* Of one CPU, or of all of them, whose number is -1. */
static void r29_find(struct judging *judging, const struct cpu_interval *row, double sys_pct)
{
	const struct totals *totals = &judging->interval->totals;
	const struct task_interval *most = r29_most(judging->interval, row->cpu);
	struct finding *finding;

	if (row->cpu < 0)
		finding = rule_find_machine(judging, GRADE_WARN);
	else
		finding = rule_find(judging, GRADE_INFO, "cpu%d", row->cpu);
	r29_say(judging, finding, row, most, sys_pct);
	rule_show(judging, finding, _("shares"), "us %s%% sy %s%%", rule_pct(judging, row->us),
		  rule_pct(judging, row->sy));
	if (most)
		rule_show(judging, finding, rule_task(judging, most),
			  _("%s%% in the kernel, %s%% in all"), rule_pct(judging, most->sys_pct),
			  rule_pct(judging, most->cpu_pct));
	/* They are counted for the machine as a whole. */
	if (row->cpu < 0 && totals->fault_per_s > 0)
		rule_show(judging, finding, _("page faults"), "%s/s",
			  rule_rate(judging, totals->fault_per_s));
	rule_cause(judging, finding, _("very many system calls"));
	rule_cause(judging, finding, _("page faults, or memory that the kernel must reclaim"));
	rule_cause(judging, finding, _("a contended lock in the kernel"));
	if (row->cpu < 0)
		rule_confirm(judging, finding, "perf top -e cycles:k -g");
	else
		rule_confirm(judging, finding, "perf top -e cycles:k -g -C %d", row->cpu);
	rule_point(judging, finding, "cpus", row->cpu < 0 ? "all" : rule_number(judging, row->cpu));
}

static void judge_r29(struct judging *judging)
{
	const struct interval *interval = judging->interval;
	double sys_pct = r29_sys_pct(&interval->all);

	if (interval->all.busy >= rule_threshold(judging, R29_BUSY) &&
	    sys_pct >= rule_threshold(judging, R29_SYS)) {
		r29_find(judging, &interval->all, sys_pct);
		return;
	}
	for (size_t i = 0; i < interval->n_cpus; i++) {
		const struct cpu_interval *cpu = &interval->cpus[i];

		sys_pct = r29_sys_pct(cpu);
		if (cpu->busy >= rule_threshold(judging, R29_ONE_BUSY) &&
		    sys_pct >= rule_threshold(judging, R29_ONE_SYS))
			r29_find(judging, cpu, sys_pct);
	}
}

static const struct example r29_examples[] = {
	{"", "'all': {'us': 12, 'ni': 0, 'sy': 70, 'busy': 83},"
	     "'threads': [{'tid': 77, 'pid': 70, 'name': 'dd', 'cpu_last': 1, 'sys': 93}]"},
	{"cpu1", "'all': {'us': 6, 'ni': 0, 'sy': 36, 'busy': 45},"
		 "'cpus': [{'cpu': 0, 'us': 2, 'ni': 0, 'sy': 1, 'busy': 3},"
		 "         {'cpu': 1, 'us': 10, 'ni': 0, 'sy': 71, 'busy': 86}]"},
	/* Busy, but 74% of it. */
	{NULL, "'all': {'us': 21, 'ni': 0, 'sy': 60, 'busy': 83}"},
	/* In the kernel, but not busy. */
	{NULL, "'all': {'us': 6, 'ni': 0, 'sy': 63, 'busy': 69}"},
	/* Of 83% the tick saw a tenth. */
	{NULL, "'all': {'us': 0, 'ni': 0, 'sy': 8, 'busy': 83}"},
};

const struct rule r29_rule = {
	.id = "R29",
	.title = N_("mostly in the kernel"),
	.help = N_("CPUs are busy, and nearly all of it is the kernel working for programs: system "
		   "calls, page faults, locks."),
	.needs = NEED_STAT,
	.helps = NEED_TASKS | NEED_PAGING,
	.thresholds = r29_thresholds,
	.n_thresholds = COUNT(r29_thresholds),
	.judge = judge_r29,
	.examples = r29_examples,
	.n_examples = COUNT(r29_examples),
};
