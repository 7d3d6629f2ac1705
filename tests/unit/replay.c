/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Going back and forth in a recording: which interval is shown, and what is known beside it. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/xalloc.h"
#include "handmade.h"
#include "history.h"
#include "record/record.h"
#include "record/tape.h"
#include "replay.h"
#include "source/host.h"
#include "source/topology.h"

#define SECOND 1000000000ULL

enum { N_LINES = 200, FIRST_SECOND = 1000 };

/* A recording being made, one interval a second. */
struct desk {
	struct handmade machine;
	char path[64];
	FILE *out;
	uint64_t second;
	struct replay *replay;
};

static const struct choice any;

static int setup(void **state)
{
	static struct desk desk;
	int fd;

	handmade_init(&desk.machine, 2, 3, 1);
	snprintf(desk.path, sizeof(desk.path), "replay-XXXXXX");
	fd = mkstemp(desk.path);
	assert_true(fd >= 0);
	desk.out = fdopen(fd, "w");
	desk.second = FIRST_SECOND;
	desk.replay = NULL;
	*state = &desk;
	return 0;
}

static int teardown(void **state)
{
	struct desk *desk = *state;

	replay_free(desk->replay);
	unlink(desk->path);
	handmade_fini(&desk->machine);
	return 0;
}

static void record(struct desk *desk, const struct topology *topology, const char *boot_id)
{
	struct record record = {
		.format = RECORD_FORMAT,
		.host = "there",
		.boot_id = boot_id,
		.interval = desk->machine.interval,
		.topology = topology,
	};
	struct arena arena;
	size_t len;
	const char *line;

	arena_init(&arena);
	record.interval.wall_ns = desk->second++ * SECOND;
	line = record_write(&record, &arena, &len);
	fwrite(line, 1, len, desk->out);
	arena_fini(&arena);
}

static void record_some(struct desk *desk, size_t n)
{
	for (size_t i = 0; i < n; i++)
		record(desk, NULL, "another boot");
}

/* The recording is over; it is looked at. */
static void open_it(struct desk *desk)
{
	struct tape *tape;

	fclose(desk->out);
	tape = tape_open(desk->path);
	assert_non_null(tape);
	desk->replay = replay_new(tape);
}

static void arrive(struct desk *desk)
{
	while (!replay_step(desk->replay, UINT64_MAX))
		;
}

static void move(struct desk *desk, long by)
{
	replay_move(desk->replay, by);
	arrive(desk);
}

static void move_to(struct desk *desk, uint64_t second)
{
	replay_move_to(desk->replay, second * SECOND);
	arrive(desk);
}

/* Which of the lines is shown, by its time. */
static size_t shown(struct desk *desk)
{
	const struct interval *interval = replay_view(desk->replay, &any).interval;

	return (size_t)(interval->wall_ns / SECOND) - FIRST_SECOND;
}

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

/* As it was at that time: what came later is not known there. */
static void the_history_ends_with_what_is_shown(void **state)
{
	struct desk *desk = *state;
	struct view view;

	record_some(desk, N_LINES);
	open_it(desk);
	move_to(desk, FIRST_SECOND + N_LINES);
	move_to(desk, FIRST_SECOND + 20);
	view = replay_view(desk->replay, &any);
	assert_int_equal(history_count(view.history), 21);
	assert_int_equal(history_get(view.history, 0)->wall_ns, (FIRST_SECOND + 20) * SECOND);
	assert_int_equal(history_get(view.history, 20)->wall_ns, FIRST_SECOND * SECOND);
}

static void make_topology(struct topology *topology, size_t n_cpus)
{
	topology_init(topology);
	topology->is_read = true;
	topology->n_cpus = n_cpus;
	topology->cpus = xcalloc(n_cpus, sizeof(*topology->cpus));
	for (size_t i = 0; i < n_cpus; i++) {
		topology->cpus[i].cpu = (int)i;
		cpuset_add(&topology->online, (unsigned int)i);
	}
	topology->has_online = true;
	topology->n_cores = n_cpus;
}

static size_t cores_shown(struct desk *desk)
{
	const struct topology *topology = replay_view(desk->replay, &any).topology;

	return topology ? topology->n_cores : 0;
}

static void the_topology_holds_until_there_is_another(void **state)
{
	struct desk *desk = *state;
	struct topology two, one;

	make_topology(&two, 2);
	make_topology(&one, 1);
	record_some(desk, 10);
	record(desk, &two, "");
	record_some(desk, 10);
	record(desk, &two, "");
	record(desk, &one, "");
	record_some(desk, 10);
	topology_fini(&one);
	topology_fini(&two);
	open_it(desk);
	move(desk, 10);
	assert_int_equal(cores_shown(desk), 0);
	move(desk, 1);
	assert_int_equal(cores_shown(desk), 2);
	move(desk, 20);
	assert_int_equal(cores_shown(desk), 1);
	move(desk, -12);
	assert_int_equal(cores_shown(desk), 2);
	move(desk, -10);
	assert_int_equal(cores_shown(desk), 0);
}

/* Our names of users are those of our users, not of another machine's. */
static void users_of_elsewhere_are_numbers(void **state)
{
	struct desk *desk = *state;
	char *boot_id = host_boot_id_dup();
	struct view view;

	record(desk, NULL, "another boot");
	record(desk, NULL, boot_id);
	open_it(desk);
	move(desk, 1);
	view = replay_view(desk->replay, &any);
	assert_string_equal(view.words->user(view.words->data, 0), "0");
	move(desk, 1);
	view = replay_view(desk->replay, &any);
	assert_string_equal(view.words->user(view.words->data, 0), "root");
	free(boot_id);
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
	assert_non_null(strstr(replay_problem(desk->replay), "4"));
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

/* What comes in cannot be wound back: what is remembered of it is looked at again. */
static void a_stream_is_remembered(void **state)
{
	struct desk *desk = *state;
	int ends[2], keyboard = dup(STDIN_FILENO);

	assert_int_equal(pipe(ends), 0);
	record_some(desk, 20);
	fflush(desk->out);
	dup2(ends[0], STDIN_FILENO);
	desk->replay = replay_new(tape_open("-"));
	dup2(keyboard, STDIN_FILENO);
	replay_remember(desk->replay, 32 << 20);
	fclose(desk->out);
	desk->out = fdopen(ends[1], "w");
	desk->second = FIRST_SECOND;
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
	move(desk, -3);
	assert_int_equal(shown(desk), 2);
	move(desk, -10);
	assert_int_equal(shown(desk), 0);
	assert_true(replay_is_at_start(desk->replay));
	record_some(desk, 1);
	fclose(desk->out);
	move(desk, 10);
	assert_int_equal(shown(desk), 5);
	assert_true(replay_is_at_end(desk->replay));
	close(ends[0]);
	close(keyboard);
}

#define REPLAY_TEST(function) cmocka_unit_test_setup_teardown(function, setup, teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		REPLAY_TEST(intervals_come_one_by_one),
		REPLAY_TEST(steps_go_both_ways),
		REPLAY_TEST(steps_that_come_together_add_up),
		REPLAY_TEST(a_moment_is_found),
		REPLAY_TEST(the_history_ends_with_what_is_shown),
		REPLAY_TEST(the_topology_holds_until_there_is_another),
		REPLAY_TEST(users_of_elsewhere_are_numbers),
		REPLAY_TEST(what_is_whole_is_shown_and_the_rest_named),
		REPLAY_TEST(what_is_no_record_ends_it),
		REPLAY_TEST(of_nothing_nothing_is_shown),
		REPLAY_TEST(a_recording_that_grows_goes_on),
		REPLAY_TEST(a_stream_is_remembered),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
