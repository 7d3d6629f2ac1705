/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "ui/grid.h"

#include <assert.h>
#include <limits.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "base/xalloc.h"

static const struct grid_cell blank = {L' ', STYLE_NORMAL};

void grid_init(struct grid *grid)
{
	*grid = (struct grid){0};
}

void grid_fini(struct grid *grid)
{
	free(grid->cells);
	grid_init(grid);
}

void grid_resize(struct grid *grid, int width, int height)
{
	grid->width = width > 0 ? width : 0;
	grid->height = height > 0 ? height : 0;
	size_t n = (size_t)grid->width * (size_t)grid->height;

	grid->cells = xgrow(grid->cells, &grid->capacity, n, sizeof(*grid->cells));
	for (size_t i = 0; i < n; i++)
		grid->cells[i] = blank;
}

static bool is_inside(const struct grid *grid, int x, int y)
{
	return x >= 0 && x < grid->width && y >= 0 && y < grid->height;
}

static struct grid_cell *cell_at(struct grid *grid, int x, int y)
{
	return &grid->cells[(size_t)y * (size_t)grid->width + (size_t)x];
}

const struct grid_cell *grid_at(const struct grid *grid, int x, int y)
{
	assert(is_inside(grid, x, y));
	return &grid->cells[(size_t)y * (size_t)grid->width + (size_t)x];
}

void grid_put(struct grid *grid, int x, int y, wchar_t ch, enum style style)
{
	if (!is_inside(grid, x, y))
		return;
	struct grid_cell *cell = cell_at(grid, x, y);

	/* Half of a wide character is nothing: what is left of it becomes a blank. */
	if (cell->ch == 0 && x > 0)
		cell[-1].ch = L' ';
	if (x + 1 < grid->width && cell[1].ch == 0)
		cell[1].ch = L' ';
	*cell = (struct grid_cell){ch != 0 ? ch : L' ', style};
}

static void put_wide(struct grid *grid, int x, int y, wchar_t ch, enum style style)
{
	grid_put(grid, x, y, L' ', style);
	grid_put(grid, x + 1, y, L' ', style);
	if (!is_inside(grid, x, y) || !is_inside(grid, x + 1, y))
		return;
	cell_at(grid, x, y)->ch = ch;
	cell_at(grid, x + 1, y)->ch = 0;
}

int grid_text(struct grid *grid, int x, int y, int width, const char *text, size_t len,
	      enum style style)
{
	int room = width < grid->width - x ? width : grid->width - x;
	int used = 0;

	if (room <= 0)
		return 0;
	while (len > 0) {
		wchar_t ch;
		int cells;
		size_t taken = text_next(text, len, &ch, &cells);

		if (used + cells > room) {
			grid_put(grid, x + room - 1, y, L'~', style);
			return room;
		}
		if (cells == 2)
			put_wide(grid, x + used, y, ch, style);
		else
			grid_put(grid, x + used, y, ch, style);
		used += cells;
		text += taken;
		len -= taken;
	}
	return used;
}

int grid_string(struct grid *grid, int x, int y, int width, const char *text, enum style style)
{
	return grid_text(grid, x, y, width, text, strlen(text), style);
}

void grid_string_right(struct grid *grid, int x, int y, int width, const char *text,
		       enum style style)
{
	size_t len = strlen(text), cells = text_width(text, len);
	int shift = width > 0 && cells < (size_t)width ? width - (int)cells : 0;

	grid_text(grid, x + shift, y, width - shift, text, len, style);
}

int grid_printf(struct grid *grid, int x, int y, int width, enum style style, const char *format,
		...)
{
	char brief[256], *text = brief;
	va_list args, again;

	va_start(args, format);
	va_copy(again, args);
	int len = vsnprintf(brief, sizeof(brief), format, args);

	if (len >= (int)sizeof(brief)) {
		text = xmalloc((size_t)len + 1);
		vsnprintf(text, (size_t)len + 1, format, again);
	}
	va_end(again);
	va_end(args);
	int used = len > 0 ? grid_text(grid, x, y, width, text, (size_t)len, style) : 0;

	if (text != brief)
		free(text);
	return used;
}

/* What of [x, x + width) is in the grid, as [*first, *end). */
static void clip(const struct grid *grid, int x, int width, int *first, int *end)
{
	*first = x > 0 ? x : 0;
	*end = width < grid->width - x ? x + width : grid->width;
}

void grid_restyle(struct grid *grid, int x, int y, int width, enum style style)
{
	int end;

	if (y < 0 || y >= grid->height)
		return;
	for (clip(grid, x, width, &x, &end); x < end; x++)
		cell_at(grid, x, y)->style = style;
}

void grid_clear(struct grid *grid, struct rect rect)
{
	int left, right, top = rect.y > 0 ? rect.y : 0;
	int bottom = rect.height < grid->height - rect.y ? rect.y + rect.height : grid->height;

	clip(grid, rect.x, rect.width, &left, &right);
	for (int y = top; y < bottom; y++)
		for (int x = left; x < right; x++)
			grid_put(grid, x, y, blank.ch, blank.style);
}

static void dump_character(wchar_t ch, FILE *out)
{
	char bytes[MB_LEN_MAX];
	mbstate_t state = {0};
	size_t n = wcrtomb(bytes, ch, &state);

	if (n == (size_t)-1)
		fputc('?', out);
	else
		fwrite(bytes, 1, n, out);
}

static void dump_text(const struct grid *grid, int y, FILE *out)
{
	int end = grid->width;

	while (end > 0 && grid_at(grid, end - 1, y)->ch == L' ')
		end--;
	for (int x = 0; x < end; x++) {
		wchar_t ch = grid_at(grid, x, y)->ch;

		if (ch != 0)
			dump_character(ch, out);
	}
	fputc('\n', out);
}

static void dump_styles(const struct grid *grid, int y, FILE *out)
{
	int end = grid->width;

	while (end > 0 && grid_at(grid, end - 1, y)->style == STYLE_NORMAL)
		end--;
	for (int x = 0; x < end; x++)
		fputc(style_letter(grid_at(grid, x, y)->style), out);
	fputc('\n', out);
}

void grid_dump(const struct grid *grid, FILE *out, bool styles)
{
	for (int y = 0; y < grid->height; y++)
		dump_text(grid, y, out);
	for (int y = 0; styles && y < grid->height; y++)
		dump_styles(grid, y, out);
}
