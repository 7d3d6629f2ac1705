/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "words.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/xalloc.h"
#include "source/procps.h"
#include "source/users.h"

/* In one frame: a screenful and then some; and of those known, a few that have grown old. */
enum { NEW_PER_FRAME = 256, OLD_PER_FRAME = 32 };

/* Not asked for in so many intervals: forgotten. */
enum { KEPT_INTERVALS = 10 };

enum { N_BUCKETS = 1024 };

struct command_line {
	struct command_line *next; /* in the same bucket */
	int tid;
	uint64_t start_ticks;
	char *text; /* NULL: it has none */
	uint64_t read_ns;
	size_t asked_in; /* the interval */
};

struct word_cache {
	struct words words;
	struct procps *procps;
	struct users *users;
	uint64_t max_age_ns;
	struct command_line *buckets[N_BUCKETS];
	uint64_t frame_ns;         /* when the frame began */
	size_t new_left, old_left; /* in this frame */
	size_t interval;
};

static void free_command_line(struct command_line *entry)
{
	free(entry->text);
	free(entry);
}

/* Those not asked for since the interval @since. */
static void forget_unasked(struct word_cache *cache, size_t since)
{
	for (size_t i = 0; i < N_BUCKETS; i++) {
		struct command_line **link = &cache->buckets[i];

		while (*link) {
			struct command_line *entry = *link;

			if (entry->asked_in >= since) {
				link = &entry->next;
				continue;
			}
			*link = entry->next;
			free_command_line(entry);
		}
	}
}

static const char *user(void *data, uint32_t uid)
{
	struct word_cache *cache = data;

	return users_name(cache->users, uid);
}

static int find_user(void *data, const char *name, uint32_t *uid)
{
	(void)data;
	return users_find(name, uid);
}

/* Who looks back asks for tasks that are gone: what was known of one stays, and another may have its number. */
static void look_up(struct word_cache *cache, struct command_line *entry)
{
	struct task_words words = {.tid = entry->tid};

	if (procps_describe(cache->procps, &words, 1) == 0 &&
	    words.start_ticks == entry->start_ticks) {
		free(entry->text);
		entry->text = words.command_line ? xstrdup(words.command_line) : NULL;
	}
	task_words_fini(&words);
	entry->read_ns = cache->frame_ns;
}

/* Borrowed, not looked up yet; NULL: enough for this frame. */
static struct command_line *add(struct word_cache *cache, int tid, uint64_t start_ticks)
{
	struct command_line **bucket = &cache->buckets[(unsigned int)tid % N_BUCKETS];
	struct command_line *entry;

	if (!cache->new_left)
		return NULL;
	cache->new_left--;
	entry = xcalloc(1, sizeof(*entry));
	entry->tid = tid;
	entry->start_ticks = start_ticks;
	entry->next = *bucket;
	*bucket = entry;
	return entry;
}

/* But never twice in a frame: what was given out in it must stay. */
static bool must_look_again(struct word_cache *cache, const struct command_line *entry)
{
	if (!cache->old_left || cache->frame_ns - entry->read_ns <= cache->max_age_ns)
		return false;
	cache->old_left--;
	return true;
}

static const char *command_line(void *data, int tid, uint64_t start_ticks)
{
	struct word_cache *cache = data;
	struct command_line *entry = cache->buckets[(unsigned int)tid % N_BUCKETS];

	while (entry && (entry->tid != tid || entry->start_ticks != start_ticks))
		entry = entry->next;
	if (!entry) {
		entry = add(cache, tid, start_ticks);
		if (entry)
			look_up(cache, entry);
	} else if (must_look_again(cache, entry)) {
		look_up(cache, entry);
	}
	if (!entry)
		return NULL;
	entry->asked_in = cache->interval;
	return entry->text;
}

struct word_cache *word_cache_new(struct procps *procps, uint64_t max_age_ns)
{
	struct word_cache *cache = xcalloc(1, sizeof(*cache));

	cache->procps = procps;
	cache->users = users_new(true);
	cache->max_age_ns = max_age_ns;
	cache->words = (struct words){
		.data = cache,
		.user = user,
		.find_user = find_user,
		.command_line = command_line,
	};
	return cache;
}

void word_cache_free(struct word_cache *cache)
{
	if (!cache)
		return;
	forget_unasked(cache, SIZE_MAX);
	users_free(cache->users);
	free(cache);
}

void word_cache_begin_frame(struct word_cache *cache)
{
	cache->frame_ns = clock_monotonic_ns();
	cache->new_left = NEW_PER_FRAME;
	cache->old_left = OLD_PER_FRAME;
}

void word_cache_begin_record(struct word_cache *cache)
{
	word_cache_begin_frame(cache);
	cache->new_left = cache->old_left = SIZE_MAX;
}

void word_cache_next_interval(struct word_cache *cache)
{
	cache->interval++;
	if (cache->interval % KEPT_INTERVALS == 0)
		forget_unasked(cache, cache->interval - KEPT_INTERVALS);
}

const struct words *word_cache_words(const struct word_cache *cache)
{
	return &cache->words;
}
