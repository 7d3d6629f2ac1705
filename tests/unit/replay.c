/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Going back and forth in a recording: which interval is shown. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "replay_desk.h"

static void intervals_come_one_by_one(void **state)
{
	struct desk *desk = *state;

	record_some(desk, N_LINES);
	open_it(desk);
	assert_false(replay_has_interval(desk->replay));
	for (size_t i = 0; i < N_LINES; i++) {
		move(desk, 1);
		assert_int_equal(shown(desk), i);
		assert_false(replay_is_at_end(desk->replay));
	}
	move(desk, 1);
	assert_true(replay_is_at_end(desk->replay));
	assert_int_equal(shown(desk), N_LINES - 1);
	assert_null(replay_problem(desk->replay));
	assert_string_equal(replay_machine(desk->replay).host, "there");
}

/* A walk without a plan ends where counting says it does. */
static void steps_go_both_ways(void **state)
{
	struct desk *desk = *state;
	unsigned int seed = 7;
	long at = 0;

	record_some(desk, N_LINES);
	open_it(desk);
	move(desk, 1);
	for (int i = 0; i < 300; i++) {
		long by = (long)((seed = seed * 1103515245 + 12345) >> 16) % 81 - 40;

		move(desk, by);
		at += by;
		at = at < 0 ? 0 : at > N_LINES - 1 ? N_LINES - 1 : at;
		assert_int_equal(shown(desk), at);
		assert_int_equal(replay_is_at_start(desk->replay), at == 0);
	}
}

static void steps_that_come_together_add_up(void **state)
{
	struct desk *desk = *state;

	record_some(desk, N_LINES);
	open_it(desk);
	move(desk, 1);
	for (int i = 0; i < 5; i++)
		replay_move(desk->replay, 10);
	arrive(desk);
	assert_int_equal(shown(desk), 50);
}

static void a_moment_is_found(void **state)
{
	struct desk *desk = *state;

	record_some(desk, 50);
	desk->second += 100; /* nothing was recorded for a while */
	record_some(desk, 50);
	open_it(desk);
	move(desk, 1);
	move_to(desk, FIRST_SECOND + 30);
	assert_int_equal(shown(desk), 30);
	move_to(desk, FIRST_SECOND + 10);
	assert_int_equal(shown(desk), 10);
	move_to(desk, FIRST_SECOND + 70);
	assert_int_equal(shown(desk), 150);
	move_to(desk, 1);
	assert_int_equal(shown(desk), 0);
	move_to(desk, FIRST_SECOND + 5000);
	assert_int_equal(shown(desk), 199);
	assert_true(replay_is_at_end(desk->replay));
}

static void what_is_whole_is_shown_and_the_rest_named(void **state)
{
	struct desk *desk = *state;

	record_some(desk, 3);
	fputs("{\"overtop\":1,\"time\":\"2026-", desk->out);
	open_it(desk);
	move(desk, 100);
	assert_int_equal(shown(desk), 2);
	assert_true(replay_is_at_end(desk->replay));
	assert_non_null(replay_problem(desk->replay));
	assert_non_null(strstr(replay_problem(desk->replay), "3"));
	/* Back to what is whole. */
	move(desk, -2);
	assert_int_equal(shown(desk), 0);
}

static void what_is_no_record_ends_it(void **state)
{
	struct desk *desk = *state;

	record_some(desk, 3);
	fputs("nonsense\n", desk->out);
	record_some(desk, 3);
	open_it(desk);
	for (int i = 0; i < 6; i++)
		move(desk, 1);
	assert_int_equal(shown(desk), 2);
	assert_true(replay_is_at_end(desk->replay));
	assert_non_null(replay_problem(desk->replay));
}

static void of_nothing_nothing_is_shown(void **state)
{
	struct desk *desk = *state;

	open_it(desk);
	move(desk, 1);
	assert_false(replay_has_interval(desk->replay));
	assert_non_null(replay_problem(desk->replay));
}

/* What is recorded while it is looked at can be looked at. */
static void a_recording_that_grows_goes_on(void **state)
{
	struct desk *desk = *state;

	record_some(desk, 3);
	fflush(desk->out);
	desk->replay = replay_new(tape_open(desk->path));
	move(desk, 10);
	assert_int_equal(shown(desk), 2);
	assert_true(replay_is_at_end(desk->replay));
	record_some(desk, 2);
	fclose(desk->out);
	move(desk, 1);
	assert_int_equal(shown(desk), 3);
	assert_false(replay_is_at_end(desk->replay));
}

/* What is recorded from now on comes through the pipe. */
static void open_stream(struct desk *desk, const int ends[2])
{
	int keyboard = dup(STDIN_FILENO);

	dup2(ends[0], STDIN_FILENO);
	desk->replay = replay_new(tape_open("-"));
	dup2(keyboard, STDIN_FILENO);
	close(keyboard);
	replay_remember(desk->replay, 32 << 20);
	fclose(desk->out);
	desk->out = fdopen(ends[1], "w");
}

/* What comes in cannot be wound back: what is remembered of it is looked at again. */
static void a_stream_is_remembered(void **state)
{
	struct desk *desk = *state;
	int ends[2];

	assert_int_equal(pipe(ends), 0);
	open_stream(desk, ends);
	record_some(desk, 5);
	fflush(desk->out);
	for (int i = 0; i < 5; i++)
		move(desk, 1);
	assert_int_equal(shown(desk), 4);
	/* Nothing has come yet: there is something to wait for. */
	replay_move(desk->replay, 1);
	assert_false(replay_step(desk->replay, UINT64_MAX));
	assert_false(replay_is_busy(desk->replay));
	assert_true(replay_fd(desk->replay) >= 0);
	/* Who goes back goes back from what is shown, not from what is waited for. */
	move(desk, -1);
	assert_int_equal(shown(desk), 3);
	assert_false(replay_is_at_newest(desk->replay));
	move(desk, -10);
	assert_int_equal(shown(desk), 0);
	assert_true(replay_is_at_start(desk->replay));
	record_some(desk, 1);
	fclose(desk->out);
	move(desk, 10);
	assert_int_equal(shown(desk), 5);
	assert_true(replay_is_at_end(desk->replay));
	/* Its end is behind what is remembered of it, too. */
	move(desk, -2);
	assert_int_equal(shown(desk), 3);
	assert_false(replay_is_at_end(desk->replay));
	move(desk, 1);
	assert_int_equal(shown(desk), 4);
	move(desk, 1);
	assert_int_equal(shown(desk), 5);
	assert_true(replay_is_at_end(desk->replay));
	close(ends[0]);
}

/* Whoever sends it is not held up by somebody who looks at one interval for long. */
static void a_stream_is_taken_in_while_one_is_looked_at(void **state)
{
	struct desk *desk = *state;
	int ends[2];

	assert_int_equal(pipe(ends), 0);
	open_stream(desk, ends);
	record_some(desk, 3);
	fflush(desk->out);
	move(desk, 1);
	for (size_t i = 1; i < 3; i++) {
		replay_take_in(desk->replay);
		arrive(desk);
		assert_int_equal(shown(desk), 0);
	}
	assert_false(replay_is_at_newest(desk->replay));
	move(desk, 2);
	assert_int_equal(shown(desk), 2);
	fclose(desk->out);
	close(ends[0]);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		REPLAY_TEST(intervals_come_one_by_one),
		REPLAY_TEST(steps_go_both_ways),
		REPLAY_TEST(steps_that_come_together_add_up),
		REPLAY_TEST(a_moment_is_found),
		REPLAY_TEST(what_is_whole_is_shown_and_the_rest_named),
		REPLAY_TEST(what_is_no_record_ends_it),
		REPLAY_TEST(of_nothing_nothing_is_shown),
		REPLAY_TEST(a_recording_that_grows_goes_on),
		REPLAY_TEST(a_stream_is_remembered),
		REPLAY_TEST(a_stream_is_taken_in_while_one_is_looked_at),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
