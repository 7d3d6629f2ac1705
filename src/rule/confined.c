/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What overtop cannot see or use of the machine, and what it takes of it itself. */
#include "config.h"

#include <math.h>
#include <string.h>

#include "base/cpuset.h"
#include "base/i18n.h"
#include "interval.h"
#include "rule/rule.h"
#include "sample.h"

#define COUNT(items) (sizeof(items) / sizeof(*(items)))

enum { V2_HIDDEN };

static const struct threshold v2_thresholds[] = {
	[V2_HIDDEN] = {"hidden_pct", 5, AT_LEAST, N_("of all threads, that are not seen")},
};

/* NULL: nobody may be hidden behind it. */
static const char *find_hidepid(const struct interval *interval)
{
	const char *hidepid = interval_setting(interval, "proc.hidepid");

	return hidepid && strcmp(hidepid, "0") != 0 ? hidepid : NULL;
}

static void v2_explain(struct judging *judging, struct finding *finding)
{
	const struct interval *interval = judging->interval;
	const char *hidepid = find_hidepid(interval);
	bool is_plain = interval_setting_number(interval, "overtop.is_privileged") == 0;

	if (hidepid)
		rule_cause(judging, finding,
			   _("/proc is mounted with hidepid=%s: only root, and the group of its "
			     "gid=, sees all"),
			   hidepid);
	else
		rule_cause(judging, finding, _("something else keeps them from being read"));
	rule_confirm(judging, finding, "grep ' /proc ' /proc/self/mountinfo");
	if (hidepid && is_plain)
		rule_mend(judging, finding, "sudo overtop");
	rule_point(judging, finding, "tasks", NULL);
}

static void judge_v2(struct judging *judging)
{
	const struct interval *interval = judging->interval;
	const struct totals *totals = &interval->totals;
	double n_hidden = totals->n_all_threads - totals->n_threads;
	struct finding *finding;

	/* Those outside of a container are another matter: V3. */
	if (interval_setting_number(interval, "pidns.is_first") == 0 && !find_hidepid(interval))
		return;
	if (!(n_hidden >= 1) ||
	    !(100 * n_hidden / totals->n_all_threads >= rule_threshold(judging, V2_HIDDEN)))
		return;
	finding = rule_find_machine(judging, GRADE_INFO);
	rule_say(judging, finding,
		 _("%.0f of %.0f threads are hidden from overtop; sums of the machine are whole"),
		 n_hidden, totals->n_all_threads);
	rule_show_count(judging, finding, _("threads seen"), totals->n_threads);
	v2_explain(judging, finding);
}

static const struct example v2_examples[] = {
	{"", "'totals': {'threads': 12, 'all_threads': 412},"
	     "'settings': [{'name': 'overtop.is_privileged', 'value': '0'},"
	     "             {'name': 'proc.hidepid', 'value': '2'}]"},
	/* Nobody knows by what. */
	{"", "'totals': {'threads': 3, 'all_threads': 412}"},
	/* In a container. */
	{NULL, "'totals': {'threads': 3, 'all_threads': 412},"
	       "'settings': [{'name': 'pidns.is_first', 'value': '0'}]"},
	/* Some began and some ended between the two counts. */
	{NULL, "'totals': {'threads': 400, 'all_threads': 412},"
	       "'settings': [{'name': 'proc.hidepid', 'value': '0'}]"},
	/* One who sees all. */
	{NULL, "'totals': {'threads': 412, 'all_threads': 412},"
	       "'settings': [{'name': 'overtop.is_privileged', 'value': '1'},"
	       "             {'name': 'proc.hidepid', 'value': '2'}]"},
};

const struct rule v2_rule = {
	.id = "V2",
	.title = N_("tasks are hidden"),
	.help = N_(
		"Not all tasks there are can be seen: who uses a CPU may be among those that are "
		"hidden. Shares and counts of the CPUs and of the machine are whole."),
	.needs = NEED_TASKS | NEED_LOAD,
	.helps = NEED_SETTINGS,
	.is_validity = true,
	.thresholds = v2_thresholds,
	.n_thresholds = COUNT(v2_thresholds),
	.judge = judge_v2,
	.examples = v2_examples,
	.n_examples = COUNT(v2_examples),
};

/* What programs beside overtop may use; n_cpus where nothing is said. */
struct allowance {
	double n_cpus, n_listed, quota;
	bool is_inside; /* a PID namespace of its own */
};

static struct allowance allowance_of(const struct interval *interval)
{
	const char *list = interval_setting(interval, "cgroup.cpus");
	double quota = interval_setting_number(interval, "cgroup.quota");
	double n_cpus = (double)interval->n_cpus;
	struct allowance allowance = {n_cpus, n_cpus, isnan(quota) ? n_cpus : quota, false};
	struct cpuset cpus;

	allowance.is_inside = interval_setting_number(interval, "pidns.is_first") == 0;
	cpuset_init(&cpus);
	if (list && cpuset_parse_list(&cpus, list, strlen(list)) == 0 && cpuset_count(&cpus))
		allowance.n_listed = (double)cpuset_count(&cpus);
	cpuset_fini(&cpus);
	return allowance;
}

static void judge_v3(struct judging *judging)
{
	const struct interval *interval = judging->interval;
	const struct allowance allowance = allowance_of(interval);
	const double usable = fmin(allowance.n_listed, allowance.quota);
	const bool is_limited = allowance.n_cpus > 0 && usable < allowance.n_cpus;
	struct finding *finding;

	if (!is_limited && !allowance.is_inside)
		return;
	finding = rule_find_machine(judging, GRADE_INFO);
	if (is_limited)
		rule_say(judging, finding,
			 ngettext("The machine has %.0f CPU, programs in this cgroup may use %.4g",
				  "The machine has %.0f CPUs, programs in this cgroup may use %.4g",
				  (unsigned long)allowance.n_cpus),
			 allowance.n_cpus, usable);
	else
		rule_say(judging, finding,
			 _("overtop is in a container: it sees the tasks of that alone"));
	if (allowance.n_listed < allowance.n_cpus)
		rule_show(judging, finding, _("CPUs it may use"), "%s",
			  interval_setting(interval, "cgroup.cpus"));
	if (allowance.quota < allowance.n_cpus)
		rule_show(judging, finding, _("limit of CPU time"),
			  ngettext("%.4g CPU", "%.4g CPUs", allowance.quota == 1 ? 1 : 2),
			  allowance.quota);
	if (allowance.is_inside)
		rule_show(judging, finding, _("threads seen"), _("%s of %s"),
			  rule_rate(judging, interval->totals.n_threads),
			  rule_rate(judging, interval->totals.n_all_threads));
	rule_cause(judging, finding, _("a container, or a limit that the service manager has set"));
	rule_confirm(judging, finding, "cat /proc/self/cgroup; ls -l /proc/self/ns/pid");
	rule_point(judging, finding, "cpus", NULL);
}

static const struct example v3_examples[] = {
	{"", "'cpu_numbers': [0,1,2,3,4,5,6,7],"
	     "'settings': [{'name': 'cgroup.cpus', 'value': '0-3'},"
	     "             {'name': 'cgroup.quota', 'value': '2.50'},"
	     "             {'name': 'pidns.is_first', 'value': '0'}]"},
	{"", "'cpu_numbers': [0,1], 'settings': [{'name': 'cgroup.quota', 'value': '0.50'}]"},
	{"", "'cpu_numbers': [0,1], 'totals': {'threads': 3, 'all_threads': 412},"
	     "'settings': [{'name': 'pidns.is_first', 'value': '0'}]"},
	/* All that there are. */
	{NULL, "'cpu_numbers': [0,1,2,3], 'settings': [{'name': 'cgroup.cpus', 'value': '0-3'},"
	       "             {'name': 'cgroup.quota', 'value': '4.00'},"
	       "             {'name': 'pidns.is_first', 'value': '1'}]"},
};

const struct rule v3_rule = {
	.id = "V3",
	.title = N_("overtop is in a container"),
	.help = N_("Programs beside overtop may use fewer CPUs, or less time of them, than what is "
		   "shown, which is of the whole machine."),
	.needs = NEED_SETTINGS | NEED_STAT,
	.helps = NEED_TASKS | NEED_LOAD,
	.is_validity = true,
	.judge = judge_v3,
	.examples = v3_examples,
	.n_examples = COUNT(v3_examples),
};

enum { V6_OWN };

static const struct threshold v6_thresholds[] = {
	[V6_OWN] = {"own_pct", 5, AT_LEAST, N_("of one CPU, that overtop uses itself")},
};

static const struct task_interval *find_itself(const struct interval *interval)
{
	double pid = interval_setting_number(interval, "overtop.pid");

	for (size_t i = 0; i < interval->n_processes; i++)
		if (interval->processes[i].pid == pid)
			return &interval->processes[i];
	return NULL;
}

static void judge_v6(struct judging *judging)
{
	const struct interval *interval = judging->interval;
	const struct task_interval *itself = find_itself(interval);
	struct finding *finding;

	if (!itself || !(itself->cpu_pct >= rule_threshold(judging, V6_OWN)))
		return;
	finding = rule_find_machine(judging, GRADE_INFO);
	finding->stake_pct = itself->cpu_pct;
	rule_say(judging, finding, _("overtop itself uses %s%% of a CPU"),
		 rule_pct(judging, itself->cpu_pct));
	rule_show(judging, finding, _("threads it looks at"), "%s",
		  rule_rate(judging, interval->totals.n_threads));
	rule_show(judging, finding, _("every"), _("%.3g s"), interval->seconds);
	rule_cause(judging, finding, _("there is much to read, and it is read often"));
	rule_confirm(judging, finding, "pidstat -u -p %d 5 1", itself->pid);
	if (interval->seconds > 0 && interval->seconds < 1800)
		rule_mend(judging, finding, "overtop -d %.0f", ceil(2 * interval->seconds));
	rule_point(judging, finding, "tasks", itself->name);
}

static const struct example v6_examples[] = {
	{"", "'processes': [{'pid': 6, 'name': 'top', 'cpu': 1},"
	     "              {'pid': 7, 'name': 'overtop', 'cpu': 6.4}],"
	     "'totals': {'threads': 31000},"
	     "'settings': [{'name': 'overtop.pid', 'value': '7'}]"},
	{NULL, "'processes': [{'pid': 7, 'name': 'overtop', 'cpu': 4.7}],"
	       "'settings': [{'name': 'overtop.pid', 'value': '7'}]"},
	/* Another of that name, which is not this one. */
	{NULL, "'processes': [{'pid': 8, 'name': 'overtop', 'cpu': 30}],"
	       "'settings': [{'name': 'overtop.pid', 'value': '7'}]"},
};

const struct rule v6_rule = {
	.id = "V6",
	.title = N_("overtop is heavy itself"),
	.help = N_("What overtop uses is part of what it shows. Look less often, or at less."),
	.needs = NEED_TASKS | NEED_SETTINGS,
	.is_validity = true,
	.thresholds = v6_thresholds,
	.n_thresholds = COUNT(v6_thresholds),
	.judge = judge_v6,
	.examples = v6_examples,
	.n_examples = COUNT(v6_examples),
};
