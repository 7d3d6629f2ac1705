/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What the screen and batch output show: this machine, or a recording.
 *
 * Either way there is an interval to look at, the next comes when it is asked for, and others can be gone
 * back to: of this machine those that are remembered, of a recording all.
 */
#ifndef OVERTOP_SESSION_H
#define OVERTOP_SESSION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "access.h"
#include "machine.h"
#include "pane/pane.h"

struct session;
struct past;
struct playback;
struct pricing;
struct tape;
struct tuning;

/* This machine, or the files of another. */
struct session *session_new(struct access access);
/* A recording: takes @tape. */
struct session *session_new_replay(struct tape *tape);
void session_free(struct session *session);

/* Findings are made with these thresholds, from the next interval on; NULL: those of the rules.  Borrowed. */
void session_tune(struct session *session, const struct tuning *tuning);

/*
 * From now on intervals are remembered, within @max_bytes (0: none) and @max_seconds.  Of a recording only if it
 * comes in.
 */
void session_remember(struct session *session, size_t max_bytes, double max_seconds,
		      bool with_command_lines);

/*
 * Begins to make the next interval: takes a sample of what @needs says, or goes on to the next of the
 * recording.  This machine's first is the one since boot, there at once without tasks; later ones when
 * session_step() is done.
 */
void session_begin(struct session *session, unsigned int needs);
/* Goes on for @budget_ns; true when the interval is whole, or the recording has no more. */
bool session_step(struct session *session, uint64_t budget_ns);
/* session_step() has something to do. */
bool session_is_busy(const struct session *session);
/* What to wait for before session_step() has: a recording that is still coming in; else -1. */
int session_fd(const struct session *session);
/* Of the scan of tasks. */
void session_progress(const struct session *session, size_t *done, size_t *total);

/*
 * More is to be shown: reads what the last sample lacks, so that the next one has something to be
 * compared with; rates of it are unknown until then.  Goes on in session_step() if tasks are among it.
 */
void session_add(struct session *session, unsigned int needs);

/* Looks at the interval @by later (or earlier, if negative); of a recording when session_step() is done. */
void session_move(struct session *session, long by);
/* At the first that ended at or after @wall_ns; beyond the newest: at that, and at those that follow it. */
void session_move_to(struct session *session, uint64_t wall_ns);
/*
 * At the next interval in which a finding begins, or the last before (@direction -1); of a recording when
 * session_step() is done.  When there is none, nothing changes.
 */
void session_move_to_finding(struct session *session, int direction);
bool session_found_nothing(const struct session *session);
/* Which one is looked at. */
struct playback session_playback(const struct session *session);

/* Has it an interval to show?  Always, but of a recording that could not be read. */
bool session_has_interval(const struct session *session);
/* What is wrong with the recording; NULL: nothing. */
const char *session_problem(const struct session *session);

/* Borrowed, until the next begin, step, add or move; @choice must outlive it. */
struct view session_view(struct session *session, const struct choice *choice);
/* The same of the newest interval, whichever is looked at. */
struct view session_newest(struct session *session, const struct choice *choice);
struct machine session_machine(struct session *session);
/* The prices that its views have, to be added to; NULL: of what is shown none can be measured. */
struct pricing *session_pricing(struct session *session);
/* Intervals are remembered. */
bool session_remembers(const struct session *session);
/* A recording that is still coming in, at its newest interval: the next is shown as soon as it is there. */
bool session_is_following(const struct session *session);
/*
 * Of a recording that comes in, while another interval is looked at: begins to take in the next, so that whoever
 * sends it is not held up.
 */
void session_take_in(struct session *session);
/* What is remembered, of this machine or of what came in. */
const struct past *session_past(const struct session *session);

/*
 * Where every IRQ may go is known in the first sample, and again when it is some seconds old.  Else those
 * never seen are read by the dozen and the others a few at a time: it is a dozen system calls each.
 */
void session_read_all_affinities(struct session *session);
/* Affinities and queues were changed by ourselves: the next interval has them as they are. */
void session_forget_places(struct session *session);

/* Lets the words of tasks (command lines) be looked up anew; before each frame. */
void session_begin_frame(struct session *session);
/* And all of them that are asked for, before an interval is recorded. */
void session_begin_record(struct session *session);

/*
 * What is read about one task only, for its details: into @arena.  Returns how many; none of what is past.
 */
size_t session_task_details(struct session *session, int pid, int tid, struct arena *arena,
			    const struct detail **details);

#endif
