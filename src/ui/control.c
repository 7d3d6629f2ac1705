/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "ui/control.h"

#include <limits.h>
#include <stddef.h>

#include "base/i18n.h"
#include "ui/action.h"
#include "ui/answer.h"
#include "ui/editor.h"
#include "ui/jump.h"
#include "ui/navigate.h"
#include "ui/playback.h"

/* Intervals that one goes at once. */
#define FAR 10

/* One action or its mirror image: what to do, and with which argument. */
struct response {
	enum action action;
	unsigned int (*run)(struct navigation *nav, int argument);
	int argument;
};

static unsigned int quit(struct navigation *nav, int argument)
{
	(void)nav;
	(void)argument;
	return UI_REQUEST_QUIT;
}

static unsigned int help(struct navigation *nav, int argument)
{
	struct ui *ui = nav->ui;

	if (ui->mode == UI_HELP)
		return navigate_back(nav, argument);
	ui->below_help = ui->mode;
	ui->mode = UI_HELP;
	ui->help_top = 0;
	return UI_REQUEST_REDRAW;
}

/*
 * Takes back one thing at a time: what is being measured, the past, what was found, the filter, the
 * selection.
 */
static unsigned int back(struct navigation *nav, int argument)
{
	struct ui *ui = nav->ui;

	(void)argument;
	if (nav->facts->is_measuring)
		return UI_REQUEST_REDRAW | UI_REQUEST_MEASURE_END;
	if (playback_is_past(nav))
		return playback_to_now(nav);
	if (ui->find)
		ui_set_find(ui, NULL, NULL, 0);
	else if (ui->filter)
		ui_set_filter(ui, NULL, NULL, 0);
	else
		ui_table(ui)->has_selection = false;
	return UI_REQUEST_REDRAW;
}

static unsigned int change_pane(struct navigation *nav, int by)
{
	size_t i = 0;

	while (i < n_panes && panes[i] != nav->ui->pane)
		i++;
	i = (i + n_panes + (size_t)by) % n_panes;
	return jump_to_pane(nav, panes[i]);
}

/* The members of struct choice that a key flips, and what is said then. */
struct toggle {
	size_t offset;
	const char *on, *off;
};

static const struct toggle toggles[] = {
	{offsetof(struct choice, threads), N_("threads"), N_("processes")},
	{offsetof(struct choice, hides_kernel), N_("kernel threads hidden"),
	 N_("kernel threads shown")},
	{offsetof(struct choice, hides_idle), N_("only tasks that ran"), N_("all tasks")},
	{offsetof(struct choice, hides_exited), N_("exited tasks hidden"),
	 N_("exited tasks shown")},
	{offsetof(struct choice, tree), N_("tree"), N_("list")},
	{offsetof(struct choice, command_lines), N_("command lines"), N_("names")},
};

enum {
	TOGGLE_THREADS,
	TOGGLE_KERNEL,
	TOGGLE_IDLE,
	TOGGLE_EXITED,
	TOGGLE_TREE,
	TOGGLE_COMMAND_LINES
};

static unsigned int not_here(struct ui *ui)
{
	ui_say(ui, "%s", _("that key does nothing in this pane"));
	return UI_REQUEST_REDRAW;
}

static unsigned int toggle(struct navigation *nav, int which)
{
	const struct toggle *toggle = &toggles[which];
	bool *member = (bool *)((char *)&nav->ui->choice + toggle->offset);

	if (!ui_shows_tasks(nav->ui))
		return not_here(nav->ui);
	*member = !*member;
	ui_say(nav->ui, "%s", *member ? _(toggle->on) : _(toggle->off));
	return UI_REQUEST_REDRAW;
}

static const char *const groups[N_GROUPS] = {
	[GROUP_NONE] = N_("every CPU"),
	[GROUP_CORE] = N_("CPUs by core"),
	[GROUP_CACHE] = N_("CPUs by last-level cache"),
	[GROUP_NODE] = N_("CPUs by NUMA node"),
	[GROUP_SOCKET] = N_("CPUs by socket"),
};

static unsigned int change_group(struct navigation *nav, int argument)
{
	struct choice *choice = &nav->ui->choice;

	(void)argument;
	if (!nav->ui->pane->needs_grouped)
		return not_here(nav->ui);
	choice->group = (enum cpu_group)((choice->group + 1) % N_GROUPS);
	ui_say(nav->ui, "%s", _(groups[choice->group]));
	return UI_REQUEST_REDRAW | UI_REQUEST_NEEDS;
}

static unsigned int repaint(struct navigation *nav, int argument)
{
	(void)nav;
	(void)argument;
	return UI_REQUEST_REDRAW | UI_REQUEST_REPAINT;
}

/* Only what it is run on can be measured. */
static unsigned int measure(struct navigation *nav, int request)
{
	const struct ui_facts *facts = nav->facts;

	if (facts->is_read_only) {
		ui_say(nav->ui, "%s", _("--read-only: prices are kept in a file"));
		return UI_REQUEST_REDRAW;
	}
	if (facts->playback.is_replay || facts->is_dump) {
		ui_say(nav->ui, "%s",
		       _("only this machine can be measured, not a recording of it"));
		return UI_REQUEST_REDRAW;
	}
	return facts->is_measuring ? UI_REQUEST_REDRAW : UI_REQUEST_REDRAW | (unsigned int)request;
}

static const struct response anywhere[] = {
	{ACTION_HELP, help, 0},
	{ACTION_NEXT_PANE, change_pane, 1},
	{ACTION_PREVIOUS_PANE, change_pane, -1},
	{ACTION_PAUSE, playback_pause, 0},
	{ACTION_EARLIER, playback_step, -1},
	{ACTION_LATER, playback_step, 1},
	{ACTION_MUCH_EARLIER, playback_step, -FAR},
	{ACTION_MUCH_LATER, playback_step, FAR},
	{ACTION_TIME, answer_ask, PROMPT_TIME},
	{ACTION_NEXT_FINDING, playback_to_finding, 1},
	{ACTION_PREVIOUS_FINDING, playback_to_finding, -1},
	{ACTION_FASTER, playback_change_speed, 1},
	{ACTION_SLOWER, playback_change_speed, -1},
	{ACTION_WRITE, answer_ask, PROMPT_FILE},
	{ACTION_MEASURE, measure, UI_REQUEST_MEASURE},
	{ACTION_MEASURE_ALL, measure, UI_REQUEST_MEASURE_ALL},
	{ACTION_INTERVAL, answer_ask, PROMPT_INTERVAL},
	{ACTION_REDRAW, repaint, 0},
};

static const struct response in_pane[] = {
	{ACTION_QUIT, quit, 0},
	{ACTION_BACK, back, 0},
	{ACTION_UP, navigate_rows, -1},
	{ACTION_DOWN, navigate_rows, 1},
	{ACTION_PAGE_UP, navigate_pages, -1},
	{ACTION_PAGE_DOWN, navigate_pages, 1},
	{ACTION_FIRST, navigate_to_end, -1},
	{ACTION_LAST, navigate_to_end, 1},
	{ACTION_LEFT, navigate_columns, -1},
	{ACTION_RIGHT, navigate_columns, 1},
	{ACTION_DETAILS, navigate_details, 0},
	{ACTION_FIND, answer_ask, PROMPT_FIND},
	{ACTION_FIND_NEXT, navigate_find, 1},
	{ACTION_FILTER, answer_ask, PROMPT_FILTER},
	{ACTION_USER, answer_ask, PROMPT_USER},
	{ACTION_SORT_NEXT, navigate_sort, 1},
	{ACTION_SORT_PREVIOUS, navigate_sort, -1},
	{ACTION_REVERSE, navigate_reverse, 0},
	{ACTION_SORT_CPU, navigate_sort_by, NAVIGATE_CPU},
	{ACTION_SORT_PID, navigate_sort_by, NAVIGATE_PID},
	{ACTION_SORT_TIME, navigate_sort_by, NAVIGATE_TIME},
	{ACTION_SORT_SWITCHES, navigate_sort_by, NAVIGATE_SWITCHES},
	{ACTION_THREADS, toggle, TOGGLE_THREADS},
	{ACTION_KERNEL_THREADS, toggle, TOGGLE_KERNEL},
	{ACTION_IDLE, toggle, TOGGLE_IDLE},
	{ACTION_EXITED, toggle, TOGGLE_EXITED},
	{ACTION_TREE, toggle, TOGGLE_TREE},
	{ACTION_COMMAND_LINE, toggle, TOGGLE_COMMAND_LINES},
	{ACTION_GROUP, change_group, 0},
	{ACTION_STEER, editor_open, 0},
	{ACTION_UNDO, editor_ask_undo, 0},
};

/* Help and details. */
static const struct response in_page[] = {
	{ACTION_QUIT, navigate_back, 0},
	{ACTION_BACK, navigate_back, 0},
	{ACTION_UP, navigate_lines, -1},
	{ACTION_DOWN, navigate_lines, 1},
	{ACTION_PAGE_UP, navigate_page_of_lines, -1},
	{ACTION_PAGE_DOWN, navigate_page_of_lines, 1},
	{ACTION_FIRST, navigate_lines, -INT_MAX},
	{ACTION_LAST, navigate_lines, INT_MAX},
	{ACTION_DETAILS, jump_from_details, 0},
	{ACTION_STEER, editor_open, 0},
};

static const struct response *find_response(const struct response *responses, size_t n,
					    enum action action)
{
	for (size_t i = 0; i < n; i++)
		if (responses[i].action == action)
			return &responses[i];
	return NULL;
}

#define LENGTH(array) (sizeof(array) / sizeof((array)[0]))

static unsigned int act(struct navigation *nav, int key)
{
	const struct pane *pane = key > 0 && key < 0x80 ? pane_by_key((char)key) : NULL;

	if (pane)
		return jump_to_pane(nav, pane);
	enum action action = action_of_key(key);
	const struct response *response = find_response(anywhere, LENGTH(anywhere), action);

	if (!response && nav->ui->mode == UI_PANE)
		response = find_response(in_pane, LENGTH(in_pane), action);
	else if (!response)
		response = find_response(in_page, LENGTH(in_page), action);
	return response ? response->run(nav, response->argument) : 0;
}

static unsigned int press(struct navigation *nav, int key)
{
	struct ui *ui = nav->ui;
	unsigned int requests = *ui->message ? UI_REQUEST_REDRAW : 0;

	ui->message[0] = '\0';
	if (ui->mode == UI_EDITOR && action_of_key(key) != ACTION_REDRAW)
		return requests | editor_key(nav, key);
	if (ui->mode == UI_UNDO && action_of_key(key) != ACTION_REDRAW)
		return editor_undo_key(nav, key);
	if (ui->prompt.kind == PROMPT_NONE)
		return requests | act(nav, key);
	enum prompt_result result = prompt_key(&ui->prompt, key);

	if (result != PROMPT_GOES_ON) {
		struct prompt input = ui->prompt;

		ui->prompt.kind = PROMPT_NONE;
		if (result == PROMPT_DONE)
			return answer_take(nav, &input);
	}
	return UI_REQUEST_REDRAW;
}

static unsigned int point(struct navigation *nav, const struct event *event)
{
	struct ui *ui = nav->ui;

	if (ui->prompt.kind != PROMPT_NONE)
		return 0;
	if (ui->mode == UI_EDITOR)
		return event->kind == EVENT_WHEEL ? editor_move(nav, event->key) : 0;
	if (ui->mode != UI_PANE)
		return event->kind == EVENT_WHEEL ? navigate_lines(nav, 3 * event->key) : 0;
	if (event->kind == EVENT_WHEEL)
		return navigate_wheel(nav, event->key);
	if (event->kind == EVENT_DOUBLE_CLICK)
		return navigate_double_click(nav, event->x, event->y);
	return navigate_click(nav, event->x, event->y);
}

unsigned int control_event(struct ui *ui, const struct view *view, const struct ui_facts *facts,
			   const struct event *event, int width, int height)
{
	struct navigation nav;
	unsigned int requests = 0;

	navigation_init(&nav, ui, view, facts, width, height);
	switch (event->kind) {
	case EVENT_KEY:
		requests = press(&nav, event->key);
		break;
	case EVENT_CLICK:
	case EVENT_DOUBLE_CLICK:
	case EVENT_WHEEL:
		requests = point(&nav, event);
		break;
	case EVENT_RESIZE:
		requests = UI_REQUEST_REDRAW;
		break;
	case EVENT_GONE:
		requests = UI_REQUEST_QUIT;
		break;
	case EVENT_NONE:
		break;
	}
	navigation_fini(&nav);
	return requests;
}
