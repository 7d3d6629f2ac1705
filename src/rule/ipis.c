/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Interrupts that CPUs send to each other, and those of their own timers. */
#include "config.h"

#include <math.h>
#include <string.h>

#include "base/i18n.h"
#include "interval.h"
#include "join/irq.h"
#include "rule/rule.h"
#include "sample.h"
#include "source/topology.h"

#define COUNT(items) (sizeof(items) / sizeof(*(items)))

/* x86 has a label for each; others number them, and say what they are for. */
static bool is_called(const struct irq_interval *irq, const char *label, const char *name)
{
	return strcmp(irq->label, label) == 0 ||
	       (strncmp(irq->label, "IPI", 3) == 0 && strncmp(irq->name, name, strlen(name)) == 0);
}

static const struct irq_interval *find_row(const struct interval *interval, const char *label,
					   const char *name)
{
	for (size_t i = 0; i < interval->n_irqs; i++)
		if (is_called(&interval->irqs[i], label, name))
			return &interval->irqs[i];
	return NULL;
}

enum { R10_PER_CPU };

static const struct threshold r10_thresholds[] = {
	[R10_PER_CPU] = {"cpu_per_s", 1000, AT_LEAST,
			 N_("shootdowns that come to a CPU, on average of all")},
};

/* Of those with threads on other CPUs, the one that is in the kernel most; NULL. */
static const struct task_interval *find_shooter(const struct interval *interval)
{
	const struct task_interval *most = NULL;

	for (size_t i = 0; i < interval->n_processes; i++) {
		const struct task_interval *task = &interval->processes[i];

		if (task->n_threads > 1 && !task->is_kernel &&
		    task->sys_pct > (most ? most->sys_pct : 1))
			most = task;
	}
	return most;
}

static void judge_r10(struct judging *judging)
{
	const struct interval *interval = judging->interval;
	const struct irq_interval *row = find_row(interval, "TLB", "TLB shootdown");
	const struct task_interval *shooter;
	struct finding *finding;

	if (!row ||
	    !(row->per_s >= rule_threshold(judging, R10_PER_CPU) * (double)interval->n_cpus))
		return;
	finding = rule_find_machine(judging, GRADE_WARN);
	rule_say(judging, finding,
		 _("%s TLB shootdowns/s: CPUs stop each other to forget mappings"),
		 rule_rate(judging, row->per_s));
	rule_show(judging, finding, _("of each CPU"), "%s/s",
		  rule_rate(judging, row->per_s / (double)interval->n_cpus));
	if (row->hottest_cpu >= 0)
		rule_show(judging, finding, _("most come to"), _("cpu%d, %s%% of all"),
			  row->hottest_cpu, rule_pct(judging, row->hottest_pct));
	shooter = find_shooter(interval);
	if (shooter)
		rule_show(judging, finding,
			  arena_printf(judging->arena, "%s (%d)", shooter->name, shooter->pid),
			  ngettext("%zu thread, %s%% in the kernel",
				   "%zu threads, %s%% in the kernel", shooter->n_threads),
			  shooter->n_threads, rule_pct(judging, shooter->sys_pct));
	rule_cause(judging, finding,
		   _("programs of many threads that unmap or give back memory all the time"));
	rule_cause(judging, finding, _("balancing of memory between NUMA nodes"));
	if (shooter)
		rule_confirm(judging, finding,
			     "perf trace -s -e munmap,madvise,mprotect -p %d -- sleep 5",
			     shooter->pid);
	else
		rule_confirm(judging, finding,
			     "perf trace -s -a -e munmap,madvise,mprotect -- sleep 5");
	if (interval_setting_number(interval, "kernel.numa_balancing") > 0) {
		rule_mend(judging, finding, "sysctl -w kernel.numa_balancing=0");
		rule_undo(judging, finding, "sysctl -w kernel.numa_balancing=%s",
			  rule_quote(judging, interval_setting(interval, "kernel.numa_balancing")));
	}
	rule_lack(judging, finding, _("what one shootdown costs: it is not measured"));
	rule_point(judging, finding, "interrupts", row->label);
}

static const struct example r10_examples[] = {
	{"", "'cpu_numbers': [0,1,2,3], 'irqs': [{'label': 'TLB', 'name': 'TLB shootdowns',"
	     "  'per_s': 9000, 'hottest_cpu': 2, 'hottest_pct': 30}],"
	     "'processes': [{'pid': 900, 'name': 'java', 'n_threads': 80, 'sys': 140}]"},
	{"", "'cpu_numbers': [0,1], 'irqs': [{'label': 'IPI5', 'name': 'TLB shootdowns',"
	     "  'per_s': 9000}], 'settings': [{'name': 'kernel.numa_balancing', 'value': '1'}]"},
	{NULL, "'cpu_numbers': [0,1,2,3], 'irqs': [{'label': 'TLB', 'name': 'TLB shootdowns',"
	       "  'per_s': 3000}]"},
};

const struct rule r10_rule = {
	.id = "R10",
	.title = N_("TLB shootdowns"),
	.help = N_("CPUs interrupt each other very often, to make them forget where memory was "
		   "mapped."),
	.needs = NEED_INTERRUPTS,
	.helps = NEED_TASKS | NEED_SETTINGS,
	.thresholds = r10_thresholds,
	.n_thresholds = COUNT(r10_thresholds),
	.judge = judge_r10,
	.examples = r10_examples,
	.n_examples = COUNT(r10_examples),
};

enum { R11_PER_S, R11_SWITCHES };

static const struct threshold r11_thresholds[] = {
	[R11_PER_S] = {"cpu_per_s", 5000, AT_LEAST,
		       N_("rescheduling and call interrupts to the CPU that has most")},
	[R11_SWITCHES] = {"switches_times", 0.5, AT_LEAST,
			  N_("of these interrupts, for each context switch")},
};

static double per_s_on(const struct irq_interval *row, size_t position)
{
	double per_s = row ? irq_per_s_on(row, position) : 0;

	return per_s > 0 ? per_s : 0;
}

/* Who sleeps and is woken most; NULL. */
static const struct task_interval *find_sleeper(const struct interval *interval)
{
	const struct task_interval *most = NULL;

	for (size_t i = 0; i < interval->n_processes; i++)
		if (!interval->processes[i].is_kernel &&
		    interval->processes[i].cswch_per_s > (most ? most->cswch_per_s : 100))
			most = &interval->processes[i];
	return most;
}

/* Those who wake each other shall share a cache. */
static void r11_mend(struct judging *judging, struct finding *finding,
		     const struct task_interval *task)
{
	const struct topology *topology = judging->topology;
	const struct topology_cache *cache =
		topology ? topology_cache_of(topology, task->cpu, 0) : NULL;

	rule_show(judging, finding, arena_printf(judging->arena, "%s (%d)", task->name, task->pid),
		  _("sleeps %s times/s"), rule_rate(judging, task->cswch_per_s));
	if (!cache || !topology->has_online || cpuset_equal(&cache->shared, &topology->online))
		return;
	rule_mend(judging, finding, "taskset -acp %s %d", rule_cpus(judging, &cache->shared),
		  task->pid);
	rule_undo(judging, finding, "taskset -acp %s %d",
		  rule_cpus(judging, task->allowed ? task->allowed : &topology->online), task->pid);
}

/* That perf knows of it: x86 has some of each kind. */
static const char *event_of(const struct irq_interval *row, bool is_call)
{
	if (strncmp(row->label, "IPI", 3) == 0)
		return "ipi:ipi_entry";
	return is_call ? "irq_vectors:call_function_single_entry" : "irq_vectors:reschedule_entry";
}

static void r11_find(struct judging *judging, const struct irq_interval *res,
		     const struct irq_interval *cal, size_t position)
{
	const struct interval *interval = judging->interval;
	const struct task_interval *task = find_sleeper(interval);
	double wakes = per_s_on(res, position), calls = per_s_on(cal, position);
	struct finding *finding = rule_find_machine(judging, GRADE_WARN);
	const int cpu = interval->cpu_numbers[position];

	rule_say(judging, finding, _("cpu%d is interrupted %s times/s by other CPUs"), cpu,
		 rule_rate(judging, wakes + calls));
	rule_show(judging, finding, _("to run somebody"), "%s/s", rule_rate(judging, wakes));
	rule_show(judging, finding, _("to call a function"), "%s/s", rule_rate(judging, calls));
	rule_show(judging, finding, _("switches of all CPUs"), "%s/s",
		  rule_rate(judging, interval->totals.cs_per_s));
	if (calls > wakes)
		rule_cause(judging, finding, _("RPS gives packets to other CPUs; or membarrier()"));
	rule_cause(judging, finding, _("tasks on different CPUs wake each other all the time"));
	rule_confirm(judging, finding, "perf record -e %s -C %d -g -- sleep 5",
		     event_of(calls > wakes ? cal : res, calls > wakes), cpu);
	if (task)
		r11_mend(judging, finding, task);
	rule_point(judging, finding, "interrupts", calls > wakes ? cal->label : res->label);
}

static void judge_r11(struct judging *judging)
{
	const struct interval *interval = judging->interval;
	const struct irq_interval *res = find_row(interval, "RES", "Rescheduling");
	const struct irq_interval *cal = find_row(interval, "CAL", "Function call");
	double all =
		(res && res->per_s > 0 ? res->per_s : 0) + (cal && cal->per_s > 0 ? cal->per_s : 0);
	double most = 0;
	size_t at = 0;

	for (size_t i = 0; i < interval->n_cpus; i++) {
		double per_s = per_s_on(res, i) + per_s_on(cal, i);

		if (!(per_s > most))
			continue;
		most = per_s;
		at = i;
	}
	if (most >= rule_threshold(judging, R11_PER_S) &&
	    all >= rule_threshold(judging, R11_SWITCHES) * interval->totals.cs_per_s)
		r11_find(judging, res, cal, at);
}

static const struct example r11_examples[] = {
	{"", "'cpu_numbers': [0,1], 'totals': {'cs': 30000}, 'irqs': ["
	     "{'label': 'RES', 'total': 20000, 'per_s': 20000, 'per_cpu': {'0': 11000, '1': 9000}},"
	     "{'label': 'CAL', 'total': 100, 'per_s': 100, 'per_cpu': {'0': 100}}],"
	     "'processes': [{'pid': 800, 'name': 'postgres', 'cswch': 12000}]"},
	/* Many more switches than wakeups from elsewhere. */
	{NULL, "'cpu_numbers': [0,1], 'totals': {'cs': 90000}, 'irqs': ["
	       "{'label': 'RES', 'total': 20000, 'per_s': 20000, 'per_cpu': {'0': 20000}}]"},
	/* Not many. */
	{NULL,
	 "'cpu_numbers': [0,1], 'totals': {'cs': 6000}, 'irqs': ["
	 "{'label': 'RES', 'total': 8000, 'per_s': 8000, 'per_cpu': {'0': 4000, '1': 4000}}]"},
};

const struct rule r11_rule = {
	.id = "R11",
	.title = N_("CPUs interrupt each other"),
	.help = N_("A CPU is interrupted very often by others that have work for it: each costs "
		   "both of them time."),
	.needs = NEED_STAT | NEED_INTERRUPTS,
	.helps = NEED_TASKS | NEED_TOPOLOGY | NEED_CLOSEUPS,
	.thresholds = r11_thresholds,
	.n_thresholds = COUNT(r11_thresholds),
	.judge = judge_r11,
	.examples = r11_examples,
	.n_examples = COUNT(r11_examples),
};

enum { R12_TIMES, R12_BUSY };

static const struct threshold r12_thresholds[] = {
	[R12_TIMES] = {"tick_times", 2, AT_LEAST,
		       N_("timer interrupts of a CPU, for each tick of it")},
	[R12_BUSY] = {"busy_pct", 30, AT_MOST, N_("that it is busy")},
};

/* A CPU that is this busy is never without its tick, unless it is nohz_full. */
static const double ticking_pct = 90;
static const double most_ticks_per_s = 1000, least_ticks_per_s = 100;

/* Ticks of a CPU; where none is busy enough to show them, the most there can be. */
static double ticks_per_s(const struct interval *interval, const struct irq_interval *timer)
{
	double least = most_ticks_per_s;

	for (size_t i = 0; i < interval->n_cpus; i++) {
		double per_s = irq_per_s_on(timer, i);

		if (interval->cpus[i].busy >= ticking_pct && per_s >= least_ticks_per_s * 0.9)
			least = fmin(least, per_s);
	}
	return least;
}

/* Who sleeps most of those that were last on this CPU; NULL. */
static const struct task_interval *find_napper(const struct interval *interval, int cpu)
{
	const struct task_interval *most = NULL;

	for (size_t i = 0; i < interval->n_threads; i++) {
		const struct task_interval *task = &interval->threads[i];

		if (task->cpu == cpu && task->cswch_per_s > (most ? most->cswch_per_s : 100))
			most = task;
	}
	return most;
}

static void r12_find(struct judging *judging, const struct irq_interval *timer, size_t at,
		     double ticks)
{
	const struct interval *interval = judging->interval;
	const int cpu = interval->cpu_numbers[at];
	const struct task_interval *task = find_napper(interval, cpu);
	struct finding *finding = rule_find_machine(judging, GRADE_INFO);

	rule_say(judging, finding, _("cpu%d has %s timer interrupts/s, and is only %s%% busy"), cpu,
		 rule_rate(judging, irq_per_s_on(timer, at)),
		 rule_pct(judging, interval->cpus[at].busy));
	rule_show(judging, finding, _("ticks, at most"), "%s/s", rule_rate(judging, ticks));
	if (task)
		rule_show(judging, finding,
			  arena_printf(judging->arena, "%s (%d)", task->name, task->tid),
			  _("sleeps %s times/s"), rule_rate(judging, task->cswch_per_s));
	rule_cause(judging, finding, _("a program that sleeps for very short times in a loop"));
	rule_confirm(judging, finding,
		     "perf trace -s -C %d -e nanosleep,clock_nanosleep,epoll_wait,poll -- sleep 5",
		     cpu);
	if (task && !task->is_kernel) {
		rule_mend(judging, finding, "echo 1000000 >/proc/%d/timerslack_ns", task->tid);
		/* What it was made with. */
		rule_undo(judging, finding, "echo 0 >/proc/%d/timerslack_ns", task->tid);
	}
	rule_point(judging, finding, "interrupts", timer->label);
}

static void judge_r12(struct judging *judging)
{
	const struct interval *interval = judging->interval;
	const struct irq_interval *timer = NULL;
	double ticks, most = 0;
	size_t at = 0;

	for (size_t i = 0; i < interval->n_irqs && !timer; i++)
		if (strcmp(interval->irqs[i].label, "LOC") == 0 ||
		    strcmp(interval->irqs[i].name, "arch_timer") == 0)
			timer = &interval->irqs[i];
	if (!timer)
		return;
	ticks = ticks_per_s(interval, timer);
	for (size_t i = 0; i < interval->n_cpus; i++) {
		double per_s = irq_per_s_on(timer, i);

		if (!(interval->cpus[i].busy <= rule_threshold(judging, R12_BUSY)) ||
		    !(per_s > most))
			continue;
		most = per_s;
		at = i;
	}
	if (most > 0 && most >= rule_threshold(judging, R12_TIMES) * ticks)
		r12_find(judging, timer, at, ticks);
}

static const struct example r12_examples[] = {
	/* Of a kernel with 250 ticks, as the other one shows. */
	{"", "'cpus': [{'cpu': 0, 'busy': 99}, {'cpu': 1, 'busy': 12}],"
	     "'irqs': [{'label': 'LOC', 'total': 1850, 'per_s': 1850,"
	     "          'per_cpu': {'0': 250, '1': 1600}}],"
	     "'threads': [{'tid': 55, 'pid': 50, 'name': 'poller', 'cpu_last': 1, 'cswch': 1500}]"},
	/* It might have a thousand ticks. */
	{NULL, "'cpus': [{'cpu': 0, 'busy': 3}, {'cpu': 1, 'busy': 12}],"
	       "'irqs': [{'label': 'LOC', 'total': 1850, 'per_s': 1850,"
	       "          'per_cpu': {'0': 250, '1': 1600}}]"},
	/* It works between its naps. */
	{NULL, "'cpus': [{'cpu': 0, 'busy': 99}, {'cpu': 1, 'busy': 45}],"
	       "'irqs': [{'label': 'LOC', 'total': 1850, 'per_s': 1850,"
	       "          'per_cpu': {'0': 250, '1': 1600}}]"},
};

const struct rule r12_rule = {
	.id = "R12",
	.title = N_("a storm of timers"),
	.help = N_(
		"A CPU with little to do is woken by its timer more often than the kernel needs: "
		"it cannot sleep deeply, and each time costs something."),
	.needs = NEED_STAT | NEED_INTERRUPTS,
	.helps = NEED_TASKS,
	.thresholds = r12_thresholds,
	.n_thresholds = COUNT(r12_thresholds),
	.judge = judge_r12,
	.examples = r12_examples,
	.n_examples = COUNT(r12_examples),
};
