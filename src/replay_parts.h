/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What replay.c and replay_moves.c share: the one reads the tape, the other says where to. */
#ifndef OVERTOP_REPLAY_PARTS_H
#define OVERTOP_REPLAY_PARTS_H

#include "base/arena.h"
#include "history.h"
#include "replay.h"

struct record;
struct replay_findings;
struct replay_topology;
struct replay_users;

/* Where it is to go: the line, or the first whose time is due, or in which a finding begins. */
struct target {
	bool by_time;
	bool by_finding; /* the first line behind all that was read in which one begins */
	bool stays;      /* it only takes in one line more */
	size_t line; /* by_finding: where it began, and where it goes back to when there is none */
	uint64_t wall_ns;
};

struct replay {
	struct tape *tape;
	struct past *past;           /* of a stream: its serial numbers are lines */
	struct record *shown, *next; /* next: room for the one being read */
	size_t at;                   /* the line that is shown */
	bool has_interval;
	uint64_t *times; /* of every line read so far: their wall_ns */
	size_t n_times, times_capacity;
	struct replay_topology *topologies;
	struct replay_findings *findings;
	const struct tuning *tuning;
	bool found_nothing;
	struct history history;
	struct target target;
	bool is_going, is_waiting; /* waiting: the stream has nothing more yet */
	bool is_all_read;          /* there are no lines but those that are known, for now */
	double done_pct;
	struct arena problem_arena;
	const char *problem;
	struct replay_users *users;
};

/* Its line is not known yet. */
bool replay_is_search(const struct target *target);
void replay_go(struct replay *replay, struct target target);

#endif
