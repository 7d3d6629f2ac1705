/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What threads had used when they exited, as the kernel tells of each (taskstats).  Needs CAP_NET_ADMIN.
 *
 * Nobody is woken by an exit: they wait in the buffer of the socket until they are collected, once per sample,
 * at the end of the scan of tasks.  Then each task was seen by the scan, or exited before it came there, or
 * both; were they collected earlier, one that exits in between would be in neither.
 */
#ifndef OVERTOP_SOURCE_EXITS_H
#define OVERTOP_SOURCE_EXITS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "netlink/taskstats.h"

struct tasks;

/* Those that exited from begun_ns to read_ns.  All zero is a valid empty one. */
struct exits {
	struct task_usage *usages; /* in the order in which they exited */
	size_t n_usages, capacity;
	/*
	 * The same by pid, by tid, then in the order in which they exited: a number may have been given out
	 * again.  A process has exited if one of its threads has is_last.
	 */
	const struct task_usage **by_pid; /* [n_usages] */
	size_t n_homeless;                /* without a pid yet */
	uint64_t begun_ns, read_ns;       /* CLOCK_MONOTONIC */
	uint64_t n_lost; /* more that the kernel had no room to tell of; COUNTER_UNKNOWN */
};

void exits_init(struct exits *exits);
void exits_fini(struct exits *exits);

/* The threads of process @pid that exited: the first of them in by_pid, and in @n how many. */
const struct task_usage *const *exits_of(const struct exits *exits, int pid, size_t *n);

/* Who listens.  All zero is one that does not. */
struct exit_listener {
	struct taskstats_listener *taskstats; /* NULL: not listening */
	uint64_t since_ns;                    /* when it was last collected */
	uint64_t n_lost;                      /* until then */
	bool is_refused;                      /* never ask again */
};

/* Begins to listen if it does not.  Refused, it says nothing and stays deaf. */
void exit_listener_open(struct exit_listener *listener);
/* Also when nobody asks any more: while it is open each exit costs a little more. */
void exit_listener_close(struct exit_listener *listener);

/*
 * Replaces @exits by those since the last time, still without by_pid.  0, or -ENOTCONN: it does not listen.
 * After a burst the memory that it took is given back.
 */
int exits_read(struct exit_listener *listener, struct exits *exits);

/*
 * Before Linux 5.19 the kernel tells of a thread, but not of which process: those that were seen in @tasks are
 * known from there.
 */
void exits_house(struct exits *exits, const struct tasks *tasks, double ticks_per_s);

/* Last of all: makes by_pid.  A thread of which nobody knows the process counts as one of its own. */
void exits_sort(struct exits *exits);

#endif
