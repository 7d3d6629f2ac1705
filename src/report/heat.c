/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "report/heat.h"

#include <math.h>
#include <stdlib.h>

#include "report/html.h"
#include "report/scale.h"
#include "ui/format.h"

enum { MOST_ROWS = 64 };

/* Of a row, and of what may be written beside it. */
#define HIGHEST_ROW_REM  1.25
#define LOWEST_ROW_REM   0.3125
#define MOST_REM         18.0
#define LEAST_LABEL_ROOM 1.0

/* Coordinates of the SVG that a row has; html.c paints lines as wide. */
enum { ROW_UNITS = 10 };

/* One CPU, by its number. */
struct place {
	int cpu;
	size_t value;
};

struct drawing {
	const struct plot *plot;
	const struct heat *heat;
	struct place *places; /* ascending */
	size_t group, n_rows;
	double row_rem;
};

size_t heat_group(size_t n_cpus)
{
	return n_cpus ? (n_cpus + MOST_ROWS - 1) / MOST_ROWS : 1;
}

static int by_number(const void *a, const void *b)
{
	const struct place *x = a, *y = b;

	return (x->cpu > y->cpu) - (x->cpu < y->cpu);
}

static struct place *sorted_places(const struct heat *heat, struct arena *arena)
{
	struct place *places = arena_alloc(arena, heat->n_cpus, sizeof(*places));

	for (size_t i = 0; i < heat->n_cpus; i++)
		places[i] = (struct place){.cpu = heat->cpus[i], .value = i};
	if (heat->n_cpus > 1)
		qsort(places, heat->n_cpus, sizeof(*places), by_number);
	return places;
}

/* The first CPU of a row, and the first that is no longer of it. */
static size_t row_begin(const struct drawing *drawing, size_t row)
{
	return row * drawing->group;
}

static size_t row_end(const struct drawing *drawing, size_t row)
{
	size_t end = (row + 1) * drawing->group;

	return end < drawing->heat->n_cpus ? end : drawing->heat->n_cpus;
}

/* -1: unknown. */
static int shade_of(const struct heat *heat, double value)
{
	int shade = 0;

	if (isnan(value))
		return -1;
	while (shade + 1 < HEAT_SHADES && value >= heat->steps[shade + 1])
		shade++;
	return shade;
}

static int cell_shade(const struct drawing *drawing, const struct point *point, size_t row)
{
	double highest = (double)NAN;

	for (size_t i = row_begin(drawing, row); i < row_end(drawing, row); i++)
		highest = fmax(highest, series_reading(point, drawing->places[i].value).mean);
	return shade_of(drawing->heat, highest);
}

/* The shades of all cells: [row * n_points + point]. */
static signed char *shades_of(const struct drawing *drawing)
{
	const struct series *series = drawing->heat->series;
	signed char *shades = arena_alloc(drawing->plot->arena, drawing->n_rows * series->n_points,
					  sizeof(*shades));

	for (size_t row = 0; row < drawing->n_rows; row++)
		for (size_t i = 0; i < series->n_points; i++)
			shades[row * series->n_points + i] =
				(signed char)cell_shade(drawing, &series->points[i], row);
	return shades;
}

/* The cells of a row that have this shade; neighbours as one line. */
static void draw_row(const struct drawing *drawing, const signed char *shades, int shade,
		     size_t row)
{
	const struct plot *plot = drawing->plot;
	const struct series *series = drawing->heat->series;
	size_t n = series->n_points;

	for (size_t i = 0; i < n; i++) {
		size_t last = i;

		if (shades[i] != shade)
			continue;
		while (last + 1 < n && shades[last + 1] == shade &&
		       series->points[last + 1].is_joined)
			last++;
		fprintf(plot->out, "M%d %zuH%d", plot_x(plot, series->points[i].from_s),
			row * ROW_UNITS + ROW_UNITS / 2, plot_x(plot, series->points[last].to_s));
		i = last;
	}
}

static void draw_cells(const struct drawing *drawing)
{
	const signed char *shades = shades_of(drawing);
	size_t n = drawing->heat->series->n_points;

	for (int shade = 0; shade < HEAT_SHADES; shade++) {
		fprintf(drawing->plot->out, "<path class=\"h%d\" d=\"", shade);
		for (size_t row = 0; row < drawing->n_rows; row++)
			draw_row(drawing, shades + row * n, shade, row);
		fputs("\"/>\n", drawing->plot->out);
	}
}

static double middle_of(const struct drawing *drawing, size_t row)
{
	return ((double)row + 0.5) / (double)drawing->n_rows;
}

/* The first CPU of every row that there is room for. */
static void print_rows(const struct drawing *drawing)
{
	size_t every = 1;

	while ((double)every * drawing->row_rem < LEAST_LABEL_ROOM)
		every *= 2;
	for (size_t row = 0; row < drawing->n_rows; row += every)
		plot_left(drawing->plot, middle_of(drawing, row),
			  arena_printf(drawing->plot->arena, "%d",
				       drawing->places[row_begin(drawing, row)].cpu));
}

/* Over the whole time. */
static double mean_of(const struct series *series, size_t value)
{
	double sum = 0, seconds = 0;

	for (size_t i = 0; i < series->n_points; i++) {
		struct reading reading = series_reading(&series->points[i], value);

		if (isnan(reading.mean))
			continue;
		sum += reading.mean * reading.seconds;
		seconds += reading.seconds;
	}
	return sum / seconds;
}

static void print_hottest(const struct drawing *drawing)
{
	const struct heat *heat = drawing->heat;
	char text[FORMAT_SIZE];
	double most = 0;
	size_t hottest = 0;

	for (size_t i = 0; i < heat->n_cpus; i++) {
		double mean = mean_of(heat->series, drawing->places[i].value);

		if (mean > most) {
			most = mean;
			hottest = i;
		}
	}
	if (!(most > 0))
		return;
	format_screen(most, heat->unit, text);
	plot_right(
		drawing->plot,
		&(struct plot_label){
			.y = middle_of(drawing, hottest / drawing->group),
			.raw = arena_printf(drawing->plot->arena, "cpu\u00a0%d %s%s",
					    drawing->places[hottest].cpu, text, heat->unit_words),
		},
		1);
}

/* What the shades are: the same path as the cells. */
static void print_key(const struct drawing *drawing)
{
	const struct heat *heat = drawing->heat;
	struct scale scale = {.top = heat->steps[HEAT_SHADES]};
	FILE *out = drawing->plot->out;

	fprintf(out,
		"<div class=\"key\"><svg viewBox=\"0 0 %d %d\" preserveAspectRatio=\"none\" "
		"class=\"heat\">",
		HEAT_SHADES, ROW_UNITS);
	for (int i = 0; i < HEAT_SHADES; i++)
		fprintf(out, "<path class=\"h%d\" d=\"M%d %dh1\"/>", i, i, ROW_UNITS / 2);
	fputs("</svg>\n", out);
	for (int i = 0; i <= HEAT_SHADES; i += heat->key_every) {
		char text[SCALE_SIZE];

		scale_text(&scale, heat->steps[i], text);
		fprintf(out, "<span class=\"x\" style=\"left:%.4g%%\">", 100.0 * i / HEAT_SHADES);
		html_text(out, text);
		if (i == HEAT_SHADES)
			html_text(out, heat->unit_words);
		fputs("</span>", out);
	}
	fputs("</div>\n", out);
}

void heat_print(struct plot plot, const struct heat *heat)
{
	struct drawing drawing = {
		.plot = &plot,
		.heat = heat,
		.places = sorted_places(heat, plot.arena),
		.group = heat_group(heat->n_cpus),
	};

	drawing.n_rows = (heat->n_cpus + drawing.group - 1) / drawing.group;
	drawing.row_rem =
		fmax(LOWEST_ROW_REM, fmin(HIGHEST_ROW_REM, MOST_REM / (double)drawing.n_rows));
	plot.height_rem = drawing.row_rem * (double)drawing.n_rows;
	plot.height = (int)drawing.n_rows * ROW_UNITS;
	plot.class = drawing.row_rem > 2 * LOWEST_ROW_REM ? "heat apart" : "heat";
	plot_begin(&plot);
	draw_cells(&drawing);
	plot_words(&plot);
	print_rows(&drawing);
	print_hottest(&drawing);
	plot_end(&plot);
	print_key(&drawing);
}
