/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Asking threads what they have done, in one of two ways that give the same.
 *
 * Files.  The schedstat line of a thread tells whether it ran since it was last asked; if it did, stat
 * and status tell the rest.
 *
 * Taskstats, if the kernel lets us.  The numbers of schedstat and the switches of status, of many
 * threads in one system call.  What it does not tell is read from stat when the thread ran: its state,
 * last CPU and nice value, and how its time splits.  Its effective user comes from status when it is
 * met first, when its real user is another, and when it is its turn: a user may change without the
 * other.  The files have the last word on a thread that taskstats does not know, and a batch that fails
 * leaves the rest of the scan to them.
 */
#ifndef OVERTOP_TASK_ASK_H
#define OVERTOP_TASK_ASK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "netlink/taskstats.h"
#include "task/reader.h"

struct task;

/* What taskstats said of the threads that are asked next. */
struct ask_batch {
	struct task_usage usages[TASKSTATS_BATCH];
	int tids[TASKSTATS_BATCH]; /* ascending */
	size_t n, at;
	uint64_t seen_ns; /* CLOCK_MONOTONIC before they were asked for */
};

struct ask {
	struct task_reader *reader;
	bool has_gate;                    /* schedstat is worth reading */
	struct taskstats_link *taskstats; /* NULL: files */
	bool has_failed;                  /* in this scan */
	int turn;                         /* of the threads whose status is read */
	struct ask_batch batch;
};

/* @may_netlink: taskstats may be used if it can be; its tids are those of our own PID namespace. */
void ask_init(struct ask *ask, struct task_reader *reader, bool may_netlink);
void ask_fini(struct ask *ask);
/* A scan begins. */
void ask_begin(struct ask *ask, bool has_gate);

/* Is there nothing known of @tid that a batch would tell? */
bool ask_wants_batch(struct ask *ask, int tid);
/* The threads that are asked next, ascending; no more than a batch are taken. */
void ask_expect(struct ask *ask, const int *tids, size_t n);
/* What was said before is of no use any more. */
void ask_forget(struct ask *ask);

/*
 * Asks the thread at @place; @known is how it was, or NULL.  @task has its tid, its pid and what is
 * known of it by other means.  0 or -errno: it is gone.
 */
int ask_thread(struct ask *ask, const struct task_place *place, const struct task *known,
	       struct task *task);
/* Reads all files of a thread that is thought not to have run; if that cannot be done, it stays. */
void ask_again(struct ask *ask, struct task *task);

#endif
