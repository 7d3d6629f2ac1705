/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Interrupts of devices that come to the wrong CPUs, or too often. */
#include "config.h"

#include <math.h>
#include <string.h>

#include "base/i18n.h"
#include "interval.h"
#include "join/fleet.h"
#include "join/irq.h"
#include "join/plan.h"
#include "rule/rule.h"
#include "sample.h"
#include "source/topology.h"

#define COUNT(items) (sizeof(items) / sizeof(*(items)))

enum { R6_PER_S };

static const struct threshold r6_thresholds[] = {
	[R6_PER_S] = {"irq_per_s", 1000, AT_LEAST,
		      N_("interrupts of a queue that come to a CPU of another node")},
};

/* A CPU of another node has most of this interrupt. */
static bool is_remote(const struct judging *judging, const struct irq_interval *irq)
{
	int node, cpu_node;

	if (irq->irq < 0 ||
	    !(irq->per_s * irq->hottest_pct / 100 >= rule_threshold(judging, R6_PER_S)))
		return false;
	node = irq_node(judging->interval, irq);
	cpu_node = irq_node_of_cpu(judging->topology, irq->hottest_cpu);
	return node >= 0 && cpu_node >= 0 && node != cpu_node;
}

/* The others of its device are told of with it. */
static void r6_find(struct judging *judging, const struct irq_interval *irq)
{
	const int node = irq_node(judging->interval, irq);
	const struct cpuset *cpus =
		plan_cpus(judging->interval, judging->topology, node, -1, judging->arena);
	const char *name = irq->device ? irq->device : irq->name;
	struct finding *finding = rule_find(judging, GRADE_WARN, "%s", name);
	struct plan plan = {.arena = judging->arena};
	struct fleet fleet;

	rule_say(judging, finding,
		 _("IRQ %d of %s (%s/s) comes to cpu%d of node %d, but the device is on node %d"),
		 irq->irq, name, rule_rate(judging, irq->per_s), irq->hottest_cpu,
		 irq_node_of_cpu(judging->topology, irq->hottest_cpu), node);
	rule_show(judging, finding, _("CPUs near it"), "%s", rule_cpus(judging, cpus));
	if (irq->asked)
		rule_show(judging, finding, _("asked to go to"), "%s",
			  rule_cpus(judging, irq->asked));
	rule_cause(judging, finding, _("irqbalance goes by load; or somebody pinned it there"));
	rule_cause(judging, finding, _("the driver's first choice, never changed since"));
	rule_confirm(judging, finding, "cat /proc/irq/%d/node /proc/irq/%d/effective_affinity_list",
		     irq->irq, irq->irq);
	rule_point(judging, finding, "interrupts", irq->label);
	if (irq->device) {
		fleet_init(&fleet, judging->interval, irq->device,
			   rule_threshold(judging, R6_PER_S), judging->arena);
		fleet_spread(&fleet, cpus, &plan);
		rule_show(judging, finding, _("busy interrupts of it"), "%zu", fleet.n);
		fleet_fini(&fleet);
	} else if (cpuset_count(cpus)) {
		plan_move(&plan, irq, rule_cpus(judging, cpus));
	}
	rule_mend_by(finding, &plan);
}

static bool is_told(const struct judging *judging, const struct irq_interval *irq)
{
	const char *name = irq->device ? irq->device : irq->name;

	for (size_t i = 0; i < judging->n_found; i++)
		if (strcmp(judging->found[i]->subject, name) == 0)
			return true;
	return false;
}

static void judge_r6(struct judging *judging)
{
	for (size_t i = 0; i < judging->interval->n_irqs; i++) {
		const struct irq_interval *irq = &judging->interval->irqs[i];

		if (is_remote(judging, irq) && !is_told(judging, irq))
			r6_find(judging, irq);
	}
}

#define TWO_NODES                                                                                  \
	"'topology': {'online': '0-3', 'nodes': [{'node': 0, 'cpus': '0-1'},"                      \
	"             {'node': 1, 'cpus': '2-3'}], 'cpus': ["                                      \
	"{'cpu': 0, 'is_online': true, 'node': 0}, {'cpu': 1, 'is_online': true, 'node': 0},"      \
	"{'cpu': 2, 'is_online': true, 'node': 1}, {'cpu': 3, 'is_online': true, 'node': 1}]}"

static const struct example r6_examples[] = {
	{"eth0",
	 "'cpu_numbers': [0,1,2,3],"
	 "'irqs': [{'label': '50', 'irq': 50, 'total': 4000, 'per_s': 4000, 'hottest_cpu': 3,"
	 "          'hottest_pct': 100, 'asked': '3', 'device': 'eth0', 'node': 0}]," TWO_NODES},
	/* Near. */
	{NULL,
	 "'cpu_numbers': [0,1,2,3],"
	 "'irqs': [{'label': '50', 'irq': 50, 'total': 4000, 'per_s': 4000, 'hottest_cpu': 1,"
	 "          'hottest_pct': 100, 'asked': '3', 'device': 'eth0', 'node': 0}]," TWO_NODES},
	/* Seldom. */
	{NULL,
	 "'cpu_numbers': [0,1,2,3],"
	 "'irqs': [{'label': '50', 'irq': 50, 'total': 900, 'per_s': 900, 'hottest_cpu': 3,"
	 "          'hottest_pct': 100, 'asked': '3', 'device': 'eth0', 'node': 0}]," TWO_NODES},
};

const struct rule r6_rule = {
	.id = "R6",
	.title = N_("interrupts on the wrong node"),
	.help = N_("A device interrupts CPUs of another NUMA node: what it wrote to memory must "
		   "come from there for each of them."),
	.needs = NEED_INTERRUPTS | NEED_AFFINITY | NEED_TOPOLOGY,
	.helps = NEED_CARDS | NEED_NETDEVS,
	.thresholds = r6_thresholds,
	.n_thresholds = COUNT(r6_thresholds),
	.judge = judge_r6,
	.examples = r6_examples,
	.n_examples = COUNT(r6_examples),
};

enum { R7_SI, R7_IDLE };

static const struct threshold r7_thresholds[] = {
	[R7_SI] = {"si_pct", 30, AT_LEAST,
		   N_("that both CPUs of a core are in softirqs and interrupts")},
	[R7_IDLE] = {"other_pct", 10, AT_MOST, N_("that all CPUs of another core are busy")},
};

static double si_of(const struct cpu_interval *cpu)
{
	return cpu->si + (cpu->hi > 0 ? cpu->hi : 0);
}

/* By the position of its first CPU in interval.cpus. */
struct core {
	int hot[2];        /* CPUs that are in softirqs */
	int n_hot, n_idle; /* of them all */
	int n_siblings;
};

static struct core *find_cores(const struct judging *judging)
{
	const struct interval *interval = judging->interval;
	struct core *cores = arena_alloc(judging->arena, interval->n_cpus, sizeof(*cores));
	size_t first = 0;

	for (size_t i = 0; i < interval->n_cpus; i++) {
		const struct cpu_interval *cpu = &interval->cpus[i];
		const struct topology_cpu *place =
			judging->topology ? topology_find(judging->topology, cpu->cpu) : NULL;

		if (!place || place->first_sibling < 0)
			continue;
		/* Siblings come in the order of their first ones, or long after all of those. */
		while (first < interval->n_cpus &&
		       interval->cpu_numbers[first] < place->first_sibling)
			first++;
		while (first > 0 && interval->cpu_numbers[first] > place->first_sibling)
			first--;
		if (first == interval->n_cpus ||
		    interval->cpu_numbers[first] != place->first_sibling)
			continue;
		cores[first].n_siblings = place->n_siblings;
		cores[first].n_idle += cpu->busy <= rule_threshold(judging, R7_IDLE);
		if (si_of(cpu) >= rule_threshold(judging, R7_SI) && cores[first].n_hot < 2)
			cores[first].hot[cores[first].n_hot++] = cpu->cpu;
	}
	return cores;
}

/* Its busiest interrupt; NULL: none comes there. */
static const struct irq_interval *busiest_on(const struct interval *interval, int cpu)
{
	const struct irq_interval *most = NULL;

	for (size_t i = 0; i < interval->n_irqs; i++) {
		const struct irq_interval *irq = &interval->irqs[i];

		if (irq->irq >= 0 && irq->hottest_cpu == cpu &&
		    irq->per_s > (most ? most->per_s : 0))
			most = irq;
	}
	return most;
}

static void r7_find(struct judging *judging, const struct core *core, int idle_cpu)
{
	const struct interval *interval = judging->interval;
	const struct irq_interval *irqs[2];
	struct finding *finding;
	struct plan plan = {.arena = judging->arena};

	for (int i = 0; i < 2; i++) {
		irqs[i] = busiest_on(interval, core->hot[i]);
		if (!irqs[i])
			return;
	}
	finding = rule_find(judging, GRADE_WARN, "cpu%d", core->hot[0]);
	rule_say(judging, finding,
		 _("cpu%d and cpu%d are one core, and both take interrupts; cpu%d is idle"),
		 core->hot[0], core->hot[1], idle_cpu);
	for (int i = 0; i < 2; i++)
		rule_show(judging, finding, arena_printf(judging->arena, "cpu%d", core->hot[i]),
			  "IRQ %d %s/s, %s", irqs[i]->irq, rule_rate(judging, irqs[i]->per_s),
			  irqs[i]->name);
	rule_show(judging, finding, _("cores"), "%zu", judging->topology->n_cores);
	rule_cause(judging, finding, _("as many queues as CPUs: as many as cores are enough"));
	rule_confirm(judging, finding, "lscpu -e=CPU,CORE,NODE");
	plan_move(&plan, irqs[1], arena_printf(judging->arena, "%d", idle_cpu));
	rule_mend_by(finding, &plan);
	rule_point(judging, finding, "interrupts", irqs[1]->label);
}

static void judge_r7(struct judging *judging)
{
	const struct interval *interval = judging->interval;
	const struct core *cores = find_cores(judging);
	int idle_cpu = -1;

	for (size_t i = 0; i < interval->n_cpus && idle_cpu < 0; i++)
		if (cores[i].n_siblings > 0 && cores[i].n_idle == cores[i].n_siblings)
			idle_cpu = interval->cpu_numbers[i];
	for (size_t i = 0; i < interval->n_cpus && idle_cpu >= 0; i++)
		if (cores[i].n_hot == 2)
			r7_find(judging, &cores[i], idle_cpu);
}

#define TWO_CORES                                                                                  \
	"'topology': {'n_cores': 2, 'cpus': ["                                                     \
	"{'cpu': 0, 'is_online': true, 'first_sibling': 0, 'n_siblings': 2},"                      \
	"{'cpu': 1, 'is_online': true, 'first_sibling': 1, 'n_siblings': 2},"                      \
	"{'cpu': 2, 'is_online': true, 'first_sibling': 0, 'n_siblings': 2},"                      \
	"{'cpu': 3, 'is_online': true, 'first_sibling': 1, 'n_siblings': 2}]},"                    \
	"'irqs': [{'label': '50', 'irq': 50, 'per_s': 4000, 'hottest_cpu': 0, 'name': 'eth0-0'},"  \
	"         {'label': '51', 'irq': 51, 'per_s': 4000, 'hottest_cpu': 2, 'name': 'eth0-1'}]"

static const struct example r7_examples[] = {
	{"cpu0",
	 "'cpus': [{'cpu': 0, 'si': 40, 'busy': 50}, {'cpu': 1, 'si': 0, 'busy': 2},"
	 "         {'cpu': 2, 'si': 35, 'busy': 50}, {'cpu': 3, 'si': 0, 'busy': 5}]," TWO_CORES},
	/* The other core has work of its own. */
	{NULL,
	 "'cpus': [{'cpu': 0, 'si': 40, 'busy': 50}, {'cpu': 1, 'si': 0, 'busy': 60},"
	 "         {'cpu': 2, 'si': 35, 'busy': 50}, {'cpu': 3, 'si': 0, 'busy': 5}]," TWO_CORES},
	/* One of the two. */
	{NULL,
	 "'cpus': [{'cpu': 0, 'si': 40, 'busy': 50}, {'cpu': 1, 'si': 0, 'busy': 2},"
	 "         {'cpu': 2, 'si': 3, 'busy': 50}, {'cpu': 3, 'si': 0, 'busy': 5}]," TWO_CORES},
};

const struct rule r7_rule = {
	.id = "R7",
	.title = N_("interrupts on both CPUs of a core"),
	.help = N_("Two CPUs that are one core are both busy with interrupts, and so with each "
		   "other, while another core is idle."),
	.needs = NEED_STAT | NEED_INTERRUPTS | NEED_TOPOLOGY,
	.helps = NEED_AFFINITY,
	.thresholds = r7_thresholds,
	.n_thresholds = COUNT(r7_thresholds),
	.judge = judge_r7,
	.examples = r7_examples,
	.n_examples = COUNT(r7_examples),
};

enum { R8_PER_S, R8_SHARE, R8_SHARED_PER_S, R8_UNHANDLED };

static const struct threshold r8_thresholds[] = {
	[R8_PER_S] = {"irq_per_s", 50000, AT_LEAST,
		      N_("interrupts of one line, for it to be a warning")},
	[R8_SHARE] = {"share_pct", 50, AT_LEAST,
		      N_("of those of all devices, that are of one line")},
	[R8_SHARED_PER_S] = {"share_irq_per_s", 10000, AT_LEAST,
			     N_("interrupts, for that share to matter")},
	[R8_UNHANDLED] = {"unhandled_irqs", 10000, AT_LEAST,
			  N_("of the last 100,000, that no driver wanted")},
};

static void r8_mend(struct judging *judging, struct finding *finding,
		    const struct irq_interval *irq)
{
	const struct netdev_interval *netdev = irq_netdev(judging->interval, irq->device);

	if (!netdev) {
		rule_confirm(judging, finding, "cat /proc/irq/%d/spurious", irq->irq);
		return;
	}
	rule_cause(judging, finding, _("the card interrupts for each packet: coalescing is off"));
	rule_confirm(judging, finding, "ethtool -c %s", rule_quote(judging, netdev->name));
	rule_mend(judging, finding, "ethtool -C %s adaptive-rx on",
		  rule_quote(judging, netdev->name));
	rule_undo(judging, finding, "ethtool -C %s adaptive-rx off",
		  rule_quote(judging, netdev->name));
}

/* A disk or card that is busy may well have most of the interrupts. */
static void r8_find(struct judging *judging, const struct irq_interval *irq, double all_per_s,
		    bool is_flood, bool is_unwanted)
{
	struct finding *finding = rule_find(
		judging, is_flood || is_unwanted ? GRADE_WARN : GRADE_INFO, "irq%d", irq->irq);

	if (is_unwanted)
		rule_say(judging, finding,
			 _("IRQ %d (%s): nobody wanted %.0f of the last 100,000 interrupts"),
			 irq->irq, irq->name, irq->unhandled);
	else
		rule_say(judging, finding, _("IRQ %d (%s) comes %s times/s"), irq->irq, irq->name,
			 rule_rate(judging, irq->per_s));
	if (irq->hottest_cpu >= 0)
		rule_show(judging, finding, _("comes to"), "cpu%d", irq->hottest_cpu);
	rule_show(judging, finding, _("its rate"), "%s/s", rule_rate(judging, irq->per_s));
	rule_show(judging, finding, _("of those of all devices"), "%s%%",
		  rule_pct(judging, 100 * irq->per_s / all_per_s));
	rule_show(judging, finding, _("controller"), "%s", irq->chip);
	if (is_unwanted)
		rule_cause(judging, finding,
			   _("a line that devices share, one of which has no driver"));
	r8_mend(judging, finding, irq);
	rule_cause(judging, finding, _("a device, or its driver, that is stuck"));
	rule_point(judging, finding, "interrupts", irq->label);
}

static void judge_r8(struct judging *judging)
{
	const struct interval *interval = judging->interval;
	double all_per_s = 0;

	for (size_t i = 0; i < interval->n_irqs; i++)
		if (interval->irqs[i].irq >= 0 && interval->irqs[i].per_s > 0)
			all_per_s += interval->irqs[i].per_s;
	for (size_t i = 0; i < interval->n_irqs; i++) {
		const struct irq_interval *irq = &interval->irqs[i];
		bool is_unwanted = irq->unhandled >= rule_threshold(judging, R8_UNHANDLED);
		bool is_flood = irq->per_s >= rule_threshold(judging, R8_PER_S);
		bool is_most = irq->per_s >= rule_threshold(judging, R8_SHARED_PER_S) &&
			       100 * irq->per_s >= rule_threshold(judging, R8_SHARE) * all_per_s;

		if (irq->irq >= 0 && irq->per_s > 0 && (is_flood || is_most || is_unwanted))
			r8_find(judging, irq, all_per_s, is_flood,
				is_unwanted && !is_flood && !is_most);
	}
}

static const struct example r8_examples[] = {
	{"irq19", "'irqs': [{'label': '19', 'irq': 19, 'name': 'ehci_hcd:usb1', 'per_s': 15000,"
		  "          'hottest_cpu': 0},"
		  "         {'label': '30', 'irq': 30, 'name': 'eth0', 'per_s': 3000}]"},
	{"irq19", "'irqs': [{'label': '19', 'irq': 19, 'name': 'ehci_hcd:usb1', 'per_s': 20,"
		  "          'hottest_cpu': 0, 'unhandled': 60000}]"},
	/* Most, but few; timers are no device. */
	{NULL, "'irqs': [{'label': '19', 'irq': 19, 'name': 'ehci_hcd:usb1', 'per_s': 9000},"
	       "         {'label': 'LOC', 'per_s': 90000}]"},
	/* Many, but others have as many. */
	{NULL, "'irqs': [{'label': '30', 'irq': 30, 'per_s': 20000},"
	       "         {'label': '31', 'irq': 31, 'per_s': 20000},"
	       "         {'label': '32', 'irq': 32, 'per_s': 20000}]"},
	/* Nobody wanted them once; now it is silent. */
	{NULL, "'irqs': [{'label': '19', 'irq': 19, 'per_s': 0, 'unhandled': 60000}]"},
};

const struct rule r8_rule = {
	.id = "R8",
	.title = N_("a flood of one interrupt"),
	.help = N_("One line interrupts very often, or with nobody who wants it."),
	.needs = NEED_INTERRUPTS,
	.helps = NEED_AFFINITY | NEED_CARDS | NEED_NETDEVS,
	.thresholds = r8_thresholds,
	.n_thresholds = COUNT(r8_thresholds),
	.judge = judge_r8,
	.examples = r8_examples,
	.n_examples = COUNT(r8_examples),
};
