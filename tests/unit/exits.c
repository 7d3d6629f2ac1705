/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Threads that exited: which process each was of. */
#include "config.h"

#include "exit_story.h"

static struct exits *exits_of_story(struct story *story)
{
	return &story->samples[1].exits;
}

static void they_are_found_by_process(void **state)
{
	struct story *story = *state;
	struct exits *exits = exits_of_story(story);
	const struct task_usage *const *threads;
	size_t n;

	add_exit(story, 30, 32, 1);
	add_exit(story, 20, 20, 1);
	add_exit(story, 30, 30, 1)->cswch = 1;
	add_exit(story, 40, 40, 1);
	add_exit(story, 30, 30, 1)->cswch = 2;
	exits_sort(exits);
	threads = exits_of(exits, 30, &n);
	assert_int_equal(n, 3);
	/* A number that was given out again: in the order in which they exited. */
	assert_int_equal(threads[0]->cswch, 1);
	assert_int_equal(threads[1]->cswch, 2);
	assert_int_equal(threads[2]->tid, 32);
	assert_null(exits_of(exits, 31, &n));
	assert_int_equal(n, 0);
	assert_non_null(exits_of(exits, 40, &n));
	assert_int_equal(n, 1);
}

static void of_nothing_nothing_is_found(void **state)
{
	struct exits exits;
	size_t n = 5;

	(void)state;
	exits_init(&exits);
	exits_sort(&exits);
	assert_null(exits_of(&exits, 1, &n));
	assert_int_equal(n, 0);
	exits_fini(&exits);
}

/* An old kernel tells of a thread only; the scan knows where it lived. */
static void threads_that_were_seen_have_a_home(void **state)
{
	struct story *story = *state;
	struct exits *exits = exits_of_story(story);
	size_t n;

	add_process(story, 0, 100, 50);
	add_thread(story, 0, 100, 50);
	add_thread(story, 0, 101, 60);
	add_process(story, 0, 200, 50);
	add_thread(story, 0, 200, 50);
	add_exit(story, -1, 101, 1001);
	add_exit(story, -1, 200, 1001);
	add_exit(story, -1, 300, 0.5);
	exits_house(exits, &story->samples[0].tasks, 100);
	exits_sort(exits);
	assert_false(exits_of(exits, 100, &n)[0]->is_last);
	assert_int_equal(n, 1);
	/* Its only thread. */
	assert_true(exits_of(exits, 200, &n)[0]->is_last);
	/* Nobody knows: one of its own. */
	assert_true(exits_of(exits, 300, &n)[0]->is_last);
}

/* A tenth of a second old, it is not what was there a second ago. */
static void a_number_that_was_given_out_again_is_a_stranger(void **state)
{
	struct story *story = *state;
	struct exits *exits = exits_of_story(story);
	size_t n;

	add_process(story, 0, 100, 50);
	add_thread(story, 0, 100, 50);
	add_thread(story, 0, 101, 60);
	add_exit(story, -1, 101, 0.1);
	exits_house(exits, &story->samples[0].tasks, 100);
	exits_sort(exits);
	assert_null(exits_of(exits, 100, &n));
	assert_non_null(exits_of(exits, 101, &n));
}

/* After a night's sleep: its start is told with it, its age without. */
static void suspend_makes_nobody_a_stranger(void **state)
{
	struct story *story = *state;
	struct exits *exits = exits_of_story(story);
	size_t n;

	story->samples[0].tasks.begun_boot_ns += 30000 * SECOND;
	add_process(story, 0, 100, 50);
	add_thread(story, 0, 100, 50);
	/* Began after the night, and 25 s of being awake before the scan. */
	add_thread(story, 0, 101, 100 * (30000 + 975));
	add_exit(story, -1, 101, 26);
	exits_house(exits, &story->samples[0].tasks, 100);
	exits_sort(exits);
	assert_non_null(exits_of(exits, 100, &n));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(they_are_found_by_process, exit_story_setup,
						story_teardown),
		cmocka_unit_test(of_nothing_nothing_is_found),
		cmocka_unit_test_setup_teardown(threads_that_were_seen_have_a_home,
						exit_story_setup, story_teardown),
		cmocka_unit_test_setup_teardown(a_number_that_was_given_out_again_is_a_stranger,
						exit_story_setup, story_teardown),
		cmocka_unit_test_setup_teardown(suspend_makes_nobody_a_stranger, exit_story_setup,
						story_teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
