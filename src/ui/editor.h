/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Where something may run, being chosen: a list of CPUs that is typed, and below it a row for each CPU to be taken or
 * left, each following the other.
 *
 * What is set now is read by the session when the editor asks for it (UI_REQUEST_STEER_READ), and changed by it after
 * a yes (UI_REQUEST_STEER): here nothing touches the machine.
 */
#ifndef OVERTOP_UI_EDITOR_H
#define OVERTOP_UI_EDITOR_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "base/cpuset.h"
#include "ui/prompt.h"
#include "view/steerable.h"

struct navigation;

/* What the machine says of the thing that is edited. */
struct editor_state {
	struct cpuset before;    /* where it may run; of a process its first thread */
	struct cpuset effective; /* where it does; valid with has_effective */
	bool has_effective;
	bool is_mixed;    /* a process whose threads differ */
	size_t n_threads; /* of a process; else 1 */
	int refusal;      /* -errno: this user may not change it; 0 */
};

/* All zero is a closed one.  Owns everything in it. */
struct editor {
	struct arena arena; /* that things and their texts are in */
	const struct steerable *things;
	size_t n_things, at; /* the one that is edited */
	struct editor_state state;
	struct prompt prompt;
	struct cpuset chosen; /* what the prompt says, or said last when it was a list */
	bool is_list;         /* it is one now */
	int cpu;              /* that the cursor is on; -1: the first */
	bool is_asking;       /* do it? */
};

void editor_fini(struct editor *editor);

const struct steerable *editor_thing(const struct editor *editor);

/* What was read, which it takes over, is where one begins. */
void editor_fill(struct editor *editor, struct editor_state *state);

/* Opens it for the selected row. */
unsigned int editor_open(struct navigation *nav, int unused);
/* While it is open. */
unsigned int editor_key(struct navigation *nav, int key);
unsigned int editor_move(struct navigation *nav, int by);

/* Asks whether the newest change is to be undone. */
unsigned int editor_ask_undo(struct navigation *nav, int unused);
unsigned int editor_undo_key(struct navigation *nav, int key);

#endif
