/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "interval.h"
#include "priced.h"
#include "source/topology.h"
#include "ui/header.h"

#define GIB (1024.0 * 1024)

/* All that a header is made from. */
struct scene {
	struct interval interval;
	struct topology topology;
	struct view view;
	struct ui ui;
	struct ui_facts facts;
	struct arena arena;
	char *text; /* what was drawn last */
};

static int set_up(void **state)
{
	struct scene *scene = calloc(1, sizeof(*scene));

	scene->interval = (struct interval){
		.wall_ns = 1700000531500000000, /* 22:22:11 UTC */
		.seconds = 1.004,
		.n_cpus = 4,
		.all.unseen = 0,
		.totals = {.running = 3,
			   .blocked = 0,
			   .cs_per_s = 139004,
			   .in_per_s = 10211,
			   .sirq_per_s = 13939,
			   .fork_per_s = 110.4,
			   .load1 = 3.31,
			   .load5 = 2.9,
			   .load15 = 0.12,
			   .uptime_s = 12 * 86400 + 4 * 3600 + 59,
			   .mem_total_kib = 15.6 * GIB,
			   .mem_used_kib = 5.2 * GIB,
			   .mem_available_kib = 9 * GIB,
			   .swap_total_kib = 2 * GIB,
			   .n_tasks = (double)NAN,
			   .n_threads = (double)NAN},
	};
	for (size_t i = 0; i < N_PRESSURES; i++)
		scene->interval.pressure.some[i].avg10 = scene->interval.pressure.full[i].avg10 =
			(double)NAN;
	scene->interval.pressure.some[PRESSURE_CPU].avg10 = 3.6;
	scene->view = (struct view){.interval = &scene->interval, .topology = &scene->topology};
	scene->ui.interval_s = 1;
	scene->facts.host = "web-3";
	arena_init(&scene->arena);
	*state = scene;
	return 0;
}

static int tear_down(void **state)
{
	struct scene *scene = *state;

	arena_fini(&scene->arena);
	free(scene->text);
	free(scene);
	return 0;
}

static const char *draw(struct scene *scene, int width, int height, bool styles)
{
	struct grid grid;
	size_t len = 0;

	grid_init(&grid);
	grid_resize(&grid, width, height);
	arena_reset(&scene->arena);
	header_draw(&grid, (struct rect){0, 0, width, height}, &scene->ui, &scene->view,
		    &scene->facts, &scene->arena);
	free(scene->text);
	FILE *out = open_memstream(&scene->text, &len);

	assert_non_null(out);
	grid_dump(&grid, out, styles);
	fclose(out);
	grid_fini(&grid);
	return scene->text;
}

static void assert_drawn(struct scene *scene, int width, int height, bool styles,
			 const char *expected)
{
	const char *text = draw(scene, width, height, styles);

	assert_string_equal(text, expected);
}

static void at_80_columns(void **state)
{
	assert_drawn(
		*state, 80, 2, true,
		"overtop  web-3  22:22:11  up 12d04h  load 3.31 2.90 0.12  4 CPUs            1.0s\n"
		"r 3 b 0  cs 139k/s   in 10211/s  fork 110/s  mem 5.2/15.6G  cpu psi 4\n"
		"hhhhhhh..vvvvv..vvvvvvvv..hhvvvvvvv..hhhhhvvvvhvvvvhvvvv..vhhhhh............vvvv\n"
		"hhvhhhd..hhhvvvvhh...hhhvvvvvhh..hhhhhvvvhh..hhhhvvvhvvvvv..hhhhhhhhv\n");
}

static void at_40_columns(void **state)
{
	assert_drawn(*state, 40, 2, false,
		     "web-3  load 3.31 2.90 0.12  4 CPUs  1.0s\n"
		     "r 3 b 0  cs 139k/s   in 10211/s\n");
}

static void at_200_columns_there_is_room_for_all(void **state)
{
	struct scene *scene = *state;

	scene->topology.n_cores = 2;
	scene->topology.n_sockets = 1;
	scene->interval.totals.n_tasks = 212;
	scene->interval.totals.n_threads = 1;
	scene->interval.pressure.some[PRESSURE_IO].avg10 = 0.2;
	scene->interval.pressure.full[PRESSURE_IRQ].avg10 = 12;
	assert_drawn(
		scene, 200, 2, false,
		"overtop  web-3  22:22:11  up 12d04h  load 3.31 2.90 0.12  4 CPUs (2 cores)  "
		"212 processes, 1 thread                                                      "
		"                                           1.0s\n"
		"r 3 b 0  cs 139k/s   in 10211/s  sirq 13939/s  fork 110/s  mem 5.2/15.6G  swap "
		"0     cpu psi 4   io psi 0   irq psi 12\n");
	scene->topology.n_sockets = 2;
	assert_non_null(strstr(draw(scene, 200, 2, false), "4 CPUs (2 sockets, 2 cores)"));
}

static void on_one_line_the_totals_and_their_time(void **state)
{
	assert_drawn(*state, 80, 1, false,
		     "r 3 b 0  cs 139k/s   in 10211/s  fork 110/s  mem 5.2/15.6G  cpu psi 4       "
		     "1.0s\n");
	assert_drawn(*state, 10, 1, false, "r 3 b 0\n");
}

/* Too much is told by its size, and by its style. */
static void too_much_is_warm_or_hot(void **state)
{
	struct scene *scene = *state;
	struct totals *totals = &scene->interval.totals;

	totals->running = 9;
	totals->blocked = 5;
	totals->load1 = 8.31;
	totals->load5 = 4.5;
	totals->swap_used_kib = 0.3 * GIB;
	totals->mem_available_kib = 0.1 * GIB;
	totals->fork_per_s = 0;
	scene->interval.pressure.some[PRESSURE_CPU].avg10 = 41;
	assert_drawn(
		scene, 90, 2, true,
		"overtop  web-3  22:22:11  up 12d04h  load 8.31 4.50 0.12  4 CPUs                  "
		"    1.0s\n"
		"r 9 b 5  cs 139k/s   in 10211/s  fork 0/s    mem 5.2/15.6G  swap 307M  cpu psi "
		"41\n"
		"hhhhhhh..vvvvv..vvvvvvvv..hhvvvvvvv..hhhhhxxxxhwwwwhvvvv..vhhhhh.................."
		"....vvvv\n"
		"hhxhhhw..hhhvvvvhh...hhhvvvvvhh..hhhhhdhh....hhhhxxxhvvvvv..hhhhhwwww.."
		"hhhhhhhhxx\n");
	totals->swap_used_kib = 1.5 * GIB;
	scene->interval.pressure.some[PRESSURE_CPU].avg10 = 12;
	assert_drawn(
		scene, 90, 2, true,
		"overtop  web-3  22:22:11  up 12d04h  load 8.31 4.50 0.12  4 CPUs                  "
		"    1.0s\n"
		"r 9 b 5  cs 139k/s   in 10211/s  fork 0/s    mem 5.2/15.6G  swap 1.5G  cpu psi "
		"12\n"
		"hhhhhhh..vvvvv..vvvvvvvv..hhvvvvvvv..hhhhhxxxxhwwwwhvvvv..vhhhhh.................."
		"....vvvv\n"
		"hhxhhhw..hhhvvvvhh...hhhvvvvvhh..hhhhhdhh....hhhhxxxhvvvvv..hhhhhxxxx.."
		"hhhhhhhhww\n");
}

static void what_time_the_numbers_are_of(void **state)
{
	struct scene *scene = *state;

	scene->interval.is_since_boot = true;
	assert_non_null(strstr(draw(scene, 80, 2, false), "  (since boot)\n"));
	scene->facts.is_dump = true;
	assert_non_null(strstr(draw(scene, 80, 2, false), "  dump (since boot)\n"));
	assert_null(strstr(scene->text, "22:22:11"));
	scene->facts.is_dump = false;
	scene->interval.is_since_boot = false;
	scene->ui.is_paused = true;
	assert_non_null(strstr(draw(scene, 80, 2, false), "  paused 1.0s\n"));
	scene->interval.seconds = 20.04;
	assert_non_null(strstr(draw(scene, 80, 2, false), "  paused 20.0s\n"));
	/* The machine was asleep. */
	scene->interval.seconds = 3 * 3600;
	assert_non_null(strstr(draw(scene, 80, 2, false), "  paused 3h00m\n"));
	scene->interval.seconds = (double)NAN;
	scene->ui.interval_s = 5;
	assert_non_null(strstr(draw(scene, 80, 2, false), "  paused 5.0s\n"));
}

static void a_scan_says_how_far_it_is(void **state)
{
	struct scene *scene = *state;

	scene->facts.is_scanning = true;
	assert_non_null(strstr(draw(scene, 120, 2, false), "  scanning  "));
	scene->facts.scanned = 12000;
	scene->facts.to_scan = 1030007;
	assert_non_null(strstr(draw(scene, 80, 2, false), "  scanning 12,000/1,030,007  "));
	scene->facts.scanned = 7;
	assert_non_null(strstr(draw(scene, 80, 2, false), "  scanning 7/1,030,007  "));
}

/* The number is that of the column ?? of all CPUs. */
static void what_ticks_miss_is_said(void **state)
{
	struct scene *scene = *state;

	scene->interval.has_unseen = true;
	scene->interval.all.unseen = 3;
	assert_non_null(strstr(draw(scene, 200, 2, false), "  ?? 3.0% the tick missed\n"));
	assert_non_null(strstr(draw(scene, 80, 2, false), "  ?? 3.0%\n"));
	scene->interval.all.unseen = 100;
	assert_non_null(strstr(draw(scene, 80, 2, false), "  ?? 100%\n"));
	scene->interval.all.unseen = 0.04;
	assert_null(strstr(draw(scene, 200, 2, false), "??"));
	scene->interval.all.unseen = 3;
	scene->interval.has_unseen = false;
	assert_null(strstr(draw(scene, 200, 2, false), "??"));
}

static void hidden_irq_time_is_said(void **state)
{
	struct scene *scene = *state;

	scene->interval.hides_irq_time = true;
	assert_non_null(strstr(draw(scene, 200, 2, false), "  IRQ time hidden: hi si too low"));
	assert_non_null(strstr(draw(scene, 80, 2, false), "  IRQ hidden"));
	/* Totals are worth more. */
	assert_null(strstr(draw(scene, 60, 2, false), "IRQ"));
}

/* What comes and goes leaves all else where it was. */
static void nothing_gives_way_to_what_ticks_miss(void **state)
{
	struct scene *scene = *state;

	scene->interval.has_unseen = true;
	for (int i = 0; i < 2; i++) {
		scene->interval.hides_irq_time = i;
		for (int width = 1; width <= 250; width++) {
			scene->interval.all.unseen = 0;
			char *without = strdup(draw(scene, width, 2, false));
			size_t len = strlen(without) - 1;

			scene->interval.all.unseen = 12.3;
			assert_memory_equal(draw(scene, width, 2, false), without, len);
			free(without);
		}
	}
	scene->interval.hides_irq_time = true;
	assert_non_null(strstr(draw(scene, 80, 2, false), "  IRQ hidden  ?? 12.3%\n"));
}

static void names_stand_still(void **state)
{
	static const double rates[] = {0, 7, 5936, 28358, 139004, 45e6};
	struct scene *scene = *state;

	for (size_t i = 0; i < sizeof(rates) / sizeof(*rates); i++) {
		scene->interval.totals.cs_per_s = rates[i];
		scene->interval.totals.in_per_s = rates[i];
		const char *totals = strchr(draw(scene, 80, 2, false), '\n') + 1;

		assert_memory_equal(totals + 9, "cs ", 3);
		assert_memory_equal(totals + 21, "in ", 3);
		assert_memory_equal(totals + 33, "fork ", 5);
	}
}

/* Of a dump that has next to nothing, nothing is invented. */
static void what_is_unknown_is_left_out(void **state)
{
	struct scene *scene = *state;
	double *totals = (double *)&scene->interval.totals;

	for (size_t i = 0; i < sizeof(scene->interval.totals) / sizeof(*totals); i++)
		totals[i] = (double)NAN;
	scene->interval.pressure.some[PRESSURE_CPU].avg10 = (double)NAN;
	scene->interval.n_cpus = 0;
	scene->interval.is_since_boot = true;
	scene->interval.totals.n_tasks = scene->interval.totals.n_threads = 0;
	scene->facts = (struct ui_facts){.is_dump = true};
	assert_drawn(scene, 60, 2, false,
		     "overtop                                    dump (since boot)\n"
		     "r - b -\n");
}

static void a_name_is_cleaned_and_cut(void **state)
{
	struct scene *scene = *state;

	scene->facts.host = "\033[2J.eu-central-1.compute.internal";
	assert_non_null(strstr(draw(scene, 80, 2, false), "overtop  ?[2J.eu-central~  "));
}

/* On a narrower screen there is never more, and always what matters most. */
static void the_least_important_leaves_first(void **state)
{
	struct scene *scene = *state;
	size_t before = 0;

	for (int width = 1; width <= 250; width++) {
		const char *text = draw(scene, width, 2, false);
		size_t len = strlen(strchr(text, '\n'));

		assert_true(len >= before);
		before = len;
		assert_true(width < 7 || strstr(text, "\nr 3 b 0"));
		assert_true(width < 40 || strstr(text, "load 3.31 2.90 0.12"));
		assert_true(width < 20 || strstr(text, "\nr 3 b 0  cs 139k/s"));
	}
}

/* Of one CPU; where there is no room, and without prices, it is not there. */
static void what_switches_cost_is_said(void **state)
{
	struct scene *scene = *state;
	struct price_list prices;

	priced_init(&prices);
	scene->view.prices = &prices;
	scene->interval.all.busy = 90;
	priced_put(&prices, "switch.process", 3000);
	assert_null(strstr(draw(scene, 80, 2, false), "~"));
	priced_put(&prices, "switch.thread", 800);
	assert_non_null(strstr(draw(scene, 80, 2, false), "cs 139k/s   ~11-42%    in 10211/s"));
	assert_null(strstr(draw(scene, 40, 2, false), "~"));
	scene->interval.totals.cs_per_s = 1000;
	assert_non_null(strstr(draw(scene, 80, 2, false), "cs 1000/s   ~0.1-0.3%  in"));
	/* Its place is kept. */
	scene->interval.totals.cs_per_s = 10;
	assert_non_null(strstr(draw(scene, 80, 2, false), "cs 10/s                in"));
	scene->interval.totals.cs_per_s = (double)NAN;
	assert_null(strstr(draw(scene, 80, 2, false), "~"));
	price_list_fini(&prices);
}

#define TEST(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(at_80_columns),
		TEST(at_40_columns),
		TEST(at_200_columns_there_is_room_for_all),
		TEST(on_one_line_the_totals_and_their_time),
		TEST(too_much_is_warm_or_hot),
		TEST(what_time_the_numbers_are_of),
		TEST(a_scan_says_how_far_it_is),
		TEST(what_ticks_miss_is_said),
		TEST(hidden_irq_time_is_said),
		TEST(nothing_gives_way_to_what_ticks_miss),
		TEST(names_stand_still),
		TEST(what_is_unknown_is_left_out),
		TEST(a_name_is_cleaned_and_cut),
		TEST(the_least_important_leaves_first),
		TEST(what_switches_cost_is_said),
	};

	setenv("TZ", "UTC0", 1);
	tzset();
	setlocale(LC_CTYPE, "C.UTF-8");
	return cmocka_run_group_tests(tests, NULL, NULL);
}
