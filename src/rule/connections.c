/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Connections that cannot be made: listeners that are full, ports that are used up. */
#include "config.h"

#include <math.h>
#include <string.h>

#include "base/i18n.h"
#include "base/scan.h"
#include "interval.h"
#include "rule/rule.h"
#include "sample.h"

#define COUNT(items) (sizeof(items) / sizeof(*(items)))

static const char somaxconn[] = "net.core.somaxconn";
static const char max_syn_backlog[] = "net.ipv4.tcp_max_syn_backlog";
static const char port_range[] = "net.ipv4.ip_local_port_range";
static const char tw_reuse[] = "net.ipv4.tcp_tw_reuse";

/* What this setting is, made larger: @least at least, or twice what it is. */
static void mend_by_raising(struct judging *judging, struct finding *finding, const char *setting,
			    double least)
{
	double now = interval_setting_number(judging->interval, setting);

	if (!(now > 0))
		return;
	rule_show_count(judging, finding, setting, now);
	rule_mend(judging, finding, "sysctl -w %s=%.0f", setting, fmax(least, 2 * now));
	rule_undo(judging, finding, "sysctl -w %s=%.0f", setting, now);
}

enum { R39_WARN, R39_CRIT };

static const struct threshold r39_thresholds[] = {
	[R39_WARN] = {"warn_per_s", 1, AT_LEAST, N_("connections that a full listener refused")},
	[R39_CRIT] = {"crit_per_s", 5, AT_LEAST, N_("the same, for it to be critical")},
};

/* Room that is less than the kernel would give is what the program asked for. */
static void r39_explain(struct judging *judging, struct finding *finding)
{
	const struct sockets_interval *sockets = &judging->interval->sockets;
	double most = interval_setting_number(judging->interval, somaxconn);

	rule_cause(judging, finding, _("the program accepts too slowly, or is stuck"));
	if (sockets->listener && sockets->listen_queue_most < most) {
		rule_show_count(judging, finding, somaxconn, most);
		rule_cause(judging, finding,
			   _("it asks for little room itself: the backlog of its listen()"));
		return;
	}
	rule_cause(judging, finding, _("little room: the backlog of listen(), and somaxconn"));
	mend_by_raising(judging, finding, somaxconn, 4096);
}

static void judge_r39(struct judging *judging)
{
	const struct sockets_interval *sockets = &judging->interval->sockets;
	struct finding *finding;

	if (!(sockets->listen_overflows_per_s >= rule_threshold(judging, R39_WARN)))
		return;
	finding = rule_find_machine(judging, sockets->listen_overflows_per_s >=
							     rule_threshold(judging, R39_CRIT)
						     ? GRADE_CRIT
						     : GRADE_WARN);
	if (sockets->listener)
		rule_say(judging, finding,
			 _("%s has %.0f waiting, room for %.0f: %s connections/s find a listener "
			   "full"),
			 sockets->listener, sockets->listen_queue, sockets->listen_queue_most,
			 rule_rate(judging, sockets->listen_overflows_per_s));
	else
		rule_say(judging, finding, _("%s connections/s find a listener full"),
			 rule_rate(judging, sockets->listen_overflows_per_s));
	rule_show(judging, finding, _("lost by listeners"), "%s/s",
		  rule_rate(judging, sockets->listen_drops_per_s));
	rule_show(judging, finding, _("accepted"), "%s/s",
		  rule_rate(judging, sockets->passive_opens_per_s));
	rule_confirm(judging, finding, "ss -lntp");
	r39_explain(judging, finding);
	rule_point(judging, finding, "network", NULL);
}

static const struct example r39_examples[] = {
	{"", "'sockets': {'overflow': 40, 'listener': '0.0.0.0:80', 'listen_queue': 2,"
	     "            'listen_queue_most': 1},"
	     "'settings': [{'name': 'net.core.somaxconn', 'value': '4096'}]"},
	{"", "'sockets': {'overflow': 3},"
	     "'settings': [{'name': 'net.core.somaxconn', 'value': '128'}]"},
	{NULL, "'sockets': {'overflow': 0.5, 'listener': '0.0.0.0:80', 'listen_queue': 2,"
	       "            'listen_queue_most': 1}"},
};

const struct rule r39_rule = {
	.id = "R39",
	.title = N_("a listener is full"),
	.help = N_("Connections are lost, for the program that listens does not accept them in "
		   "time: whoever calls waits for a second or more."),
	.needs = NEED_SOCKETS,
	.helps = NEED_PEERS | NEED_SETTINGS,
	.thresholds = r39_thresholds,
	.n_thresholds = COUNT(r39_thresholds),
	.judge = judge_r39,
	.examples = r39_examples,
	.n_examples = COUNT(r39_examples),
};

enum { R40_PER_S };

static const struct threshold r40_thresholds[] = {
	[R40_PER_S] = {"syn_per_s", 1, AT_LEAST,
		       N_("SYN cookies sent, or SYNs lost, for a full queue")},
};

static void judge_r40(struct judging *judging)
{
	const struct sockets_interval *sockets = &judging->interval->sockets;
	bool is_lossy = sockets->syn_drops_per_s >= rule_threshold(judging, R40_PER_S);
	struct finding *finding;

	if (!is_lossy && !(sockets->syn_cookies_per_s >= rule_threshold(judging, R40_PER_S)))
		return;
	finding = rule_find_machine(judging, GRADE_WARN);
	if (is_lossy)
		rule_say(judging, finding, _("%s SYNs/s are lost: the SYN queue is full"),
			 rule_rate(judging, sockets->syn_drops_per_s));
	else
		rule_say(judging, finding, _("%s SYN cookies/s are sent: the SYN queue is full"),
			 rule_rate(judging, sockets->syn_cookies_per_s));
	rule_show(judging, finding, _("connections opened from elsewhere"), "%s/s",
		  rule_rate(judging, sockets->passive_opens_per_s));
	rule_cause(judging, finding, _("a SYN flood"));
	rule_cause(judging, finding, _("more clients at once than the queue is made for"));
	rule_confirm(judging, finding, "ss -Htn state syn-recv | wc -l");
	mend_by_raising(judging, finding, max_syn_backlog, 1024);
	rule_point(judging, finding, "network", NULL);
}

static const struct example r40_examples[] = {
	{"", "'sockets': {'cookies': 300, 'syn_drop': 0},"
	     "'settings': [{'name': 'net.ipv4.tcp_max_syn_backlog', 'value': '512'}]"},
	{"", "'sockets': {'cookies': 0, 'syn_drop': 30}"},
	{NULL, "'sockets': {'cookies': 0.4, 'syn_drop': 0}"},
};

const struct rule r40_rule = {
	.id = "R40",
	.title = N_("the SYN queue is full"),
	.help = N_("More connections are begun than there is room for; what answers all the same "
		   "is SYN cookies, which cost CPU, or nothing does."),
	.needs = NEED_SOCKETS,
	.helps = NEED_SETTINGS,
	.thresholds = r40_thresholds,
	.n_thresholds = COUNT(r40_thresholds),
	.judge = judge_r40,
	.examples = r40_examples,
	.n_examples = COUNT(r40_examples),
};

enum { R41_USED, R41_OPENS, R41_WAIT };

static const struct threshold r41_thresholds[] = {
	[R41_USED] = {"used_pct", 80, AT_LEAST,
		      N_("of the ephemeral ports, that connections to one destination hold")},
	[R41_OPENS] = {"opens_times", 1, AT_LEAST,
		       N_("connections opened from here in a minute, for each ephemeral port")},
	[R41_WAIT] = {"wait_pct", 50, AT_LEAST,
		      N_("of the ports, that are in TIME_WAIT, for that to matter")},
};

/* A port is kept for so long after its connection. */
static const double time_wait_s = 60;

/* More ports if there can be, or else they are used again sooner. */
static void r41_mend(struct judging *judging, struct finding *finding)
{
	const char *range = interval_setting(judging->interval, port_range);
	const char *reuse = interval_setting(judging->interval, tw_reuse);
	struct scan scan = scan_of(range ? range : "", range ? strlen(range) : 0);
	uint64_t first, last;

	if (range && scan_u64(&scan, &first) && scan_u64(&scan, &last) &&
	    (first > 1024 || last < 65000)) {
		rule_mend(judging, finding, "sysctl -w %s='1024 65000'", port_range);
		rule_undo(judging, finding, "sysctl -w %s='%llu %llu'", port_range,
			  (unsigned long long)first, (unsigned long long)last);
	} else if (reuse && strcmp(reuse, "1") != 0) {
		rule_mend(judging, finding, "sysctl -w %s=1", tw_reuse);
		rule_undo(judging, finding, "sysctl -w %s=%s", tw_reuse,
			  rule_quote(judging, reuse));
	}
}

static void r41_say(struct judging *judging, struct finding *finding)
{
	const struct sockets_interval *sockets = &judging->interval->sockets;

	if (finding->grade == GRADE_WARN)
		rule_say(judging, finding,
			 _("%s: connections to it hold %.0f of %.0f ephemeral ports (%s%%)"),
			 sockets->top ? sockets->top : "?", sockets->top_ports, sockets->ports,
			 rule_pct(judging, 100 * sockets->top_ports / sockets->ports));
	else
		rule_say(judging, finding,
			 _("%s connections/s are opened from here: %.0f ports last for %.0f/s"),
			 rule_rate(judging, sockets->active_opens_per_s), sockets->ports,
			 sockets->ports / time_wait_s);
}

static void judge_r41(struct judging *judging)
{
	const struct sockets_interval *sockets = &judging->interval->sockets;
	bool is_used =
		100 * sockets->top_ports >= rule_threshold(judging, R41_USED) * sockets->ports;
	bool is_quick =
		sockets->active_opens_per_s * time_wait_s >=
			rule_threshold(judging, R41_OPENS) * sockets->ports &&
		100 * sockets->time_wait >= rule_threshold(judging, R41_WAIT) * sockets->ports;
	struct finding *finding;

	if (!(sockets->ports > 0) || (!is_used && !is_quick))
		return;
	finding = rule_find_machine(judging, is_used ? GRADE_WARN : GRADE_INFO);
	r41_say(judging, finding);
	rule_show(judging, finding, _("opened from here"), "%s/s",
		  rule_rate(judging, sockets->active_opens_per_s));
	if (sockets->time_wait >= 0)
		rule_show_count(judging, finding, _("in TIME_WAIT"), sockets->time_wait);
	if (sockets->established >= 0)
		rule_show_count(judging, finding, _("established"), sockets->established);
	if (sockets->top)
		rule_show(judging, finding, _("most go to"), "%s", sockets->top);
	rule_cause(judging, finding,
		   _("a client that opens a connection for each request: keep-alive, a pool"));
	rule_cause(judging, finding, _("connections that are never closed"));
	rule_confirm(judging, finding,
		     "ss -Htan | awk '{print $1, $5}' | sort | uniq -c | sort -nr | head");
	r41_mend(judging, finding);
	rule_point(judging, finding, "network", NULL);
}

static const struct example r41_examples[] = {
	{"", "'sockets': {'ports': 28232, 'top_ports': 25000, 'top': '192.0.2.7:443',"
	     "            'active': 400, 'time_wait': 24000},"
	     "'settings': [{'name': 'net.ipv4.ip_local_port_range', 'value': '32768\\t60999'}]"},
	{"", "'sockets': {'ports': 28232, 'active': 500, 'time_wait': 20000},"
	     "'settings': [{'name': 'net.ipv4.ip_local_port_range', 'value': '1024\\t65535'},"
	     "             {'name': 'net.ipv4.tcp_tw_reuse', 'value': '2'}]"},
	{NULL, "'sockets': {'ports': 28232, 'top_ports': 20000, 'top': '192.0.2.7:443',"
	       "            'active': 330, 'time_wait': 20000}"},
	/* Many, but of those that keep no port. */
	{NULL, "'sockets': {'ports': 28232, 'active': 2000, 'time_wait': 90}"},
};

const struct rule r41_rule = {
	.id = "R41",
	.title = N_("ephemeral ports run out"),
	.help = N_("Connections from here to one destination hold nearly all ports there are: soon "
		   "no more can be made, and each new one searches for long."),
	.needs = NEED_SOCKETS,
	.helps = NEED_PEERS | NEED_SETTINGS,
	.thresholds = r41_thresholds,
	.n_thresholds = COUNT(r41_thresholds),
	.judge = judge_r41,
	.examples = r41_examples,
	.n_examples = COUNT(r41_examples),
};
