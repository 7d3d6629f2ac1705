/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "live.h"

#include <stdlib.h>
#include <string.h>

#include "base/i18n.h"
#include "base/xalloc.h"
#include "beside.h"
#include "history.h"
#include "interval.h"
#include "sample.h"
#include "sampler.h"
#include "source/allowed.h"
#include "words.h"

/* Lines of history kept: an hour at one a second. */
enum { HISTORY_LINES = 3600 };

/* Command lines may change; read again when this old. */
static const uint64_t command_line_max_age_ns = 10000000000;

struct live {
	bool is_live; /* false: a dump */
	struct sampler *sampler;
	struct sample samples[2];
	size_t last;    /* index of the newest */
	size_t n_taken; /* whole ones, counted up to 2 */
	bool is_busy;   /* the newest is not whole yet */
	bool is_added;  /* it was, and something was added to it */
	unsigned int needs;
	unsigned int forbidden; /* needs that would be asked for by netlink */
	struct interval interval;
	struct history history;
	struct beside beside;
	struct word_cache *words;
};

struct live *live_new(struct access access)
{
	struct live *live = xcalloc(1, sizeof(*live));

	live->is_live = access.is_live;
	live->forbidden = access.no_netlink ? NEED_EXITS | NEED_PEERS : 0;
	live->sampler = sampler_new(access);
	sample_init(&live->samples[0]);
	sample_init(&live->samples[1]);
	interval_init(&live->interval);
	history_init(&live->history, HISTORY_LINES);
	beside_init(&live->beside);
	live->words = word_cache_new(sampler_procps(live->sampler), command_line_max_age_ns);
	return live;
}

void live_free(struct live *live)
{
	if (!live)
		return;
	word_cache_free(live->words);
	beside_fini(&live->beside);
	history_fini(&live->history);
	interval_fini(&live->interval);
	sample_fini(&live->samples[0]);
	sample_fini(&live->samples[1]);
	sampler_free(live->sampler);
	free(live);
}

static struct sample *newest(struct live *live)
{
	return &live->samples[live->last];
}

/* The one before, or NULL when the newest is the first. */
static struct sample *before(struct live *live)
{
	return live->n_taken > 1 ? &live->samples[!live->last] : NULL;
}

/* What to compare with: nothing, while the files of a dump stand still. */
static const struct sample *base(struct live *live)
{
	const struct sample *then = before(live);

	if (then && !live->is_live && sample_is_same(then, newest(live)))
		return NULL;
	return then;
}

static void make_interval(struct live *live)
{
	interval_between(&live->interval, base(live), newest(live));
	beside_add(&live->beside, live->needs, &live->interval);
}

/* Rates since boot are over the uptime: of the first sample, and of a dump that stands still. */
static unsigned int needs_since_boot(const struct live *live)
{
	return live->n_taken == 1 || !live->is_live ? NEED_LOAD : 0;
}

void live_begin(struct live *live, unsigned int needs)
{
	if (live->n_taken)
		live->last = !live->last;
	if (live->n_taken < 2)
		live->n_taken++;
	live->needs = (needs & ~live->forbidden) | needs_since_boot(live);
	live->is_busy = true;
	live->is_added = false;
	sampler_read(live->sampler, live->needs, before(live), newest(live));
	if (live->n_taken == 1)
		make_interval(live);
}

void live_add(struct live *live, unsigned int needs)
{
	bool shows_older = live->is_busy && live->n_taken > 1;

	needs &= ~live->forbidden;
	live->needs |= needs;
	sampler_add(live->sampler, needs, before(live), newest(live));
	if (!live->is_busy)
		live->is_added = true;
	live->is_busy = true;
	/* Shown at once; but the interval before stays until the tasks of this one are read. */
	if (!shows_older)
		make_interval(live);
}

bool live_step(struct live *live, uint64_t budget_ns)
{
	if (!live->is_busy)
		return true;
	if (!sampler_step(live->sampler, newest(live), budget_ns))
		return false;
	live->is_busy = false;
	make_interval(live);
	beside_refresh(&live->beside, live->needs, &live->interval);
	if (!live->is_added) {
		history_add(&live->history, &live->interval);
		word_cache_next_interval(live->words);
	}
	return true;
}

bool live_is_busy(const struct live *live)
{
	return live->is_busy;
}

void live_progress(const struct live *live, size_t *done, size_t *total)
{
	sampler_progress(live->sampler, done, total);
}

struct interval *live_interval(struct live *live)
{
	return &live->interval;
}

/* What is no part of a sample is there when it was asked for. */
unsigned int live_has(const struct live *live)
{
	const unsigned int beside = NEED_AFFINITY | NEED_TOPOLOGY | NEED_CARDS | NEED_PEERS |
				    NEED_SETTINGS | NEED_CLOSEUPS;

	return live->needs & (live->samples[live->last].has | beside);
}

struct view live_view(struct live *live, const struct choice *choice)
{
	return (struct view){
		.interval = &live->interval,
		.history = &live->history,
		.topology = &live->beside.topology,
		.choice = choice,
		.words = word_cache_words(live->words),
		.has = live_has(live),
	};
}

void live_hide_history(struct live *live, size_t n)
{
	live->history.n_hidden = n;
}

void live_forget_places(struct live *live)
{
	beside_forget_places(&live->beside);
}

void live_read_all_affinities(struct live *live)
{
	beside_read_all(&live->beside);
}

void live_begin_frame(struct live *live)
{
	word_cache_begin_frame(live->words);
}

void live_begin_record(struct live *live)
{
	word_cache_begin_record(live->words);
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

size_t live_task_details(struct live *live, int pid, int tid, struct arena *arena,
			 const struct detail **details)
{
	struct task_words words = {.tid = tid ? tid : pid};
	struct detail *lines = arena_alloc(arena, 5, sizeof(*lines));
	size_t n = 0;

	procps_describe(sampler_procps(live->sampler), &words, 1);
	add_detail(lines, &n, _("allowed CPUs"), allowed_list(pid, words.tid, arena));
	if (words.wchan)
		add_detail(lines, &n, _("sleeps in"), arena_strdup(arena, words.wchan));
	if (words.cgroup)
		add_detail(lines, &n, _("cgroup"), arena_strdup(arena, words.cgroup));
	if (words.command_line)
		add_detail(lines, &n, _("command line"), arena_strdup(arena, words.command_line));
	add_detail(lines, &n, _("read by"),
		   sampler_has_taskstats(live->sampler) ? _("taskstats (netlink)")
							: _("files of /proc"));
	task_words_fini(&words);
	*details = lines;
	return n;
}
