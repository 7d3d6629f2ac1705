/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A recording as it is played: which of its intervals is shown, and all that is known beside it.
 *
 * It goes to a line of the tape in steps, reading every line on the way that was not read before (the
 * history and the index of times are made of them).
 */
#ifndef OVERTOP_REPLAY_H
#define OVERTOP_REPLAY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "machine.h"
#include "pane/pane.h"

struct past;
struct replay;
struct tape;
struct tuning;
struct users;

/* Takes @tape. */
struct replay *replay_new(struct tape *tape);
void replay_free(struct replay *replay);

/* Where no findings were recorded they are made, with these thresholds; NULL: those of the rules.  Borrowed. */
void replay_tune(struct replay *replay, const struct tuning *tuning);

/*
 * A stream cannot be wound back: what is remembered of it, within @max_bytes, can be looked at again.  Before
 * anything is read.
 */
void replay_remember(struct replay *replay, size_t max_bytes);

/*
 * Begins to go @by intervals later (or earlier, if negative) than where it is, or is going to; as far as there
 * are any.
 */
void replay_move(struct replay *replay, long by);
/* To the first interval that ended at or after @wall_ns. */
void replay_move_to(struct replay *replay, uint64_t wall_ns);

/*
 * To the next interval in which a finding begins, or the last one before (@direction -1; as far as it was read
 * before).  When there is none it comes back to where it was.
 */
void replay_move_to_finding(struct replay *replay, int direction);
/* The last of these moves found nothing. */
bool replay_found_nothing(const struct replay *replay);

/* Of a stream: begins to read one line more, and to remember it, while another stays shown. */
void replay_take_in(struct replay *replay);
/* What is remembered of a stream. */
const struct past *replay_past(const struct replay *replay);

/* Goes on for @budget_ns; true when it has arrived, or cannot. */
bool replay_step(struct replay *replay, uint64_t budget_ns);
/* It has not arrived, and replay_step() would do something: not while a stream has nothing to say. */
bool replay_is_busy(const struct replay *replay);
/* On the way, but the stream has nothing more yet: wait for this to be readable; else -1. */
int replay_fd(const struct replay *replay);

/* Is there an interval to show?  False before the first, or if there is none. */
bool replay_has_interval(const struct replay *replay);
/* Is it read from a pipe or the like? */
bool replay_is_stream(const struct replay *replay);
/* The interval shown is the first. */
bool replay_is_at_start(const struct replay *replay);
/* The interval shown is the last of those that were read. */
bool replay_is_at_newest(const struct replay *replay);
/* All intervals that there are (until there are more) have been read. */
bool replay_is_whole(const struct replay *replay);
/* And there are no others (until there are more). */
bool replay_is_at_end(const struct replay *replay);
/* Where in the recording, in percent; NAN: unknown. */
double replay_done_pct(const struct replay *replay);
/* What is wrong with the recording behind the last interval that could be read; NULL: nothing. */
const char *replay_problem(const struct replay *replay);

/* Borrowed until the next step.  Only if there is an interval. */
struct view replay_view(struct replay *replay, const struct choice *choice);
struct machine replay_machine(const struct replay *replay);

#endif
