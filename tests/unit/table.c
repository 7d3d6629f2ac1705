/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <locale.h>
#include <stdlib.h>
#include <wchar.h>

#include "drawing.h"

static void at_80_columns(void **state)
{
	struct drawing *drawing = *state;

	drawing->table.sort_key = "cs";
	draw(drawing, 80, 8);
	assert_drawn(
		drawing, true,
		"  PID USER             %CPU  cs/s cpu  COMMAND\n"
		"  all                  61.2  139k ██▂·\n"
		"10551 postgres         97.1  104k █▄·  └ postmaster\n"
		"10552 postgres          3.1 18911 ····   └ checkpointer\n"
		"  812 systemd-network   0.0    12 ··▁· └ networkd\n"
		"10553 世界                -   7.0 ····   └ evil?[2J?世界\n"
		"10554 root              0.0   0.3 ···· kworker/0:1\n"
		"    1 root              0.0     0 ···· systemd\n"
		"tttttttttttttttttttttttttttttssssttttttttttttttttttttttttttttttttttttttttttttttt\n"
		".....................................d\n"
		".......................xxxx..xxxx...dd.d\n"
		"..................................dddd...d\n"
		"........................ddd.......dd.d.d\n"
		"..........................d.......dddd...d\n"
		"........................ddd.......dddd\n"
		"........................ddd.....d.dddd\n");
}

static void at_40_columns(void **state)
{
	struct drawing *drawing = *state;

	draw(drawing, 40, 5);
	assert_drawn(drawing, true,
		     "  PID USER       %CPU  cs/s cpu  COMMAND\n"
		     "  all            61.2  139k ██▂·\n"
		     "    1 root        0.0     0 ···· systemd\n"
		     "  812 systemd-n~  0.0    12 ··▁· └ netw~\n"
		     "10551 postgres   97.1  104k █▄·  └ post~\n"
		     "tttttttttttttttttttttttttttttttttttttttt\n"
		     "...............................d\n"
		     "..................ddd.....d.dddd\n"
		     "..................ddd.......dd.d.d\n"
		     ".................xxxx..xxxx...dd.d\n");
}

static void at_200_columns(void **state)
{
	struct drawing *drawing = *state;

	draw(drawing, 200, 6);
	assert_drawn(drawing, false,
		     "  PID USER             %CPU  cs/s cpu  COMMAND                               "
		     "                                                                             "
		     "                                         1-4/6\n"
		     "  all                  61.2  139k ██▂·\n"
		     "    1 root              0.0     0 ···· systemd\n"
		     "  812 systemd-network   0.0    12 ··▁· └ networkd\n"
		     "10551 postgres         97.1  104k █▄·  └ postmaster\n"
		     "10552 postgres          3.1 18911 ····   └ checkpointer\n");
}

static void in_ascii(void **state)
{
	struct drawing *drawing = *state;

	drawing->look.is_ascii = true;
	draw(drawing, 60, 8);
	assert_drawn(drawing, false,
		     "  PID USER            %CPU  cs/s cpu  COMMAND\n"
		     "  all                 61.2  139k @@-.\n"
		     "    1 root             0.0     0 .... systemd\n"
		     "  812 systemd-network  0.0    12 ..:. `-networkd\n"
		     "10551 postgres        97.1  104k @+.  `-postmaster\n"
		     "10552 postgres         3.1 18911 ....   `-checkpointer\n"
		     "10553 世界               -   7.0 ....   `-evil?[2J?世界\n"
		     "10554 root             0.0   0.3 .... kworker/0:1\n");
}

static void a_selected_row_is_marked_over_the_whole_width(void **state)
{
	struct drawing *drawing = *state;

	drawing->table = (struct table_state){.has_selection = true, .selected = 10551};
	draw(drawing, 30, 6);
	assert_drawn(drawing, true,
		     "  PID %CPU  cs/s COMMAND\n"
		     "  all 61.2  139k\n"
		     "    1  0.0     0 systemd\n"
		     "  812  0.0    12 └ networkd\n"
		     "10551 97.1  104k └ postmaster\n"
		     "10552  3.1 18911   └ checkpoi~\n"
		     "tttttttttttttttttttttttttttttt\n"
		     "\n"
		     ".......ddd.....d\n"
		     ".......ddd.......d\n"
		     "SSSSSSSSSSSSSSSSSSSSSSSSSSSSSS\n"
		     "...................d\n");
	assert_int_equal(drawing->table.selected_at, 3);
	drawing->look.has_selection = false;
	draw(drawing, 30, 6);
	assert_int_equal(grid_at(&drawing->grid, 0, 4)->style, STYLE_NORMAL);
}

static void what_is_found_is_marked(void **state)
{
	struct drawing *drawing = *state;
	regex_t regex;

	assert_int_equal(regcomp(&regex, "check|network$|systemd-", REG_EXTENDED | REG_NOSUB), 0);
	drawing->look.found = &regex;
	draw(drawing, 60, 8);
	assert_drawn(drawing, true,
		     "  PID USER            %CPU  cs/s cpu  COMMAND\n"
		     "  all                 61.2  139k ██▂·\n"
		     "    1 root             0.0     0 ···· systemd\n"
		     "  812 systemd-network  0.0    12 ··▁· └ networkd\n"
		     "10551 postgres        97.1  104k █▄·  └ postmaster\n"
		     "10552 postgres         3.1 18911 ····   └ checkpointer\n"
		     "10553 世界               -   7.0 ····   └ evil?[2J?世界\n"
		     "10554 root             0.0   0.3 ···· kworker/0:1\n"
		     "tttttttttttttttttttttttttttttttttttttttttttttttttttttttttttt\n"
		     "....................................d\n"
		     ".......................ddd.....d.dddd\n"
		     "......fffffffffffffff..ddd.......dd.d.d\n"
		     "......................xxxx..xxxx...dd.d\n"
		     ".................................dddd...d.ffffffffffff\n"
		     ".........................d.......dddd...d\n"
		     ".......................ddd.......dddd\n");
	/* Where there is no room for the column in which it was found. */
	draw(drawing, 24, 4);
	assert_drawn(drawing, true,
		     "  PID %CPU  cs/s COMMAND\n"
		     "  all 61.2  139k\n"
		     "    1  0.0     0 systemd\n"
		     "  812  0.0    12 └ netw~\n"
		     "tttttttttttttttttttttttt\n"
		     "\n"
		     ".......ddd.....d\n"
		     "fffff..ddd.......d\n");
	regfree(&regex);
}

static void scrolled_down_pinned_rows_stay(void **state)
{
	struct drawing *drawing = *state;

	drawing->table.top = 2;
	draw(drawing, 60, 4);
	assert_drawn(drawing, false,
		     "  PID USER     %CPU  cs/s cpu  COMMAND                 3-4/6\n"
		     "  all          61.2  139k ██▂·\n"
		     "10551 postgres 97.1  104k █▄·  └ postmaster\n"
		     "10552 postgres  3.1 18911 ····   └ checkpointer\n");
	drawing->table.top = 99;
	draw(drawing, 60, 4);
	assert_int_equal(drawing->table.top, 4);
	assert_int_equal(drawing->table.n_shown, 2);
	draw(drawing, 60, 24);
	assert_int_equal(drawing->table.top, 0);
}

static void without_rows_it_says_why(void **state)
{
	struct drawing *drawing = *state;
	regex_t regex;

	drawing->model.n_rows = 0;
	drawing->model.note = "no tasks yet";
	draw(drawing, 30, 3);
	assert_drawn(drawing, true,
		     "PID USER %CPU  cs/s COMMAND\n"
		     "no tasks yet\n"
		     "\n"
		     "tttttttttttttttttttttttttttttt\n"
		     "mmmmmmmmmmmm\n"
		     "\n");
	drawing->model.n_rows = N_ROWS;
	assert_int_equal(regcomp(&regex, "nothing", REG_NOSUB), 0);
	arena_reset(&drawing->arena);
	drawing->order =
		order_rows(&drawing->model, NULL, false, ORDER_EXACT, &regex, &drawing->arena);
	table_draw(&drawing->grid, (struct rect){0, 0, 30, 3}, &drawing->model, &drawing->order,
		   &drawing->table, &drawing->look, &drawing->arena);
	assert_drawn(drawing, false,
		     "  PID USER %CPU  cs/s COMMAND\n"
		     "  all      61.2  139k\n"
		     "no row matches the filter\n");
	regfree(&regex);
}

/* With 30,000 rows a frame costs no more than with 30. */
static void only_rows_on_screen_are_asked(void **state)
{
	struct drawing *drawing = *state;
	const size_t n = 30000, n_shown = 21;
	struct row *many = calloc(n, sizeof(*many));
	size_t *asked = calloc(n, sizeof(*asked)), n_asked = 0;

	for (size_t i = 0; i < n; i++)
		many[i] = rows[i % N_ROWS];
	drawing->fake = (struct fake){many, asked};
	drawing->model.n_rows = n;
	drawing->model.row_id = NULL;
	drawing->table.top = 15000;
	draw(drawing, 80, (int)n_shown + 2);
	for (size_t i = 0; i < n; i++)
		n_asked += asked[i] > 0;
	/* Those, the pinned one, and the last for the width of its number. */
	assert_int_equal(n_asked, n_shown + 2);
	assert_true(asked[15001] > 0 && asked[15021] > 0);
	free(asked);
	free(many);
}

/* Nothing outside the rectangle changes, and no wide character is cut in half. */
static void assert_only_inside(const struct grid *grid, struct rect rect)
{
	for (int y = 0; y < grid->height; y++) {
		for (int x = 0; x < grid->width; x++) {
			bool is_inside = x >= rect.x && x < rect.x + rect.width && y >= rect.y &&
					 y < rect.y + rect.height;
			wchar_t ch = grid_at(grid, x, y)->ch;

			if (!is_inside)
				assert_int_equal(ch, L'#');
			if (ch == 0)
				assert_int_equal(wcwidth(grid_at(grid, x - 1, y)->ch), 2);
			else if (wcwidth(ch) == 2)
				assert_int_equal(grid_at(grid, x + 1, y)->ch, 0);
		}
	}
}

static void any_size_is_drawn_inside(void **state)
{
	struct drawing *drawing = *state;
	struct table_state *table = &drawing->table;
	static const int heights[] = {0, 1, 2, 3, 4, 7, 9};

	drawing->order =
		order_rows(&drawing->model, NULL, false, ORDER_EXACT, NULL, &drawing->arena);
	table->has_selection = true;
	for (int width = 0; width <= 90; width++) {
		for (size_t i = 0; i < sizeof(heights) / sizeof(*heights); i++) {
			struct rect rect = {2, 1, width, heights[i]};

			grid_resize(&drawing->grid, 94, 11);
			for (int y = 0; y < 11; y++)
				for (int x = 0; x < 94; x++)
					grid_put(&drawing->grid, x, y, L'#', STYLE_NORMAL);
			table->left = (size_t)width % 5;
			table->top = (size_t)width % 9;
			table_draw(&drawing->grid, rect, &drawing->model, &drawing->order, table,
				   &drawing->look, &drawing->arena);
			assert_only_inside(&drawing->grid, rect);
		}
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		DRAWING_TEST(at_80_columns),
		DRAWING_TEST(at_40_columns),
		DRAWING_TEST(at_200_columns),
		DRAWING_TEST(in_ascii),
		DRAWING_TEST(a_selected_row_is_marked_over_the_whole_width),
		DRAWING_TEST(what_is_found_is_marked),
		DRAWING_TEST(scrolled_down_pinned_rows_stay),
		DRAWING_TEST(without_rows_it_says_why),
		DRAWING_TEST(only_rows_on_screen_are_asked),
		DRAWING_TEST(any_size_is_drawn_inside),
	};

	setlocale(LC_CTYPE, "C.UTF-8");
	return cmocka_run_group_tests(tests, NULL, NULL);
}
