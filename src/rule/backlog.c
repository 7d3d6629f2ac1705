/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Packets that are lost, or left for later, before any socket has seen them. */
#include "config.h"

#include <math.h>

#include "base/i18n.h"
#include "interval.h"
#include "join/load.h"
#include "rule/rule.h"
#include "sample.h"

#define COUNT(items) (sizeof(items) / sizeof(*(items)))

static const char max_backlog[] = "net.core.netdev_max_backlog";
static const char budget[] = "net.core.netdev_budget",
		  budget_usecs[] = "net.core.netdev_budget_usecs";

/* CPUs that a finding names. */
enum { MOST_NAMED = 4 };

enum { R3_WARN, R3_CRIT };

static const struct threshold r3_thresholds[] = {
	[R3_WARN] = {"warn_per_s", 1, AT_LEAST, N_("packets dropped by all CPUs")},
	[R3_CRIT] = {"crit_pct", 1, AT_LEAST,
		     N_("of the packets of the CPU that drops most, for it to be critical")},
};

/* Of what came to it. */
static double dropped_pct(const struct softnet_interval *softnet)
{
	double all = softnet->processed_per_s + softnet->dropped_per_s;

	return all > 0 ? 100 * softnet->dropped_per_s / all : (double)NAN;
}

static void r3_mend(struct judging *judging, struct finding *finding)
{
	double now = interval_setting_number(judging->interval, max_backlog);

	if (now > 0) {
		rule_show_count(judging, finding, max_backlog, now);
		rule_mend(judging, finding, "sysctl -w %s=%.0f", max_backlog, 2 * now);
		rule_undo(judging, finding, "sysctl -w %s=%.0f", max_backlog, now);
	} else {
		rule_lack(judging, finding, _("%s: only the first network namespace has it"),
			  max_backlog);
	}
}

static void r3_find(struct judging *judging, const struct softnet_interval *most, double per_s)
{
	const struct interval *interval = judging->interval;
	double pct = dropped_pct(most);
	struct finding *finding = rule_find_machine(
		judging, pct >= rule_threshold(judging, R3_CRIT) ? GRADE_CRIT : GRADE_WARN);
	size_t n_named = 0;

	rule_say(judging, finding,
		 _("cpu%d drops %s packets/s (%s%% of its own): its backlog queue is full"),
		 most->cpu, rule_rate(judging, most->dropped_per_s), rule_pct(judging, pct));
	rule_show(judging, finding, _("all CPUs drop"), "%s/s", rule_rate(judging, per_s));
	for (size_t i = 0; i < interval->n_softnets && n_named < MOST_NAMED; i++) {
		const struct softnet_interval *softnet = &interval->softnets[i];

		if (softnet == most || !(softnet->dropped_per_s > 0))
			continue;
		rule_show(judging, finding, arena_printf(judging->arena, "cpu%d", softnet->cpu),
			  _("drops %s/s"), rule_rate(judging, softnet->dropped_per_s));
		n_named++;
	}
	rule_show_count(judging, finding, _("waiting now"), most->backlog);
	if (most->rps_per_s > 0)
		rule_show(judging, finding, _("woken by RPS"), "%s/s",
			  rule_rate(judging, most->rps_per_s));
	rule_show_in_kernel(judging, finding);
	if (most->flow_limit_per_s > most->dropped_per_s / 2)
		rule_cause(judging, finding, _("the flow limit drops packets of large flows"));
	rule_cause(judging, finding,
		   _("RPS, veth or loopback give one CPU more packets than it can take in"));
	rule_cause(judging, finding, _("a burst that is longer than the queue"));
	rule_confirm(judging, finding, "cat /proc/net/softnet_stat");
	r3_mend(judging, finding);
	rule_point(judging, finding, "network", NULL);
}

static void judge_r3(struct judging *judging)
{
	const struct interval *interval = judging->interval;
	const struct softnet_interval *most = NULL;
	double per_s = 0;

	for (size_t i = 0; i < interval->n_softnets; i++) {
		const struct softnet_interval *softnet = &interval->softnets[i];

		if (softnet->cpu < 0 || !(softnet->dropped_per_s > 0))
			continue;
		per_s += softnet->dropped_per_s;
		if (!most || softnet->dropped_per_s > most->dropped_per_s)
			most = softnet;
	}
	if (most && per_s >= rule_threshold(judging, R3_WARN))
		r3_find(judging, most, per_s);
}

static const struct example r3_examples[] = {
	{"", "'softnets': [{'cpu': 0, 'processed': 1000, 'dropped': 0},"
	     "             {'cpu': 1, 'processed': 90000, 'dropped': 30000, 'backlog': 1001}],"
	     "'settings': [{'name': 'net.core.netdev_max_backlog', 'value': '1000'}]"},
	{"", "'softnets': [{'cpu': 3, 'processed': 90000, 'dropped': 12}]"},
	/* One in two seconds. */
	{NULL, "'softnets': [{'cpu': 1, 'processed': 90000, 'dropped': 0.5}]"},
};

const struct rule r3_rule = {
	.id = "R3",
	.title = N_("packets dropped from a full backlog"),
	.help = N_("Packets that RPS, a veth pair or the loopback put in the queue of a CPU are "
		   "lost, for the queue is full."),
	.needs = NEED_SOFTNETS,
	.helps = NEED_SETTINGS | NEED_TASKS,
	.thresholds = r3_thresholds,
	.n_thresholds = COUNT(r3_thresholds),
	.judge = judge_r3,
	.examples = r3_examples,
	.n_examples = COUNT(r3_examples),
};

enum { R4_PER_S, R4_PCT, R4_SI };

static const struct threshold r4_thresholds[] = {
	[R4_PER_S] = {"squeezed_per_s", 10, AT_LEAST,
		      N_("times that a CPU stopped with packets left")},
	[R4_PCT] = {"squeezed_pct", 0.1, AT_LEAST, N_("of the packets that it took in")},
	[R4_SI] = {"si_pct", 50, AT_LEAST,
		   N_("that it is in softirqs; less will do where packets are dropped")},
};

static bool is_squeezed(const struct judging *judging, const struct cpu_load *load)
{
	const struct softnet_interval *softnet = load->softnet;

	return softnet && softnet->squeezed_per_s >= rule_threshold(judging, R4_PER_S) &&
	       100 * softnet->squeezed_per_s >=
		       rule_threshold(judging, R4_PCT) * softnet->processed_per_s &&
	       (load->si_pct >= rule_threshold(judging, R4_SI) || softnet->dropped_per_s >= 1);
}

static void r4_mend(struct judging *judging, struct finding *finding)
{
	double packets = interval_setting_number(judging->interval, budget);
	double us = interval_setting_number(judging->interval, budget_usecs);

	if (!(packets > 0 && us > 0)) {
		rule_lack(judging, finding, _("%s: only the first network namespace has it"),
			  budget);
		return;
	}
	rule_show_count(judging, finding, budget, packets);
	rule_show_count(judging, finding, budget_usecs, us);
	rule_mend(judging, finding, "sysctl -w %s=%.0f %s=%.0f", budget, 2 * packets, budget_usecs,
		  2 * us);
	rule_undo(judging, finding, "sysctl -w %s=%.0f %s=%.0f", budget, packets, budget_usecs, us);
}

static void r4_find(struct judging *judging, const struct cpu_load *most, int n)
{
	struct finding *finding = rule_find_machine(judging, GRADE_WARN);

	rule_say(judging, finding,
		 _("cpu%d stops %s times/s with packets left: its budget for them is used up"),
		 most->cpu, rule_rate(judging, most->softnet->squeezed_per_s));
	rule_show(judging, finding, _("packets taken in"), "%s/s",
		  rule_rate(judging, most->packets_per_s));
	if (most->si_pct >= 0)
		rule_show(judging, finding, _("shares"), "si %s%%",
			  rule_pct(judging, most->si_pct));
	rule_show(judging, finding, _("CPUs it is so on"), "%d", n);
	rule_cause(judging, finding, _("too many packets for one CPU: see R1"));
	rule_cause(judging, finding, _("bursts that take longer than the budget"));
	rule_confirm(judging, finding, "cat /proc/net/softnet_stat");
	r4_mend(judging, finding);
	rule_point(judging, finding, "network", NULL);
}

static void judge_r4(struct judging *judging)
{
	const struct cpu_load *loads = loads_of(judging->interval, judging->arena), *most = NULL;
	int n = 0;

	for (size_t i = 0; i < judging->interval->n_cpus; i++) {
		if (!is_squeezed(judging, &loads[i]))
			continue;
		n++;
		if (!most || loads[i].softnet->squeezed_per_s > most->softnet->squeezed_per_s)
			most = &loads[i];
	}
	if (most)
		r4_find(judging, most, n);
}

static const struct example r4_examples[] = {
	{"", "'cpus': [{'cpu': 0, 'si': 5}, {'cpu': 1, 'si': 70}],"
	     "'softnets': [{'cpu': 0, 'processed': 90}, {'cpu': 1, 'processed': 90000,"
	     "              'dropped': 0, 'squeezed': 300}],"
	     "'settings': [{'name': 'net.core.netdev_budget', 'value': '300'},"
	     "             {'name': 'net.core.netdev_budget_usecs', 'value': '2000'}]"},
	/* In softirqs for little, and nothing is lost. */
	{NULL, "'cpus': [{'cpu': 1, 'si': 20}],"
	       "'softnets': [{'cpu': 1, 'processed': 90000, 'dropped': 0, 'squeezed': 300}]"},
	/* Eight times. */
	{NULL, "'cpus': [{'cpu': 1, 'si': 70}],"
	       "'softnets': [{'cpu': 1, 'processed': 2000, 'squeezed': 8}]"},
	/* Once for 3000 packets. */
	{NULL, "'cpus': [{'cpu': 1, 'si': 70}],"
	       "'softnets': [{'cpu': 1, 'processed': 90000, 'squeezed': 30}]"},
};

const struct rule r4_rule = {
	.id = "R4",
	.title = N_("the budget for packets is used up"),
	.help = N_(
		"A CPU that takes in packets is stopped again and again with packets left, and is "
		"busy with them or drops some."),
	.needs = NEED_STAT | NEED_SOFTNETS,
	.helps = NEED_SETTINGS,
	.thresholds = r4_thresholds,
	.n_thresholds = COUNT(r4_thresholds),
	.judge = judge_r4,
	.examples = r4_examples,
	.n_examples = COUNT(r4_examples),
};

enum { R38_WARN, R38_CRIT, R38_ERRORS, R38_LEAST };

static const struct threshold r38_thresholds[] = {
	[R38_WARN] = {"warn_pct", 0.1, AT_LEAST,
		      N_("of the packets received by an interface, that it dropped")},
	[R38_CRIT] = {"crit_pct", 2, AT_LEAST, N_("the same, for it to be critical")},
	[R38_ERRORS] = {"errors_pct", 1, AT_LEAST, N_("of them, that came damaged")},
	[R38_LEAST] = {"least_per_s", 10, AT_LEAST,
		       N_("packets dropped or damaged: fewer are never found")},
};

static double pct_of_received(const struct netdev_interval *netdev, double per_s)
{
	double all = netdev->rx_packets_per_s + netdev->rx_dropped_per_s;

	return all > 0 ? 100 * per_s / all : (double)NAN;
}

/* What no card has received may still find the queue of a CPU full, and is counted at both. */
static bool is_dropped_by_cpus(const struct interval *interval,
			       const struct netdev_interval *netdev)
{
	double per_s = 0;

	for (size_t i = 0; i < interval->n_softnets; i++)
		if (interval->softnets[i].dropped_per_s > 0)
			per_s += interval->softnets[i].dropped_per_s;
	return per_s >= netdev->rx_dropped_per_s / 2;
}

static void r38_explain(struct judging *judging, struct finding *finding,
			const struct netdev_interval *netdev)
{
	const char *name = rule_quote(judging, netdev->name);

	if (netdev->rx_errors_per_s > netdev->rx_dropped_per_s)
		rule_cause(judging, finding, _("a bad cable, connector or port"));
	else if (netdev->driver)
		rule_cause(judging, finding,
			   _("the ring of the card is too small, or its CPU late"));
	else if (is_dropped_by_cpus(judging->interval, netdev))
		rule_cause(judging, finding, _("the backlog of a CPU is full: see R3"));
	rule_cause(judging, finding, _("unknown VLANs or protocols, which nobody here wants"));
	if (netdev->driver)
		rule_confirm(judging, finding, "ethtool -S %s | grep -iE 'drop|miss|err'", name);
	else
		rule_confirm(judging, finding, "ip -s -s link show dev %s", name);
}

static void r38_find(struct judging *judging, const struct netdev_interval *netdev)
{
	double dropped = pct_of_received(netdev, netdev->rx_dropped_per_s);
	double damaged = pct_of_received(netdev, netdev->rx_errors_per_s);
	struct finding *finding = rule_find(
		judging, dropped >= rule_threshold(judging, R38_CRIT) ? GRADE_CRIT : GRADE_WARN,
		"%s", netdev->name);

	if (damaged >= rule_threshold(judging, R38_ERRORS) && !(dropped > damaged))
		rule_say(judging, finding, _("%s receives %s%% of its packets damaged (%s/s)"),
			 netdev->name, rule_pct(judging, damaged),
			 rule_rate(judging, netdev->rx_errors_per_s));
	else
		rule_say(judging, finding, _("%s drops %s%% of the packets it receives (%s/s)"),
			 netdev->name, rule_pct(judging, dropped),
			 rule_rate(judging, netdev->rx_dropped_per_s));
	rule_show(judging, finding, _("received"), "%s/s",
		  rule_rate(judging, netdev->rx_packets_per_s));
	rule_show(judging, finding, _("dropped"), "%s/s",
		  rule_rate(judging, netdev->rx_dropped_per_s));
	rule_show(judging, finding, _("damaged"), "%s/s",
		  rule_rate(judging, netdev->rx_errors_per_s));
	r38_explain(judging, finding, netdev);
	rule_point(judging, finding, "network", netdev->name);
}

static void judge_r38(struct judging *judging)
{
	const struct interval *interval = judging->interval;

	for (size_t i = 0; i < interval->n_netdevs; i++) {
		const struct netdev_interval *netdev = &interval->netdevs[i];
		double least = rule_threshold(judging, R38_LEAST);
		double dropped = pct_of_received(netdev, netdev->rx_dropped_per_s);
		double damaged = pct_of_received(netdev, netdev->rx_errors_per_s);

		if ((netdev->rx_dropped_per_s >= least &&
		     dropped >= rule_threshold(judging, R38_WARN)) ||
		    (netdev->rx_errors_per_s >= least &&
		     damaged >= rule_threshold(judging, R38_ERRORS)))
			r38_find(judging, netdev);
	}
}

static const struct example r38_examples[] = {
	{"eth0", "'netdevs': [{'name': 'eth0', 'rxpck': 50000, 'rxdrop': 2000, 'rxerr': 0}]"},
	{"eth0", "'netdevs': [{'name': 'eth0', 'rxpck': 5000, 'rxdrop': 0, 'rxerr': 100}]"},
	/* Less than one in a thousand. */
	{NULL, "'netdevs': [{'name': 'eth0', 'rxpck': 50000, 'rxdrop': 40, 'rxerr': 0}]"},
	/* Damaged, but one in two hundred. */
	{NULL, "'netdevs': [{'name': 'eth0', 'rxpck': 5000, 'rxdrop': 0, 'rxerr': 25}]"},
	/* A tenth, of hardly anything. */
	{NULL, "'netdevs': [{'name': 'eth0', 'rxpck': 20, 'rxdrop': 2, 'rxerr': 0}]"},
};

const struct rule r38_rule = {
	.id = "R38",
	.title = N_("an interface drops packets"),
	.help = N_("A real share of the packets that an interface received is dropped or damaged."),
	.needs = NEED_NETDEVS,
	.helps = NEED_SOFTNETS,
	.thresholds = r38_thresholds,
	.n_thresholds = COUNT(r38_thresholds),
	.judge = judge_r38,
	.examples = r38_examples,
	.n_examples = COUNT(r38_examples),
};
