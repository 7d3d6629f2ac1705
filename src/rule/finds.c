/* SPDX-License-Identifier: GPL-2.0-or-later */
/* One rule over one interval, and the words for what stands in it. */
#include "config.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/i18n.h"
#include "interval.h"
#include "rule/engine.h"
#include "sample.h"

static const struct {
	unsigned int need;
	const char *words;
} words[] = {
	{NEED_STAT, N_("shares of the CPUs")},
	{NEED_MEMORY, N_("memory")},
	{NEED_PAGING, N_("paging and page faults")},
	{NEED_LOAD, N_("load")},
	{NEED_SOFTIRQS, N_("softirqs")},
	{NEED_INTERRUPTS, N_("interrupts")},
	{NEED_PRESSURE, N_("pressure on the CPUs")},
	{NEED_TASKS, N_("tasks")},
	{NEED_AFFINITY, N_("CPUs that interrupts may go to")},
	{NEED_TOPOLOGY, N_("topology")},
	{NEED_PRESSURES, N_("pressure on memory and disks")},
	{NEED_CPU_SWITCHES, N_("switches of each CPU")},
	{NEED_EXITS, N_("tasks that exited")},
	{NEED_SOFTNETS, N_("packets of each CPU")},
	{NEED_NETDEVS, N_("network interfaces")},
	{NEED_SOCKETS, N_("counts of sockets")},
	{NEED_CGROUPS, N_("cgroups")},
	{NEED_CARDS, N_("queues and drivers of network cards")},
	{NEED_PEERS, N_("sockets, one by one")},
	{NEED_SETTINGS, N_("settings of the kernel")},
	{NEED_CLOSEUPS, N_("where tasks sleep, and which CPUs they may use")},
	{NEED_PRICES, N_("prices")},
};

const char *need_words(unsigned int need)
{
	for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++)
		if (words[i].need == need)
			return _(words[i].words);
	return NULL;
}

static int by_subject(const void *a, const void *b)
{
	const struct finding *one = *(struct finding *const *)a;
	const struct finding *other = *(struct finding *const *)b;
	int order = strcmp(one->subject, other->subject);

	return order ? order : (int)other->grade - (int)one->grade;
}

/* Of what was found twice the graver, which stands first, is kept. */
static size_t keep_one_of_each(struct finding **items, size_t n)
{
	size_t kept = 0;

	for (size_t i = 0; i < n; i++)
		if (kept == 0 || strcmp(items[kept - 1]->subject, items[i]->subject) != 0)
			items[kept++] = items[i];
	return kept;
}

static void say_what_is_lacking(struct judging *judging, unsigned int lacking)
{
	for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++)
		for (size_t k = 0; k < judging->n_found; k++)
			if (lacking & words[i].need)
				rule_lack(judging, judging->found[k], _("not read: %s"),
					  _(words[i].words));
}

/* A few began or ended between the two counts. */
static const double hidden_share = 0.05;

/* Whoever speaks of tasks may not have seen the one that matters. */
static void say_what_is_hidden(struct judging *judging)
{
	const struct totals *totals = &judging->interval->totals;
	double n_hidden = totals->n_all_threads - totals->n_threads;

	if (judging->rule->is_validity || !(n_hidden > hidden_share * totals->n_all_threads))
		return;
	for (size_t i = 0; i < judging->n_found; i++)
		rule_lack(judging, judging->found[i], _("hidden: %.0f of %.0f threads"), n_hidden,
			  totals->n_all_threads);
}

struct finds rule_judge(const struct rule *rule, const struct interval *interval,
			const struct rule_facts *facts, bool is_eased, struct arena *arena)
{
	struct judging judging = {
		.rule = rule,
		.interval = interval,
		.topology = facts->topology,
		.prices = facts->prices,
		.arena = arena,
		.thresholds = tuning_thresholds(facts->tuning, rule, is_eased, arena),
	};
	struct finds finds;

	rule->judge(&judging);
	say_what_is_lacking(&judging, rule->helps & ~facts->has);
	if ((rule->needs | rule->helps) & facts->has & NEED_TASKS)
		say_what_is_hidden(&judging);
	if (judging.n_found > 1)
		qsort(judging.found, judging.n_found, sizeof(*judging.found), by_subject);
	finds.items = judging.found;
	finds.n = keep_one_of_each(judging.found, judging.n_found);
	return finds;
}

static int find_subject(const void *subject, const void *item)
{
	return strcmp(subject, (*(struct finding *const *)item)->subject);
}

size_t finds_get(const struct finds *finds, const char *subject)
{
	struct finding **found = finds->n ? bsearch(subject, finds->items, finds->n,
						    sizeof(*finds->items), find_subject)
					  : NULL;

	return found ? (size_t)(found - finds->items) : finds->n;
}

/* What each rule finds again, judged when it is first asked for. */
struct rereading {
	const struct interval *interval;
	const struct rule_facts *facts;
	struct arena *arena;
	struct again {
		bool is_judged;
		struct finds eased, strict;
	} * again; /* [n_rules] */
};

static const struct again *judge_again(struct rereading *rereading, size_t rule)
{
	struct again *again = &rereading->again[rule];

	if (again->is_judged)
		return again;
	again->is_judged = true;
	again->eased = rule_judge(rules[rule], rereading->interval, rereading->facts, true,
				  rereading->arena);
	again->strict = rule_judge(rules[rule], rereading->interval, rereading->facts, false,
				   rereading->arena);
	return again;
}

static struct finding *find_in(const struct finds *finds, const char *subject)
{
	size_t at = finds_get(finds, subject);

	return at < finds->n ? finds->items[at] : NULL;
}

/* n_rules: this version has no such rule. */
static size_t rule_of(const struct mark *mark)
{
	size_t i = 0;

	while (i < n_rules && strcmp(rules[i]->id, mark->rule) != 0)
		i++;
	return i;
}

bool mark_is_of_validity(const struct mark *mark)
{
	size_t rule = rule_of(mark);

	return rule < n_rules && rules[rule]->is_validity;
}

static struct finding *words_of(struct rereading *rereading, const struct mark *mark)
{
	size_t rule = rule_of(mark);
	const struct again *again;
	struct finding *finding;

	if (rule == n_rules)
		return NULL;
	again = judge_again(rereading, rule);
	finding = find_in(&again->eased, mark->subject);
	return finding ? finding : find_in(&again->strict, mark->subject);
}

static struct standing stand(struct rereading *rereading, const struct mark *mark)
{
	const struct rule_facts *facts = rereading->facts;
	struct standing standing = {.mark = mark};
	struct finding *finding = words_of(rereading, mark);

	if (!finding && facts->last_words) {
		const struct finding *last = last_words_find(
			facts->last_words, mark, rereading->interval->wall_ns, &standing.said_ns);

		finding = last ? arena_alloc(rereading->arena, 1, sizeof(*finding)) : NULL;
		if (last)
			*finding = *last;
	}
	/* Said with eased thresholds, or a while ago; how grave it is, is marked. */
	if (finding)
		finding->grade = (enum grade)mark->grade;
	standing.finding = finding;
	return standing;
}

/* Those of one grade that stand, of validity or not. */
static size_t add_standing(struct rereading *rereading, int grade, bool is_validity,
			   struct standing *found)
{
	const struct interval *interval = rereading->interval;
	size_t n = 0;

	for (size_t i = 0; i < interval->n_marks; i++) {
		const struct mark *mark = &interval->marks[i];

		if (mark->grade == grade && isnan(mark->cleared_s) &&
		    mark_is_of_validity(mark) == is_validity)
			found[n++] = stand(rereading, mark);
	}
	return n;
}

size_t findings_of(const struct interval *interval, const struct rule_facts *facts,
		   struct arena *arena, const struct standing **standing)
{
	struct rereading rereading = {
		.interval = interval->n_marks ? interval_of_active(interval, arena) : interval,
		.facts = facts,
		.arena = arena,
		.again = arena_alloc(arena, n_rules, sizeof(*rereading.again)),
	};
	struct standing *found = arena_alloc(arena, interval->n_marks, sizeof(*found));
	size_t n = 0;

	for (int grade = GRADE_CRIT; grade >= GRADE_INFO; grade--) {
		n += add_standing(&rereading, grade, false, found + n);
		n += add_standing(&rereading, grade, true, found + n);
	}
	for (size_t i = 0; i < interval->n_marks; i++)
		if (!isnan(interval->marks[i].cleared_s))
			found[n++] = (struct standing){.mark = &interval->marks[i]};
	*standing = found;
	return n;
}
