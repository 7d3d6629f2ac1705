/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Tasks that cannot go on. */
#include "config.h"

#include "base/i18n.h"
#include "interval.h"
#include "join/top.h"
#include "rule/rule.h"
#include "sample.h"

#define COUNT(items) (sizeof(items) / sizeof(*(items)))

enum { R28_LOAD, R28_RUNNING, R28_BLOCKED };

static const struct threshold r28_thresholds[] = {
	[R28_LOAD] = {"load_times", 2, AT_LEAST,
		      N_("times the number of CPUs, that the load (1 minute) is")},
	[R28_RUNNING] = {"running_times", 1, AT_MOST,
			 N_("times the number of CPUs, that tasks are running or ready")},
	[R28_BLOCKED] = {"blocked_tasks", 2, AT_LEAST, N_("that sleep uninterruptibly")},
};

/* Those of which is known where come first. */
static struct top find_blocked(const struct interval *interval)
{
	struct top blocked = {.n = 0};

	for (size_t i = 0; i < interval->n_threads; i++)
		if (interval->threads[i].state == 'D')
			top_add(&blocked, &interval->threads[i],
				interval->threads[i].wchan ? 2 : 1);
	return blocked;
}

static void show_blocked(struct judging *judging, struct finding *finding,
			 const struct top *blocked)
{
	for (size_t i = 0; i < blocked->n; i++)
		rule_show(judging, finding, rule_task(judging, blocked->rows[i]), _("in %s"),
			  blocked->rows[i]->wchan ? blocked->rows[i]->wchan : "?");
	rule_point(judging, finding, "tasks",
		   blocked->n ? rule_number(judging, blocked->rows[0]->pid) : NULL);
	if (blocked->n)
		rule_confirm(judging, finding, "cat /proc/%d/stack", blocked->rows[0]->tid);
	else
		rule_confirm(judging, finding, "ps -eLo stat,tid,wchan:32,comm | grep ^D");
}

static void r28_say(struct judging *judging, struct finding *finding, const struct top *blocked)
{
	const struct totals *totals = &judging->interval->totals;

	if (blocked->n)
		rule_say(judging, finding,
			 _("%s is stuck in the kernel, of %.0f such tasks: the load is %.1f, "
			   "mostly without CPU"),
			 rule_task(judging, blocked->rows[0]), totals->blocked, totals->load1);
	else
		rule_say(judging, finding,
			 _("%.0f tasks are stuck in the kernel: the load is %.1f, mostly without "
			   "CPU"),
			 totals->blocked, totals->load1);
}

static void judge_r28(struct judging *judging)
{
	const struct interval *interval = judging->interval;
	const struct totals *totals = &interval->totals;
	const double n_cpus = (double)interval->n_cpus;
	const double io_pct = interval->pressure.some[PRESSURE_IO].avg10;
	struct finding *finding;
	struct top blocked;

	if (!(totals->load1 >= rule_threshold(judging, R28_LOAD) * n_cpus) || n_cpus < 1 ||
	    !(totals->running <= rule_threshold(judging, R28_RUNNING) * n_cpus) ||
	    !(totals->blocked >= rule_threshold(judging, R28_BLOCKED)))
		return;
	finding = rule_find_machine(judging, GRADE_WARN);
	blocked = find_blocked(interval);
	r28_say(judging, finding, &blocked);
	rule_show(judging, finding, _("CPUs"), _("%zu, %s%% busy"), interval->n_cpus,
		  rule_pct(judging, interval->all.busy));
	rule_show_count(judging, finding, _("running or ready"), totals->running);
	if (io_pct >= 0)
		rule_show(judging, finding, _("some task waited for a disk"),
			  _("%s%% of the last 10 seconds"), rule_pct(judging, io_pct));
	rule_cause(judging, finding, _("a disk, or a file system of the network, does not answer"));
	rule_cause(judging, finding, _("a lock of the kernel that somebody keeps"));
	show_blocked(judging, finding, &blocked);
}

static const struct example r28_examples[] = {
	{"", "'cpu_numbers': [0,1], 'all': {'busy': 4}, 'totals': {'load1': 6.2, 'r': 1, 'b': 6},"
	     "'threads': [{'tid': 77, 'pid': 70, 'name': 'rsync', 'state': 'D',"
	     "  'wchan': 'rpc_wait_bit_killable'}]"},
	/* They want CPUs. */
	{NULL, "'cpu_numbers': [0,1], 'totals': {'load1': 6.2, 'r': 6, 'b': 2}"},
	/* No more than the machine can do. */
	{NULL, "'cpu_numbers': [0,1,2,3], 'totals': {'load1': 6.2, 'r': 1, 'b': 6}"},
	/* One, as when a disk works. */
	{NULL, "'cpu_numbers': [0,1], 'totals': {'load1': 6.2, 'r': 1, 'b': 1}"},
};

const struct rule r28_rule = {
	.id = "R28",
	.title = N_("load without CPU"),
	.help = N_("The load is high and the CPUs are not wanted: tasks sleep in the kernel and "
		   "cannot be woken, most often for a disk or a server of files."),
	.needs = NEED_STAT | NEED_LOAD,
	.helps = NEED_TASKS | NEED_CLOSEUPS | NEED_PRESSURES,
	.thresholds = r28_thresholds,
	.n_thresholds = COUNT(r28_thresholds),
	.judge = judge_r28,
	.examples = r28_examples,
	.n_examples = COUNT(r28_examples),
};
