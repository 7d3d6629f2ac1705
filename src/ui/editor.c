/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "ui/editor.h"

#include <stdio.h>
#include <string.h>

#include "base/i18n.h"
#include "source/topology.h"
#include "steer/warnings.h"
#include "ui/event.h"
#include "ui/navigate.h"
#include "ui/picker.h"

/* CPUs that one moves at once. */
#define PAGE 8

#define CTRL(letter) ((letter)&0x1f)

static void state_fini(struct editor_state *state)
{
	cpuset_fini(&state->before);
	cpuset_fini(&state->effective);
}

void editor_fini(struct editor *editor)
{
	state_fini(&editor->state);
	cpuset_fini(&editor->chosen);
	arena_fini(&editor->arena);
	*editor = (struct editor){0};
}

const struct steerable *editor_thing(const struct editor *editor)
{
	return &editor->things[editor->at];
}

static unsigned int say(struct navigation *nav, const char *text)
{
	ui_say(nav->ui, "%s", text);
	return UI_REQUEST_REDRAW;
}

/* Why nothing can be steered, or undone, of what is on the screen; NULL: it can. */
static const char *refusal(const struct ui_facts *facts)
{
	if (facts->playback.is_replay)
		return _("a recording cannot be changed");
	if (facts->is_dump)
		return _("these are files of another machine: they cannot be changed");
	if (facts->is_read_only)
		return _("--read-only: nothing is changed");
	if (facts->playback.is_past)
		return _("this is the past, which cannot be changed: Esc goes to the present");
	return facts->cannot_steer;
}

/* As a list; of so many that it is longer, false. */
static bool write_list(const struct cpuset *cpus, char *out, size_t size)
{
	return cpuset_format(cpus, out, size) < size;
}

static void write_now(const struct editor_state *state, char *out, size_t size)
{
	char before[14], effective[14]; /* both, and what is between, fit */

	*out = '\0';
	if (!write_list(&state->before, before, sizeof(before)))
		return;
	if (!*before)
		snprintf(before, sizeof(before), "%s", _("off"));
	if (!state->has_effective || cpuset_equal(&state->effective, &state->before) ||
	    !write_list(&state->effective, effective, sizeof(effective)))
		snprintf(out, size, "%s", before);
	else
		snprintf(out, size, "%s > %s", before, effective);
}

/* The prompt says what is chosen. */
static bool show_chosen(struct editor *editor)
{
	char text[PROMPT_SIZE], now[sizeof(editor->prompt.now)];

	if (!write_list(&editor->chosen, text, sizeof(text)))
		return false;
	write_now(&editor->state, now, sizeof(now));
	prompt_open(&editor->prompt, PROMPT_CPUS, text, now);
	editor->is_list = true;
	return true;
}

void editor_fill(struct editor *editor, struct editor_state *state)
{
	state_fini(&editor->state);
	editor->state = *state;
	*state = (struct editor_state){.n_threads = 0};
	cpuset_copy(&editor->chosen, &editor->state.before);
	if (editor->cpu < 0)
		editor->cpu = cpuset_next(&editor->chosen, -1);
	/* A set that no prompt has room for is typed anew. */
	if (show_chosen(editor)) {
		editor->prompt.is_selected = editor->prompt.len > 0;
		return;
	}
	cpuset_clear(&editor->chosen);
	show_chosen(editor);
	editor->is_list = false;
}

/* What follows is allowed with --secure, too. */
static bool is_allowed(const struct steerable *thing, const struct ui_facts *facts)
{
	return !facts->is_secure || thing->target.kind == STEER_TASK ||
	       thing->target.kind == STEER_PROCESS;
}

static void keep_things(struct editor *editor, const struct steerable *things, size_t n,
			const struct ui_facts *facts)
{
	struct steerable *kept = arena_alloc(&editor->arena, n + 1, sizeof(*kept));

	for (size_t i = 0; i < n; i++) {
		struct steerable *thing = &kept[editor->n_things];

		if (!is_allowed(&things[i], facts))
			continue;
		*thing = things[i];
		if (thing->name)
			thing->name = arena_strdup(&editor->arena, thing->name);
		if (thing->target.device)
			thing->target.device = arena_strdup(&editor->arena, thing->target.device);
		editor->n_things++;
	}
	editor->things = kept;
}

/* What of the selected row of the open pane can be steered; *why: nothing can. */
static size_t find_things(struct navigation *nav, const struct steerable **things, const char **why)
{
	const struct shown *shown = navigate_shown(nav);
	const struct shown_block *block = shown->main;
	const struct table_state *table = ui_table(nav->ui);
	size_t row = SIZE_MAX, n = 0;

	*why = NULL;
	if (block && nav->ui->mode == UI_DETAILS)
		row = shown_find_row(shown, table->selected);
	else if (block)
		row = table_selected_row(table, &block->model, &shown->order);
	/* The only one need not be selected. */
	if (block && row == SIZE_MAX && nav->ui->mode != UI_DETAILS && shown->order.n_rows == 1)
		row = shown->order.rows[0];
	if (!block || !block->pane->steerables)
		*why = _("these rows cannot be told where to run");
	else if (row == SIZE_MAX)
		*why = _("select a row first: arrow keys, or a click");
	else
		n = block->pane->steerables(&block->model, row, &nav->arena, things);
	if (!*why && n == 0)
		*why = _("this one cannot be told where to run");
	return n;
}

unsigned int editor_open(struct navigation *nav, int unused)
{
	struct editor *editor = &nav->ui->editor;
	const struct steerable *things = NULL;
	const char *why = refusal(nav->facts);
	size_t n = 0;

	(void)unused;
	if (nav->ui->mode == UI_HELP)
		return 0;
	if (!why)
		n = find_things(nav, &things, &why);
	if (why)
		return say(nav, why);
	editor_fini(editor);
	editor->cpu = -1;
	keep_things(editor, things, n, nav->facts);
	if (editor->n_things == 0)
		return say(nav, _("--secure: what is of the whole system is not changed"));
	nav->ui->mode = UI_EDITOR;
	return UI_REQUEST_REDRAW | UI_REQUEST_STEER_READ;
}

static void take_typed(struct editor *editor)
{
	struct cpuset typed;

	cpuset_init(&typed);
	editor->is_list = cpuset_parse_list(&typed, editor->prompt.text, editor->prompt.len) == 0;
	if (editor->is_list)
		cpuset_copy(&editor->chosen, &typed);
	cpuset_fini(&typed);
}

/* Takes all of @part, or if all are taken leaves them. */
static unsigned int flip(struct navigation *nav, const struct cpuset *part)
{
	struct editor *editor = &nav->ui->editor;
	struct cpuset before = editor->chosen;
	bool leaves = true;

	for (int cpu = cpuset_next(part, -1); cpu >= 0; cpu = cpuset_next(part, cpu))
		leaves = leaves && cpuset_has(&before, (unsigned int)cpu);
	cpuset_init(&editor->chosen);
	for (int cpu = cpuset_next(&before, -1); cpu >= 0; cpu = cpuset_next(&before, cpu))
		if (!leaves || !cpuset_has(part, (unsigned int)cpu))
			cpuset_add(&editor->chosen, (unsigned int)cpu);
	for (int cpu = cpuset_next(part, -1); cpu >= 0 && !leaves; cpu = cpuset_next(part, cpu))
		cpuset_add(&editor->chosen, (unsigned int)cpu);
	if (show_chosen(editor)) {
		cpuset_fini(&before);
		return UI_REQUEST_REDRAW;
	}
	cpuset_fini(&editor->chosen);
	editor->chosen = before;
	return say(nav, _("there is no room for such a list"));
}

/* The device's node, whose CPUs are near to it. */
static int device_node(const struct editor *editor)
{
	return editor_thing(editor)->node;
}

static bool is_near(const struct editor *editor, const struct pick *pick, const struct pick *cursor,
		    int key)
{
	const struct topology_cpu *a = pick->place, *b = cursor->place;

	switch (key) {
	case ' ':
		return pick == cursor;
	case 'a':
		return pick->is_online;
	case 'n':
		return a && b && pick->is_online && a->node == b->node;
	case 's':
		return a && b && pick->is_online && a->socket == b->socket;
	case 'd':
		return a && pick->is_online && a->node == device_node(editor);
	default:
		return a && b && pick->is_online && a->socket == b->socket &&
		       a->first_sibling == b->first_sibling;
	}
}

static unsigned int take(struct navigation *nav, int key)
{
	struct editor *editor = &nav->ui->editor;
	const struct pick *picks;
	size_t n = picks_of(nav->view, &nav->arena, &picks), at = pick_find(picks, n, editor->cpu);
	unsigned int requests;
	struct cpuset part;

	if (key == 'd' && device_node(editor) < 0)
		return say(nav, _("the node of the device is not known, or it has none"));
	cpuset_init(&part);
	for (size_t i = 0; i < n; i++)
		if (is_near(editor, &picks[i], &picks[at], key))
			cpuset_add(&part, (unsigned int)picks[i].cpu);
	requests = flip(nav, &part);
	cpuset_fini(&part);
	return requests;
}

unsigned int editor_move(struct navigation *nav, int by)
{
	struct editor *editor = &nav->ui->editor;
	const struct pick *picks;
	long n = (long)picks_of(nav->view, &nav->arena, &picks);
	long at = (long)pick_find(picks, (size_t)n, editor->cpu) + by;

	if (n > 0)
		editor->cpu = picks[at < 0 ? 0 : at < n ? at : n - 1].cpu;
	return UI_REQUEST_REDRAW;
}

static unsigned int change_thing(struct navigation *nav, int by)
{
	struct editor *editor = &nav->ui->editor;
	size_t n = editor->n_things;

	editor->at = (editor->at + n + (size_t)by) % n;
	return UI_REQUEST_REDRAW | UI_REQUEST_STEER_READ;
}

/* Why it is not done, before the kernel is asked; NULL: it is to be. */
static const char *objection(const struct editor *editor, const struct view *view,
			     struct arena *arena)
{
	const struct steer_target *target = &editor_thing(editor)->target;
	bool may_be_empty = target->kind == STEER_RPS || target->kind == STEER_XPS;
	const struct cpuset *chosen = &editor->chosen;
	int missing = picks_missing(view, chosen, &editor->state.before, arena);
	size_t n_online = 0;

	if (!editor->is_list)
		return _("not a list of CPUs like 0-3,8");
	if (cpuset_count(chosen) == 0 && !may_be_empty)
		return _("it must run somewhere: the list is empty");
	if (missing >= 0)
		return arena_printf(arena, _("there is no CPU %d"), missing);
	for (int cpu = cpuset_next(chosen, -1); cpu >= 0; cpu = cpuset_next(chosen, cpu))
		n_online += steer_is_online(view->interval, view->topology, cpu);
	if (cpuset_count(chosen) > 0 && n_online == 0)
		return _("none of these CPUs is online");
	if (cpuset_equal(chosen, &editor->state.before) && !editor->state.is_mixed)
		return _("that is so already");
	return editor->state.refusal ? steer_explain(target, editor->state.refusal) : NULL;
}

static unsigned int ask(struct navigation *nav)
{
	struct editor *editor = &nav->ui->editor;
	const char *why = objection(editor, nav->view, &nav->arena);

	if (why)
		return say(nav, why);
	editor->is_asking = true;
	return UI_REQUEST_REDRAW;
}

static unsigned int type(struct navigation *nav, int key)
{
	struct editor *editor = &nav->ui->editor;

	if (key > ' ' && key < EVENT_KEY_UP && !(key >= '0' && key <= '9') && key != ',' &&
	    key != '-')
		return 0;
	prompt_key(&editor->prompt, key);
	take_typed(editor);
	return UI_REQUEST_REDRAW;
}

unsigned int editor_key(struct navigation *nav, int key)
{
	struct editor *editor = &nav->ui->editor;

	if (editor->is_asking) {
		editor->is_asking = false;
		return key == 'y' ? UI_REQUEST_REDRAW | UI_REQUEST_STEER : UI_REQUEST_REDRAW;
	}
	switch (key) {
	case EVENT_KEY_ENTER:
		return ask(nav);
	case EVENT_KEY_ESCAPE:
	case 'q':
		navigate_home(nav->ui);
		return UI_REQUEST_REDRAW;
	case EVENT_KEY_TAB:
		return change_thing(nav, 1);
	case EVENT_KEY_BACKTAB:
		return change_thing(nav, -1);
	case EVENT_KEY_UP:
		return editor_move(nav, -1);
	case EVENT_KEY_DOWN:
		return editor_move(nav, 1);
	case EVENT_KEY_PAGE_UP:
		return editor_move(nav, -PAGE);
	case EVENT_KEY_PAGE_DOWN:
		return editor_move(nav, PAGE);
	case ' ':
	case 'a':
	case 'c':
	case 'd':
	case 'n':
	case 's':
		return take(nav, key);
	default:
		return type(nav, key);
	}
}

unsigned int editor_ask_undo(struct navigation *nav, int unused)
{
	const char *why = refusal(nav->facts);

	(void)unused;
	if (!why && nav->facts->n_changes == 0)
		why = _("nothing was changed that could be undone");
	if (why)
		return say(nav, why);
	nav->ui->mode = UI_UNDO;
	return UI_REQUEST_REDRAW | UI_REQUEST_UNDO_READ;
}

unsigned int editor_undo_key(struct navigation *nav, int key)
{
	navigate_home(nav->ui);
	return key == 'y' ? UI_REQUEST_REDRAW | UI_REQUEST_UNDO : UI_REQUEST_REDRAW;
}
