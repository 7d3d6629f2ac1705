/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "ui/footer.h"

#include <string.h>

#include "base/i18n.h"
#include "base/text.h"
#include "ui/action.h"
#include "ui/editor_page.h"
#include "ui/format.h"
#include "ui/moment.h"

/* Cells between two things. */
#define GAP 2

/* Cells of the bar that fills while prices are measured. */
#define BAR_WIDTH 10

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
	/* Keys that are new to the user need more of it. */
	int room = *moment_word(&facts->playback) ? line.width / 4 : 2 * line.width / 5, used = 0;

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

/* "[####......]" */
static int draw_bar(struct grid *grid, struct rect line, int x, size_t done, size_t all)
{
	char bar[BAR_WIDTH + 1];
	size_t filled = all ? done * BAR_WIDTH / all : 0;

	memset(bar, '.', BAR_WIDTH);
	memset(bar, '#', filled < BAR_WIDTH ? filled : BAR_WIDTH);
	bar[BAR_WIDTH] = '\0';
	return grid_printf(grid, line.x + x, line.y, line.width - x, STYLE_MESSAGE, "[%s]", bar);
}

/* Of the prices being measured. */
static int draw_progress(struct grid *grid, struct rect line, const struct ui_facts *facts)
{
	int x;

	if (!facts->is_measuring)
		return 0;
	/* Translators: which of how many, and the key of what is measured now. */
	x = grid_printf(grid, line.x, line.y, line.width, STYLE_MESSAGE, _("measuring %zu/%zu %s"),
			facts->measured + 1, facts->to_measure, facts->measuring) +
	    1;
	return x + draw_bar(grid, line, x, facts->measured, facts->to_measure) + GAP;
}

/* What was done to the machine and can be undone. */
static int draw_changes(struct grid *grid, struct rect line, int x, const struct ui_facts *facts)
{
	if (!facts->n_changes)
		return 0;
	/* Translators: settings of the machine that stand changed, by the key U undone. */
	return grid_printf(grid, line.x + x, line.y, line.width - x, STYLE_MESSAGE,
			   ngettext("U %zu changed", "U %zu changed", facts->n_changes),
			   facts->n_changes) +
	       GAP;
}

/* What the user asked for that changes what is seen; returns the next free cell. */
static int draw_state(struct grid *grid, struct rect line, const struct ui *ui,
		      const struct view *view, const struct ui_facts *facts)
{
	const struct playback *playback = &facts->playback;
	const struct choice *choice = &ui->choice;
	const char *moment = moment_word(playback);
	bool has_tasks = ui_shows_tasks(ui);
	int x = 0;

	x += draw_progress(grid, line, facts);
	x += draw_changes(grid, line, x, facts);
	x += draw_mode(grid, line, x, ui->is_paused, _("PAUSED"));
	/* Of a recording that stands still the header says enough. */
	x += draw_mode(grid, line, x, *moment && !(playback->is_replay && ui->is_paused), moment);
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

/* What a key would do now. */
static const char *word_of(const struct action_entry *entry, const struct ui *ui,
			   const struct playback *playback)
{
	switch (entry->action) {
	case ACTION_THREADS:
		return ui->choice.threads ? _("processes") : _(entry->footer);
	case ACTION_PAUSE:
		if (!ui->is_paused)
			return _(entry->footer);
		return playback->is_replay ? _("play") : _("go on");
	case ACTION_EARLIER:
		return *moment_word(playback) ? _(entry->footer) : _("rewind");
	case ACTION_BACK:
		return ui->mode == UI_PANE ? _("now") : _(entry->footer);
	default:
		return _(entry->footer);
	}
}

/* Writes keys from the left to the right, until one has no room. */
struct pen {
	struct grid *grid;
	struct rect line;
	int x;
	bool is_full;
};

/* "H threads"; the first key of the text stands for all. */
static void write_key(struct pen *pen, const char *keys, const char *word)
{
	int key_width = (int)strcspn(keys, " "), width = key_width + 1 + width_of(word);

	if (pen->is_full || width > pen->line.width - pen->x) {
		pen->is_full = true;
		return;
	}
	int x = pen->line.x + pen->x;

	grid_text(pen->grid, x, pen->line.y, key_width, keys, (size_t)key_width, STYLE_KEY);
	grid_string(pen->grid, x + key_width + 1, pen->line.y, width - key_width - 1, word,
		    STYLE_NORMAL);
	pen->x += width + GAP;
}

static void write_panes(struct pen *pen)
{
	char digits[] = {panes[0]->key, '-', panes[n_panes - 1]->key, '\0'};

	write_key(pen, digits, _("panes"));
}

/* On a page (help, details) only the way back and the help matter; each ends in ACTION_NONE. */
static const enum action on_page[] = {ACTION_HELP, ACTION_BACK, ACTION_NONE};
static const enum action in_present[] = {
	ACTION_HELP,  ACTION_QUIT,    ACTION_FIND,    ACTION_FILTER,  ACTION_THREADS,
	ACTION_PAUSE, ACTION_EARLIER, ACTION_DETAILS, ACTION_MEASURE, ACTION_NONE};
static const enum action in_past[] = {ACTION_BACK,  ACTION_EARLIER, ACTION_LATER, ACTION_TIME,
				      ACTION_WRITE, ACTION_HELP,    ACTION_NONE};
static const enum action in_replay[] = {ACTION_PAUSE,  ACTION_EARLIER, ACTION_LATER, ACTION_TIME,
					ACTION_FASTER, ACTION_HELP,    ACTION_QUIT,  ACTION_NONE};

static const enum action *keys_of(const struct ui *ui, const struct playback *playback)
{
	if (ui->mode != UI_PANE)
		return on_page;
	if (playback->is_replay)
		return in_replay;
	return playback->is_past ? in_past : in_present;
}

static void draw_keys(struct grid *grid, struct rect line, const struct ui *ui,
		      const struct playback *playback)
{
	struct pen pen = {.grid = grid, .line = line};
	const enum action *keys = keys_of(ui, playback);
	bool is_present = !*moment_word(playback);

	if (is_present)
		write_panes(&pen);
	for (; *keys != ACTION_NONE; keys++) {
		const struct action_entry *entry = action_entry(*keys);

		if (*keys != ACTION_THREADS || ui_shows_tasks(ui))
			write_key(&pen, entry->keys_text, word_of(entry, ui, playback));
	}
	if (!is_present)
		write_panes(&pen);
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
	if (ui->mode == UI_EDITOR) {
		editor_page_footer(grid, line, ui);
		return;
	}
	if (ui->mode == UI_UNDO)
		return;
	int state = draw_state(grid, line, ui, view, facts);

	line.x += state;
	line.width -= state;
	line.width -= draw_right(grid, line, ui, facts);
	draw_keys(grid, line, ui, &facts->playback);
}
