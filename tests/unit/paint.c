/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

#include "ui/paint.h"

/* Styles 4 and 5 look the same; 2 and 3 are seen on blanks. */
static const char *const sgr[N_STYLES] = {"",   "2",  "30;46", "7", "",  "",    "1",
					  "32", "33", "1;31",  "7", "4", "1;36"};

/* A terminal that understands what paint says, and nothing more. */
struct terminal {
	struct grid grid;
	char style[16]; /* SGR parameters in force */
	char *styles;   /* [y * width + x][16], those of each cell */
	int x, y;
	bool is_lost; /* after a wide character or the last column terminals differ in where they are */
};

static void open_terminal(struct terminal *terminal, int width, int height)
{
	*terminal = (struct terminal){0};
	grid_init(&terminal->grid);
	grid_resize(&terminal->grid, width, height);
	terminal->styles = calloc((size_t)(width * height), 16);
}

static void close_terminal(struct terminal *terminal)
{
	free(terminal->styles);
	grid_fini(&terminal->grid);
}

static char *style_at(const struct terminal *terminal, int x, int y)
{
	return terminal->styles + 16 * (y * terminal->grid.width + x);
}

static void erase_line(struct terminal *terminal, int x, int y)
{
	assert_null(strpbrk(terminal->style, "47")); /* or the blanks would be seen */
	for (; x < terminal->grid.width; x++) {
		grid_put(&terminal->grid, x, y, L' ', STYLE_NORMAL);
		strcpy(style_at(terminal, x, y), "");
	}
}

static const char *obey(struct terminal *terminal, const char *at, const char *end)
{
	const char *parameters = at;
	size_t len = 0;

	while (at < end && (*at < 0x40 || *at > 0x7e)) {
		at++;
		len++;
	}
	int first = atoi(parameters);

	switch (*at) {
	case 'C':
		assert_false(terminal->is_lost);
		terminal->x += first > 0 ? first : 1;
		assert_true(terminal->x < terminal->grid.width);
		break;
	case 'H':
		terminal->is_lost = false;
		terminal->y = first - 1;
		terminal->x = memchr(parameters, ';', len)
				      ? atoi((char *)memchr(parameters, ';', len) + 1) - 1
				      : 0;
		break;
	case 'K':
		assert_false(terminal->is_lost);
		erase_line(terminal, terminal->x, terminal->y);
		break;
	case 'J':
		for (int y = 0; y < terminal->grid.height; y++)
			erase_line(terminal, 0, y);
		break;
	case 'm':
		if (len == 0)
			strcpy(terminal->style, "");
		else if (strncmp(parameters, "0;", 2) == 0)
			snprintf(terminal->style, 16, "%.*s", (int)len - 2, parameters + 2);
		else if (*terminal->style == '\0')
			snprintf(terminal->style, 16, "%.*s", (int)len, parameters);
		else
			fail_msg("a style on top of another");
		break;
	default:
		fail_msg("sequence %c", *at);
	}
	return at + 1;
}

static void write_character(struct terminal *terminal, wchar_t ch)
{
	int width = wcwidth(ch), x = terminal->x, y = terminal->y;
	char text[8] = "";

	assert_false(terminal->is_lost);
	assert_in_range(x, 0, terminal->grid.width - width);
	wcrtomb(text, ch, &(mbstate_t){0});
	grid_text(&terminal->grid, x, y, width, text, strlen(text), STYLE_NORMAL);
	strcpy(style_at(terminal, x, y), terminal->style);
	if (width == 2)
		strcpy(style_at(terminal, x + 1, y), terminal->style);
	terminal->x = x + width;
	terminal->is_lost = width == 2 || terminal->x == terminal->grid.width;
}

static void show(struct terminal *terminal, const char *bytes, size_t len)
{
	const char *end = bytes + len;

	while (bytes < end) {
		if (end - bytes > 1 && bytes[0] == '\033' && bytes[1] == '[') {
			bytes = obey(terminal, bytes + 2, end);
			continue;
		}
		wchar_t ch;
		size_t taken = mbrtowc(&ch, bytes, (size_t)(end - bytes), &(mbstate_t){0});

		assert_in_range(taken, 1, 4);
		write_character(terminal, ch);
		bytes += taken;
	}
}

static void assert_shows(const struct terminal *terminal, const struct grid *wanted)
{
	for (int y = 0; y < wanted->height; y++)
		for (int x = 0; x < wanted->width; x++) {
			const struct grid_cell *cell = grid_at(wanted, x, y);
			const char *style = sgr[cell->style];

			assert_int_equal(grid_at(&terminal->grid, x, y)->ch, cell->ch);
			if (cell->ch != L' ' || strpbrk(style, "47"))
				assert_string_equal(style_at(terminal, x, y), style);
		}
}

static void scribble(struct grid *grid, int times)
{
	static const char *const words[] = {"0.0",
					    "12.5 ",
					    "    ",
					    "\xe6\x97\xa5\xe6\x9c\xac",
					    "a",
					    "\xe2\x96\x81\xe2\x96\x88",
					    "                    "};

	while (times-- > 0)
		grid_string(grid, (int)(random() % grid->width), (int)(random() % grid->height), 30,
			    words[random() % 7], (enum style)(random() % N_STYLES));
	if (random() % 5 == 0)
		grid_clear(grid, (struct rect){0, (int)(random() % grid->height), grid->width, 1});
}

static void the_terminal_shows_what_is_wanted(void **state)
{
	(void)state;
	srandom(1);
	for (int round = 0; round < 300; round++) {
		struct terminal terminal;
		struct paint paint;
		struct grid shown, wanted;
		int width = 1 + (int)(random() % 60), height = 1 + (int)(random() % 8);

		open_terminal(&terminal, width, height);
		paint_init(&paint, sgr);
		grid_init(&shown);
		grid_init(&wanted);
		grid_resize(&shown, width, height);
		grid_resize(&wanted, width, height);
		paint_clear(&paint);
		for (int frame = 0; frame < 20; frame++) {
			scribble(&wanted, (int)(random() % 12));
			paint_changes(&paint, &shown, &wanted);
			show(&terminal, paint.bytes, paint.len);
			paint.len = 0;
			assert_shows(&terminal, &wanted);
			memcpy(shown.cells, wanted.cells,
			       (size_t)(width * height) * sizeof(*wanted.cells));
		}
		grid_fini(&wanted);
		grid_fini(&shown);
		paint_fini(&paint);
		close_terminal(&terminal);
	}
}

static void assert_bytes(const char *before, const char *after, const char *bytes)
{
	struct paint paint;
	struct grid shown, wanted;

	paint_init(&paint, sgr);
	grid_init(&shown);
	grid_init(&wanted);
	grid_resize(&shown, 40, 2);
	grid_resize(&wanted, 40, 2);
	paint_style(&paint, STYLE_NORMAL);
	paint.len = 0;
	grid_string(&shown, 0, 1, 40, before, STYLE_NORMAL);
	grid_string(&wanted, 0, 1, 40, after, STYLE_NORMAL);
	paint_changes(&paint, &shown, &wanted);
	assert_int_equal(paint.len, strlen(bytes));
	assert_memory_equal(paint.bytes ? paint.bytes : "", bytes, paint.len);
	grid_fini(&wanted);
	grid_fini(&shown);
	paint_fini(&paint);
}

static void few_bytes_do_it(void **state)
{
	(void)state;
	assert_bytes("cs 1241/s", "cs 1241/s", "");
	assert_bytes("cs 1241/s", "cs 1242/s", "\033[2;7H2");
	assert_bytes("a1 b1", "a2 b2", "\033[2;2H2 b2");
	assert_bytes("a1      b1", "a2      b2", "\033[2;2H2\033[7C2");
	assert_bytes("a long line of words", "a", "\033[2;3H\033[K");
	assert_bytes("12", " ", "\033[2H  ");
}

static int use_utf8(void **state)
{
	(void)state;
	return setlocale(LC_ALL, "C.UTF-8") ? 0 : -1;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup(the_terminal_shows_what_is_wanted, use_utf8),
		cmocka_unit_test(few_bytes_do_it),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
