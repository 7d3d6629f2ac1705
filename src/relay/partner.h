/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Those that a benchmark runs against: processes and threads of its own.
 *
 * None outlives the process that started it, however that one dies.  A process runs where its
 * parent is pinned; a thread may be pinned elsewhere.
 */
#ifndef OVERTOP_RELAY_PARTNER_H
#define OVERTOP_RELAY_PARTNER_H

#include <pthread.h>
#include <stdbool.h>
#include <sys/types.h>

struct partner {
	void (*work)(void *data); /* until it returns */
	void *data;
	pid_t pid; /* of a process */
	pthread_t thread;
	bool is_thread, is_started;
};

/* Both: 0 or -errno.  @partner stays where it is until partner_end(). */
int partner_start_process(struct partner *partner, void (*work)(void *), void *data);
/* @cpu -1: where the thread that starts it may run. */
int partner_start_thread(struct partner *partner, int cpu, void (*work)(void *), void *data);

/* A process is killed and reaped; a thread, that has been told to return, is waited for. */
void partner_end(struct partner *partner);

/* Waits for the process @pid, and takes it away: whether it ended with 0. */
bool partner_reap(pid_t pid);

#endif
