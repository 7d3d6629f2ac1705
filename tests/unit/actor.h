/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * For tests of what watches tasks: a process whose threads do what they are told and otherwise sleep.
 *
 * Each thread serves a line of its own: a command comes in, a reply goes out when it is done.  After
 * that it blocks, which is one voluntary switch more than it replied; actor_tell() returns only when
 * the kernel has counted that, so that nothing about the thread moves until it is told again.
 */
#ifndef OVERTOP_TEST_ACTOR_H
#define OVERTOP_TEST_ACTOR_H

#include <sys/types.h>

#define ACTOR_LINES 6

enum actor_command {
	ACTOR_SWITCH, /* give the CPU up @n times */
	ACTOR_BURN,   /* use it for @n ms */
	ACTOR_START,  /* start the thread that serves line @n */
	ACTOR_FORK,   /* a child, which sleeps; its pid is the reply's tid; line 0 only */
	ACTOR_NAME,   /* take the name @text */
	ACTOR_USER,   /* the thread alone takes the effective user @n */
	ACTOR_END,    /* the thread, or the process with line 0, ends; no reply */
};

struct actor_order {
	enum actor_command command;
	int n;
	char text[16];
};

struct actor_reply {
	pid_t tid;
	long switches; /* voluntary ones of the thread, since it started */
};

struct actor {
	pid_t pid;
	int order[ACTOR_LINES][2], reply[ACTOR_LINES][2];
};

/* Dies with the test. */
void actor_start(struct actor *actor);
/* Ends it, if it has not ended, and waits for it. */
void actor_stop(struct actor *actor);

/* Returns when it is done and the thread sleeps again; switches then counts that too. */
struct actor_reply actor_tell(struct actor *actor, int line, enum actor_command command, int n);
void actor_name(struct actor *actor, int line, const char *name);
/* Ends the thread of @line, whose tid is @tid, and returns when it is gone. */
void actor_end(struct actor *actor, int line, pid_t tid);
/* Ends the process and returns when it is a zombie. */
void actor_die(struct actor *actor);

#endif
