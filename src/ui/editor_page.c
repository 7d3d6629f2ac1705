/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "ui/editor_page.h"

#include <errno.h>
#include <string.h>

#include "base/i18n.h"
#include "base/scan.h"
#include "base/shell.h"
#include "base/text.h"
#include "steer/warnings.h"
#include "ui/page.h"
#include "ui/picker.h"

/* Cells of "undo: ". */
#define LABEL 6

/* The picker is left this much, if there is that much. */
#define LEAST_ROWS 3

/* Lines are drawn from the top of what is left. */
static void put_line(struct grid *grid, struct rect *left, enum style style, const char *text)
{
	if (left->height <= 0)
		return;
	grid_string(grid, left->x, left->y, left->width, text, style);
	left->y++;
	left->height--;
}

/* All of @text, beside a label, in as many lines as it takes. */
static void put_text(struct grid *grid, struct rect *left, const char *label, const char *text,
		     enum style style)
{
	struct span rest = {text, strlen(text)};
	int width = left->width > LABEL ? left->width - LABEL : 1;

	grid_string(grid, left->x, left->y, left->height > 0 ? LABEL - 1 : 0, label, STYLE_KEY);
	while (rest.len > 0 && left->height > 0) {
		struct span line = page_take_line(&rest, width);

		grid_text(grid, left->x + LABEL, left->y, width, line.text, line.len, style);
		left->y++;
		left->height--;
	}
}

static void put_title(struct grid *grid, struct rect *left, const struct editor *editor,
		      struct arena *arena)
{
	const char *words = steerable_words(editor_thing(editor), arena);
	const char *other = "";
	int used;

	if (left->height <= 0)
		return;
	if (editor->state.n_threads > 1)
		words = arena_printf(
			arena, "%s, %s", words,
			arena_printf(arena,
				     ngettext("%zu thread", "%zu threads", editor->state.n_threads),
				     editor->state.n_threads));
	if (editor->n_things > 1)
		other = arena_printf(arena, "Tab %zu/%zu", editor->at + 1, editor->n_things);
	used = grid_string(grid, left->x, left->y, left->width, words, STYLE_TITLE);
	if (used + 1 + (int)strlen(other) <= left->width)
		grid_string_right(grid, left->x, left->y, left->width, other, STYLE_TITLE);
	grid_restyle(grid, left->x, left->y, left->width, STYLE_TITLE);
	left->y++;
	left->height--;
}

static void put_prompt(struct grid *grid, struct rect *left, const struct editor *editor)
{
	struct rect line = *left;

	line.height = left->height > 0;
	if (editor->is_asking) {
		put_line(grid, left, STYLE_MESSAGE, _("do it?  y: yes, any other key: no"));
		return;
	}
	prompt_draw(&editor->prompt, grid, line);
	left->y += line.height;
	left->height -= line.height;
}

/* Root may do it. */
static bool is_of_root(const struct editor *editor)
{
	enum steer_kind kind = editor_thing(editor)->target.kind;
	bool is_task = kind == STEER_TASK || kind == STEER_PROCESS;

	return editor->state.refusal == -EACCES || (is_task && editor->state.refusal == -EPERM);
}

static const char *with_sudo(const struct steer_target *target, const char *command,
			     struct arena *arena)
{
	if (target->kind == STEER_TASK || target->kind == STEER_PROCESS)
		return arena_printf(arena, "sudo %s", command);
	return arena_printf(arena, "sudo sh -c %s", shell_quote(arena, command));
}

static void put_commands(struct grid *grid, struct rect *left, const struct editor *editor,
			 struct arena *arena)
{
	const struct change change = {
		.target = editor_thing(editor)->target,
		.before = editor->state.before,
		.after = editor->chosen,
	};
	const char *command = change_command(&change, arena);
	const char *undo = change_undo_command(&change, arena);

	if (!editor->is_list || (change.target.kind != STEER_RPS &&
				 change.target.kind != STEER_XPS && !cpuset_count(&change.after)))
		command = "-";
	if (is_of_root(editor)) {
		command = with_sudo(&change.target, command, arena);
		undo = with_sudo(&change.target, undo, arena);
	}
	if (!editor->is_asking && !editor->state.is_mixed &&
	    cpuset_equal(&editor->chosen, &editor->state.before)) {
		put_text(grid, left, _("do"), editor->is_list ? _("nothing to change") : "-",
			 STYLE_NORMAL);
		return;
	}
	if (editor->state.is_mixed)
		undo = _("a taskset for each thread, for they differ now");
	put_text(grid, left, _("do"), command, STYLE_VALUE);
	put_text(grid, left, _("undo"), undo, STYLE_NORMAL);
}

static void put_warnings(struct grid *grid, struct rect *left, const struct editor *editor,
			 const struct view *view, struct arena *arena)
{
	const struct steer_target *target = &editor_thing(editor)->target;
	const char *const *warnings, *managed = NULL;
	size_t n = steer_warnings(target, &editor->chosen, view->interval, view->topology, arena,
				  &warnings);

	int missing = picks_missing(view, &editor->chosen, &editor->state.before, arena);

	if (!editor->is_list)
		put_text(grid, left, "!", _("not a list of CPUs like 0-3,8"), STYLE_HOT);
	else if (missing >= 0)
		put_text(grid, left, "!", arena_printf(arena, _("there is no CPU %d"), missing),
			 STYLE_HOT);
	if (missing >= 0)
		return;
	if (editor->state.refusal)
		put_text(grid, left, "!", steer_explain(target, editor->state.refusal), STYLE_HOT);
	/* What nobody can do needs no more to be said of it. */
	if (!editor->is_list || (editor->state.refusal && !is_of_root(editor)))
		return;
	if (target->kind == STEER_IRQ)
		managed = steer_warn_managed(view->interval, target->number);
	if (managed)
		put_text(grid, left, "!", managed, STYLE_WARM);
	for (size_t i = 0; i < n; i++)
		put_text(grid, left, "!", warnings[i], STYLE_WARM);
}

void editor_page_draw(struct grid *grid, struct rect rect, const struct ui *ui,
		      const struct view *view, struct arena *arena)
{
	const struct editor *editor = &ui->editor;
	struct rect left = rect;
	int rows = editor->is_asking ? 0 : LEAST_ROWS;

	grid_clear(grid, rect);
	put_title(grid, &left, editor, arena);
	put_prompt(grid, &left, editor);
	/* Of what is said above the picker is left some lines. */
	left.height -= rows;
	put_commands(grid, &left, editor, arena);
	put_warnings(grid, &left, editor, view, arena);
	left.height = left.height > 0 ? left.height + rows : rect.y + rect.height - left.y;
	if (!editor->is_asking && left.height > 0)
		picker_draw(grid, left, view, &editor->chosen, editor->cpu, arena);
}

void editor_page_draw_undo(struct grid *grid, struct rect rect, const struct ui_facts *facts,
			   struct arena *arena)
{
	struct rect left = rect;

	grid_clear(grid, rect);
	put_line(grid, &left, STYLE_MESSAGE, _("undo it?  y: yes, any other key: no"));
	put_text(grid, &left, _("undo"), facts->undo_line, STYLE_VALUE);
	if (facts->n_undo_lines > 1)
		put_text(grid, &left, "",
			 arena_printf(arena,
				      ngettext("and %zu more line", "and %zu more lines",
					       facts->n_undo_lines - 1),
				      facts->n_undo_lines - 1),
			 STYLE_NORMAL);
	if (facts->undo_meanwhile)
		put_text(grid, &left, "!", facts->undo_meanwhile, STYLE_WARM);
	left.y++;
	left.height--;
	put_text(grid, &left, "",
		 arena_printf(arena,
			      ngettext("%zu change stands; kept in %s",
				       "%zu changes stand; kept in %s", facts->n_changes),
			      facts->n_changes, facts->undo_path),
		 STYLE_DIM);
}

/* In the order of their use. */
static const struct {
	const char *key, *word;
} keys[] = {
	{"Enter", N_("go on")}, {"Esc", N_("back")},        {"space", N_("take or leave")},
	{"c", N_("its core")},  {"n", N_("node")},          {"s", N_("socket")},
	{"a", N_("all")},       {"d", N_("device's node")}, {"Tab", N_("other")},
};

void editor_page_footer(struct grid *grid, struct rect line, const struct ui *ui)
{
	int x = 0;

	for (size_t i = 0; i < sizeof(keys) / sizeof(*keys); i++) {
		const char *word = _(keys[i].word);
		int key = (int)strlen(keys[i].key), width = (int)text_width(word, strlen(word));

		if (ui->editor.is_asking || x + key + 1 + width > line.width)
			return;
		grid_string(grid, line.x + x, line.y, key, keys[i].key, STYLE_KEY);
		grid_string(grid, line.x + x + key + 1, line.y, width, word, STYLE_NORMAL);
		x += key + 1 + width + 2;
	}
}
