/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "session.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/i18n.h"
#include "base/xalloc.h"
#include "history.h"
#include "interval.h"
#include "sample.h"
#include "sampler.h"
#include "source/affinity.h"
#include "source/allowed.h"
#include "source/topology.h"
#include "words.h"

/* Lines of history kept: an hour at one a second. */
enum { HISTORY_LINES = 3600 };

/* Affinities seldom change; read again when this old. */
static const uint64_t affinity_max_age_ns = 3000000000;

/* So are command lines. */
static const uint64_t command_line_max_age_ns = 10000000000;

struct session {
	bool is_live;
	struct sampler *sampler;
	struct sample samples[2];
	size_t last;    /* index of the newest */
	size_t n_taken; /* whole ones, counted up to 2 */
	bool is_busy;   /* the newest is not whole yet */
	bool is_added;  /* it was, and something was added to it */
	unsigned int needs;
	struct interval interval;
	struct history history;
	struct affinities affinities;
	size_t new_affinities, old_affinities; /* read per sample at most */
	struct topology topology;
	struct cpuset topology_cpus; /* online when it was read */
	struct word_cache *words;
};

struct session *session_new(bool is_live)
{
	struct session *session = xcalloc(1, sizeof(*session));

	session->is_live = is_live;
	session->sampler = sampler_new(is_live);
	sample_init(&session->samples[0]);
	sample_init(&session->samples[1]);
	interval_init(&session->interval);
	history_init(&session->history, HISTORY_LINES);
	affinities_init(&session->affinities);
	session->new_affinities = 64;
	session->old_affinities = 2;
	topology_init(&session->topology);
	cpuset_init(&session->topology_cpus);
	session->words = word_cache_new(sampler_procps(session->sampler), command_line_max_age_ns);
	return session;
}

void session_free(struct session *session)
{
	if (!session)
		return;
	word_cache_free(session->words);
	cpuset_fini(&session->topology_cpus);
	topology_fini(&session->topology);
	affinities_fini(&session->affinities);
	history_fini(&session->history);
	interval_fini(&session->interval);
	sample_fini(&session->samples[0]);
	sample_fini(&session->samples[1]);
	sampler_free(session->sampler);
	free(session);
}

static struct sample *newest(struct session *session)
{
	return &session->samples[session->last];
}

/* The one before, or NULL when the newest is the first. */
static struct sample *before(struct session *session)
{
	return session->n_taken > 1 ? &session->samples[!session->last] : NULL;
}

/* What to compare with: nothing, while the files of a dump stand still. */
static const struct sample *base(struct session *session)
{
	const struct sample *then = before(session);

	if (then && !session->is_live && sample_is_same(then, newest(session)))
		return NULL;
	return then;
}

static int by_rate(const void *a, const void *b)
{
	const struct irq_interval *const *x = a, *const *y = b;
	double rate_x = isnan((*x)->total) ? -1 : (*x)->total;
	double rate_y = isnan((*y)->total) ? -1 : (*y)->total;

	return (rate_x < rate_y) - (rate_x > rate_y);
}

/* The busiest first: they are what is on screen. */
static void read_affinities(struct session *session)
{
	struct interval *interval = &session->interval;
	const struct irq_interval **order =
		arena_alloc(&interval->arena, interval->n_irqs, sizeof(*order));
	int *irqs = arena_alloc(&interval->arena, interval->n_irqs, sizeof(*irqs));
	size_t n = 0;

	for (size_t i = 0; i < interval->n_irqs; i++)
		if (interval->irqs[i].irq >= 0)
			order[n++] = &interval->irqs[i];
	qsort(order, n, sizeof(*order), by_rate);
	for (size_t i = 0; i < n; i++)
		irqs[i] = order[i]->irq;
	affinities_refresh(&session->affinities, irqs, n, session->new_affinities, UINT64_MAX);
	affinities_refresh(&session->affinities, irqs, n, session->old_affinities,
			   affinity_max_age_ns);
	interval_add_affinities(interval, &session->affinities);
}

static bool is_topology_of(const struct session *session, const struct interval *interval)
{
	const struct cpuset *known = &session->topology_cpus;

	for (size_t i = 0; i < interval->n_cpus; i++)
		if (!cpuset_has(known, (unsigned int)interval->cpu_numbers[i]))
			return false;
	return session->topology.is_read && cpuset_count(known) == interval->n_cpus;
}

/* Read when first needed, and again when CPUs have come or gone. */
static void read_topology(struct session *session)
{
	const struct interval *interval = &session->interval;

	if (is_topology_of(session, interval))
		return;
	topology_read(&session->topology);
	cpuset_clear(&session->topology_cpus);
	for (size_t i = 0; i < interval->n_cpus; i++)
		cpuset_add(&session->topology_cpus, (unsigned int)interval->cpu_numbers[i]);
}

static void make_interval(struct session *session)
{
	interval_between(&session->interval, base(session), newest(session));
	if (session->needs & NEED_AFFINITY)
		read_affinities(session);
}

/* Rates since boot are over the uptime: of the first sample, and of a dump that stands still. */
static unsigned int needs_since_boot(const struct session *session)
{
	return session->n_taken == 1 || !session->is_live ? NEED_LOAD : 0;
}

void session_begin(struct session *session, unsigned int needs)
{
	if (session->n_taken)
		session->last = !session->last;
	if (session->n_taken < 2)
		session->n_taken++;
	session->needs = needs | needs_since_boot(session);
	session->is_busy = true;
	session->is_added = false;
	sampler_read(session->sampler, session->needs, before(session), newest(session));
	if (session->n_taken == 1)
		make_interval(session);
}

void session_add(struct session *session, unsigned int needs)
{
	bool shows_older = session->is_busy && session->n_taken > 1;

	session->needs |= needs;
	sampler_add(session->sampler, needs, before(session), newest(session));
	if (!session->is_busy)
		session->is_added = true;
	session->is_busy = true;
	/* Shown at once; but the interval before stays until the tasks of this one are read. */
	if (!shows_older)
		make_interval(session);
}

bool session_step(struct session *session, uint64_t budget_ns)
{
	if (!session->is_busy)
		return true;
	if (!sampler_step(session->sampler, newest(session), budget_ns))
		return false;
	session->is_busy = false;
	make_interval(session);
	if (session->needs & NEED_TOPOLOGY)
		read_topology(session);
	if (!session->is_added) {
		history_add(&session->history, &session->interval);
		word_cache_next_interval(session->words);
	}
	return true;
}

bool session_is_busy(const struct session *session)
{
	return session->is_busy;
}

void session_progress(const struct session *session, size_t *done, size_t *total)
{
	sampler_progress(session->sampler, done, total);
}

struct view session_view(struct session *session, const struct choice *choice)
{
	return (struct view){
		.interval = &session->interval,
		.history = &session->history,
		.topology = &session->topology,
		.choice = choice,
		.words = word_cache_words(session->words),
	};
}

void session_read_all_affinities(struct session *session)
{
	session->new_affinities = session->old_affinities = SIZE_MAX;
}

void session_begin_frame(struct session *session)
{
	word_cache_begin_frame(session->words);
}

static void add_detail(struct detail *details, size_t *n, const char *name, const char *value)
{
	if (value)
		details[(*n)++] = (struct detail){.name = name, .value = value};
}

static const char *allowed_list(int pid, int tid, struct arena *arena)
{
	struct cpuset allowed;
	char *list = NULL;

	cpuset_init(&allowed);
	if (allowed_read(pid, tid, &allowed) == 0) {
		size_t size = cpuset_format(&allowed, NULL, 0) + 1;

		list = arena_alloc(arena, size, 1);
		cpuset_format(&allowed, list, size);
	}
	cpuset_fini(&allowed);
	return list;
}

size_t session_task_details(struct session *session, int pid, int tid, struct arena *arena,
			    const struct detail **details)
{
	struct task_words words = {.tid = tid ? tid : pid};
	struct detail *lines = arena_alloc(arena, 4, sizeof(*lines));
	size_t n = 0;

	procps_describe(sampler_procps(session->sampler), &words, 1);
	add_detail(lines, &n, _("allowed CPUs"), allowed_list(pid, words.tid, arena));
	if (words.wchan)
		add_detail(lines, &n, _("sleeps in"), arena_strdup(arena, words.wchan));
	if (words.cgroup)
		add_detail(lines, &n, _("cgroup"), arena_strdup(arena, words.cgroup));
	if (words.command_line)
		add_detail(lines, &n, _("command line"), arena_strdup(arena, words.command_line));
	task_words_fini(&words);
	*details = lines;
	return n;
}
