/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "ui/prompt.h"

#include <stdio.h>
#include <string.h>

#include "base/i18n.h"
#include "base/text.h"
#include "ui/event.h"

#define CTRL(letter) ((letter)&0x1f)

static const char *const labels[] = {
	[PROMPT_NONE] = "",
	[PROMPT_FIND] = N_("find: "),
	[PROMPT_FILTER] = N_("filter: "),
	[PROMPT_USER] = N_("user: "),
	[PROMPT_INTERVAL] = N_("seconds: "),
	[PROMPT_TIME] = N_("time: "),
	[PROMPT_FILE] = N_("file: "),
	[PROMPT_CPUS] = N_("CPUs: "),
};

void prompt_open(struct prompt *prompt, enum prompt_kind kind, const char *text, const char *now)
{
	prompt->kind = kind;
	snprintf(prompt->now, sizeof(prompt->now), "%s", now ? now : "");
	prompt->len = text ? strlen(text) : 0;
	if (prompt->len >= PROMPT_SIZE)
		prompt->len = 0; /* half of an expression would mean something else */
	if (prompt->len > 0)
		memcpy(prompt->text, text, prompt->len);
	prompt->text[prompt->len] = '\0';
	prompt->cursor = prompt->len;
	prompt->is_selected = false;
}

static bool is_continuation(char byte)
{
	return ((unsigned char)byte & 0xc0) == 0x80;
}

/* The start of the character before or after byte @at of the text. */
static size_t step_left(const struct prompt *prompt, size_t at)
{
	if (at == 0)
		return 0;
	do
		at--;
	while (at > 0 && is_continuation(prompt->text[at]));
	return at;
}

static size_t step_right(const struct prompt *prompt, size_t at)
{
	if (at >= prompt->len)
		return prompt->len;
	do
		at++;
	while (at < prompt->len && is_continuation(prompt->text[at]));
	return at;
}

static void cut(struct prompt *prompt, size_t from, size_t to)
{
	memmove(prompt->text + from, prompt->text + to, prompt->len - to + 1);
	prompt->len -= to - from;
	prompt->cursor = from;
}

/* UTF-8 whatever the locale: the text must not change its meaning with it. */
static size_t encode(int character, char out[4])
{
	if (character < 0x80) {
		out[0] = (char)character;
		return 1;
	}
	size_t len = character < 0x800 ? 2 : character < 0x10000 ? 3 : 4;
	static const unsigned char lead[] = {0, 0, 0xc0, 0xe0, 0xf0};

	for (size_t i = len - 1; i > 0; i--) {
		out[i] = (char)(0x80 | (character & 0x3f));
		character >>= 6;
	}
	out[0] = (char)(lead[len] | character);
	return len;
}

static void insert(struct prompt *prompt, int character)
{
	char bytes[4];
	size_t len = encode(character, bytes);

	if (prompt->len + len >= PROMPT_SIZE)
		return;
	char *at = prompt->text + prompt->cursor;

	memmove(at + len, at, prompt->len - prompt->cursor + 1);
	memcpy(at, bytes, len);
	prompt->len += len;
	prompt->cursor += len;
}

static bool is_insertable(int key)
{
	bool is_control = key < 0x20 || (key >= 0x7f && key < 0xa0);
	bool is_surrogate = key >= 0xd800 && key < 0xe000;

	return !is_control && !is_surrogate && key < 0x110000;
}

/* As browsers do it: what is selected goes with the key that would have changed a part of it. */
static bool replace_selected(struct prompt *prompt, int key)
{
	bool erases = key == EVENT_KEY_BACKSPACE || key == EVENT_KEY_DELETE;
	bool replaces = prompt->is_selected && (erases || is_insertable(key));

	prompt->is_selected = false;
	if (replaces)
		cut(prompt, 0, prompt->len);
	return replaces && erases;
}

enum prompt_result prompt_key(struct prompt *prompt, int key)
{
	if (replace_selected(prompt, key))
		return PROMPT_GOES_ON;
	switch (key) {
	case EVENT_KEY_ENTER:
		return PROMPT_DONE;
	case EVENT_KEY_ESCAPE:
		return PROMPT_CANCELLED;
	case EVENT_KEY_LEFT:
		prompt->cursor = step_left(prompt, prompt->cursor);
		break;
	case EVENT_KEY_RIGHT:
		prompt->cursor = step_right(prompt, prompt->cursor);
		break;
	case EVENT_KEY_HOME:
	case CTRL('A'):
		prompt->cursor = 0;
		break;
	case EVENT_KEY_END:
	case CTRL('E'):
		prompt->cursor = prompt->len;
		break;
	case EVENT_KEY_BACKSPACE:
		cut(prompt, step_left(prompt, prompt->cursor), prompt->cursor);
		break;
	case EVENT_KEY_DELETE:
		cut(prompt, prompt->cursor, step_right(prompt, prompt->cursor));
		break;
	case CTRL('U'):
		cut(prompt, 0, prompt->len);
		break;
	default:
		if (is_insertable(key))
			insert(prompt, key);
	}
	return PROMPT_GOES_ON;
}

/* Cells that the text takes from byte @from up to byte @to. */
static int cells(const struct prompt *prompt, size_t from, size_t to)
{
	return (int)text_width(prompt->text + from, to - from);
}

void prompt_draw(const struct prompt *prompt, struct grid *grid, struct rect line)
{
	if (prompt->kind == PROMPT_NONE || line.height <= 0)
		return;
	grid_clear(grid, line);
	const char *question = _(labels[prompt->kind]);
	int label = (int)text_width(question, strlen(question));
	int now = *prompt->now ? (int)text_width(prompt->now, strlen(prompt->now)) + 3 : 0;

	/* Half of the line is for what is typed. */
	if (label > line.width / 2)
		label = 0;
	if (label + now > line.width / 2)
		now = 0;
	grid_string(grid, line.x, line.y, label, question, STYLE_KEY);
	if (now > 0)
		grid_printf(grid, line.x + label, line.y, now, STYLE_DIM, "(%s) ", prompt->now);
	label += now;
	int x = line.x + label, room = line.width - label;
	size_t first = 0;

	/* The cursor stays in sight, with a cell for it after the last character. */
	while (first < prompt->cursor && cells(prompt, first, prompt->cursor) >= room)
		first = step_right(prompt, first);
	grid_text(grid, x, line.y, room, prompt->text + first, prompt->len - first, STYLE_NORMAL);
	size_t next = step_right(prompt, prompt->cursor);
	int width = next > prompt->cursor ? cells(prompt, prompt->cursor, next) : 1;

	int from = prompt->is_selected ? 0 : cells(prompt, first, prompt->cursor);

	if (prompt->is_selected)
		width = cells(prompt, first, prompt->len);
	grid_restyle(grid, x + from, line.y, width < room - from ? width : room - from,
		     STYLE_SELECTED);
}
