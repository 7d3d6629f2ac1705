/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Sockets that lose what came for them, and tables of the network that are full. */
#include "config.h"

#include <math.h>
#include <string.h>

#include "base/i18n.h"
#include "base/scan.h"
#include "interval.h"
#include "join/top.h"
#include "rule/rule.h"
#include "sample.h"

#define COUNT(items) (sizeof(items) / sizeof(*(items)))

static const char conntrack_count[] = "net.netfilter.nf_conntrack_count";
static const char conntrack_max[] = "net.netfilter.nf_conntrack_max";
static const char rmem_default[] = "net.core.rmem_default";
static const char tcp_mem[] = "net.ipv4.tcp_mem";
static const char max_orphans[] = "net.ipv4.tcp_max_orphans";

enum { R42_WARN, R42_CRIT };

static const struct threshold r42_thresholds[] = {
	[R42_WARN] = {"warn_pct", 75, AT_LEAST, N_("of the table of connections, that is used")},
	[R42_CRIT] = {"crit_pct", 90, AT_LEAST, N_("the same, for it to be critical")},
};

static void judge_r42(struct judging *judging)
{
	double n = interval_setting_number(judging->interval, conntrack_count);
	double most = interval_setting_number(judging->interval, conntrack_max);
	struct finding *finding;

	if (!(most > 0) || !(100 * n >= rule_threshold(judging, R42_WARN) * most))
		return;
	finding = rule_find_machine(judging, 100 * n >= rule_threshold(judging, R42_CRIT) * most
						     ? GRADE_CRIT
						     : GRADE_WARN);
	rule_say(judging, finding, _("the table of tracked connections is %s%% full: %.0f of %.0f"),
		 rule_pct(judging, 100 * n / most), n, most);
	rule_show_count(judging, finding, conntrack_count, n);
	rule_show_count(judging, finding, conntrack_max, most);
	rule_cause(judging, finding, _("many connections through NAT or a firewall"));
	rule_cause(judging, finding, _("a scan, or short connections that time out slowly"));
	rule_confirm(judging, finding, "sysctl %s %s", conntrack_count, conntrack_max);
	rule_mend(judging, finding, "sysctl -w %s=%.0f", conntrack_max, 2 * most);
	rule_undo(judging, finding, "sysctl -w %s=%.0f", conntrack_max, most);
	rule_point(judging, finding, "network", NULL);
}

static const struct example r42_examples[] = {
	{"", "'settings': [{'name': 'net.netfilter.nf_conntrack_count', 'value': '250000'},"
	     "             {'name': 'net.netfilter.nf_conntrack_max', 'value': '262144'}]"},
	{NULL, "'settings': [{'name': 'net.netfilter.nf_conntrack_count', 'value': '150000'},"
	       "             {'name': 'net.netfilter.nf_conntrack_max', 'value': '262144'}]"},
};

const struct rule r42_rule = {
	.id = "R42",
	.title = N_("the table of connections is nearly full"),
	.help = N_("When the kernel can track no more connections, packets of new ones are lost."),
	.needs = NEED_SETTINGS,
	.thresholds = r42_thresholds,
	.n_thresholds = COUNT(r42_thresholds),
	.judge = judge_r42,
	.examples = r42_examples,
	.n_examples = COUNT(r42_examples),
};

enum { R43_PER_S, R43_BUSY };

static const struct threshold r43_thresholds[] = {
	[R43_PER_S] = {"full_per_s", 10, AT_LEAST,
		       N_("UDP datagrams that found a receive buffer full")},
	[R43_BUSY] = {"busy_pct", 80, AT_LEAST,
		      N_("of a CPU, that a thread uses or waits for: no buffer helps it")},
};

/* Programs whose lines are shown. */
enum { MOST_BUSY = 3 };

/* Who reads is in the kernel for it, while it runs: others that are short of a CPU do not matter here. */
static const double least_sys_pct = 5;

/* Of a CPU, that it uses or waits for. */
static double wanted_pct(const struct task_interval *thread)
{
	return thread->cpu_pct + (thread->wait_pct > 0 ? thread->wait_pct : 0);
}

/* Threads that have no CPU left, or do not get one: who reads is among them, if that is the reason. */
static struct top r43_show_busy(struct judging *judging, struct finding *finding)
{
	const struct interval *interval = judging->interval;
	struct top top = {.n = 0};

	for (size_t i = 0; i < interval->n_threads; i++) {
		const struct task_interval *thread = &interval->threads[i];

		if (!thread->is_kernel && thread->sys_pct >= least_sys_pct &&
		    wanted_pct(thread) >= rule_threshold(judging, R43_BUSY))
			top_add(&top, thread, thread->sys_pct);
	}
	for (size_t i = 0; i < top.n && i < MOST_BUSY; i++)
		rule_show(judging, finding, rule_task(judging, top.rows[i]),
			  _("uses %s%% (sy %s%%), waits %s%%"),
			  rule_pct(judging, top.rows[i]->cpu_pct),
			  rule_pct(judging, top.rows[i]->sys_pct),
			  rule_pct(judging, top.rows[i]->wait_pct));
	return top;
}

/* What is not read for want of CPU fills any buffer. */
static void r43_explain(struct judging *judging, struct finding *finding)
{
	const struct top busy = r43_show_busy(judging, finding);
	double now = interval_setting_number(judging->interval, rmem_default);
	const struct task_interval *first = busy.n ? busy.rows[0] : NULL;

	rule_point(judging, finding, "network", NULL);
	if (first && first->wait_pct > first->cpu_pct)
		rule_cause(judging, finding, _("who reads them waits for a CPU: %s, if it reads"),
			   rule_task(judging, first));
	else if (first)
		rule_cause(judging, finding, _("who reads them has no CPU left: %s, if it reads"),
			   rule_task(judging, first));
	rule_cause(judging, finding, _("who reads them does other things, or is stuck"));
	rule_cause(judging, finding, _("bursts that are larger than the receive buffer"));
	if (!(now > 0))
		return;
	rule_show_count(judging, finding, rmem_default, now);
	if (first)
		return;
	rule_cause(judging, finding,
		   _("a larger buffer is for sockets opened from then on, that ask for none"));
	rule_mend(judging, finding, "sysctl -w %s=%.0f", rmem_default, 2 * now);
	rule_undo(judging, finding, "sysctl -w %s=%.0f", rmem_default, now);
}

static void judge_r43(struct judging *judging)
{
	const struct sockets_interval *sockets = &judging->interval->sockets;
	struct finding *finding;

	if (!(sockets->udp_full_per_s >= rule_threshold(judging, R43_PER_S)))
		return;
	finding = rule_find_machine(judging, GRADE_WARN);
	rule_say(judging, finding,
		 _("UDP: %s datagrams/s are lost: programs do not read them in time"),
		 rule_rate(judging, sockets->udp_full_per_s));
	rule_show(judging, finding, _("read in time"), "%s/s",
		  rule_rate(judging, sockets->udp_in_per_s));
	/* Those that lost some, with their ports and programs. */
	rule_confirm(judging, finding, "ss -HOuanpm | grep -v ',d0)'");
	r43_explain(judging, finding);
}

static const struct example r43_examples[] = {
	{"", "'sockets': {'udp_full': 5000, 'udp_in': 80000},"
	     "'settings': [{'name': 'net.core.rmem_default', 'value': '212992'}]"},
	{"", "'sockets': {'udp_full': 5000, 'udp_in': 80000}, 'threads': [{'tid': 9, 'pid': 9,"
	     "            'name': 'dnsd', 'cpu': 96, 'sys': 60, 'wait': 3}],"
	     "'settings': [{'name': 'net.core.rmem_default', 'value': '212992'}]"},
	{NULL, "'sockets': {'udp_full': 4, 'udp_in': 80000}"},
};

const struct rule r43_rule = {
	.id = "R43",
	.title = N_("UDP datagrams are lost"),
	.help = N_("Datagrams came in, cost CPU, and were thrown away, for the buffer of their "
		   "socket was full."),
	.needs = NEED_SOCKETS,
	.helps = NEED_SETTINGS | NEED_TASKS,
	.thresholds = r43_thresholds,
	.n_thresholds = COUNT(r43_thresholds),
	.judge = judge_r43,
	.examples = r43_examples,
	.n_examples = COUNT(r43_examples),
};

enum { R44_MEMORY, R44_ORPHANS };

static const struct threshold r44_thresholds[] = {
	[R44_MEMORY] = {"memory_pct", 100, AT_LEAST,
			N_("of the memory from which on TCP is short of it (tcp_mem)")},
	[R44_ORPHANS] = {"orphans_pct", 25, AT_LEAST,
			 N_("of the sockets without a process (orphans) that are allowed")},
};

/* The three numbers of tcp_mem, in pages. */
struct tcp_limits {
	uint64_t low, pressure, most;
};

static bool get_limits(const struct interval *interval, struct tcp_limits *limits)
{
	const char *text = interval_setting(interval, tcp_mem);
	struct scan scan = scan_of(text ? text : "", text ? strlen(text) : 0);

	return scan_u64(&scan, &limits->low) && scan_u64(&scan, &limits->pressure) &&
	       scan_u64(&scan, &limits->most);
}

static void r44_find_memory(struct judging *judging, const struct tcp_limits *limits,
			    double pressure_kib)
{
	const struct sockets_interval *sockets = &judging->interval->sockets;
	struct finding *finding = rule_find(judging, GRADE_WARN, "memory");

	rule_say(judging, finding,
		 _("TCP sockets hold %.0f MiB, and are short of memory from %.0f"),
		 sockets->tcp_mem_kib / 1024, pressure_kib / 1024);
	rule_show(judging, finding, tcp_mem, "%llu %llu %llu", (unsigned long long)limits->low,
		  (unsigned long long)limits->pressure, (unsigned long long)limits->most);
	rule_show_count(judging, finding, _("TCP sockets"), sockets->tcp_inuse);
	rule_cause(judging, finding, _("peers that read slowly, so that much waits to be sent"));
	rule_cause(judging, finding, _("programs that do not read what came"));
	rule_confirm(judging, finding, "ss -tm state established");
	rule_mend(judging, finding, "sysctl -w %s='%llu %llu %llu'", tcp_mem,
		  2 * (unsigned long long)limits->low, 2 * (unsigned long long)limits->pressure,
		  2 * (unsigned long long)limits->most);
	rule_undo(judging, finding, "sysctl -w %s='%llu %llu %llu'", tcp_mem,
		  (unsigned long long)limits->low, (unsigned long long)limits->pressure,
		  (unsigned long long)limits->most);
	rule_point(judging, finding, "network", NULL);
}

static void r44_find_orphans(struct judging *judging, double most)
{
	const struct sockets_interval *sockets = &judging->interval->sockets;
	struct finding *finding = rule_find(judging, GRADE_WARN, "orphans");

	rule_say(judging, finding,
		 _("%.0f TCP sockets have no process any more (orphans), of %.0f allowed"),
		 sockets->tcp_orphans, most);
	rule_show_count(judging, finding, max_orphans, most);
	rule_show_count(judging, finding, _("in TIME_WAIT"), sockets->time_wait);
	rule_cause(judging, finding, _("programs close connections whose peers are gone"));
	rule_confirm(judging, finding, "ss -tan state fin-wait-1");
	rule_mend(judging, finding, "sysctl -w %s=%.0f", max_orphans, 2 * most);
	rule_undo(judging, finding, "sysctl -w %s=%.0f", max_orphans, most);
	rule_point(judging, finding, "network", NULL);
}

static void judge_r44(struct judging *judging)
{
	const struct interval *interval = judging->interval;
	const struct sockets_interval *sockets = &interval->sockets;
	double page_kib = interval_setting_number(interval, "memory.page_kib");
	double orphans = interval_setting_number(interval, max_orphans);
	struct tcp_limits limits;

	if (get_limits(interval, &limits)) {
		double pressure_kib = page_kib * (double)limits.pressure;

		if (pressure_kib > 0 && 100 * sockets->tcp_mem_kib >=
						rule_threshold(judging, R44_MEMORY) * pressure_kib)
			r44_find_memory(judging, &limits, pressure_kib);
	}
	if (orphans > 0 &&
	    100 * sockets->tcp_orphans >= rule_threshold(judging, R44_ORPHANS) * orphans)
		r44_find_orphans(judging, orphans);
}

static const struct example r44_examples[] = {
	{"memory", "'sockets': {'tcp_mem': 1600000, 'tcp_inuse': 9000},"
		   "'settings': [{'name': 'memory.page_kib', 'value': '4'},"
		   "  {'name': 'net.ipv4.tcp_mem', 'value': '190000\\t380000\\t570000'}]"},
	{"orphans", "'sockets': {'orphans': 20000, 'time_wait': 100},"
		    "'settings': [{'name': 'net.ipv4.tcp_max_orphans', 'value': '65536'}]"},
	/* Nobody knows how large a page is; few orphans. */
	{NULL, "'sockets': {'tcp_mem': 1600000, 'orphans': 9000},"
	       "'settings': [{'name': 'net.ipv4.tcp_max_orphans', 'value': '65536'},"
	       "  {'name': 'net.ipv4.tcp_mem', 'value': '190000\\t380000\\t570000'}]"},
	{NULL, "'sockets': {'tcp_mem': 1100000},"
	       "'settings': [{'name': 'memory.page_kib', 'value': '4'},"
	       "  {'name': 'net.ipv4.tcp_mem', 'value': '190000\\t380000\\t570000'}]"},
};

const struct rule r44_rule = {
	.id = "R44",
	.title = N_("TCP is short of memory"),
	.help = N_("The kernel shrinks windows, and drops data or sockets, for TCP has as much "
		   "memory as it may have, or too many sockets that no program has."),
	.needs = NEED_SOCKETS | NEED_SETTINGS,
	.thresholds = r44_thresholds,
	.n_thresholds = COUNT(r44_thresholds),
	.judge = judge_r44,
	.examples = r44_examples,
	.n_examples = COUNT(r44_examples),
};

enum { R45_WARN, R45_CRIT, R45_LEAST };

static const struct threshold r45_thresholds[] = {
	[R45_WARN] = {"warn_pct", 2, AT_LEAST, N_("of the TCP segments sent, that are sent again")},
	[R45_CRIT] = {"crit_pct", 5, AT_LEAST, N_("the same, for it to be critical")},
	[R45_LEAST] = {"least_per_s", 1000, AT_LEAST, N_("segments sent, for that to matter")},
};

static void judge_r45(struct judging *judging)
{
	const struct sockets_interval *sockets = &judging->interval->sockets;
	struct finding *finding;

	if (!(sockets->retrans_pct >= rule_threshold(judging, R45_WARN)) ||
	    !(sockets->out_segs_per_s >= rule_threshold(judging, R45_LEAST)))
		return;
	finding = rule_find_machine(
		judging, sockets->retrans_pct >= rule_threshold(judging, R45_CRIT) ? GRADE_CRIT
										   : GRADE_WARN);
	rule_say(judging, finding, _("%s%% of the TCP segments that are sent are sent again"),
		 rule_pct(judging, sockets->retrans_pct));
	rule_show(judging, finding, _("sent"), "%s/s", rule_rate(judging, sockets->out_segs_per_s));
	rule_show(judging, finding, _("sent again"), "%s/s",
		  rule_rate(judging, sockets->retrans_per_s));
	rule_cause(judging, finding, _("packets are lost on the way, or by the peer"));
	rule_cause(judging, finding, _("they are lost here: see R3, R38"));
	rule_confirm(judging, finding, "ss -ti state established");
	rule_point(judging, finding, "network", NULL);
}

static const struct example r45_examples[] = {
	{"", "'sockets': {'oseg': 40000, 'retrans': 1200, 'retrans_pct': 3}"},
	{NULL, "'sockets': {'oseg': 40000, 'retrans': 400, 'retrans_pct': 1}"},
	{NULL, "'sockets': {'oseg': 200, 'retrans': 20, 'retrans_pct': 10}"},
};

const struct rule r45_rule = {
	.id = "R45",
	.title = N_("TCP sends much again"),
	.help = N_("A real share of the segments that were sent got lost, or were late: all that "
		   "they cost is paid twice."),
	.needs = NEED_SOCKETS,
	.thresholds = r45_thresholds,
	.n_thresholds = COUNT(r45_thresholds),
	.judge = judge_r45,
	.examples = r45_examples,
	.n_examples = COUNT(r45_examples),
};
