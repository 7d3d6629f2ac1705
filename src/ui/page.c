/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "ui/page.h"

#include <string.h>
#include <wchar.h>

#include "base/i18n.h"
#include "base/text.h"

/* Below this width a text stands under its name, not beside it. */
#define MIN_WIDTH_BESIDE 30
#define INDENT           2

/* Wide scripts have no blanks: a line may end at any character, but none begins with a closing mark. */
static bool may_break(wchar_t before, wchar_t ch, bool is_wide)
{
	static const wchar_t
		opening[] = L"\uff08\u300a\u300c",
		closing[] = L"\uff0c\u3002\u3001\uff1a\uff1b\uff1f\uff01\uff09\u300b\u300d";

	return is_wide && before && !wcschr(opening, before) && !wcschr(closing, ch);
}

struct span page_take_line(struct span *text, int width)
{
	size_t at = 0, cut = 0, next = 0; /* cut: end of the line; next: start of the one after */
	int used = 0, cells_before = 0;
	wchar_t before = L'\0';

	while (at < text->len) {
		wchar_t ch;
		int cells;
		size_t bytes = text_next(text->text + at, text->len - at, &ch, &cells);

		if (may_break(before, ch, cells == 2 || cells_before == 2))
			cut = next = at;
		before = ch;
		cells_before = cells;
		if (used + cells > width && ch != L' ')
			break;
		if (ch == L' ') {
			cut = at;
			next = at + bytes;
			if (used + cells > width)
				break;
		}
		used += cells;
		at += bytes;
	}
	if (at == text->len || next == 0) {
		wchar_t ch;
		int cells;

		if (at == 0 && text->len > 0) /* a wide character on a page one cell wide */
			at = text_next(text->text, text->len, &ch, &cells);
		cut = next = at;
	}
	struct span line = {text->text, cut};

	/* Of the two blanks after a sentence neither begins a line. */
	while (next < text->len && text->text[next] == ' ')
		next++;
	text->text += next;
	text->len -= next;
	return line;
}

/* Where names and texts stand on a page of this width. */
struct shape {
	int name_width;
	int text_x;
	int text_width;
	bool is_beside;
};

static struct shape page_shape(const struct page_item *items, size_t n_items, int width)
{
	int widest = 0;

	for (size_t i = 0; i < n_items; i++) {
		if (!items[i].name || !items[i].text)
			continue;
		int cells = (int)text_width(items[i].name, strlen(items[i].name));

		widest = cells > widest ? cells : widest;
	}
	struct shape shape = {.is_beside = width >= MIN_WIDTH_BESIDE};

	if (shape.is_beside) {
		shape.name_width = widest < width / 2 ? widest : width / 2;
		shape.text_x = shape.name_width + INDENT;
	} else {
		shape.name_width = width;
		shape.text_x = width > 2 * INDENT ? INDENT : 0;
	}
	shape.text_width = width - shape.text_x;
	return shape;
}

/* Lines of a page are counted from 0; only those inside the rectangle are drawn. */
struct pen {
	struct grid *grid; /* NULL: only count */
	struct rect rect;
	int top, line;
};

static void pen_text(const struct pen *pen, int x, int width, struct span text, enum style style)
{
	int y = pen->line - pen->top;

	if (pen->grid && y >= 0 && y < pen->rect.height)
		grid_text(pen->grid, pen->rect.x + x, pen->rect.y + y, width, text.text, text.len,
			  style);
}

static void write_heading(struct pen *pen, const char *heading)
{
	if (pen->line > 0)
		pen->line++;
	pen_text(pen, 0, pen->rect.width, (struct span){heading, strlen(heading)}, STYLE_HEADER);
	pen->line++;
}

static void write_text(struct pen *pen, const char *text, int x, int width)
{
	struct span rest = {text, strlen(text)};

	do {
		struct span line = page_take_line(&rest, width);

		pen_text(pen, x, width, line, STYLE_NORMAL);
		pen->line++;
	} while (rest.len > 0);
}

static void write_item(struct pen *pen, const struct page_item *item, const struct shape *shape)
{
	if (!item->text) {
		write_heading(pen, item->name);
		return;
	}
	if (!item->name) {
		write_text(pen, item->text, 0, pen->rect.width);
		return;
	}
	pen_text(pen, 0, shape->name_width, (struct span){item->name, strlen(item->name)},
		 STYLE_KEY);
	if (!shape->is_beside)
		pen->line++;
	write_text(pen, item->text, shape->text_x, shape->text_width);
}

static int write_page(struct grid *grid, struct rect rect, int top, const struct page_item *items,
		      size_t n_items)
{
	struct pen pen = {.grid = grid, .rect = rect, .top = top};
	struct shape shape = page_shape(items, n_items, rect.width);

	for (size_t i = 0; i < n_items; i++) {
		if (grid && pen.line - top >= rect.height)
			break;
		write_item(&pen, &items[i], &shape);
	}
	return pen.line;
}

void page_draw(struct grid *grid, struct rect rect, const char *title,
	       const struct page_item *items, size_t n_items, int *top)
{
	if (rect.width <= 0 || rect.height <= 0)
		return;
	grid_clear(grid, rect);
	struct rect text = rect;

	if (rect.height > 1) {
		text.y++;
		text.height--;
	}
	int lines = write_page(NULL, text, 0, items, n_items);

	if (*top > lines - text.height)
		*top = lines - text.height;
	if (*top < 0)
		*top = 0;
	if (rect.height > 1) {
		int shown = lines - *top < text.height ? lines - *top : text.height;
		int used = grid_string(grid, rect.x, rect.y, rect.width, title, STYLE_TITLE);
		char where[48];

		snprintf(where, sizeof(where), "%d-%d/%d", *top + 1, *top + shown, lines);
		if (used + 1 + (int)strlen(where) <= rect.width)
			grid_string_right(grid, rect.x, rect.y, rect.width, where, STYLE_TITLE);
		grid_restyle(grid, rect.x, rect.y, rect.width, STYLE_TITLE);
	}
	write_page(grid, text, *top, items, n_items);
}
