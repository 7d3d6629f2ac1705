/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The one place that waits: a timer, signals, the terminal, and the far end of stdout, in one epoll.
 *
 * Signals are blocked from loop_new() on and arrive as values, so that no handler runs but that for
 * crashes.  SIGHUP and SIGTSTP stay ignored if they were when the program started (nohup); SIGINT and
 * SIGQUIT, which a script's shell ignores for its jobs, end it all the same, as they end mpstat.
 */
#ifndef OVERTOP_LOOP_H
#define OVERTOP_LOOP_H

#include <stdbool.h>

struct loop;

/* What woke it; several may have. */
struct wake {
	bool is_tick;      /* the interval is over (however many of them passed) */
	bool is_input;     /* the terminal has something to say */
	bool is_fed;       /* the feed has more */
	bool is_closed;    /* nobody reads stdout any more */
	bool is_writable;  /* stdout takes more; only if that is watched */
	bool is_resized;   /* SIGWINCH */
	bool is_stopped;   /* SIGTSTP: stop after giving the terminal back */
	bool is_continued; /* SIGCONT: somebody else may have had the terminal */
	int end_signal;    /* SIGINT, SIGTERM, SIGHUP, SIGQUIT; 0: none */
};

/*
 * Starts the timer.  With @has_terminal the signals of a terminal are its business too, from now on:
 * before the terminal is taken.  NULL and errno on failure.
 */
struct loop *loop_new(double interval_s, bool has_terminal);
void loop_free(struct loop *loop);

/* From now on it waits for @fd too.  0 or -errno. */
int loop_watch_terminal(struct loop *loop, int fd);

/* Whether it waits for @fd to have more, too: a recording, or what is measured; never a terminal.  0 or -errno. */
int loop_watch_feed(struct loop *loop, int fd, bool is_watched);

/*
 * The next tick is one such interval from now.  So it is after a tick that came late, too: no short
 * interval makes up for a long one.
 */
void loop_set_interval(struct loop *loop, double interval_s);
/* The next tick alone is @seconds from now. */
void loop_rest(struct loop *loop, double seconds);

/* Whether it waits for stdout to take more, too.  False: it cannot; then stdout is a file and always does. */
bool loop_watch_output(struct loop *loop, bool is_watched);

/* Waits for something, or with @is_busy only looks. */
struct wake loop_wait(struct loop *loop, bool is_busy);

/* Stops the process as SIGTSTP would have; returns when it is continued. */
void loop_stop_self(void);

#endif
