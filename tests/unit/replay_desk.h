/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A recording being made, then played: what the tests of replay share.  Include cmocka before. */
#ifndef OVERTOP_TESTS_REPLAY_DESK_H
#define OVERTOP_TESTS_REPLAY_DESK_H

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "handmade.h"
#include "record/record.h"
#include "record/tape.h"
#include "replay.h"

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

static inline int setup(void **state)
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

static inline int teardown(void **state)
{
	struct desk *desk = *state;

	replay_free(desk->replay);
	unlink(desk->path);
	handmade_fini(&desk->machine);
	return 0;
}

static inline void record(struct desk *desk, const struct topology *topology, const char *boot_id)
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

static inline void record_some(struct desk *desk, size_t n)
{
	for (size_t i = 0; i < n; i++)
		record(desk, NULL, "another boot");
}

/* The recording is over; it is looked at. */
static inline void open_it(struct desk *desk)
{
	struct tape *tape;

	fclose(desk->out);
	tape = tape_open(desk->path);
	assert_non_null(tape);
	desk->replay = replay_new(tape);
}

static inline void arrive(struct desk *desk)
{
	while (!replay_step(desk->replay, UINT64_MAX))
		;
}

static inline void move(struct desk *desk, long by)
{
	replay_move(desk->replay, by);
	arrive(desk);
}

static inline void move_to(struct desk *desk, uint64_t second)
{
	replay_move_to(desk->replay, second * SECOND);
	arrive(desk);
}

/* Which of the lines is shown, by its time. */
static inline size_t shown(struct desk *desk)
{
	const struct interval *interval = replay_view(desk->replay, &any).interval;

	return (size_t)(interval->wall_ns / SECOND) - FIRST_SECOND;
}

#define REPLAY_TEST(function) cmocka_unit_test_setup_teardown(function, setup, teardown)

#endif
