/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * From sources to the latest interval: what the screen and batch output share.
 *
 * A session owns two samples, of which the interval is made, and all that is remembered beside them:
 * affinities, topology, history, names of users, command lines.
 */
#ifndef OVERTOP_SESSION_H
#define OVERTOP_SESSION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "pane/pane.h"

struct session;

/* @is_live false: the files of another machine. */
struct session *session_new(bool is_live);
void session_free(struct session *session);

/*
 * Takes a sample of what @needs says.  The first gives the interval since boot at once, without tasks;
 * later ones when session_step() is done.
 */
void session_begin(struct session *session, unsigned int needs);
/* Goes on reading tasks for @budget_ns; true when the sample is whole and the interval made. */
bool session_step(struct session *session, uint64_t budget_ns);
bool session_is_busy(const struct session *session);
void session_progress(const struct session *session, size_t *done, size_t *total);

/*
 * More is to be shown: reads what the last sample lacks, so that the next one has something to be
 * compared with; rates of it are unknown until then.  Goes on in session_step() if tasks are among it.
 */
void session_add(struct session *session, unsigned int needs);

/* Borrowed, until the next begin, step or add; @choice must outlive it. */
struct view session_view(struct session *session, const struct choice *choice);

/*
 * Where every IRQ may go is known in the first sample, and again when it is some seconds old.  Else those
 * never seen are read by the dozen and the others a few at a time: it is a dozen system calls each.
 */
void session_read_all_affinities(struct session *session);

/* Lets the words of tasks (command lines) be looked up anew; before each frame. */
void session_begin_frame(struct session *session);

/*
 * What is read about one task only, for its details: into @arena.  Returns how many.
 */
size_t session_task_details(struct session *session, int pid, int tid, struct arena *arena,
			    const struct detail **details);

#endif
