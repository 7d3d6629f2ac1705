/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "ui/paint.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

#include "base/xalloc.h"

/* Of "\033[K", which is worth it only for more blanks than that. */
#define ERASE_BYTES 3

/* Does a list of SGR parameters have one that is seen on a blank? */
static bool is_seen_on_blank(const char *sgr)
{
	while (*sgr) {
		char *end;
		long parameter = strtol(sgr, &end, 10);

		if (parameter == 4 || parameter == 7 || (parameter >= 40 && parameter <= 47))
			return true;
		sgr = *end ? end + 1 : end;
	}
	return false;
}

void paint_init(struct paint *paint, const char *const sgr[N_STYLES])
{
	*paint = (struct paint){0};
	for (size_t i = 0; i < N_STYLES; i++) {
		paint->sgr[i] = sgr[i];
		paint->shows_on_blank[i] = is_seen_on_blank(sgr[i]);
	}
}

void paint_fini(struct paint *paint)
{
	free(paint->bytes);
	*paint = (struct paint){0};
}

void paint_forget(struct paint *paint)
{
	paint->knows_place = false;
	paint->knows_style = false;
}

static void add(struct paint *paint, const char *bytes, size_t len)
{
	paint->bytes = xgrow(paint->bytes, &paint->capacity, paint->len + len, 1);
	memcpy(paint->bytes + paint->len, bytes, len);
	paint->len += len;
}

void paint_add(struct paint *paint, const char *sequence)
{
	add(paint, sequence, strlen(sequence));
}

static bool looks_the_same(const struct paint *paint, enum style a, enum style b)
{
	return a == b || strcmp(paint->sgr[a], paint->sgr[b]) == 0;
}

void paint_style(struct paint *paint, enum style style)
{
	const char *sgr = paint->sgr[style];
	bool is_plain_now = paint->knows_style && *paint->sgr[paint->style] == '\0';

	if (paint->knows_style && looks_the_same(paint, paint->style, style))
		return;
	paint_add(paint, "\033[");
	if (*sgr && !is_plain_now)
		paint_add(paint, "0;");
	paint_add(paint, sgr);
	paint_add(paint, "m");
	paint->style = style;
	paint->knows_style = true;
}

void paint_move(struct paint *paint, int x, int y)
{
	char text[32];

	if (paint->knows_place && paint->y == y && paint->x == x)
		return;
	if (paint->knows_place && paint->y == y && paint->x == x - 1)
		snprintf(text, sizeof(text), "\033[C");
	else if (paint->knows_place && paint->y == y && paint->x < x)
		snprintf(text, sizeof(text), "\033[%dC", x - paint->x);
	else if (x == 0)
		snprintf(text, sizeof(text), "\033[%dH", y + 1);
	else
		snprintf(text, sizeof(text), "\033[%d;%dH", y + 1, x + 1);
	paint_add(paint, text);
	paint->x = x;
	paint->y = y;
	paint->knows_place = true;
}

void paint_clear(struct paint *paint)
{
	paint_style(paint, STYLE_NORMAL);
	paint_add(paint, "\033[2J");
}

static bool is_blank(const struct paint *paint, const struct grid_cell *cell)
{
	return cell->ch == L' ' && !paint->shows_on_blank[cell->style];
}

static bool is_same(const struct paint *paint, const struct grid_cell *a, const struct grid_cell *b)
{
	if (is_blank(paint, a) && is_blank(paint, b))
		return true;
	return a->ch == b->ch && looks_the_same(paint, a->style, b->style);
}

/* Is this how the character would look if it were written now? */
static bool suits_style(const struct paint *paint, const struct grid_cell *cell)
{
	if (!paint->knows_style)
		return false;
	if (is_blank(paint, cell))
		return !paint->shows_on_blank[paint->style];
	return looks_the_same(paint, paint->style, cell->style);
}

/* Where the cursor is after a character of two cells, terminals do not agree. */
static void write_cell(struct paint *paint, const struct grid_cell *cell, int width)
{
	char bytes[MB_LEN_MAX];
	mbstate_t state = {0};
	size_t len = wcrtomb(bytes, cell->ch, &state);

	if (!suits_style(paint, cell))
		paint_style(paint, cell->style);
	if (len == (size_t)-1)
		paint_add(paint, "?");
	else
		add(paint, bytes, len);
	paint->x += width;
	if (width > 1)
		paint->knows_place = false;
}

/* Over cells that need not change: written again where that is shorter than a movement. */
static void cross(struct paint *paint, const struct grid_cell *line, int x, int y)
{
	int gap = x - paint->x;

	if (!paint->knows_place || paint->y != y || gap < 0 || gap > 3) {
		paint_move(paint, x, y);
		return;
	}
	for (int i = paint->x; i < x; i++)
		if (line[i].ch == 0 || line[i].ch > 0x7e || !suits_style(paint, &line[i])) {
			paint_move(paint, x, y);
			return;
		}
	while (paint->x < x)
		write_cell(paint, &line[paint->x], 1);
}

/* The first of the blanks that the line ends in. */
static int blank_from(const struct paint *paint, const struct grid_cell *line, int end)
{
	while (end > 0 && is_blank(paint, &line[end - 1]))
		end--;
	return end;
}

static void paint_line(struct paint *paint, const struct grid_cell *shown,
		       const struct grid_cell *wanted, int y, int end)
{
	int blank = blank_from(paint, wanted, end), shown_blank = blank_from(paint, shown, end);
	int width;

	for (int x = 0; x < end; x += width) {
		width = x + 1 < end && wanted[x + 1].ch == 0 ? 2 : 1;
		if (is_same(paint, &shown[x], &wanted[x]) &&
		    (width == 1 || is_same(paint, &shown[x + 1], &wanted[x + 1])))
			continue;
		if (x >= blank && shown_blank - x > ERASE_BYTES) {
			paint_move(paint, x, y);
			if (paint->shows_on_blank[paint->style] || !paint->knows_style)
				paint_style(paint, STYLE_NORMAL);
			paint_add(paint, "\033[K");
			return;
		}
		cross(paint, wanted, x, y);
		write_cell(paint, &wanted[x], width);
	}
}

void paint_changes(struct paint *paint, const struct grid *shown, const struct grid *wanted)
{
	for (int y = 0; y < wanted->height && wanted->width > 0; y++)
		paint_line(paint, grid_at(shown, 0, y), grid_at(wanted, 0, y), y, wanted->width);
}
