/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Interrupts that do not go, or will not stay, where somebody wants them. */
#include "config.h"

#include <math.h>

#include "base/i18n.h"
#include "interval.h"
#include "join/irq.h"
#include "join/plan.h"
#include "rule/rule.h"
#include "sample.h"
#include "source/topology.h"

#define COUNT(items) (sizeof(items) / sizeof(*(items)))

enum { R13_PER_S };

static const struct threshold r13_thresholds[] = {
	[R13_PER_S] = {"irq_per_s", 1000, AT_LEAST, N_("interrupts of one that is pinned")},
};

static void r13_find(struct judging *judging, const struct irq_interval *irq, size_t n)
{
	const char *pid = interval_setting(judging->interval, "irqbalance.pid");
	struct finding *finding = rule_find_machine(judging, GRADE_INFO);

	rule_say(judging, finding,
		 _("IRQ %d (%s) is pinned to cpu %s, and irqbalance (%s) may move it away"),
		 irq->irq, irq->name, rule_cpus(judging, irq->asked), pid);
	rule_show(judging, finding, _("its rate"), "%s/s", rule_rate(judging, irq->per_s));
	rule_show(judging, finding, _("busy interrupts that are pinned"), "%zu", n);
	rule_cause(judging, finding, _("irqbalance put it there itself: then all is well"));
	rule_cause(judging, finding, _("somebody pinned it, and did not tell irqbalance"));
	rule_confirm(judging, finding, "ps -o pid,args -p %s", rule_quote(judging, pid));
	rule_mend(judging, finding, "systemctl stop irqbalance");
	rule_undo(judging, finding, "systemctl start irqbalance");
	rule_lack(judging, finding, _("who pinned it"));
	rule_point(judging, finding, "interrupts", irq->label);
}

static void judge_r13(struct judging *judging)
{
	const struct interval *interval = judging->interval;
	const struct irq_interval *most = NULL;
	size_t n = 0;

	if (!interval_setting(interval, "irqbalance.pid"))
		return;
	for (size_t i = 0; i < interval->n_irqs; i++) {
		const struct irq_interval *irq = &interval->irqs[i];

		if (irq->irq < 0 || !(irq->per_s >= rule_threshold(judging, R13_PER_S)) ||
		    !irq->asked || cpuset_count(irq->asked) != 1 || !irq_is_pinned(interval, irq))
			continue;
		n++;
		if (!most || irq->per_s > most->per_s)
			most = irq;
	}
	if (most)
		r13_find(judging, most, n);
}

#define IRQBALANCE                                                                                 \
	"'settings': [{'name': 'irq.default_affinity', 'value': '0-3'},"                           \
	"             {'name': 'irqbalance.pid', 'value': '700'}]"

static const struct example r13_examples[] = {
	{"", "'irqs': [{'label': '30', 'irq': 30, 'name': 'eth0-rx-0', 'per_s': 4000,"
	     "          'asked': '2'}]," IRQBALANCE},
	/* It may go anywhere. */
	{NULL, "'irqs': [{'label': '30', 'irq': 30, 'per_s': 4000, 'asked': '0-3'}]," IRQBALANCE},
	/* Nobody can: it is the kernel's. */
	{NULL, "'irqs': [{'label': '30', 'irq': 30, 'name': 'nvme0q3', 'per_s': 4000,"
	       "          'asked': '2'}]," IRQBALANCE},
	/* Nobody will move it. */
	{NULL, "'irqs': [{'label': '30', 'irq': 30, 'per_s': 4000, 'asked': '2'}],"
	       "'settings': [{'name': 'irq.default_affinity', 'value': '0-3'}]"},
};

const struct rule r13_rule = {
	.id = "R13",
	.title = N_("irqbalance may move what is pinned"),
	.help = N_("A busy interrupt is pinned to one CPU while irqbalance runs, which moves "
		   "interrupts as it likes unless it is told not to (--banirq)."),
	.needs = NEED_INTERRUPTS | NEED_AFFINITY | NEED_SETTINGS,
	.thresholds = r13_thresholds,
	.n_thresholds = COUNT(r13_thresholds),
	.judge = judge_r13,
	.examples = r13_examples,
	.n_examples = COUNT(r13_examples),
};

enum { R14_PER_S };

static const struct threshold r14_thresholds[] = {
	[R14_PER_S] = {"irq_per_s", 10, AT_LEAST, N_("interrupts that come elsewhere")},
};

/* Where it goes is none of what was asked for. */
static bool is_refused(const struct irq_interval *irq)
{
	if (!irq->asked || !irq->effective || !cpuset_count(irq->asked) ||
	    !cpuset_count(irq->effective))
		return false;
	for (int cpu = -1; (cpu = cpuset_next(irq->effective, cpu)) >= 0;)
		if (cpuset_has(irq->asked, (unsigned int)cpu))
			return false;
	return true;
}

static void judge_r14(struct judging *judging)
{
	for (size_t i = 0; i < judging->interval->n_irqs; i++) {
		const struct irq_interval *irq = &judging->interval->irqs[i];
		struct finding *finding;

		if (irq->irq < 0 || !(irq->per_s >= rule_threshold(judging, R14_PER_S)) ||
		    !is_refused(irq))
			continue;
		finding = rule_find(judging, GRADE_INFO, "irq%d", irq->irq);
		rule_say(judging, finding,
			 _("IRQ %d (%s) was asked to go to CPUs %s, but goes to %s"), irq->irq,
			 irq->name, rule_cpus(judging, irq->asked),
			 rule_cpus(judging, irq->effective));
		rule_show(judging, finding, _("its rate"), "%s/s", rule_rate(judging, irq->per_s));
		rule_cause(judging, finding, _("the CPUs that it was asked to go to are offline"));
		rule_cause(judging, finding, _("the kernel manages it, as those of most disks"));
		rule_cause(
			judging, finding,
			_("no vector was free there; or the interrupt moves when it next comes"));
		rule_confirm(judging, finding, "grep . /proc/irq/%d/*_affinity_list", irq->irq);
		rule_point(judging, finding, "interrupts", irq->label);
	}
}

static const struct example r14_examples[] = {
	{"irq40", "'irqs': [{'label': '40', 'irq': 40, 'name': 'nvme0q3', 'per_s': 800,"
		  "          'asked': '2-3', 'effective': '0'}]"},
	{NULL, "'irqs': [{'label': '40', 'irq': 40, 'name': 'nvme0q3', 'per_s': 800,"
	       "          'asked': '2-3', 'effective': '3'}]"},
	/* Of some the kernel does not say where they go. */
	{NULL, "'irqs': [{'label': '40', 'irq': 40, 'per_s': 800, 'asked': '2-3',"
	       "          'effective': ''}]"},
};

const struct rule r14_rule = {
	.id = "R14",
	.title = N_("an interrupt goes elsewhere"),
	.help = N_("An interrupt comes to a CPU that it was not asked to go to: the kernel manages "
		   "it, or could not do as it was told."),
	.needs = NEED_INTERRUPTS | NEED_AFFINITY,
	.thresholds = r14_thresholds,
	.n_thresholds = COUNT(r14_thresholds),
	.judge = judge_r14,
	.examples = r14_examples,
	.n_examples = COUNT(r14_examples),
};

enum { R15_PER_S };

static const struct threshold r15_thresholds[] = {
	[R15_PER_S] = {"irq_per_s", 10, AT_LEAST,
		       N_("interrupts of devices that come to a CPU which is kept free")},
};

static bool is_kept_free(const struct topology *topology, int cpu)
{
	return (topology->has_isolated && cpuset_has(&topology->isolated, (unsigned int)cpu)) ||
	       (topology->has_nohz_full && cpuset_has(&topology->nohz_full, (unsigned int)cpu));
}

static void r15_find(struct judging *judging, size_t position, const struct irq_interval *most,
		     double per_s)
{
	const struct interval *interval = judging->interval;
	const int cpu = interval->cpu_numbers[position];
	const struct cpuset *others =
		plan_cpus(interval, judging->topology, most->node, -1, judging->arena);
	struct finding *finding = rule_find(judging, GRADE_WARN, "cpu%d", cpu);
	struct plan plan = {.arena = judging->arena};

	if (cpuset_count(others) == 0)
		others = plan_cpus(interval, judging->topology, -1, -1, judging->arena);
	rule_say(judging, finding,
		 _("cpu%d is kept free, but devices interrupt it %s times/s: IRQ %d (%s)"), cpu,
		 rule_rate(judging, per_s), most->irq, most->name);
	rule_show(judging, finding, arena_printf(judging->arena, "IRQ %d", most->irq), "%s/s",
		  rule_rate(judging, irq_per_s_on(most, position)));
	if (most->asked)
		rule_show(judging, finding, _("asked to go to"), "%s",
			  rule_cpus(judging, most->asked));
	rule_show(judging, finding, _("CPUs that are not kept free"), "%s",
		  rule_cpus(judging, others));
	rule_cause(judging, finding, _("new interrupts may go there (default_smp_affinity)"));
	rule_cause(judging, finding, _("a queue for each CPU, and a program there that uses it"));
	rule_confirm(judging, finding, "grep . /proc/irq/%d/*_affinity_list", most->irq);
	if (cpuset_count(others))
		plan_move(&plan, most, rule_cpus(judging, others));
	rule_mend_by(finding, &plan);
	rule_point(judging, finding, "interrupts", most->label);
}

static void judge_r15_cpu(struct judging *judging, size_t position)
{
	const struct interval *interval = judging->interval;
	const struct irq_interval *most = NULL;
	double per_s = 0;

	for (size_t i = 0; i < interval->n_irqs; i++) {
		const struct irq_interval *irq = &interval->irqs[i];
		double on = irq->irq >= 0 && irq->total > 0 ? irq_per_s_on(irq, position) : 0;

		if (!(on > 0))
			continue;
		per_s += on;
		if (!most || on > irq_per_s_on(most, position))
			most = irq;
	}
	if (most && per_s >= rule_threshold(judging, R15_PER_S))
		r15_find(judging, position, most, per_s);
}

static void judge_r15(struct judging *judging)
{
	const struct interval *interval = judging->interval;

	for (size_t i = 0; judging->topology && i < interval->n_cpus; i++)
		if (is_kept_free(judging->topology, interval->cpu_numbers[i]))
			judge_r15_cpu(judging, i);
}

static const struct example r15_examples[] = {
	{"cpu3", "'cpu_numbers': [0,1,2,3], 'topology': {'isolated': '2-3'},"
		 "'irqs': [{'label': '30', 'irq': 30, 'name': 'eth0', 'total': 400, 'per_s': 400,"
		 "          'per_cpu': {'0': 200, '3': 200}, 'asked': '0-3'}]"},
	{"cpu1", "'cpu_numbers': [0,1], 'topology': {'nohz_full': '1'},"
		 "'irqs': [{'label': '30', 'irq': 30, 'name': 'eth0', 'total': 40, 'per_s': 40,"
		 "          'per_cpu': {'1': 40}, 'asked': '0-1'}]"},
	/* They come to the others; timers are no device. */
	{NULL, "'cpu_numbers': [0,1,2,3], 'topology': {'isolated': '2-3'},"
	       "'irqs': [{'label': '30', 'irq': 30, 'name': 'eth0', 'total': 400, 'per_s': 400,"
	       "          'per_cpu': {'0': 400}},"
	       "         {'label': 'LOC', 'total': 900, 'per_s': 900, 'per_cpu': {'3': 900}}]"},
};

const struct rule r15_rule = {
	.id = "R15",
	.title = N_("a CPU that is kept free is interrupted"),
	.help = N_("Devices interrupt a CPU that was taken from the scheduler (isolcpus, "
		   "nohz_full) for somebody who cannot be disturbed."),
	.needs = NEED_INTERRUPTS | NEED_TOPOLOGY,
	.helps = NEED_AFFINITY,
	.thresholds = r15_thresholds,
	.n_thresholds = COUNT(r15_thresholds),
	.judge = judge_r15,
	.examples = r15_examples,
	.n_examples = COUNT(r15_examples),
};
