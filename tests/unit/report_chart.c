/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Charts and heat maps, by the paths that they draw. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <stdbool.h>

#include "printed.h"
#include "report/chart.h"
#include "report/heat.h"

/* Series, axis and page that a picture is made with. */
struct drawn {
	struct series series;
	struct arena arena;
	struct timeline timeline;
	struct printed printed;
	struct plot plot;
};

static int setup(void **state)
{
	struct drawn *drawn = calloc(1, sizeof(*drawn));

	assert_non_null(drawn);
	series_init(&drawn->series, 8);
	drawn->plot = (struct plot){
		.title = "T<",
		.subtitle = "s",
		.class = "",
		.height_rem = 6.5,
		.height = 1000,
	};
	*state = drawn;
	return 0;
}

static int teardown(void **state)
{
	struct drawn *drawn = *state;

	series_fini(&drawn->series);
	arena_fini(&drawn->arena);
	printed_fini(&drawn->printed);
	free(drawn);
	return 0;
}

static void add(struct drawn *drawn, double to_s, double a, double b)
{
	const double values[] = {a, b};

	series_add(&drawn->series, to_s, 1, values, 2);
}

static void begin(struct drawn *drawn)
{
	drawn->timeline = timeline_of(&drawn->series, &drawn->arena);
	printed_begin(&drawn->printed);
	drawn->plot.out = drawn->printed.out;
	drawn->plot.timeline = &drawn->timeline;
	drawn->plot.arena = &drawn->arena;
}

static void draw(struct drawn *drawn, struct chart chart)
{
	begin(drawn);
	chart.series = &drawn->series;
	chart_print(&drawn->plot, &chart);
	printed_end(&drawn->printed);
}

static const struct trace lines[] = {{0, "a", "line", false}, {1, "b", "dash", false}};
static const struct trace areas[] = {{0, "a", "area us", true}, {1, "b", "area sy", true}};

static void has(const struct drawn *drawn, const char *wanted)
{
	if (!printed_has(&drawn->printed, wanted))
		fail_msg("%s\nlacks\n%s", drawn->printed.text, wanted);
}

static void has_not(const struct drawn *drawn, const char *unwanted)
{
	if (printed_has(&drawn->printed, unwanted))
		fail_msg("%s\nhas\n%s", drawn->printed.text, unwanted);
}

static void a_line_is_steps_from_zero_up(void **state)
{
	struct drawn *drawn = *state;

	add(drawn, 101, 0, 1);
	add(drawn, 102, 50, 1);
	add(drawn, 103, 50, 1);
	add(drawn, 104, 100, 1);
	draw(drawn, (struct chart){.traces = lines, .n_traces = 1, .axis_unit = "/s"});
	/* Two that are alike are one step. */
	has(drawn, "<path class=\"line\" d=\"M0 1000H2500V500H7500V0H10000\"/>");
	has(drawn, ">100/s</span>");
	has(drawn, "aria-label=\"T&lt;\"");
}

static void where_nothing_is_known_nothing_is_drawn(void **state)
{
	struct drawn *drawn = *state;

	add(drawn, 101, 100, 1);
	add(drawn, 102, (double)NAN, 1);
	add(drawn, 103, 50, 1);
	/* A hole of a second. */
	add(drawn, 105, 100, 1);
	draw(drawn, (struct chart){.traces = lines, .n_traces = 1, .axis_unit = ""});
	/* Four seconds of five are measured, and the hole is to scale. */
	has(drawn, "d=\"M0 0H2000M4000 500H6000M8000 0H10000\"");
}

static void areas_stand_on_each_other(void **state)
{
	struct drawn *drawn = *state;

	add(drawn, 101, 25, 25);
	add(drawn, 102, 50, 50);
	draw(drawn, (struct chart){.traces = areas,
				   .n_traces = 2,
				   .is_stacked = true,
				   .most = 100,
				   .axis_unit = "%"});
	has(drawn, "class=\"area us\" d=\"M0 1000V750H5000V500H10000V1000Z\"");
	has(drawn, "class=\"area sy\" d=\"M0 1000V500H5000V0H10000V1000Z\"");
	/* What stands lower is painted later. */
	assert_true(strstr(drawn->printed.text, "area sy\" d") <
		    strstr(drawn->printed.text, "area us\" d"));
	has(drawn, "<i class=\"area us\"></i>a</span>");
}

static void an_area_of_nothing_is_left_out(void **state)
{
	struct drawn *drawn = *state;

	add(drawn, 101, 20, 0.01);
	draw(drawn, (struct chart){.traces = areas,
				   .n_traces = 2,
				   .is_stacked = true,
				   .least = 0.05,
				   .axis_unit = "%"});
	has(drawn, "class=\"area us\"");
	has_not(drawn, "area sy");
}

static void shares_end_at_all(void **state)
{
	struct drawn *drawn = *state;

	add(drawn, 101, 99.9, 0.2);
	draw(drawn, (struct chart){.traces = areas,
				   .n_traces = 2,
				   .is_stacked = true,
				   .most = 100,
				   .axis_unit = "%"});
	has(drawn, ">100%</span>");
	has(drawn, "class=\"area sy\" d=\"M0 1000V0H10000V1000Z\"");
}

static void the_highest_stands_behind_a_mean(void **state)
{
	struct drawn *drawn = *state;

	for (int i = 0; i < 16; i++)
		add(drawn, 101 + i, i == 0 ? 100 : 0, 0);
	draw(drawn,
	     (struct chart){.traces = lines, .n_traces = 1, .unit = UNIT_COUNT, .axis_unit = ""});
	has(drawn, "class=\"line\" d=\"M0 500H1250V1000H10000\"");
	has(drawn, "class=\"spread\" d=\"M0 500V0H1250V500Z\"");
	has(drawn, "<span class=\"p\" style=\"left:6.25%;top:0%\">100</span>");
}

static void of_the_absurd_a_picture_remains(void **state)
{
	struct drawn *drawn = *state;

	add(drawn, 101, (double)INFINITY, -5);
	add(drawn, 102, 1e300, 1e-300);
	draw(drawn, (struct chart){.traces = lines, .n_traces = 2, .axis_unit = ""});
	has_not(drawn, "nan");
	has_not(drawn, "inf");
}

static void heat(struct drawn *drawn, const int *cpus, size_t n_cpus)
{
	const struct heat map = {
		.series = &drawn->series,
		.cpus = cpus,
		.n_cpus = n_cpus,
		.steps = {0, 10, 20, 30, 40, 50, 60, 70, 80},
		.key_every = 1,
		.unit = UNIT_PCT,
		.unit_words = "%",
	};

	begin(drawn);
	heat_print(drawn->plot, &map);
	printed_end(&drawn->printed);
}

static void cells_are_as_dark_as_their_cpu_was_busy(void **state)
{
	const int cpus[] = {4, 1};
	struct drawn *drawn = *state;

	add(drawn, 101, 5, 95);
	add(drawn, 102, 5, 70);
	add(drawn, 103, (double)NAN, 69);
	heat(drawn, cpus, 2);
	/* CPU 1 above CPU 4, whatever their order was; neighbours alike are one line. */
	has(drawn, "<path class=\"h7\" d=\"M0 5H6667\"/>");
	has(drawn, "<path class=\"h6\" d=\"M6667 5H10000\"/>");
	has(drawn, "<path class=\"h0\" d=\"M0 15H6667\"/>");
	has(drawn, "<span class=\"y\" style=\"top:25%\">1</span>");
	has(drawn, "<span class=\"y\" style=\"top:75%\">4</span>");
	has(drawn, ">cpu\u00a01 78.0%</span>");
}

/* One hot CPU among 1000. */
static void a_row_of_neighbours_shows_the_highest(void **state)
{
	struct drawn *drawn = *state;
	double values[1000];
	int cpus[1000];

	for (int i = 0; i < 1000; i++) {
		cpus[i] = i;
		values[i] = i == 777 ? 100 : 1;
	}
	series_add(&drawn->series, 101, 1, values, 1000);
	assert_int_equal(heat_group(1000), 16);
	assert_int_equal(heat_group(64), 1);
	assert_int_equal(heat_group(65), 2);
	assert_int_equal(heat_group(0), 1);
	heat(drawn, cpus, 1000);
	/* Row 48 of 63. */
	has(drawn, "<path class=\"h7\" d=\"M0 485H10000\"/>");
	has(drawn, "viewBox=\"0 0 10000 630\"");
	has(drawn, ">cpu\u00a0777 100%</span>");
}

static void a_line_of_heat_ends_at_a_hole(void **state)
{
	const int cpus[] = {0};
	struct drawn *drawn = *state;

	add(drawn, 101, 5, 0);
	add(drawn, 102, 5, 0);
	add(drawn, 103, 5, 0);
	add(drawn, 104, 5, 0);
	add(drawn, 106, 5, 0);
	heat(drawn, cpus, 1);
	has(drawn, "<path class=\"h0\" d=\"M0 5H6667M8333 5H10000\"/>");
}

#define DRAWN(test) cmocka_unit_test_setup_teardown(test, setup, teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		DRAWN(a_line_is_steps_from_zero_up),
		DRAWN(where_nothing_is_known_nothing_is_drawn),
		DRAWN(areas_stand_on_each_other),
		DRAWN(an_area_of_nothing_is_left_out),
		DRAWN(shares_end_at_all),
		DRAWN(the_highest_stands_behind_a_mean),
		DRAWN(of_the_absurd_a_picture_remains),
		DRAWN(cells_are_as_dark_as_their_cpu_was_busy),
		DRAWN(a_row_of_neighbours_shows_the_highest),
		DRAWN(a_line_of_heat_ends_at_a_hole),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
