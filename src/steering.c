/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "steering.h"

#include <errno.h>
#include <stdlib.h>

#include "base/i18n.h"
#include "base/shell.h"
#include "base/xalloc.h"
#include "options.h"
#include "source/placement.h"
#include "steer/undo.h"
#include "ui/navigate.h"
#include "ui/ui.h"

/* More lines than anybody reads are in the file. */
enum { MOST_LINES = 20 };

struct steering {
	const struct options *options;
	struct undo *undo;  /* NULL: nothing can be changed */
	char *why;          /* not; NULL: it is not this machine, or was not wanted */
	char *meanwhile;    /* what became of the newest change; NULL: it is as it was set */
	struct arena arena; /* of one request */
};

struct steering *steering_new(const struct options *options, const char *boot_id)
{
	struct steering *steering = xcalloc(1, sizeof(*steering));

	steering->options = options;
	arena_init(&steering->arena);
	if (!options->replay && !options->root && !options->is_read_only)
		steering->undo = undo_new(boot_id, &steering->why);
	return steering;
}

void steering_free(struct steering *steering)
{
	if (!steering)
		return;
	undo_free(steering->undo);
	free(steering->why);
	free(steering->meanwhile);
	arena_fini(&steering->arena);
	free(steering);
}

void steering_facts(const struct steering *steering, struct ui_facts *facts)
{
	const struct undo *undo = steering->undo;

	facts->is_read_only = steering->options->is_read_only;
	facts->is_secure = steering->options->is_secure;
	facts->cannot_steer = steering->why;
	facts->n_changes = undo ? undo_count(undo) : 0;
	if (!facts->n_changes)
		return;
	facts->n_undo_lines = undo_count_newest(undo);
	facts->undo_line = undo_line(undo, undo_count_lines(undo) - 1);
	facts->undo_path = undo_path(undo);
	facts->undo_meanwhile = steering->meanwhile;
}

void steering_tell_inherited(const struct steering *steering, struct ui *ui)
{
	size_t n = steering->undo ? undo_count_inherited(steering->undo) : 0;

	if (n)
		ui_say(ui,
		       ngettext("%zu change of an earlier run stands: U undoes it",
				"%zu changes of earlier runs stand: U undoes the newest", n),
		       n);
}

static void close_editor(struct ui *ui, const struct steer_target *target, int error)
{
	ui_say(ui, "%s", steer_explain(target, error));
	navigate_home(ui);
}

static bool is_allowed(const struct steering *steering, const struct steer_target *target)
{
	return !steering->options->is_secure || placement_is_own(target);
}

/* Of the threads of a process that are not alike the first one's is where one begins. */
static void read_others(const struct steer_target *targets, size_t n, struct editor_state *state)
{
	struct cpuset other;

	cpuset_init(&other);
	for (size_t i = 0; i < n && !state->is_mixed; i++)
		state->is_mixed = placement_read(&targets[i], &other) == 0 &&
				  !cpuset_equal(&other, &state->before);
	cpuset_fini(&other);
}

static void read_state(struct steering *steering, struct ui *ui)
{
	const struct steer_target *target = &editor_thing(&ui->editor)->target, *targets;
	struct editor_state state = {.n_threads = 0};
	int error = placement_read(target, &state.before);

	if (!error)
		error = placement_targets(target, &steering->arena, &targets, &state.n_threads);
	if (error) {
		cpuset_fini(&state.before);
		close_editor(ui, target, error);
		return;
	}
	if (!is_allowed(steering, target)) {
		cpuset_fini(&state.before);
		ui_say(ui, "%s", _("--secure: only your own tasks are changed"));
		navigate_home(ui);
		return;
	}
	state.has_effective = placement_read_effective(target, &state.effective) == 0;
	state.refusal = placement_check(target);
	read_others(targets, state.n_threads, &state);
	editor_fill(&ui->editor, &state);
}

/* A change for each target that is still there; returns how many. */
static size_t make_changes(const struct steer_target *targets, size_t n, const struct cpuset *after,
			   struct change *changes, int *error)
{
	size_t n_made = 0;

	*error = 0;
	for (size_t i = 0; i < n; i++) {
		int why = change_init(&changes[n_made], &targets[i], after);

		if (why)
			*error = why;
		else
			n_made++;
	}
	return n_made;
}

static const char *list_of(const struct cpuset *cpus, struct arena *arena)
{
	size_t size = cpuset_format(cpus, NULL, 0) + 1;
	char *text = arena_alloc(arena, size, 1);

	cpuset_format(cpus, text, size);
	return *text ? text : _("off");
}

/* What the kernel made of it. */
static void tell_result(struct steering *steering, struct ui *ui, const struct steer_target *target,
			const struct cpuset *after, size_t n)
{
	struct arena *arena = &steering->arena;
	struct cpuset asked, effective;

	cpuset_init(&asked);
	cpuset_init(&effective);
	if (placement_read(target, &asked) != 0)
		ui_say(ui, "%s", _("done, but it cannot be read back"));
	else if (!cpuset_equal(&asked, after))
		ui_say(ui, _("asked %s, the kernel made it %s"), list_of(after, arena),
		       list_of(&asked, arena));
	else if (placement_read_effective(target, &effective) == 0)
		ui_say(ui, _("asked for %s; the interrupt goes to CPU %s"), list_of(&asked, arena),
		       list_of(&effective, arena));
	else if (n > 1)
		ui_say(ui, _("%zu threads: asked %s, and so it is"), n, list_of(&asked, arena));
	else
		ui_say(ui, _("asked %s, and so it is"), list_of(&asked, arena));
	cpuset_fini(&asked);
	cpuset_fini(&effective);
}

static void apply(struct steering *steering, struct ui *ui)
{
	const struct steer_target target = editor_thing(&ui->editor)->target, *targets;
	const struct cpuset *after = &ui->editor.chosen;
	struct change *changes;
	const char *why;
	size_t n;
	int error = placement_targets(&target, &steering->arena, &targets, &n);

	if (!is_allowed(steering, &target))
		error = -EPERM;
	if (error) {
		ui_say(ui, "%s", steer_explain(&target, error));
		return;
	}
	changes = arena_alloc(&steering->arena, n, sizeof(*changes));
	n = make_changes(targets, n, after, changes, &error);
	why = error ? steer_explain(&target, error) : NULL;
	if (n > 0)
		error = undo_apply(steering->undo, changes, n, &why);
	for (size_t i = 0; i < n; i++)
		change_fini(&changes[i]);
	if (error) {
		ui_say(ui, "%s", why);
		return;
	}
	tell_result(steering, ui, &target, after, n);
	navigate_home(ui);
}

/* Others steer, too: undoing takes back what they did. */
static void look_at_newest(struct steering *steering)
{
	const struct change *change = undo_change(steering->undo);
	struct arena *arena = &steering->arena;
	struct cpuset now;

	free(steering->meanwhile);
	steering->meanwhile = NULL;
	if (!change)
		return;
	cpuset_init(&now);
	if (placement_read(&change->target, &now) == 0 && !cpuset_equal(&now, &change->after))
		steering->meanwhile =
			xstrdup(arena_printf(arena, _("it was set to %s, and is %s now"),
					     list_of(&change->after, arena), list_of(&now, arena)));
	cpuset_fini(&now);
}

static void undo_newest(struct steering *steering, struct ui *ui)
{
	struct undo *undo = steering->undo;
	const struct change *change = undo_change(undo);
	int error;

	if (!change)
		return;
	if (!is_allowed(steering, &change->target)) {
		ui_say(ui, "%s", _("--secure: what is of the whole system is not changed"));
		return;
	}
	error = undo_last(undo);
	if (error)
		ui_say(ui, _("not undone: %s"), steer_explain(&change->target, error));
	else if (undo_count(undo))
		ui_say(ui,
		       ngettext("undone; %zu change stands", "undone; %zu changes stand",
				undo_count(undo)),
		       undo_count(undo));
	else
		ui_say(ui, "%s", _("undone; nothing is changed any more"));
}

void steering_serve(struct steering *steering, struct ui *ui, unsigned int requests)
{
	arena_reset(&steering->arena);
	if (!steering->undo)
		return;
	if (requests & UI_REQUEST_STEER_READ)
		read_state(steering, ui);
	if (requests & UI_REQUEST_STEER)
		apply(steering, ui);
	if (requests & UI_REQUEST_UNDO_READ)
		look_at_newest(steering);
	if (requests & UI_REQUEST_UNDO)
		undo_newest(steering, ui);
}

void steering_tell_left(struct steering *steering, FILE *out)
{
	const char *path;
	const struct undo *undo = steering ? steering->undo : NULL;
	size_t n = undo ? undo_count_lines(undo) : 0;

	if (!n)
		return;
	fprintf(out,
		ngettext("overtop: %zu change stands. What undoes it:\n",
			 "overtop: %zu changes stand. What undoes them, one after the other:\n",
			 undo_count(undo)),
		undo_count(undo));
	for (size_t i = 0; i < n && i < MOST_LINES; i++)
		fprintf(out, "  %s\n", undo_line(undo, n - 1 - i));
	if (n > MOST_LINES)
		fprintf(out, "  ...\n");
	path = shell_quote(&steering->arena, undo_path(undo));
	/* Translators: a file, and a command that takes its lines from the last to the first. */
	fprintf(out, _("overtop: they are kept in %s: U in overtop undoes them, or  tac %s | sh\n"),
		path, path);
}
