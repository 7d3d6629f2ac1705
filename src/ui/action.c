/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "ui/action.h"

#include <assert.h>

#include "base/i18n.h"
#include "ui/event.h"

/* In the order of the help. */
const struct action_entry actions[] = {
	{ACTION_HELP, {'?', 'h', EVENT_KEY_F1}, "? h F1", N_("help"), N_("this help")},
	{ACTION_QUIT, {'q'}, "q", N_("quit"), N_("quit; in the help and in details: back")},
	{ACTION_FIND, {'/'}, "/", N_("find"), N_("find a row by a regular expression")},
	{ACTION_FIND_NEXT, {'n'}, "n", NULL, N_("find the next row that matches")},
	{ACTION_FILTER,
	 {'\\'},
	 "\\",
	 N_("filter"),
	 N_("show only rows that match a regular expression")},
	{ACTION_THREADS, {'H'}, "H", N_("threads"), N_("rows are threads, or processes")},
	{ACTION_PAUSE, {' '}, "space", N_("pause"), N_("stop refreshing or playing, and go on")},
	{ACTION_EARLIER,
	 {'['},
	 "[",
	 N_("earlier"),
	 N_("go back one interval; of this machine a while is remembered")},
	{ACTION_LATER, {']'}, "]", N_("later"), N_("go forward one interval")},
	{ACTION_MUCH_EARLIER, {'{'}, "{", NULL, N_("go back ten intervals")},
	{ACTION_MUCH_LATER, {'}'}, "}", NULL, N_("go forward ten intervals")},
	{ACTION_TIME,
	 {'@'},
	 "@",
	 N_("time"),
	 N_("go to a time: 14:05, 14:05:30, 2026-11-30 14:05; or so far from here: -30, +5m, -1h")},
	{ACTION_NEXT_FINDING,
	 {'f'},
	 "f",
	 NULL,
	 N_("go to the next interval in which a finding begins")},
	{ACTION_PREVIOUS_FINDING,
	 {'F'},
	 "F",
	 NULL,
	 N_("go back to the last interval in which one began")},
	{ACTION_FASTER, {'+', '='}, "+ =", N_("faster"), N_("play a recording twice as fast")},
	{ACTION_SLOWER, {'-'}, "-", NULL, N_("play a recording half as fast")},
	{ACTION_WRITE,
	 {'w'},
	 "w",
	 N_("write"),
	 N_("write all that is remembered to a file, for --replay")},
	{ACTION_DETAILS,
	 {EVENT_KEY_ENTER},
	 "Enter",
	 N_("details"),
	 N_("details of the selected row; in those of a finding: where it is to be seen")},
	{ACTION_STEER,
	 {'a'},
	 "a",
	 NULL,
	 N_("choose the CPUs of an interrupt, of a queue (RPS, XPS) or of a task: affinity")},
	{ACTION_UNDO, {'U'}, "U", NULL, N_("undo the newest of what was changed with a")},
	{ACTION_SORT_PREVIOUS, {'<', ','}, "< ,", NULL, N_("sort by the column to the left")},
	{ACTION_SORT_NEXT, {'>', '.'}, "> .", NULL, N_("sort by the column to the right")},
	{ACTION_REVERSE, {'R'}, "R", NULL, N_("reverse the order")},
	{ACTION_SORT_CPU, {'P'}, "P", NULL, N_("sort by CPU used")},
	{ACTION_SORT_PID, {'N'}, "N", NULL, N_("sort by PID, CPU or IRQ number")},
	{ACTION_SORT_TIME,
	 {'T'},
	 "T",
	 NULL,
	 N_("sort by CPU time used since a task started (TIME+)")},
	{ACTION_SORT_SWITCHES,
	 {'s'},
	 "s",
	 NULL,
	 N_("sort by context switches of both kinds (cs/s)")},
	{ACTION_UP, {EVENT_KEY_UP, 'k'}, "Up k", NULL, N_("select the row above")},
	{ACTION_DOWN, {EVENT_KEY_DOWN, 'j'}, "Down j", NULL, N_("select the row below")},
	{ACTION_LEFT, {EVENT_KEY_LEFT}, "Left", NULL, N_("scroll to the columns on the left")},
	{ACTION_RIGHT, {EVENT_KEY_RIGHT}, "Right", NULL, N_("scroll to the columns on the right")},
	{ACTION_PAGE_UP, {EVENT_KEY_PAGE_UP}, "PgUp", NULL, N_("a screenful up")},
	{ACTION_PAGE_DOWN, {EVENT_KEY_PAGE_DOWN}, "PgDn", NULL, N_("a screenful down")},
	{ACTION_FIRST, {EVENT_KEY_HOME}, "Home", NULL, N_("the first row")},
	{ACTION_LAST, {EVENT_KEY_END}, "End", NULL, N_("the last row")},
	{ACTION_BACK,
	 {EVENT_KEY_ESCAPE},
	 "Esc",
	 N_("back"),
	 N_("back; in a pane: to the present, then end the search, the filter, the selection")},
	{ACTION_NEXT_PANE, {EVENT_KEY_TAB}, "Tab", NULL, N_("the next pane")},
	{ACTION_PREVIOUS_PANE, {EVENT_KEY_BACKTAB}, "Shift-Tab", NULL, N_("the pane before")},
	{ACTION_USER, {'u'}, "u", NULL, N_("show only one user's tasks")},
	{ACTION_TREE, {'t'}, "t", NULL, N_("tasks as a tree, children below their parents")},
	{ACTION_COMMAND_LINE, {'c'}, "c", NULL, N_("show command lines, or names")},
	{ACTION_KERNEL_THREADS, {'K'}, "K", NULL, N_("hide or show kernel threads")},
	{ACTION_IDLE, {'i'}, "i", NULL, N_("hide or show tasks that did not run")},
	{ACTION_EXITED,
	 {'x'},
	 "x",
	 NULL,
	 N_("hide or show tasks that exited, and CPU that no task accounts for")},
	{ACTION_GROUP,
	 {'g'},
	 "g",
	 NULL,
	 N_("group CPUs by core, cache, node, socket, or not at all")},
	{ACTION_MEASURE,
	 {'b'},
	 "b",
	 N_("bench"),
	 N_("measure what switches, faults and forks cost on this machine: 2 seconds; Esc stops "
	    "it")},
	{ACTION_MEASURE_ALL, {'B'}, "B", NULL, N_("measure all that --bench=all does: 15 seconds")},
	{ACTION_INTERVAL, {'d'}, "d", NULL, N_("change the interval between refreshes")},
	{ACTION_REDRAW, {'L' & 0x1f}, "Ctrl-L", NULL, N_("draw the screen anew")},
};

const size_t n_actions = sizeof(actions) / sizeof(actions[0]);

enum action action_of_key(int key)
{
	if (key == 0)
		return ACTION_NONE;
	for (size_t i = 0; i < n_actions; i++)
		for (size_t k = 0; k < ACTION_MAX_KEYS; k++)
			if (actions[i].keys[k] == key)
				return actions[i].action;
	return ACTION_NONE;
}

const struct action_entry *action_entry(enum action action)
{
	size_t i = 0;

	while (i < n_actions && actions[i].action != action)
		i++;
	assert(i < n_actions);
	return &actions[i];
}
