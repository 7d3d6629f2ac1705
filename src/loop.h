/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The one place that waits: a timer, signals, the terminal, and the far end of stdout, in one epoll.
 *
 * Signals are blocked from loop_new() on and arrive as values, so that no handler runs but that for
 * crashes.
 */
#ifndef OVERTOP_LOOP_H
#define OVERTOP_LOOP_H

#include <stdbool.h>

struct loop;

/* What woke it; several may have. */
struct wake {
	bool is_tick;    /* the interval is over (however many of them passed) */
	bool is_input;   /* the terminal has something to say */
	bool is_closed;  /* nobody reads stdout any more */
	bool is_resized; /* SIGWINCH */
	bool is_stopped; /* SIGTSTP: stop after giving the terminal back */
	int end_signal;  /* SIGINT, SIGTERM, SIGHUP, SIGQUIT; 0: none */
};

/* @terminal_fd -1: no terminal (batch).  The timer is started.  NULL and errno on failure. */
struct loop *loop_new(double interval_s, int terminal_fd);
void loop_free(struct loop *loop);

/* The next tick is one such interval from now. */
void loop_set_interval(struct loop *loop, double interval_s);

/* Waits for something, or with @is_busy only looks. */
struct wake loop_wait(struct loop *loop, bool is_busy);

/* Stops the process as SIGTSTP would have; returns when it is continued. */
void loop_stop_self(void);

#endif
