/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What the user can do, and with which keys: the one table that the keys, the help screen, the footer
 * and the man page are made from.  Digits open panes and are not in it: they come from the panes.
 */
#ifndef OVERTOP_UI_ACTION_H
#define OVERTOP_UI_ACTION_H

#include <stddef.h>

enum action {
	ACTION_NONE,
	ACTION_QUIT,
	ACTION_HELP,
	ACTION_BACK,
	ACTION_UP,
	ACTION_DOWN,
	ACTION_LEFT,
	ACTION_RIGHT,
	ACTION_PAGE_UP,
	ACTION_PAGE_DOWN,
	ACTION_FIRST,
	ACTION_LAST,
	ACTION_DETAILS,
	ACTION_NEXT_PANE,
	ACTION_PREVIOUS_PANE,
	ACTION_FIND,
	ACTION_FIND_NEXT,
	ACTION_FILTER,
	ACTION_USER,
	ACTION_SORT_NEXT,
	ACTION_SORT_PREVIOUS,
	ACTION_REVERSE,
	ACTION_SORT_CPU,
	ACTION_SORT_PID,
	ACTION_SORT_TIME,
	ACTION_SORT_SWITCHES,
	ACTION_THREADS,
	ACTION_KERNEL_THREADS,
	ACTION_IDLE,
	ACTION_EXITED,
	ACTION_TREE,
	ACTION_COMMAND_LINE,
	ACTION_GROUP,
	ACTION_PAUSE,
	ACTION_INTERVAL,
	ACTION_REDRAW,
	ACTION_EARLIER,
	ACTION_LATER,
	ACTION_MUCH_EARLIER,
	ACTION_MUCH_LATER,
	ACTION_TIME,
	ACTION_NEXT_FINDING,
	ACTION_PREVIOUS_FINDING,
	ACTION_FASTER,
	ACTION_SLOWER,
	ACTION_WRITE,
	ACTION_MEASURE,
	ACTION_MEASURE_ALL,
	ACTION_STEER,
	ACTION_UNDO,
};

#define ACTION_MAX_KEYS 3

struct action_entry {
	enum action action;
	int keys[ACTION_MAX_KEYS]; /* Unicode or enum event_key; 0: none */
	const char *keys_text;     /* as help and the man page write them: "h ? F1" */
	const char *footer;        /* N_(): a word for the footer, NULL: never there */
	const char *help;          /* N_(): a short sentence without a full stop */
};

extern const struct action_entry actions[];
extern const size_t n_actions;

enum action action_of_key(int key);
const struct action_entry *action_entry(enum action action);

#endif
