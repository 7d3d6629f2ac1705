/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The machine as it is: from sources to the latest interval.
 *
 * It owns two samples, of which the interval is made, and all that is known beside them: affinities,
 * topology, history, names of users, command lines.
 */
#ifndef OVERTOP_LIVE_H
#define OVERTOP_LIVE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "access.h"
#include "pane/pane.h"

struct live;

/* @is_live false: the files of another machine. */
struct live *live_new(struct access access);
void live_free(struct live *live);

/*
 * Takes a sample of what @needs says.  The first gives the interval since boot at once, without tasks;
 * later ones when live_step() is done.
 */
void live_begin(struct live *live, unsigned int needs);
/* Goes on reading tasks for @budget_ns; true when the sample is whole and the interval made. */
bool live_step(struct live *live, uint64_t budget_ns);
bool live_is_busy(const struct live *live);
void live_progress(const struct live *live, size_t *done, size_t *total);

/*
 * More is to be shown: reads what the last sample lacks, so that the next one has something to be
 * compared with; rates of it are unknown until then.  Goes on in live_step() if tasks are among it.
 */
void live_add(struct live *live, unsigned int needs);

/* The newest, to be marked. */
struct interval *live_interval(struct live *live);
/* What was read for it: enum need. */
unsigned int live_has(const struct live *live);

/* Borrowed, until the next begin, step or add; @choice must outlive it. */
struct view live_view(struct live *live, const struct choice *choice);

/* Shows the history up to the interval @n before the newest. */
void live_hide_history(struct live *live, size_t n);

/*
 * Where every IRQ may go is known in the first sample, and again when it is some seconds old.  Else those
 * never seen are read by the dozen and the others a few at a time: it is a dozen system calls each.
 */
void live_read_all_affinities(struct live *live);

/* Affinities and queues were changed by ourselves: the next interval has them as they are. */
void live_forget_places(struct live *live);

/* Lets the words of tasks (command lines) be looked up anew; before each frame. */
void live_begin_frame(struct live *live);

/* As many may be looked up as are asked for: before what is shown is recorded. */
void live_begin_record(struct live *live);

/*
 * What is read about one task only, for its details: into @arena.  Returns how many.
 */
size_t live_task_details(struct live *live, int pid, int tid, struct arena *arena,
			 const struct detail **details);

#endif
