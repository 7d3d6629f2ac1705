/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Cgroups that are stopped by their own limit. */
#include "config.h"

#include <math.h>
#include <string.h>

#include "base/i18n.h"
#include "interval.h"
#include "join/culprit.h"
#include "join/top.h"
#include "rule/rule.h"
#include "sample.h"

#define COUNT(items) (sizeof(items) / sizeof(*(items)))

enum { R22_WARN, R22_TIME, R22_PERIODS };

static const struct threshold r22_thresholds[] = {
	[R22_WARN] = {"warn_pct", 25, AT_LEAST,
		      N_("of the periods in which it had work, that it was stopped in")},
	[R22_TIME] = {"stopped_pct", 5, AT_LEAST,
		      N_("or: time that it was stopped, summed over CPUs, of the interval")},
	[R22_PERIODS] = {"periods_per_s", 2, AT_LEAST, N_("in which it had work")},
};

static bool ends_in(const char *text, const char *end)
{
	size_t len = strlen(text), end_len = strlen(end);

	return len > end_len && strcmp(text + len - end_len, end) == 0;
}

/* The unit of systemd whose cgroup it is; NULL: it is none, or one of a user's own systemd. */
static const char *unit_of(const char *path)
{
	static const char *const kinds[] = {".service", ".scope", ".slice", ".socket", ".mount"};
	const char *name = strrchr(path, '/');

	if (!name || strstr(path, "/user@"))
		return NULL;
	for (size_t i = 0; i < COUNT(kinds); i++)
		if (ends_in(name, kinds[i]))
			return name + 1;
	return NULL;
}

/* The text of its file for so many CPUs; v1 has the period in a file of its own. */
static const char *limit_text(const struct judging *judging, const struct cgroup_interval *cgroup,
			      double cpus, bool is_v1)
{
	const double quota_us = round(cpus * cgroup->period_us);

	return is_v1 ? arena_printf(judging->arena, "%.0f", quota_us)
		     : arena_printf(judging->arena, "'%.0f %.0f'", quota_us, cgroup->period_us);
}

static void raise_by_file(struct judging *judging, struct finding *finding,
			  const struct cgroup_interval *cgroup)
{
	const char *v1 = interval_setting(judging->interval, "cgroup.v1");
	const char *tree = v1 ? v1 : interval_setting(judging->interval, "cgroup.v2");
	const char *file;

	if (!tree || !(cgroup->quota_cpus * cgroup->period_us > 0))
		return;
	file = rule_quote(judging, arena_printf(judging->arena, "%s%s/%s", tree, cgroup->path,
						v1 ? "cpu.cfs_quota_us" : "cpu.max"));
	rule_mend(judging, finding, "echo %s >%s",
		  limit_text(judging, cgroup, 2 * cgroup->quota_cpus, v1), file);
	rule_undo(judging, finding, "echo %s >%s",
		  limit_text(judging, cgroup, cgroup->quota_cpus, v1), file);
}

static void raise_quota(struct judging *judging, struct finding *finding,
			const struct cgroup_interval *cgroup)
{
	const char *unit = unit_of(cgroup->path);
	const double pct = 100 * cgroup->quota_cpus;

	if (!unit || !(pct > 0)) {
		raise_by_file(judging, finding, cgroup);
		return;
	}
	unit = rule_quote(judging, unit);
	rule_mend(judging, finding, "systemctl set-property --runtime %s CPUQuota=%.0f%%", unit,
		  ceil(2 * pct));
	rule_undo(judging, finding, "systemctl set-property --runtime %s CPUQuota=%.0f%%", unit,
		  pct);
}

static void r22_confirm(struct judging *judging, struct finding *finding,
			const struct cgroup_interval *cgroup)
{
	const char *v1 = interval_setting(judging->interval, "cgroup.v1");
	const char *tree = v1 ? v1 : interval_setting(judging->interval, "cgroup.v2");

	if (tree)
		rule_confirm(judging, finding, "cat %s %s",
			     rule_quote(judging, arena_printf(judging->arena, "%s%s/cpu.stat", tree,
							      cgroup->path)),
			     rule_quote(judging, arena_printf(judging->arena, "%s%s/cgroup.procs",
							      tree, cgroup->path)));
	else
		rule_confirm(judging, finding, "systemd-cgtop");
}

/* Whose CPU nobody uses up, and yet they wait: most likely for this. */
static void show_stopped(struct judging *judging, struct finding *finding)
{
	const struct interval *interval = judging->interval;
	struct top stopped = {.n = 0};

	for (size_t i = 0; i < interval->n_threads; i++)
		if (waits_for_nobody(&interval->threads[i], interval))
			top_add(&stopped, &interval->threads[i], interval->threads[i].wait_pct);
	for (size_t i = 0; i < stopped.n && i < 3; i++)
		rule_show(judging, finding, rule_task(judging, stopped.rows[i]),
			  _("may be in it: waits %s%%, though cpu%d is not used up"),
			  rule_pct(judging, stopped.values[i]), stopped.rows[i]->cpu);
	rule_point(judging, finding, "tasks",
		   stopped.n ? rule_number(judging, stopped.rows[0]->pid) : NULL);
}

static void r22_find(struct judging *judging, const struct cgroup_interval *cgroup)
{
	struct finding *finding = rule_find(judging, GRADE_WARN, "%s", cgroup->path);

	finding->stake_pct = cgroup->throttled_ms_per_s / 10;
	rule_say(judging, finding,
		 _("%s may use %.2f CPUs, and was stopped in %s%% of its periods for it"),
		 cgroup->path, cgroup->quota_cpus, rule_pct(judging, cgroup->throttled_pct));
	if (cgroup->cpu_pct >= 0)
		rule_show(judging, finding, _("used"), _("%s%% of a CPU, of %s%% that it may"),
			  rule_pct(judging, cgroup->cpu_pct),
			  rule_pct(judging, 100 * cgroup->quota_cpus));
	rule_show(judging, finding, _("throttled"), _("in %s of %s periods/s"),
		  rule_rate(judging, cgroup->periods_per_s * cgroup->throttled_pct / 100),
		  rule_rate(judging, cgroup->periods_per_s));
	rule_show(judging, finding, _("throttled for"), _("%s ms/s, summed over CPUs"),
		  rule_rate(judging, cgroup->throttled_ms_per_s));
	rule_cause(judging, finding, _("its limit is too low for what it has to do"));
	rule_cause(judging, finding,
		   _("more threads than it has CPUs use up its share of a period at once"));
	show_stopped(judging, finding);
	r22_confirm(judging, finding, cgroup);
	raise_quota(judging, finding, cgroup);
}

static void judge_r22(struct judging *judging)
{
	const struct interval *interval = judging->interval;

	for (size_t i = 0; i < interval->n_cgroups; i++) {
		const struct cgroup_interval *cgroup = &interval->cgroups[i];

		if (!(cgroup->periods_per_s >= rule_threshold(judging, R22_PERIODS)))
			continue;
		if (cgroup->throttled_pct >= rule_threshold(judging, R22_WARN) ||
		    cgroup->throttled_ms_per_s >= 10 * rule_threshold(judging, R22_TIME))
			r22_find(judging, cgroup);
	}
}

static const struct example r22_examples[] = {
	{"/system.slice/web.service",
	 "'cgroups': [{'path': '/system.slice/web.service', 'quota': 0.5, 'cpu': 50,"
	 "  'periods': 10, 'throttled': 80, 'throttled_ms': 700}],"
	 "'settings': [{'name': 'cgroup.v2', 'value': '/sys/fs/cgroup'}]"},
	{"/box of mine",
	 "'cgroups': [{'path': '/box of mine', 'quota': 0.2, 'cpu': 20,"
	 "  'period_us': 100000, 'periods': 10, 'throttled': 100, 'throttled_ms': 800}],"
	 "'settings': [{'name': 'cgroup.v1', 'value': '/sys/fs/cgroup/cpu'}]"},
	/* Now and then. */
	{NULL, "'cgroups': [{'path': '/system.slice/web.service', 'quota': 0.5, 'cpu': 30,"
	       "  'periods': 10, 'throttled': 10, 'throttled_ms': 20}]"},
	/* It had work once in the interval. */
	{NULL, "'cgroups': [{'path': '/system.slice/web.service', 'quota': 0.5, 'cpu': 5,"
	       "  'periods': 1, 'throttled': 100, 'throttled_ms': 20}]"},
};

const struct rule r22_rule = {
	.id = "R22",
	.title = N_("stopped by its quota"),
	.help = N_("A cgroup has used up its quota of CPU time in many of its periods, and its "
		   "tasks were stopped until the next: they are slow, however idle the CPUs are."),
	.needs = NEED_CGROUPS,
	.helps = NEED_SETTINGS | NEED_STAT | NEED_TASKS,
	.thresholds = r22_thresholds,
	.n_thresholds = COUNT(r22_thresholds),
	.judge = judge_r22,
	.examples = r22_examples,
	.n_examples = COUNT(r22_examples),
};
