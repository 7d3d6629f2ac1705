/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "ui/footer.h"

#include <string.h>

#include "base/i18n.h"
#include "base/text.h"
#include "ui/action.h"
#include "ui/format.h"

/* Cells between two things. */
#define GAP 2

/* On a line of fewer cells help and details do not name the pane. */
#define WIDE 60

static int width_of(const char *text)
{
	return (int)text_width(text, strlen(text));
}

/* "tasks", or "tasks 1-20/142" when there are more rows than are seen. */
static void write_place(const struct ui *ui, char *out, size_t size)
{
	const struct table_state *table = ui_table(ui);
	const char *title = _(ui->pane->title);

	if (ui->mode != UI_PANE || table->n_rows <= table->n_shown || !table->n_shown)
		snprintf(out, size, "%s", title);
	else
		snprintf(out, size, "%s %zu-%zu/%zu", title, table->top + 1,
			 table->top + table->n_shown, table->n_rows);
}

/* Place and own cost, as far as the keys leave room; returns the cells taken. */
static int draw_right(struct grid *grid, struct rect line, const struct ui *ui,
		      const struct ui_facts *facts)
{
	char cost[FORMAT_SIZE], own[128], place[128];
	int room = 2 * line.width / 5, used = 0;

	/* On a narrow page the way back matters more than where one came from. */
	if (ui->mode != UI_PANE && line.width < WIDE)
		return 0;
	format_screen(facts->own_cpu_pct, UNIT_PCT, cost);
	/* Translators: what overtop itself costs, in percent of a CPU. */
	snprintf(own, sizeof(own), _("own %s%%"), cost);
	write_place(ui, place, sizeof(place));
	if (width_of(place) > room)
		return 0;
	if (width_of(place) + GAP + width_of(own) <= room) {
		grid_string_right(grid, line.x, line.y, line.width, own, STYLE_DIM);
		used = width_of(own) + GAP;
	}
	grid_string_right(grid, line.x, line.y, line.width - used, place, STYLE_HEADER);
	return used + width_of(place) + GAP;
}

/* "t tree": a key that was pressed, and what it did. */
static int draw_mode(struct grid *grid, struct rect line, int x, bool is_on, const char *text)
{
	if (!is_on)
		return 0;
	return grid_string(grid, line.x + x, line.y, line.width - x, text, STYLE_MESSAGE) + GAP;
}

/* What the user asked for that changes what is seen; returns the next free cell. */
static int draw_state(struct grid *grid, struct rect line, const struct ui *ui,
		      const struct view *view)
{
	const struct choice *choice = &ui->choice;
	bool has_tasks = ui_shows_tasks(ui);
	int x = 0;

	if (ui->is_paused)
		x += grid_string(grid, line.x + x, line.y, line.width - x, _("PAUSED"),
				 STYLE_MESSAGE) +
		     GAP;
	if (ui->choice.has_uid && view->words)
		x += grid_printf(grid, line.x + x, line.y, (line.width - x) / 2, STYLE_MESSAGE,
				 "u %s", view->words->user(view->words->data, ui->choice.uid)) +
		     GAP;
	x += draw_mode(grid, line, x, has_tasks && choice->hides_kernel, _("K no kernel"));
	x += draw_mode(grid, line, x, has_tasks && choice->hides_idle, _("i only active"));
	x += draw_mode(grid, line, x, has_tasks && choice->tree, _("t tree"));
	if (ui->filter)
		x += grid_printf(grid, line.x + x, line.y, (line.width - x) / 2, STYLE_MESSAGE,
				 "\\ %s", ui->filter) +
		     GAP;
	if (ui->find)
		x += grid_printf(grid, line.x + x, line.y, (line.width - x) / 2, STYLE_FOUND,
				 "/ %s", ui->find) +
		     GAP;
	return x;
}

/* "H threads"; the first key of the text stands for all.  Returns the cells taken, 0: no room. */
static int draw_key(struct grid *grid, struct rect line, int x, const char *keys, const char *word)
{
	int key_width = (int)strcspn(keys, " "), room = line.width - x;

	if (key_width + 1 + width_of(word) > room)
		return 0;
	grid_text(grid, line.x + x, line.y, key_width, keys, (size_t)key_width, STYLE_KEY);
	grid_string(grid, line.x + x + key_width + 1, line.y, room - key_width - 1, word,
		    STYLE_NORMAL);
	return key_width + 1 + width_of(word) + GAP;
}

/* On a page (help, details) only the way back and the help matter. */
static bool is_worth_showing(const struct action_entry *entry, const struct ui *ui)
{
	if (!entry->footer || (entry->action == ACTION_THREADS && !ui_shows_tasks(ui)))
		return false;
	if (ui->mode == UI_PANE)
		return entry->action != ACTION_BACK;
	return entry->action == ACTION_BACK || entry->action == ACTION_HELP;
}

/* The key for threads says what it would change to. */
static const char *word_of(const struct action_entry *entry, const struct ui *ui)
{
	if (entry->action == ACTION_THREADS && ui->choice.threads)
		return _("processes");
	return _(entry->footer);
}

static void draw_keys(struct grid *grid, struct rect line, const struct ui *ui)
{
	int x = 0;
	char digits[] = {panes[0]->key, '-', panes[n_panes - 1]->key, '\0'};

	x += draw_key(grid, line, x, digits, _("panes"));
	for (size_t i = 0; i < n_actions; i++) {
		const struct action_entry *entry = &actions[i];

		if (!is_worth_showing(entry, ui))
			continue;
		int used = draw_key(grid, line, x, entry->keys_text, word_of(entry, ui));

		if (used == 0)
			break;
		x += used;
	}
}

void footer_draw(struct grid *grid, struct rect line, const struct ui *ui, const struct view *view,
		 const struct ui_facts *facts)
{
	if (line.height <= 0)
		return;
	if (ui->prompt.kind != PROMPT_NONE) {
		prompt_draw(&ui->prompt, grid, line);
		return;
	}
	if (*ui->message) {
		grid_string(grid, line.x, line.y, line.width, ui->message, STYLE_MESSAGE);
		return;
	}
	int state = draw_state(grid, line, ui, view);

	line.x += state;
	line.width -= state;
	line.width -= draw_right(grid, line, ui, facts);
	draw_keys(grid, line, ui);
}
