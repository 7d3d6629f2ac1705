/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "words.h"

#include <stdlib.h>
#include <string.h>

#include "base/xalloc.h"
#include "source/procps.h"
#include "source/users.h"

/* Look-ups of command lines in one frame: a screenful and then some. */
enum { FRAME_BUDGET = 256 };

struct command_line {
	struct command_line *next; /* in the same bucket */
	int tid;
	uint64_t start_ticks;
	char *text; /* NULL: it has none */
};

enum { N_BUCKETS = 1024, MOST_ENTRIES = 8192, KEPT_INTERVALS = 10 };

struct word_cache {
	struct words words;
	struct procps *procps;
	struct users *users;
	struct command_line *buckets[N_BUCKETS];
	size_t n_entries, budget, age;
};

static void forget_command_lines(struct word_cache *cache)
{
	for (size_t i = 0; i < N_BUCKETS; i++) {
		while (cache->buckets[i]) {
			struct command_line *entry = cache->buckets[i];

			cache->buckets[i] = entry->next;
			free(entry->text);
			free(entry);
		}
	}
	cache->n_entries = 0;
}

static const char *user(void *data, uint32_t uid)
{
	struct word_cache *cache = data;

	return users_name(cache->users, uid);
}

static struct command_line *look_up(struct word_cache *cache, int tid, uint64_t start_ticks)
{
	struct command_line **bucket = &cache->buckets[(unsigned int)tid % N_BUCKETS];
	struct command_line *entry = xcalloc(1, sizeof(*entry));
	struct task_words words = {.tid = tid};

	if (procps_describe(cache->procps, &words, 1) == 0 && words.command_line)
		entry->text = xstrdup(words.command_line);
	task_words_fini(&words);
	entry->tid = tid;
	entry->start_ticks = start_ticks;
	entry->next = *bucket;
	*bucket = entry;
	cache->n_entries++;
	return entry;
}

static const char *command_line(void *data, int tid, uint64_t start_ticks)
{
	struct word_cache *cache = data;
	struct command_line *entry = cache->buckets[(unsigned int)tid % N_BUCKETS];

	while (entry && (entry->tid != tid || entry->start_ticks != start_ticks))
		entry = entry->next;
	if (entry)
		return entry->text;
	if (!cache->budget)
		return NULL;
	cache->budget--;
	return look_up(cache, tid, start_ticks)->text;
}

struct word_cache *word_cache_new(struct procps *procps)
{
	struct word_cache *cache = xcalloc(1, sizeof(*cache));

	cache->procps = procps;
	cache->users = users_new();
	cache->words = (struct words){.data = cache, .user = user, .command_line = command_line};
	return cache;
}

void word_cache_free(struct word_cache *cache)
{
	if (!cache)
		return;
	forget_command_lines(cache);
	users_free(cache->users);
	free(cache);
}

void word_cache_begin_frame(struct word_cache *cache)
{
	cache->budget = FRAME_BUDGET;
	/* Between frames nobody holds a text. */
	if (cache->n_entries > MOST_ENTRIES)
		forget_command_lines(cache);
}

void word_cache_next_interval(struct word_cache *cache)
{
	if (++cache->age < KEPT_INTERVALS)
		return;
	cache->age = 0;
	forget_command_lines(cache);
}

const struct words *word_cache_words(const struct word_cache *cache)
{
	return &cache->words;
}
