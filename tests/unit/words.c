/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Command lines of a machine made of files: how many are looked up when, and how long they are kept. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "dump.h"
#include "source/procps.h"
#include "words.h"

/* More than are looked up in one frame, fewer than in three. */
enum { N_TASKS = 600 };

static struct dump dump;

static void put_task(int tid, int start_ticks, const char *command)
{
	char name[64], text[128];

	snprintf(name, sizeof(name), "proc/%d/stat", tid);
	snprintf(text, sizeof(text),
		 "%d (x) S 1 1 1 0 -1 0 0 0 0 0 0 0 0 0 20 0 1 0 %d 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 "
		 "0 17 0 0 0 0 0 0\n",
		 tid, start_ticks);
	dump_put(&dump, name, text);
	snprintf(name, sizeof(name), "proc/%d/status", tid);
	snprintf(text, sizeof(text), "Name:\tx\nTgid:\t%d\nPid:\t%d\n", tid, tid);
	dump_put(&dump, name, text);
	snprintf(name, sizeof(name), "proc/%d/cmdline", tid);
	dump_put(&dump, name, command);
}

struct desk {
	struct procps *procps;
	struct word_cache *cache;
	const struct words *words;
};

static void open_desk(struct desk *desk, uint64_t max_age_ns)
{
	desk->procps = procps_new();
	desk->cache = word_cache_new(desk->procps, max_age_ns);
	desk->words = word_cache_words(desk->cache);
}

static void close_desk(struct desk *desk)
{
	word_cache_free(desk->cache);
	procps_free(desk->procps);
}

static const char *ask(const struct desk *desk, int tid)
{
	return desk->words->command_line(desk->words->data, tid, 50);
}

/* How many of the tasks have a command line in a frame that asks for all. */
static int count_known(struct desk *desk)
{
	int n = 0;

	word_cache_begin_frame(desk->cache);
	for (int tid = 1; tid <= N_TASKS; tid++)
		n += ask(desk, tid) != NULL;
	return n;
}

static void in_some_frames_all_are_known(void **state)
{
	(void)state;
	struct desk desk;

	open_desk(&desk, UINT64_MAX);
	assert_in_range(count_known(&desk), 1, N_TASKS - 1);
	count_known(&desk);
	assert_int_equal(count_known(&desk), N_TASKS);
	/* However long they are asked for. */
	for (int i = 0; i < 100; i++) {
		word_cache_next_interval(desk.cache);
		assert_int_equal(count_known(&desk), N_TASKS);
	}
	close_desk(&desk);
}

static void what_nobody_asks_for_is_forgotten(void **state)
{
	(void)state;
	struct desk desk;

	open_desk(&desk, UINT64_MAX);
	for (int i = 0; i < 3; i++)
		count_known(&desk);
	for (int i = 0; i < 100; i++)
		word_cache_next_interval(desk.cache);
	assert_in_range(count_known(&desk), 1, N_TASKS - 1);
	close_desk(&desk);
}

/* Texts that were given out stay as they are until the next frame. */
static void a_program_that_was_replaced_is_named_anew(void **state)
{
	(void)state;
	struct desk desk;
	const char *before;

	open_desk(&desk, 0);
	put_task(7, 50, "old");
	word_cache_begin_frame(desk.cache);
	before = ask(&desk, 7);
	assert_string_equal(before, "old");
	put_task(7, 50, "new");
	assert_ptr_equal(ask(&desk, 7), before);
	word_cache_begin_frame(desk.cache);
	assert_string_equal(ask(&desk, 7), "new");
	close_desk(&desk);
}

/* The same number, another task. */
static void a_number_that_is_used_again_is_looked_up(void **state)
{
	(void)state;
	struct desk desk;

	open_desk(&desk, UINT64_MAX);
	put_task(7, 50, "one");
	word_cache_begin_frame(desk.cache);
	assert_string_equal(ask(&desk, 7), "one");
	put_task(7, 51, "another");
	assert_string_equal(desk.words->command_line(desk.words->data, 7, 51), "another");
	assert_string_equal(ask(&desk, 7), "one");
	close_desk(&desk);
}

/* Who looks back asks for a task that is gone. */
static void nobody_is_named_after_who_has_its_number_now(void **state)
{
	(void)state;
	struct desk desk;

	open_desk(&desk, 0);
	put_task(7, 50, "one");
	put_task(8, 51, "another");
	word_cache_begin_frame(desk.cache);
	assert_string_equal(ask(&desk, 7), "one");
	assert_null(ask(&desk, 8));
	put_task(7, 51, "another");
	word_cache_begin_frame(desk.cache);
	assert_string_equal(ask(&desk, 7), "one");
	close_desk(&desk);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(in_some_frames_all_are_known),
		cmocka_unit_test(what_nobody_asks_for_is_forgotten),
		cmocka_unit_test(a_program_that_was_replaced_is_named_anew),
		cmocka_unit_test(a_number_that_is_used_again_is_looked_up),
		cmocka_unit_test(nobody_is_named_after_who_has_its_number_now),
	};
	int failed;

	dump_init(&dump);
	dump_enter(&dump);
	for (int tid = 1; tid <= N_TASKS; tid++)
		put_task(tid, 50, "/usr/bin/work");
	failed = cmocka_run_group_tests(tests, NULL, NULL);
	dump_fini(&dump);
	return failed;
}
