/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Many threads of one process that wake and sleep: for a lock, or for nothing. */
#include "config.h"

#include <math.h>
#include <string.h>

#include "base/i18n.h"
#include "bill.h"
#include "interval.h"
#include "join/top.h"
#include "rule/rule.h"
#include "sample.h"

#define COUNT(items) (sizeof(items) / sizeof(*(items)))

/* The threads of one process: rows [first, end) of the interval. */
struct band {
	size_t first, end;
};

static bool next_band(const struct interval *interval, struct band *band)
{
	band->first = band->end;
	while (band->end < interval->n_threads &&
	       interval->threads[band->end].pid == interval->threads[band->first].pid)
		band->end++;
	return band->first < band->end;
}

/* Where they were seen asleep, most of them, in words; NULL: none was seen. */
static const char *place_of(const struct interval *interval, const struct band *band)
{
	for (size_t i = band->first; i < band->end; i++)
		if (interval->threads[i].wchan)
			return interval->threads[i].wchan;
	return NULL;
}

enum {
	R20_THREADS,
	R20_THREAD,
	R20_ALL,
	R20_SHARE,
	R20_CPU,
	R20_SLOW_THREAD,
	R20_SLOW_ALL,
	R20_SLOW_FUTEX,
	R20_SLOW_LEAST,
	R20_SLOW_MOST
};

static const struct threshold r20_thresholds[] = {
	[R20_THREADS] = {"least_threads", 4, AT_LEAST,
			 N_("of one process that sleep and wake often")},
	[R20_THREAD] = {"thread_per_s", 500, AT_LEAST, N_("times that each of them goes to sleep")},
	[R20_ALL] = {"least_per_s", 10000, AT_LEAST, N_("times that all of them do")},
	[R20_SHARE] = {"futex_pct", 75, AT_LEAST,
		       N_("of those seen asleep, that sleep for a futex")},
	[R20_CPU] = {"cpu_pct", 60, AT_MOST, N_("of a CPU that each of them uses, on average")},
	/* A lock that is held for long is handed over seldom, but never by two at a time. */
	[R20_SLOW_THREAD] = {"slow_thread_per_s", 50, AT_LEAST,
			     N_("for info: times that each of them goes to sleep")},
	[R20_SLOW_ALL] = {"slow_per_s", 400, AT_LEAST, N_("for info: times that all of them do")},
	[R20_SLOW_FUTEX] = {"slow_threads", 3, AT_LEAST,
			    N_("for info: of them seen asleep for a futex at once")},
	[R20_SLOW_LEAST] = {"slow_cpu_pct", 50, AT_LEAST,
			    N_("for info: of a CPU that all of them use")},
	[R20_SLOW_MOST] = {"slow_most_cpu_pct", 120, AT_MOST,
			   N_("for info: of a CPU that all of them use, for they take turns")},
};

struct convoy {
	size_t n, n_asleep, n_futex;
	double cswch_per_s, cpu_pct, wait_pct;
	const char *wchan;
	struct top most;
};

static void join_convoy(struct convoy *convoy, const struct task_interval *thread)
{
	convoy->n++;
	convoy->cswch_per_s += thread->cswch_per_s;
	convoy->cpu_pct += thread->cpu_pct;
	convoy->wait_pct += thread->wait_pct;
	top_add(&convoy->most, thread, thread->cswch_per_s);
	if (!thread->wchan)
		return;
	convoy->n_asleep++;
	if (strncmp(thread->wchan, "futex", strlen("futex")) != 0)
		return;
	convoy->n_futex++;
	convoy->wchan = thread->wchan;
}

static struct convoy convoy_of(const struct judging *judging, const struct band *band,
			       double least_per_s)
{
	const struct interval *interval = judging->interval;
	struct convoy convoy = {.n = 0};

	for (size_t i = band->first; i < band->end; i++)
		if (interval->threads[i].cswch_per_s >= least_per_s)
			join_convoy(&convoy, &interval->threads[i]);
	return convoy;
}

/* One at least is seen in the queue: where CPUs are scarce, many have been woken and do not run yet. */
static bool is_queue(const struct judging *judging, const struct convoy *convoy)
{
	return (double)convoy->n >= rule_threshold(judging, R20_THREADS) && convoy->n_futex > 0 &&
	       100 * (double)convoy->n_futex >=
		       rule_threshold(judging, R20_SHARE) * (double)convoy->n_asleep &&
	       convoy->cpu_pct <= rule_threshold(judging, R20_CPU) * (double)convoy->n;
}

static bool is_convoy(const struct judging *judging, const struct convoy *convoy)
{
	return is_queue(judging, convoy) && convoy->cswch_per_s >= rule_threshold(judging, R20_ALL);
}

/* Threads that are given work by another look like it, too: where they use about one CPU, it is worth a look. */
static bool is_slow_convoy(const struct judging *judging, const struct convoy *convoy)
{
	return is_queue(judging, convoy) &&
	       convoy->cswch_per_s >= rule_threshold(judging, R20_SLOW_ALL) &&
	       (double)convoy->n_futex >= rule_threshold(judging, R20_SLOW_FUTEX) &&
	       convoy->cpu_pct >= rule_threshold(judging, R20_SLOW_LEAST) &&
	       convoy->cpu_pct <= rule_threshold(judging, R20_SLOW_MOST);
}

static void r20_find(struct judging *judging, const struct convoy *convoy, enum grade grade)
{
	const struct task_interval *most = convoy->most.rows[0];
	double cost = bill_pct(convoy->cswch_per_s, bill_switch(judging->prices).low_ns);
	struct finding *finding = rule_find(judging, grade, "pid%d", most->pid);

	finding->stake_pct = cost;
	rule_say(judging, finding,
		 grade == GRADE_INFO
			 ? _("%s (%d): %zu threads may queue for a lock, %s sleeps/s, and use "
			     "%s%% CPU together")
			 : _("%s (%d): %zu threads queue for a lock, %s sleeps/s, %s%% CPU "
			     "together"),
		 most->name, most->pid, convoy->n, rule_rate(judging, convoy->cswch_per_s),
		 rule_pct(judging, convoy->cpu_pct));
	rule_show(judging, finding, _("seen asleep"), _("%zu, %zu of them in %s"), convoy->n_asleep,
		  convoy->n_futex, convoy->wchan);
	if (convoy->wait_pct >= 0)
		rule_show(judging, finding, _("waiting for a CPU"), _("%s%%, all together"),
			  rule_pct(judging, convoy->wait_pct));
	if (cost > 0)
		rule_show(judging, finding, _("its switches cost at least"), _("%s%% of a CPU"),
			  rule_pct(judging, cost));
	for (size_t i = 0; i < convoy->most.n; i++)
		rule_show(judging, finding, rule_task(judging, convoy->most.rows[i]),
			  _("sleeps %s/s, %s%% CPU"), rule_rate(judging, convoy->most.values[i]),
			  rule_pct(judging, convoy->most.rows[i]->cpu_pct));
	rule_cause(judging, finding, _("a mutex that all of them want, and each holds for long"));
	rule_cause(judging, finding, _("the allocator of memory, or a log, that all of them use"));
	rule_cause(judging, finding, _("a condition that wakes all where one is enough"));
	rule_confirm(judging, finding, "perf lock contention -ab -p %d sleep 5", most->pid);
	rule_point(judging, finding, "tasks", rule_number(judging, most->pid));
}

static void judge_r20(struct judging *judging)
{
	const double fast = rule_threshold(judging, R20_THREAD);
	const double slow = rule_threshold(judging, R20_SLOW_THREAD);
	struct band band = {0, 0};

	while (next_band(judging->interval, &band)) {
		struct convoy convoy;

		if ((double)(band.end - band.first) < rule_threshold(judging, R20_THREADS))
			continue;
		convoy = convoy_of(judging, &band, fast);
		if (is_convoy(judging, &convoy)) {
			r20_find(judging, &convoy, GRADE_WARN);
			continue;
		}
		convoy = convoy_of(judging, &band, slow);
		if (is_slow_convoy(judging, &convoy))
			r20_find(judging, &convoy, GRADE_INFO);
	}
}

static const struct example r20_examples[] = {
	{"pid70", "'threads': ["
		  "{'tid': 71, 'pid': 70, 'name': 'db', 'cswch': 9000, 'cpu': 20,"
		  " 'wchan': 'futex_do_wait'}, {'tid': 72, 'pid': 70, 'name': 'db',"
		  " 'cswch': 9100, 'cpu': 21, 'wchan': 'futex_do_wait'},"
		  "{'tid': 73, 'pid': 70, 'name': 'db', 'cswch': 9000, 'cpu': 20},"
		  "{'tid': 74, 'pid': 70, 'name': 'db', 'cswch': 8900, 'cpu': 20}]"},
	/* They sleep as often, but for packets. */
	{NULL, "'threads': ["
	       "{'tid': 71, 'pid': 70, 'cswch': 9000, 'cpu': 20, 'wchan': 'ep_poll'},"
	       "{'tid': 72, 'pid': 70, 'cswch': 9000, 'cpu': 20, 'wchan': 'ep_poll'},"
	       "{'tid': 73, 'pid': 70, 'cswch': 9000, 'cpu': 20, 'wchan': 'futex_do_wait'},"
	       "{'tid': 74, 'pid': 70, 'cswch': 9000, 'cpu': 20, 'wchan': 'futex_do_wait'}]"},
	/* Three. */
	{NULL, "'threads': ["
	       "{'tid': 71, 'pid': 70, 'cswch': 9000, 'cpu': 20, 'wchan': 'futex_do_wait'},"
	       "{'tid': 72, 'pid': 70, 'cswch': 9000, 'cpu': 20, 'wchan': 'futex_do_wait'},"
	       "{'tid': 73, 'pid': 70, 'cswch': 9000, 'cpu': 20, 'wchan': 'futex_do_wait'}]"},
	/* One of four hardly takes part. */
	{NULL, "'threads': ["
	       "{'tid': 71, 'pid': 70, 'cswch': 9000, 'cpu': 20, 'wchan': 'futex_do_wait'},"
	       "{'tid': 72, 'pid': 70, 'cswch': 9000, 'cpu': 20, 'wchan': 'futex_do_wait'},"
	       "{'tid': 73, 'pid': 70, 'cswch': 9000, 'cpu': 20, 'wchan': 'futex_do_wait'},"
	       "{'tid': 74, 'pid': 70, 'cswch': 40, 'cpu': 20, 'wchan': 'futex_do_wait'}]"},
	/* Not so often, but together they use one CPU: it may be a lock that is held for long. */
	{"pid70", "'threads': ["
		  "{'tid': 71, 'pid': 70, 'cswch': 250, 'cpu': 25, 'wchan': 'futex_do_wait'},"
		  "{'tid': 72, 'pid': 70, 'cswch': 250, 'cpu': 25, 'wchan': 'futex_do_wait'},"
		  "{'tid': 73, 'pid': 70, 'cswch': 250, 'cpu': 25, 'wchan': 'futex_do_wait'},"
		  "{'tid': 74, 'pid': 70, 'cswch': 250, 'cpu': 24}]"},
	/* They use two; then next to nothing. */
	{NULL, "'threads': ["
	       "{'tid': 71, 'pid': 70, 'cswch': 250, 'cpu': 50, 'wchan': 'futex_do_wait'},"
	       "{'tid': 72, 'pid': 70, 'cswch': 250, 'cpu': 50, 'wchan': 'futex_do_wait'},"
	       "{'tid': 73, 'pid': 70, 'cswch': 250, 'cpu': 50, 'wchan': 'futex_do_wait'},"
	       "{'tid': 74, 'pid': 70, 'cswch': 250, 'cpu': 50}]"},
	{NULL, "'threads': ["
	       "{'tid': 71, 'pid': 70, 'cswch': 2000, 'cpu': 5, 'wchan': 'futex_do_wait'},"
	       "{'tid': 72, 'pid': 70, 'cswch': 2000, 'cpu': 5, 'wchan': 'futex_do_wait'},"
	       "{'tid': 73, 'pid': 70, 'cswch': 2000, 'cpu': 5, 'wchan': 'futex_do_wait'},"
	       "{'tid': 74, 'pid': 70, 'cswch': 2000, 'cpu': 5, 'wchan': 'futex_do_wait'}]"},
	/* They use what CPUs they can have. */
	{NULL, "'threads': ["
	       "{'tid': 71, 'pid': 70, 'cswch': 9000, 'cpu': 80, 'wchan': 'futex_do_wait'},"
	       "{'tid': 72, 'pid': 70, 'cswch': 9000, 'cpu': 80, 'wchan': 'futex_do_wait'},"
	       "{'tid': 73, 'pid': 70, 'cswch': 9000, 'cpu': 80, 'wchan': 'futex_do_wait'},"
	       "{'tid': 74, 'pid': 70, 'cswch': 9000, 'cpu': 80, 'wchan': 'futex_do_wait'}]"},
};

const struct rule r20_rule = {
	.id = "R20",
	.title = N_("queue for a lock"),
	.help = N_(
		"Threads of one process sleep and wake for a futex very often and use little of "
		"the CPUs: they stand in a queue for a lock, one after the other. Where it is held "
		"for long they sleep less often, and may as well be waiting for work: info."),
	.needs = NEED_TASKS | NEED_CLOSEUPS,
	.helps = NEED_PRICES,
	.thresholds = r20_thresholds,
	.n_thresholds = COUNT(r20_thresholds),
	.judge = judge_r20,
	.examples = r20_examples,
	.n_examples = COUNT(r20_examples),
};

enum { R21_RATE, R21_CPU, R21_THREADS, R21_COST };

static const struct threshold r21_thresholds[] = {
	[R21_RATE] = {"least_per_s", 1000, AT_LEAST, N_("times that its threads go to sleep")},
	[R21_CPU] = {"cpu_pct", 5, AT_MOST, N_("of a CPU that all of them use")},
	[R21_THREADS] = {"least_threads", 4, AT_LEAST, N_("of the same name that sleep and wake")},
	[R21_COST] = {"cost_pct", 30, AT_LEAST,
		      N_("of their CPU that the switches cost at least, if they have a price")},
};

/* Sleeps less often are nobody's noise. */
static const double least_noise_per_s = 20;

static const struct task_interval *loudest(const struct interval *interval, const struct band *band)
{
	const struct task_interval *found = NULL;

	for (size_t i = band->first; i < band->end; i++)
		if (interval->threads[i].cswch_per_s > (found ? found->cswch_per_s : 0))
			found = &interval->threads[i];
	return found;
}

struct noise {
	const struct task_interval *loudest;
	size_t n; /* of its name that make some */
	double cswch_per_s, cpu_pct, cost_pct;
};

static struct noise listen_to(const struct judging *judging, const struct band *band)
{
	const struct interval *interval = judging->interval;
	struct noise noise = {.loudest = loudest(interval, band)};

	for (size_t i = band->first; noise.loudest && i < band->end; i++) {
		const struct task_interval *thread = &interval->threads[i];

		noise.cpu_pct += thread->cpu_pct;
		if (!(thread->cswch_per_s >= least_noise_per_s) ||
		    strcmp(thread->name, noise.loudest->name) != 0)
			continue;
		noise.n++;
		noise.cswch_per_s += thread->cswch_per_s;
	}
	noise.cost_pct = bill_pct(noise.cswch_per_s, bill_switch(judging->prices).low_ns);
	return noise;
}

static bool is_noise(const struct judging *judging, const struct noise *noise)
{
	return noise->loudest && !noise->loudest->is_kernel &&
	       (double)noise->n >= rule_threshold(judging, R21_THREADS) &&
	       noise->cswch_per_s >= rule_threshold(judging, R21_RATE) &&
	       noise->cpu_pct <= rule_threshold(judging, R21_CPU) &&
	       (isnan(noise->cost_pct) ||
		100 * noise->cost_pct >= rule_threshold(judging, R21_COST) * noise->cpu_pct);
}

static void r21_find(struct judging *judging, const struct noise *noise, const char *wchan)
{
	const struct task_interval *loudest = noise->loudest;
	struct finding *finding = rule_find(judging, GRADE_INFO, "pid%d", loudest->pid);

	finding->stake_pct = noise->cost_pct;
	rule_say(judging, finding,
		 _("%s (%d): %zu threads wake %s times a second for %s%% of a CPU"), loudest->name,
		 loudest->pid, noise->n, rule_rate(judging, noise->cswch_per_s),
		 rule_pct(judging, noise->cpu_pct));
	rule_show(judging, finding, rule_task(judging, loudest), _("sleeps %s/s, %s%% CPU"),
		  rule_rate(judging, loudest->cswch_per_s), rule_pct(judging, loudest->cpu_pct));
	if (noise->cost_pct > 0)
		rule_show(judging, finding, _("its switches cost at least"), _("%s%% of a CPU"),
			  rule_pct(judging, noise->cost_pct));
	if (wchan)
		rule_show(judging, finding, _("seen asleep"), "%s", wchan);
	rule_cause(judging, finding, _("timers that tick more often than there is work"));
	rule_cause(judging, finding,
		   _("a runtime with a thread for each CPU of the machine (Go: GOMAXPROCS)"));
	rule_cause(judging, finding, _("loops that look whether there is work, and sleep again"));
	rule_confirm(judging, finding, "perf trace -s -p %d -- sleep 5", loudest->pid);
	rule_point(judging, finding, "tasks", rule_number(judging, loudest->pid));
}

static void judge_r21(struct judging *judging)
{
	struct band band = {0, 0};

	while (next_band(judging->interval, &band)) {
		struct noise noise;

		if ((double)(band.end - band.first) < rule_threshold(judging, R21_THREADS))
			continue;
		noise = listen_to(judging, &band);
		if (is_noise(judging, &noise))
			r21_find(judging, &noise, place_of(judging->interval, &band));
	}
}

static const struct example r21_examples[] = {
	{"pid70",
	 "'prices': {'switch.thread': 1200, 'switch.process': 1500}, 'threads': ["
	 "{'tid': 71, 'pid': 70, 'name': 'agent', 'cswch': 700, 'switches': 700, 'cpu': 0.2},"
	 "{'tid': 72, 'pid': 70, 'name': 'agent', 'cswch': 600, 'switches': 600, 'cpu': 0.1},"
	 "{'tid': 73, 'pid': 70, 'name': 'agent', 'cswch': 500, 'switches': 500, 'cpu': 0.1},"
	 "{'tid': 74, 'pid': 70, 'name': 'agent', 'cswch': 400, 'switches': 400, 'cpu': 0.1}]"},
	/* They work for it. */
	{NULL, "'threads': ["
	       "{'tid': 71, 'pid': 70, 'name': 'agent', 'cswch': 700, 'cpu': 3},"
	       "{'tid': 72, 'pid': 70, 'name': 'agent', 'cswch': 600, 'cpu': 3},"
	       "{'tid': 73, 'pid': 70, 'name': 'agent', 'cswch': 500, 'cpu': 3},"
	       "{'tid': 74, 'pid': 70, 'name': 'agent', 'cswch': 400, 'cpu': 3}]"},
	/* Each has its own work. */
	{NULL, "'threads': ["
	       "{'tid': 71, 'pid': 70, 'name': 'main', 'cswch': 700, 'cpu': 0.2},"
	       "{'tid': 72, 'pid': 70, 'name': 'log', 'cswch': 600, 'cpu': 0.1},"
	       "{'tid': 73, 'pid': 70, 'name': 'net', 'cswch': 500, 'cpu': 0.1},"
	       "{'tid': 74, 'pid': 70, 'name': 'disk', 'cswch': 400, 'cpu': 0.1}]"},
	/* Not so often; three; what they do is more than to wake. */
	{NULL, "'threads': ["
	       "{'tid': 71, 'pid': 70, 'name': 'agent', 'cswch': 200, 'cpu': 0.1},"
	       "{'tid': 72, 'pid': 70, 'name': 'agent', 'cswch': 200, 'cpu': 0.1},"
	       "{'tid': 73, 'pid': 70, 'name': 'agent', 'cswch': 200, 'cpu': 0.1},"
	       "{'tid': 74, 'pid': 70, 'name': 'agent', 'cswch': 200, 'cpu': 0.1}]"},
	{NULL, "'threads': ["
	       "{'tid': 71, 'pid': 70, 'name': 'agent', 'cswch': 700, 'cpu': 0.1},"
	       "{'tid': 72, 'pid': 70, 'name': 'agent', 'cswch': 700, 'cpu': 0.1},"
	       "{'tid': 73, 'pid': 70, 'name': 'agent', 'cswch': 700, 'cpu': 0.1}]"},
	{NULL, "'prices': {'switch.thread': 1200, 'switch.process': 1500}, 'threads': ["
	       "{'tid': 71, 'pid': 70, 'name': 'agent', 'cswch': 600, 'cpu': 1},"
	       "{'tid': 72, 'pid': 70, 'name': 'agent', 'cswch': 600, 'cpu': 1},"
	       "{'tid': 73, 'pid': 70, 'name': 'agent', 'cswch': 600, 'cpu': 1},"
	       "{'tid': 74, 'pid': 70, 'name': 'agent', 'cswch': 600, 'cpu': 1}]"},
};

const struct rule r21_rule = {
	.id = "R21",
	.title = N_("wakes for nothing"),
	.help = N_("Threads of one process wake very often and do hardly anything: a runtime or "
		   "timers that tick, which costs others their caches."),
	.needs = NEED_TASKS,
	.helps = NEED_CLOSEUPS | NEED_PRICES,
	.thresholds = r21_thresholds,
	.n_thresholds = COUNT(r21_thresholds),
	.judge = judge_r21,
	.examples = r21_examples,
	.n_examples = COUNT(r21_examples),
};
