/* SPDX-License-Identifier: GPL-2.0-or-later */
/* One CPU does the softirqs of all: which, why, and how they are spread. */
#include "config.h"

#include <math.h>

#include "base/i18n.h"
#include "interval.h"
#include "join/fleet.h"
#include "join/load.h"
#include "join/plan.h"
#include "join/skew.h"
#include "rule/rule.h"
#include "sample.h"

#define COUNT(items) (sizeof(items) / sizeof(*(items)))

enum { R1_SI, R1_CRIT, R1_TIMES, R1_SI_TIMES, R1_SHARE };

static const struct threshold r1_thresholds[] = {
	[R1_SI] = {"si_pct", 50, AT_LEAST, N_("that a CPU is in softirqs")},
	[R1_CRIT] = {"crit_pct", 90, AT_LEAST,
		     N_("that it is in softirqs and interrupts, for it to be critical")},
	[R1_TIMES] = {"median_times", 4, AT_LEAST,
		      N_("times the median of the other CPUs, in packets or time in softirqs")},
	[R1_SI_TIMES] = {"si_times", 2, AT_LEAST,
			 N_("times that median, in softirqs, where packets are compared")},
	[R1_SHARE] = {"share_pct", 60, AT_LEAST,
		      N_("of all softirqs of its type, on the CPUs it is found on")},
};

static const struct cpuset *cpus_near(const struct judging *judging, const struct skew *skew,
				      int except)
{
	return plan_cpus(judging->interval, judging->topology, skew->node, except, judging->arena);
}

/* Packets of this receive queue shall be spread over the CPUs near it, but for @except. */
static void mend_steering(struct judging *judging, struct finding *finding, const struct skew *skew,
			  int except)
{
	const struct cpuset *cpus = cpus_near(judging, skew, except);
	const struct cpuset *now = skew->queue ? skew->queue->cpus : NULL;
	const char *file = arena_printf(judging->arena, "%s/queues/rx-%d/rps_cpus",
					rule_quote(judging, skew->netdev->name),
					skew->queue ? skew->queue->number : 0);

	rule_confirm(judging, finding, "cat /sys/class/net/%s", file);
	if (cpuset_count(cpus) == 0 || (now && cpuset_equal(now, cpus)))
		return;
	rule_mend(judging, finding, "echo %s >/sys/class/net/%s", plan_mask(cpus, judging->arena),
		  file);
	if (now)
		rule_undo(judging, finding, "echo %s >/sys/class/net/%s",
			  plan_mask(now, judging->arena), file);
}

/* Where the interrupt of a queue comes, which has its own work to do; -1: unknown. */
static int cpu_interrupted(const struct interval *interval, const struct queue_interval *queue)
{
	for (size_t i = 0; queue->irq >= 0 && i < interval->n_irqs; i++)
		if (interval->irqs[i].irq == queue->irq)
			return interval->irqs[i].hottest_cpu;
	return -1;
}

static const char *explain_steered(struct judging *judging, struct finding *finding,
				   const struct skew *skew)
{
	rule_cause(judging, finding, _("rps_cpus of rx-%d of %s names too few CPUs"),
		   skew->queue->number, skew->netdev->name);
	rule_point(judging, finding, "network", skew->netdev->name);
	mend_steering(judging, finding, skew, cpu_interrupted(judging->interval, skew->queue));
	return arena_printf(judging->arena, _("RPS gives it the packets of %s (rps_cpus %s)"),
			    skew->netdev->name, plan_mask(skew->queue->cpus, judging->arena));
}

static const char *explain_local(struct judging *judging, struct finding *finding,
				 const struct skew *skew)
{
	rule_cause(judging, finding, _("one program sends them all, from this CPU"));
	rule_point(judging, finding, "network", skew->netdev->name);
	mend_steering(judging, finding, skew, skew->load->cpu);
	return arena_printf(judging->arena, _("packets of %s are taken in where they are sent"),
			    skew->netdev->name);
}

/* More queues if the card can, or else RPS. */
static const char *explain_single(struct judging *judging, struct finding *finding,
				  const struct skew *skew)
{
	const struct netdev_interval *netdev = skew->netdev;
	const char *name = rule_quote(judging, netdev->name);
	double most =
		fmin(netdev->channels_most, (double)cpuset_count(cpus_near(judging, skew, -1)));

	if (netdev->channels > 0 && most > netdev->channels) {
		rule_cause(judging, finding, _("the card can have more queues than are in use"));
		rule_confirm(judging, finding, "ethtool -l %s", name);
		rule_mend(judging, finding, "ethtool -L %s combined %.0f", name, most);
		rule_undo(judging, finding, "ethtool -L %s combined %.0f", name, netdev->channels);
	} else {
		rule_cause(judging, finding,
			   _("the card, or the virtual machine, has no more than one queue"));
		mend_steering(judging, finding, skew, skew->load->cpu);
	}
	return arena_printf(judging->arena, _("IRQ %d of %s, which has one receive queue"),
			    skew->irq->irq, netdev->name);
}

static const char *explain_crowd(struct judging *judging, struct finding *finding,
				 const struct skew *skew)
{
	struct plan plan = {.arena = judging->arena};
	const char *why;
	struct fleet fleet;

	fleet_init(&fleet, judging->interval, skew->netdev->name, skew_busy_per_s, judging->arena);
	why = arena_printf(judging->arena, _("the busy queues of %s (%zu) all come to CPUs %s"),
			   skew->netdev->name, fleet.n, rule_cpus(judging, &fleet.cpus));
	if (interval_setting(judging->interval, "irqbalance.pid"))
		rule_cause(judging, finding, _("irqbalance runs, but leaves them where they are"));
	else
		rule_cause(judging, finding, _("nobody spread them: irqbalance does not run"));
	rule_confirm(judging, finding, "grep . /proc/irq/%d/effective_affinity_list",
		     skew->irq->irq);
	fleet_spread(&fleet, cpus_near(judging, skew, -1), &plan);
	rule_mend_by(finding, &plan);
	fleet_fini(&fleet);
	return why;
}

static const char *explain_flow(struct judging *judging, struct finding *finding,
				const struct skew *skew)
{
	const char *name = rule_quote(judging, skew->netdev->name);

	rule_cause(judging, finding, _("one connection, or tunnel, has most of the packets"));
	rule_cause(judging, finding, _("the card does not look at the ports of UDP"));
	rule_confirm(judging, finding, "ethtool -n %s rx-flow-hash udp4", name);
	rule_mend(judging, finding, "ethtool -N %s rx-flow-hash udp4 sdfn", name);
	rule_undo(judging, finding, "ethtool -N %s rx-flow-hash udp4 sd", name);
	return arena_printf(judging->arena, _("IRQ %d has most of the packets of %s"),
			    skew->irq->irq, skew->netdev->name);
}

static const char *explain_rival(struct judging *judging, struct finding *finding,
				 const struct skew *skew)
{
	struct plan plan = {.arena = judging->arena};
	int cpu = plan_next(cpus_near(judging, skew, skew->load->cpu), skew->load->cpu);

	rule_show(judging, finding, arena_printf(judging->arena, "IRQ %d", skew->rival->irq),
		  _("asked to go to %s, goes to %d"), rule_cpus(judging, skew->rival->asked),
		  skew->rival->hottest_cpu);
	rule_cause(judging, finding,
		   _("of the CPUs that an interrupt is asked to go to, the hardware takes one"));
	rule_confirm(judging, finding, "grep . /proc/irq/%d/*_affinity_list", skew->rival->irq);
	if (cpu >= 0)
		plan_move(&plan, skew->rival, arena_printf(judging->arena, "%d", cpu));
	rule_mend_by(finding, &plan);
	return arena_printf(judging->arena, _("IRQs %d and %d of %s are busy, and both come to it"),
			    skew->irq->irq, skew->rival->irq, skew->netdev->name);
}

/* Of a disk, or of a card of which too little is known. */
static const char *explain_irq(struct judging *judging, struct finding *finding,
			       const struct skew *skew)
{
	struct plan plan = {.arena = judging->arena};
	int cpu = plan_next(cpus_near(judging, skew, skew->load->cpu), skew->load->cpu);

	rule_confirm(judging, finding, "grep . /proc/irq/%d/*_affinity_list", skew->irq->irq);
	/* What comes by it would only be too much for another CPU, unless this one has other work. */
	if (cpu >= 0 && !skew->load->is_receiving)
		plan_move(&plan, skew->irq, arena_printf(judging->arena, "%d", cpu));
	rule_mend_by(finding, &plan);
	return arena_printf(judging->arena, _("IRQ %d (%s) comes to it"), skew->irq->irq,
			    skew->irq->name);
}

static const char *explain_unseen(struct judging *judging, struct finding *finding,
				  const struct skew *skew)
{
	const char *steered = _("RPS gives them to this CPU: rps_cpus of an interface there");
	const char *local = _("one program sends them all, from this CPU");

	rule_cause(judging, finding, "%s", skew->is_given ? steered : local);
	rule_cause(judging, finding, "%s", skew->is_given ? local : steered);
	rule_confirm(judging, finding,
		     "lsns -t net; ip -all netns exec sh -c "
		     "'grep . /sys/class/net/*/queues/rx-*/rps_cpus'");
	rule_lack(judging, finding,
		  _("interfaces of other network namespaces: run overtop there to see them"));
	if (!skew->outlet)
		return arena_printf(judging->arena,
				    _("packets of a network namespace that is not seen from here"));
	rule_show(judging, finding, skew->outlet->name, _("sends %s/s"),
		  rule_rate(judging, skew->outlet->tx_packets_per_s));
	rule_point(judging, finding, "network", skew->outlet->name);
	return arena_printf(judging->arena, _("packets that %s sends to another network namespace"),
			    skew->outlet->name);
}

/* In words; NULL: nobody knows. */
static const char *explain(struct judging *judging, struct finding *finding,
			   const struct skew *skew)
{
	static const char *(*const explanations[])(struct judging *, struct finding *,
						   const struct skew *) = {
		[SKEW_STEERED] = explain_steered, [SKEW_SINGLE] = explain_single,
		[SKEW_CROWD] = explain_crowd,     [SKEW_FLOW] = explain_flow,
		[SKEW_RIVAL] = explain_rival,     [SKEW_IRQ] = explain_irq,
		[SKEW_LOCAL] = explain_local,     [SKEW_UNSEEN] = explain_unseen,
	};

	if (skew->irq)
		rule_point(judging, finding, "interrupts", skew->irq->label);
	else
		rule_point(judging, finding, "softirqs",
			   arena_printf(judging->arena, "%d", skew->load->cpu));
	if (skew->kind != SKEW_UNKNOWN)
		return explanations[skew->kind](judging, finding, skew);
	if (!skew->load->is_receiving)
		rule_cause(judging, finding,
			   _("programs or timers of this CPU bring them: see R5"));
	else if (judging->interval->n_netdevs && skew->load->packets_per_s > 0)
		rule_cause(judging, finding, _("no interface alone brings half of the packets"));
	rule_confirm(judging, finding, "perf record -C %d -g -- sleep 5", skew->load->cpu);
	return NULL;
}

static void show_skew(struct judging *judging, struct finding *finding, const struct skew *skew)
{
	const struct cpu_load *load = skew->load;
	const struct interval *interval = judging->interval;

	rule_show(judging, finding, _("median of the other CPUs"), "si %s%%",
		  rule_pct(judging, load->others_si_pct));
	rule_show(judging, finding, load->type->name, "%s/s", rule_rate(judging, load->type_per_s));
	if (load->packets_per_s > 0)
		rule_show(judging, finding, _("packets taken in"), _("%s/s, %s%% of all"),
			  rule_rate(judging, load->packets_per_s),
			  rule_pct(judging, load->packets_pct));
	if (load->softnet && load->softnet->rps_per_s > 0)
		rule_show(judging, finding, _("woken by RPS"), "%s/s",
			  rule_rate(judging, load->softnet->rps_per_s));
	if (load->ksoftirqd && load->ksoftirqd->cpu_pct > 0)
		rule_show(judging, finding, load->ksoftirqd->name, "%s%%",
			  rule_pct(judging, load->ksoftirqd->cpu_pct));
	if (load->is_receiving)
		rule_show_in_kernel(judging, finding);
	if (interval->all.id >= 0)
		rule_show(judging, finding, _("all CPUs"), "id %s%%",
			  rule_pct(judging, interval->all.id));
	if (skew->irq)
		rule_show(judging, finding, arena_printf(judging->arena, "IRQ %d", skew->irq->irq),
			  "%s/s, %s", rule_rate(judging, skew->irq_per_s), skew->irq->name);
	if (load->is_estimate)
		rule_lack(judging, finding,
			  _("this kernel does not account interrupts: estimated by packets, "
			    "ksoftirqd and time that no task had"));
	else if (interval->hides_irq_time)
		rule_lack(judging, finding,
			  _("this kernel does not account interrupts: only what the tick saw"));
}

static void r1_find(struct judging *judging, const struct cpu_load *load, size_t position)
{
	const struct cpu_interval *cpu = &judging->interval->cpus[position];
	const struct skew skew = skew_of(judging->interval, load, position, judging->arena);
	double both = load->si_pct + (cpu->hi > 0 ? cpu->hi : 0);
	struct finding *finding = rule_find(
		judging, both >= rule_threshold(judging, R1_CRIT) ? GRADE_CRIT : GRADE_WARN,
		"cpu%d", load->cpu);
	const char *why;

	finding->stake_pct = load->si_pct - load->others_si_pct;
	show_skew(judging, finding, &skew);
	why = explain(judging, finding, &skew);
	if (why)
		rule_say(judging, finding, _("cpu%d is %s%% in softirqs, with %s%% of all %s: %s"),
			 load->cpu, rule_pct(judging, load->si_pct),
			 rule_pct(judging, load->share_pct), load->type->name, why);
	else
		rule_say(judging, finding, _("cpu%d is %s%% in softirqs, with %s%% of all %s"),
			 load->cpu, rule_pct(judging, load->si_pct),
			 rule_pct(judging, load->share_pct), load->type->name);
}

/*
 * Who takes in packets is compared by packets: others may be in softirqs for sending them, or for giving them to
 * this CPU.
 */
static bool is_uneven(const struct judging *judging, const struct cpu_load *load)
{
	double times = rule_threshold(judging, R1_TIMES);

	if (load->is_receiving && load->others_packets_per_s >= 0)
		return load->packets_per_s >= times * load->others_packets_per_s &&
		       load->si_pct >= rule_threshold(judging, R1_SI_TIMES) * load->others_si_pct;
	return load->si_pct >= times * load->others_si_pct;
}

static bool is_hot(const struct judging *judging, const struct cpu_load *load)
{
	return load->type && load->si_pct >= rule_threshold(judging, R1_SI) &&
	       is_uneven(judging, load);
}

/* Of the softirqs of this type, that hot CPUs run. */
static double hot_share(const struct judging *judging, const struct cpu_load *loads,
			const struct softirq_interval *type)
{
	double pct = 0;

	for (size_t i = 0; i < judging->interval->n_cpus; i++)
		if (loads[i].type == type && is_hot(judging, &loads[i]))
			pct += loads[i].share_pct;
	return pct;
}

static void judge_r1(struct judging *judging)
{
	const struct cpu_load *loads = loads_of(judging->interval, judging->arena);

	for (size_t i = 0; i < judging->interval->n_cpus; i++)
		if (is_hot(judging, &loads[i]) &&
		    hot_share(judging, loads, loads[i].type) >= rule_threshold(judging, R1_SHARE))
			r1_find(judging, &loads[i], i);
}

static const struct example r1_examples[] = {
	/* Steered there, of a veth, which has no interrupt. */
	{"cpu1", "'cpus': [{'cpu': 0, 'si': 2, 'busy': 70}, {'cpu': 1, 'si': 95, 'busy': 100}],"
		 "'softirqs': [{'name': 'NET_RX', 'total': 13000, 'per_s': 13000, 'per_cpu': {'1': "
		 "12900}}],"
		 "'softnets': [{'cpu': 0, 'processed': 1000}, {'cpu': 1, 'processed': 90000}],"
		 "'netdevs': [{'name': 'vb', 'rxpck': 89000, 'queues': [{'kind': 'r', 'number': 0,"
		 "             'cpus': '1'}]}]"},
	/* One queue, of a card that can have four. */
	{"cpu2",
	 "'cpus': [{'cpu': 0, 'si': 1}, {'cpu': 1, 'si': 0}, {'cpu': 2, 'si': 60}, {'cpu': 3}],"
	 "'softirqs': [{'name': 'NET_RX', 'total': 9000, 'per_s': 9000, 'per_cpu': {'2': 9000}}],"
	 "'irqs': [{'label': '30', 'irq': 30, 'name': 'virtio0-input.0', 'total': 8000,"
	 "          'per_s': 8000, 'hottest_cpu': 2, 'per_cpu': {'2': 8000}, 'device': 'eth0',"
	 "          'queue_kind': 'r', 'queue': 0}],"
	 "'netdevs': [{'name': 'eth0', 'driver': 'virtio_net', 'rxpck': 50000, 'rxq': 1,"
	 "             'channels': 1, 'channels_most': 4}]"},
	/* Three queues, one CPU. */
	{"cpu0",
	 "'cpus': [{'cpu': 0, 'si': 88, 'hi': 3}, {'cpu': 1, 'si': 1}, {'cpu': 2, 'si': 0}],"
	 "'softirqs': [{'name': 'NET_RX', 'total': 9000, 'per_s': 9000, 'per_cpu': {'0': 9000}}],"
	 "'irqs': [{'label': '30', 'irq': 30, 'total': 3000, 'per_s': 3000, 'hottest_cpu': 0,"
	 "          'per_cpu': {'0': 3000}, 'device': 'eth0', 'asked': '0-2'},"
	 "         {'label': '31', 'irq': 31, 'total': 3000, 'per_s': 3000, 'hottest_cpu': 0,"
	 "          'per_cpu': {'0': 3000}, 'device': 'eth0', 'asked': '0-2'},"
	 "         {'label': '32', 'irq': 32, 'total': 3000, 'per_s': 3000, 'hottest_cpu': 0,"
	 "          'per_cpu': {'0': 3000}, 'device': 'eth0', 'asked': '0-2'}],"
	 "'netdevs': [{'name': 'eth0', 'driver': 'ixgbe', 'rxq': 3, 'channels': 3}]"},
	/* From one end of a veth to the other, which is elsewhere. */
	{"cpu1", "'cpus': [{'cpu': 0, 'si': 2}, {'cpu': 1, 'si': 95}],"
		 "'softirqs': [{'name': 'NET_RX', 'total': 9, 'per_s': 9, 'per_cpu': {'1': 9}}],"
		 "'softnets': [{'cpu': 0, 'processed': 0}, {'cpu': 1, 'processed': 90000}],"
		 "'netdevs': [{'name': 'va', 'rxpck': 0, 'txpck': 90000}],"
		 "'threads': [{'tid': 7, 'pid': 7, 'name': 'flood', 'sys': 91, 'cpu_last': 0}]"},
	/* Both CPUs have much of it. */
	{NULL, "'cpus': [{'cpu': 0, 'si': 20}, {'cpu': 1, 'si': 70}],"
	       "'softirqs': [{'name': 'NET_RX', 'total': 9000, 'per_s': 9000,"
	       "              'per_cpu': {'0': 2000, '1': 7000}}]"},
	/* All packets, but little work; much work, but the other has half as much, of other kinds. */
	{NULL,
	 "'cpus': [{'cpu': 0, 'si': 1}, {'cpu': 1, 'si': 45}],"
	 "'softirqs': [{'name': 'NET_RX', 'total': 900, 'per_s': 900, 'per_cpu': {'1': 900}}],"
	 "'softnets': [{'cpu': 0, 'processed': 0}, {'cpu': 1, 'processed': 9000}]"},
	{NULL,
	 "'cpus': [{'cpu': 0, 'si': 40}, {'cpu': 1, 'si': 70}],"
	 "'softirqs': [{'name': 'NET_RX', 'total': 900, 'per_s': 900, 'per_cpu': {'1': 900}}],"
	 "'softnets': [{'cpu': 0, 'processed': 0}, {'cpu': 1, 'processed': 9000}]"},
	/* Of what it is in softirqs for, others do most. */
	{NULL, "'cpus': [{'cpu': 0, 'si': 1}, {'cpu': 1, 'si': 70}],"
	       "'softirqs': [{'name': 'NET_RX', 'total': 9000, 'per_s': 9000,"
	       "              'per_cpu': {'0': 4500, '1': 4500}}]"},
};

const struct rule r1_rule = {
	.id = "R1",
	.title = N_("one CPU does the softirqs"),
	.help = N_("A CPU is mostly in softirqs while the others are not: it is the limit of the "
		   "network, or of a disk, though the machine is idle."),
	.needs = NEED_STAT | NEED_SOFTIRQS,
	.helps = NEED_SOFTNETS | NEED_INTERRUPTS | NEED_AFFINITY | NEED_NETDEVS | NEED_CARDS |
		 NEED_TASKS | NEED_TOPOLOGY | NEED_SETTINGS,
	.thresholds = r1_thresholds,
	.n_thresholds = COUNT(r1_thresholds),
	.judge = judge_r1,
	.examples = r1_examples,
	.n_examples = COUNT(r1_examples),
};
