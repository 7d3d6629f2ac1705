/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "ui/ui.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/xalloc.h"

/* A message stands this long unless a key takes it away. */
enum { MESSAGE_INTERVALS = 4 };

void ui_init(struct ui *ui, const struct pane *pane)
{
	*ui = (struct ui){
		.pane = pane,
		.tables = xcalloc(n_panes, sizeof(*ui->tables)),
		.sort_keys = xcalloc(n_panes, sizeof(*ui->sort_keys)),
		.interval_s = 1,
		.speed = 1,
	};
}

void ui_fini(struct ui *ui)
{
	editor_fini(&ui->editor);
	ui_set_find(ui, NULL, NULL, 0);
	ui_set_filter(ui, NULL, NULL, 0);
	for (size_t i = 0; i < n_panes; i++)
		free(ui->sort_keys[i]);
	free(ui->sort_keys);
	free(ui->lines);
	free(ui->tables);
	free(ui->sort_key);
	free(ui->write_path);
	*ui = (struct ui){0};
}

static size_t pane_position(const struct ui *ui)
{
	size_t i = 0;

	while (i < n_panes && panes[i] != ui->pane)
		i++;
	assert(i < n_panes);
	return i;
}

struct table_state *ui_table(const struct ui *ui)
{
	return &ui->tables[pane_position(ui)];
}

const char *ui_sort_key(const struct ui *ui, const struct model *model)
{
	const char *key = ui_table(ui)->sort_key;

	if (key && model_find_column(model, key) >= 0)
		return key;
	if (ui->sort_key && model_find_column(model, ui->sort_key) >= 0)
		return ui->sort_key;
	return NULL;
}

void ui_sort_by(struct ui *ui, const char *key)
{
	size_t i = pane_position(ui);
	char *copy = key ? xstrdup(key) : NULL; /* @key may be the one that is freed */

	free(ui->sort_keys[i]);
	ui->sort_keys[i] = copy;
	ui->tables[i].sort_key = copy;
	ui->tables[i].is_reversed = false;
}

int ui_lines(const struct ui *ui, size_t i, int width, int height)
{
	bool is_same = ui->lines_pane == ui->pane && ui->lines_width == width &&
		       ui->lines_height == height;

	return is_same && i < ui->n_lines ? ui->lines[i] : 0;
}

void ui_keep_lines(struct ui *ui, size_t i, int width, int height, int lines)
{
	int before = ui_lines(ui, i, width, height);

	if (ui->lines_pane != ui->pane || ui->lines_width != width || ui->lines_height != height)
		ui->n_lines = 0;
	ui->lines_pane = ui->pane;
	ui->lines_width = width;
	ui->lines_height = height;
	while (ui->n_lines <= i) {
		ui->lines = xreallocarray(ui->lines, ui->n_lines + 1, sizeof(*ui->lines));
		ui->lines[ui->n_lines++] = 0;
	}
	ui->lines[i] = lines > before ? lines : before;
}

void ui_say(struct ui *ui, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	vsnprintf(ui->message, sizeof(ui->message), format, args);
	va_end(args);
	ui->message_age = 0;
}

void ui_next_interval(struct ui *ui)
{
	if (*ui->message && ++ui->message_age >= MESSAGE_INTERVALS)
		ui->message[0] = '\0';
}

bool ui_shows_tasks(const struct ui *ui)
{
	const struct pane *pane = ui->pane;

	for (size_t i = 0; pane->stack && pane->stack[i]; i++) {
		const struct pane *part = pane_by_name(pane->stack[i], strlen(pane->stack[i]));

		if (part && part->task)
			return true;
	}
	return pane->task;
}

static int set_regex(char **text, regex_t *regex, const char *new_text, char *error, size_t size)
{
	regex_t compiled;

	if (new_text && *new_text) {
		int why = regcomp(&compiled, new_text, REG_EXTENDED | REG_ICASE);

		if (why) {
			regerror(why, &compiled, error, size);
			return why;
		}
	}
	if (*text) {
		regfree(regex);
		free(*text);
		*text = NULL;
	}
	if (new_text && *new_text) {
		*text = xstrdup(new_text);
		*regex = compiled;
	}
	return 0;
}

int ui_set_filter(struct ui *ui, const char *regex, char *error, size_t size)
{
	return set_regex(&ui->filter, &ui->filter_regex, regex, error, size);
}

int ui_set_find(struct ui *ui, const char *regex, char *error, size_t size)
{
	return set_regex(&ui->find, &ui->find_regex, regex, error, size);
}
