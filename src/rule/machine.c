/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the machine below the kernel keeps from programs: CPU time, a quick clock, speed. */
#include "config.h"

#include <math.h>
#include <string.h>

#include "base/i18n.h"
#include "interval.h"
#include "price_list.h"
#include "rule/rule.h"
#include "sample.h"

#define COUNT(items) (sizeof(items) / sizeof(*(items)))

enum { R30_WARN, R30_CRIT, R30_ONE };

/*
 * Over a minute 5% would do.  A finding begins after five seconds, of which that much is seen on any shared
 * host: it takes twice as much.
 */
static const struct threshold r30_thresholds[] = {
	[R30_WARN] = {"warn_pct", 10, AT_LEAST, N_("of all CPUs, that is stolen, for a warning")},
	[R30_CRIT] = {"crit_pct", 20, AT_LEAST, N_("of all CPUs, for it to be critical")},
	[R30_ONE] = {"cpu_pct", 30, AT_LEAST, N_("of a single CPU, where all together are not so")},
};

static void r30_explain(struct judging *judging, struct finding *finding,
			const struct cpu_interval *cpu)
{
	rule_show(judging, finding, _("stolen"), "%s%%", rule_pct(judging, cpu->st));
	rule_show(judging, finding, _("used"), "us %s%% sy %s%%", rule_pct(judging, cpu->us),
		  rule_pct(judging, cpu->sy));
	rule_cause(judging, finding, _("the host has sold more CPUs than it has"));
	rule_cause(judging, finding,
		   _("a limit of this machine is reached, or its burst credits are spent"));
	rule_confirm(judging, finding, "mpstat -P ALL 1 5");
}

/* The CPUs it is taken from; the worst is what the row of the finding is. */
static const struct cpu_interval *r30_show_cpus(struct judging *judging, struct finding *finding)
{
	const struct interval *interval = judging->interval;
	const struct cpu_interval *most = NULL;

	for (size_t i = 0; i < interval->n_cpus; i++) {
		const struct cpu_interval *cpu = &interval->cpus[i];

		if (cpu->st > 0 && (!most || cpu->st > most->st))
			most = cpu;
	}
	if (most)
		rule_show(judging, finding, _("most"), "cpu%d %s%%", most->cpu,
			  rule_pct(judging, most->st));
	return most;
}

static void judge_r30_cpus(struct judging *judging)
{
	const struct interval *interval = judging->interval;

	for (size_t i = 0; i < interval->n_cpus; i++) {
		const struct cpu_interval *cpu = &interval->cpus[i];
		struct finding *finding;

		if (!(cpu->st >= rule_threshold(judging, R30_ONE)))
			continue;
		finding = rule_find(judging, GRADE_WARN, "cpu%d", cpu->cpu);
		finding->stake_pct = cpu->st;
		rule_say(judging, finding,
			 _("cpu%d is %s%% stolen: the host runs something else there"), cpu->cpu,
			 rule_pct(judging, cpu->st));
		r30_explain(judging, finding, cpu);
		rule_point(judging, finding, "cpus", arena_printf(judging->arena, "%d", cpu->cpu));
	}
}

static void judge_r30(struct judging *judging)
{
	const struct cpu_interval *all = &judging->interval->all, *most;
	struct finding *finding;

	if (!(all->st >= rule_threshold(judging, R30_WARN))) {
		judge_r30_cpus(judging);
		return;
	}
	finding = rule_find_machine(
		judging, all->st >= rule_threshold(judging, R30_CRIT) ? GRADE_CRIT : GRADE_WARN);
	finding->stake_pct = all->st * (double)judging->interval->n_cpus;
	rule_say(judging, finding,
		 _("%s%% of all CPUs is stolen: the host runs something else on them"),
		 rule_pct(judging, all->st));
	r30_explain(judging, finding, all);
	most = r30_show_cpus(judging, finding);
	rule_point(judging, finding, "cpus",
		   most ? arena_printf(judging->arena, "%d", most->cpu) : NULL);
}

static const struct example r30_examples[] = {
	{"", "'all': {'us': 60, 'sy': 8, 'st': 12.5},"
	     "'cpus': [{'cpu': 0, 'st': 4}, {'cpu': 1, 'st': 21}]"},
	{"cpu1",
	 "'all': {'us': 20, 'sy': 8, 'st': 8.5}, 'cpus': [{'cpu': 0, 'st': 0},"
	 "{'cpu': 1, 'us': 60, 'sy': 2, 'st': 34}, {'cpu': 2, 'st': 0}, {'cpu': 3, 'st': 0}]"},
	{NULL, "'all': {'us': 60, 'sy': 8, 'st': 9.5},"
	       "'cpus': [{'cpu': 0, 'st': 4}, {'cpu': 1, 'st': 15}]"},
};

const struct rule r30_rule = {
	.id = "R30",
	.title = N_("CPU time is stolen"),
	.help = N_("Virtual CPUs want to run and the host runs something else on them (st). "
		   "Nothing in "
		   "this machine mends it: move it, make it larger, or use less."),
	.needs = NEED_STAT,
	.thresholds = r30_thresholds,
	.n_thresholds = COUNT(r30_thresholds),
	.judge = judge_r30,
	.examples = r30_examples,
	.n_examples = COUNT(r30_examples),
};

enum { R32_NS, R32_CALLS, R32_SYS };

static const struct threshold r32_thresholds[] = {
	[R32_NS] = {"slow_ns", 200, AT_LEAST, N_("that it takes to ask for the time")},
	[R32_CALLS] = {"calls_times", 5, AT_LEAST, N_("times what a call of a function takes")},
	[R32_SYS] = {"sys_pct", 10, AT_LEAST,
		     N_("of all CPUs, that is spent in the kernel, for it to be a warning")},
};

/* Devices that are asked over a bus, a tick that is counted, a register that the host must answer for. */
static const char *const slow_clocks[] = {
	"acpi_pm", "hpet", "hyperv_clocksource_msr", "jiffies", "pit", "refined-jiffies",
};

/* Read without a system call; the first is the best. */
static const char *const quick_clocks[] = {
	"tsc",
	"kvm-clock",
	"arch_sys_counter",
	"hyperv_clocksource_tsc_page",
};

static bool is_among(const char *const names[], size_t n, const char *name)
{
	for (size_t i = 0; i < n; i++)
		if (strcmp(names[i], name) == 0)
			return true;
	return false;
}

static double price_ns(const struct judging *judging, const char *key)
{
	const struct price *price =
		judging->prices ? price_list_find(judging->prices, key, -1) : NULL;

	return price ? price->median_ns : (double)NAN;
}

static bool is_slow(const struct judging *judging, const char *current)
{
	double ns = price_ns(judging, "clock.vdso");

	return is_among(slow_clocks, COUNT(slow_clocks), current) ||
	       (ns >= rule_threshold(judging, R32_NS) &&
		ns >= rule_threshold(judging, R32_CALLS) * price_ns(judging, "call"));
}

/* A word of a list with blanks between. */
static bool has_word(const char *list, const char *word)
{
	size_t len = strlen(word);

	for (const char *at = strstr(list, word); at; at = strstr(at + 1, word))
		if ((at == list || at[-1] == ' ') && (at[len] == ' ' || !at[len]))
			return true;
	return false;
}

static const char *find_quick_clock(const struct interval *interval, const char *current)
{
	const char *available = interval_setting(interval, "clocksource.available");

	for (size_t i = 0; available && i < COUNT(quick_clocks); i++)
		if (strcmp(quick_clocks[i], current) != 0 && has_word(available, quick_clocks[i]))
			return quick_clocks[i];
	return NULL;
}

static void r32_mend(struct judging *judging, struct finding *finding, const char *current)
{
	static const char file[] = "current_clocksource";
	static const char write[] = "echo %s > /sys/devices/system/clocksource/clocksource0/%s";
	const char *quick = find_quick_clock(judging->interval, current);

	rule_confirm(judging, finding, "dmesg | grep -iE 'clocksource|tsc'");
	if (!quick) {
		rule_cause(judging, finding,
			   _("the kernel has found its quick clock unstable, or has none"));
		return;
	}
	rule_cause(judging, finding, _("it was chosen at boot, or by hand: %s is there, too"),
		   quick);
	rule_mend(judging, finding, write, quick, file);
	rule_undo(judging, finding, write, rule_quote(judging, current), file);
}

static void judge_r32(struct judging *judging)
{
	const struct interval *interval = judging->interval;
	const char *current = interval_setting(interval, "clocksource.current");
	double ns = price_ns(judging, "clock.vdso");
	struct finding *finding;

	if (!current || !is_slow(judging, current))
		return;
	finding = rule_find_machine(judging, interval->all.sy >= rule_threshold(judging, R32_SYS)
						     ? GRADE_WARN
						     : GRADE_INFO);
	if (isnan(ns))
		rule_say(judging, finding, _("Asking for the time is slow: the clock is %s"),
			 current);
	else
		rule_say(judging, finding, _("Asking for the time takes %s ns: the clock is %s"),
			 rule_rate(judging, ns), current);
	rule_show(judging, finding, _("clock"), "%s", current);
	rule_show(judging, finding, _("all CPUs"), "sy %s%%", rule_pct(judging, interval->all.sy));
	if (isnan(ns))
		rule_lack(judging, finding, _("what it costs: press b to measure"));
	r32_mend(judging, finding, current);
	rule_point(judging, finding, "bill", NULL);
}

static const struct example r32_examples[] = {
	{"", "'all': {'sy': 4},"
	     "'settings': [{'name': 'clocksource.available', 'value': 'tsc hpet acpi_pm'},"
	     "             {'name': 'clocksource.current', 'value': 'hpet'}]"},
	{"", "'all': {'sy': 31}, 'settings': [{'name': 'clocksource.available', 'value': 'xen'},"
	     "                                {'name': 'clocksource.current', 'value': 'xen'}],"
	     "'prices': {'clock.vdso': 480, 'call': 2}"},
	/* As quick as others. */
	{NULL, "'all': {'sy': 31}, 'settings': [{'name': 'clocksource.current', 'value': 'xen'}],"
	       "'prices': {'clock.vdso': 41, 'call': 2}"},
	/* On a machine where everything is slow. */
	{NULL, "'all': {'sy': 31}, 'settings': [{'name': 'clocksource.current', 'value': 'tsc'}],"
	       "'prices': {'clock.vdso': 220, 'call': 60}"},
};

const struct rule r32_rule = {
	.id = "R32",
	.title = N_("the clock is slow"),
	.help = N_(
		"Programs that ask for the time often (logging, tracing, databases, run times of "
		"languages) pay a system call, or a slow device, each time."),
	.needs = NEED_SETTINGS,
	.helps = NEED_PRICES | NEED_STAT,
	.thresholds = r32_thresholds,
	.n_thresholds = COUNT(r32_thresholds),
	.judge = judge_r32,
	.examples = r32_examples,
	.n_examples = COUNT(r32_examples),
};

enum { R36_BUSY, R36_SPEED, R36_WARN };

static const struct threshold r36_thresholds[] = {
	[R36_BUSY] = {"busy_pct", 80, AT_LEAST, N_("that the CPU is busy")},
	[R36_SPEED] = {"speed_pct", 60, AT_MOST, N_("of its greatest speed, that it runs at")},
	[R36_WARN] = {"warn_pct", 40, AT_MOST, N_("of that, for it to be a warning")},
};

static const struct cpu_interval *find_cpu(const struct interval *interval, double number)
{
	for (size_t i = 0; i < interval->n_cpus; i++)
		if (interval->cpus[i].cpu == number)
			return &interval->cpus[i];
	return NULL;
}

static void r36_mend(struct judging *judging, struct finding *finding, int cpu)
{
	const struct interval *interval = judging->interval;
	const char *governor = interval_setting(interval, "cpufreq.governor");
	double n_throttles = interval_setting_number(interval, "thermal.throttles");

	if (n_throttles > 0) {
		rule_show(judging, finding, _("slowed down for heat"),
			  ngettext("%.0f time since boot", "%.0f times since boot",
				   (unsigned long)n_throttles),
			  n_throttles);
		rule_cause(judging, finding, _("it is too hot, or may not draw more power"));
	}
	rule_confirm(judging, finding, "cpupower -c %d frequency-info", cpu);
	if (!governor || strcmp(governor, "performance") == 0)
		return;
	rule_show(judging, finding, _("governor"), "%s", governor);
	rule_cause(judging, finding, _("the governor %s saves power"), governor);
	rule_mend(judging, finding, "cpupower frequency-set -g performance");
	rule_undo(judging, finding, "cpupower frequency-set -g %s", rule_quote(judging, governor));
}

static void judge_r36(struct judging *judging)
{
	const struct interval *interval = judging->interval;
	const struct cpu_interval *cpu =
		find_cpu(interval, interval_setting_number(interval, "cpufreq.cpu"));
	double khz = interval_setting_number(interval, "cpufreq.cur_khz");
	double pct = 100 * khz / interval_setting_number(interval, "cpufreq.max_khz");
	struct finding *finding;

	if (!cpu || !(cpu->busy >= rule_threshold(judging, R36_BUSY)) ||
	    !(pct <= rule_threshold(judging, R36_SPEED)))
		return;
	finding = rule_find_machine(judging, pct <= rule_threshold(judging, R36_WARN) ? GRADE_WARN
										      : GRADE_INFO);
	finding->stake_pct = cpu->busy * (100 - pct) / 100;
	rule_say(judging, finding, _("cpu%d is %s%% busy at %.0f MHz, %s%% of its greatest speed"),
		 cpu->cpu, rule_pct(judging, cpu->busy), khz / 1000, rule_pct(judging, pct));
	rule_show(judging, finding, _("greatest speed"), "%.0f MHz",
		  interval_setting_number(interval, "cpufreq.max_khz") / 1000);
	r36_mend(judging, finding, cpu->cpu);
	rule_point(judging, finding, "cpus", arena_printf(judging->arena, "%d", cpu->cpu));
}

static const struct example r36_examples[] = {
	{"", "'cpus': [{'cpu': 0, 'busy': 3}, {'cpu': 1, 'busy': 97}],"
	     "'settings': [{'name': 'cpufreq.cpu', 'value': '1'},"
	     "             {'name': 'cpufreq.cur_khz', 'value': '1200000'},"
	     "             {'name': 'cpufreq.governor', 'value': 'powersave'},"
	     "             {'name': 'cpufreq.max_khz', 'value': '4000000'},"
	     "             {'name': 'thermal.throttles', 'value': '14'}]"},
	/* With many CPUs busy none runs at its greatest speed. */
	{NULL,
	 "'cpus': [{'cpu': 1, 'busy': 97}], 'settings': [{'name': 'cpufreq.cpu', 'value': '1'},"
	 "             {'name': 'cpufreq.cur_khz', 'value': '2800000'},"
	 "             {'name': 'cpufreq.max_khz', 'value': '4000000'}]"},
	/* It was busy when its speed was read, and is no more. */
	{NULL,
	 "'cpus': [{'cpu': 1, 'busy': 20}], 'settings': [{'name': 'cpufreq.cpu', 'value': '1'},"
	 "             {'name': 'cpufreq.cur_khz', 'value': '1200000'},"
	 "             {'name': 'cpufreq.max_khz', 'value': '4000000'}]"},
};

const struct rule r36_rule = {
	.id = "R36",
	.title = N_("the clock speed is low"),
	.help = N_("A CPU is busy, but runs far below its greatest speed: all work takes longer."),
	.needs = NEED_STAT | NEED_SETTINGS,
	.thresholds = r36_thresholds,
	.n_thresholds = COUNT(r36_thresholds),
	.judge = judge_r36,
	.examples = r36_examples,
	.n_examples = COUNT(r36_examples),
};
