/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "report/chart.h"

#include <math.h>

#include "report/html.h"
#include "report/scale.h"
#include "ui/format.h"

/* For every so many rem of height there may be a step of the axis. */
#define REM_PER_STEP 2.1

/* What the parts of a chart are drawn by. */
struct drawing {
	const struct plot *plot;
	const struct chart *chart;
	struct scale scale;
};

static bool is_shown(const struct chart *chart, const struct trace *trace)
{
	return !(series_highest(chart->series, trace->value) < chart->least);
}

/* How high a trace stands at a point; NAN: unknown. */
static double level(const struct chart *chart, const struct point *point, size_t trace)
{
	double sum = (double)NAN;

	if (!chart->is_stacked)
		return series_reading(point, chart->traces[trace].value).mean;
	for (size_t i = 0; i <= trace; i++) {
		double mean = series_reading(point, chart->traces[i].value).mean;

		if (!isnan(mean))
			sum = isnan(sum) ? mean : sum + mean;
	}
	return sum;
}

static double highest(const struct chart *chart, const struct point *point, size_t trace)
{
	return series_reading(point, chart->traces[trace].value).highest;
}

/* The highest of any interval: of all lines, or of what areas are parts of. */
static double peak_at(const struct chart *chart, const struct point *point)
{
	double peak = (double)NAN;

	if (chart->is_stacked)
		return series_reading(point, chart->whole).highest;
	for (size_t i = 0; i < chart->n_traces; i++)
		peak = fmax(peak, highest(chart, point, i));
	return peak;
}

static double highest_of_all(const struct chart *chart)
{
	double most = 0;

	for (size_t i = 0; i < chart->series->n_points; i++) {
		const struct point *point = &chart->series->points[i];

		most = fmax(most, peak_at(chart, point));
		for (size_t k = 0; k < chart->n_traces; k++)
			most = fmax(most, level(chart, point, k));
	}
	return chart->most > 0 ? fmin(most, chart->most) : most;
}

/* From 0 (top) to 1. */
static double height_of(const struct drawing *drawing, double value)
{
	return 1 - fmax(0, fmin(1, value / drawing->scale.top));
}

static int y_of(const struct drawing *drawing, double value)
{
	return (int)lround(drawing->plot->height * height_of(drawing, value));
}

/* One trace as steps; with holes, where the pen is lifted. */
struct pen {
	FILE *out;
	bool is_down, is_area;
	int x, y;  /* where the step goes to, not yet written */
	int floor; /* where areas stand */
};

static void lift(struct pen *pen)
{
	if (!pen->is_down)
		return;
	fprintf(pen->out, "H%d", pen->x);
	if (pen->is_area)
		fprintf(pen->out, "V%dZ", pen->floor);
	pen->is_down = false;
}

static void step(struct pen *pen, int from_x, int to_x, int y)
{
	if (!pen->is_down && pen->is_area)
		fprintf(pen->out, "M%d %dV%d", from_x, pen->floor, y);
	else if (!pen->is_down)
		fprintf(pen->out, "M%d %d", from_x, y);
	else if (y != pen->y)
		fprintf(pen->out, "H%dV%d", pen->x, y);
	pen->is_down = true;
	pen->x = to_x;
	pen->y = y;
}

static void draw_steps(const struct drawing *drawing, size_t trace)
{
	const struct plot *plot = drawing->plot;
	const struct chart *chart = drawing->chart;
	struct pen pen = {
		.out = plot->out,
		.is_area = chart->traces[trace].is_filled,
		.floor = plot->height,
	};

	fprintf(plot->out, "<path class=\"%s\" d=\"", chart->traces[trace].class);
	for (size_t i = 0; i < chart->series->n_points; i++) {
		const struct point *point = &chart->series->points[i];
		double value = level(chart, point, trace);

		if (!point->is_joined || isnan(value))
			lift(&pen);
		if (!isnan(value))
			step(&pen, plot_x(plot, point->from_s), plot_x(plot, point->to_s),
			     y_of(drawing, value));
	}
	lift(&pen);
	fputs("\"/>\n", plot->out);
}

/* From the mean up to the highest, where they differ. */
static void draw_spread(const struct drawing *drawing, size_t trace)
{
	const struct plot *plot = drawing->plot;
	const struct series *series = drawing->chart->series;

	fputs("<path class=\"spread\" d=\"", plot->out);
	for (size_t i = 0; i < series->n_points; i++) {
		const struct point *point = &series->points[i];
		double mean = level(drawing->chart, point, trace);
		int low = y_of(drawing, mean);
		int high = y_of(drawing, highest(drawing->chart, point, trace));

		if (!isnan(mean) && high < low)
			fprintf(plot->out, "M%d %dV%dH%dV%dZ", plot_x(plot, point->from_s), low,
				high, plot_x(plot, point->to_s), low);
	}
	fputs("\"/>\n", plot->out);
}

static void draw_traces(const struct drawing *drawing)
{
	const struct chart *chart = drawing->chart;

	if (!chart->is_stacked && chart->series->stride > 1)
		for (size_t i = 0; i < chart->n_traces; i++)
			draw_spread(drawing, i);
	/* The highest first: those that stand lower cover its lower part. */
	for (size_t i = chart->n_traces; i-- > 0;)
		if (is_shown(chart, &chart->traces[i]))
			draw_steps(drawing, i);
}

static void print_axis(const struct drawing *drawing)
{
	const struct scale *scale = &drawing->scale;
	long n = lround(scale->top / scale->step);

	for (long i = 0; i <= n; i++) {
		double value = (double)i * scale->step;
		char text[SCALE_SIZE];

		scale_text(scale, value, text);
		plot_left(drawing->plot, height_of(drawing, value),
			  arena_printf(drawing->plot->arena, "%s%s", text,
				       i == n ? drawing->chart->axis_unit : ""));
	}
}

static const struct point *last_known(const struct chart *chart, size_t trace)
{
	for (size_t i = chart->series->n_points; i-- > 0;)
		if (!isnan(level(chart, &chart->series->points[i], trace)))
			return &chart->series->points[i];
	return NULL;
}

/* Beside its end: a line at its height, an area at its middle. */
static void print_labels(const struct drawing *drawing)
{
	const struct chart *chart = drawing->chart;
	struct plot_label *labels =
		arena_alloc(drawing->plot->arena, chart->n_traces, sizeof(*labels));
	size_t n = 0;

	for (size_t i = 0; i < chart->n_traces; i++) {
		const struct trace *trace = &chart->traces[i];
		const struct point *point = last_known(chart, i);
		double top, bottom = (double)NAN;

		if (!point || !is_shown(chart, trace))
			continue;
		top = level(chart, point, i);
		if (trace->is_filled)
			bottom = i > 0 ? level(chart, point, i - 1) : 0;
		if (isnan(bottom))
			bottom = trace->is_filled ? 0 : top;
		labels[n++] = (struct plot_label){
			.y = height_of(drawing, (top + bottom) / 2),
			.class = trace->class,
			.raw = trace->label,
		};
	}
	plot_right(drawing->plot, labels, n);
}

static void print_peak(const struct drawing *drawing)
{
	const struct chart *chart = drawing->chart;
	const struct point *peak = NULL;
	double value = 0, top, x;
	char text[FORMAT_SIZE];

	for (size_t i = 0; i < chart->series->n_points; i++) {
		const struct point *point = &chart->series->points[i];
		double here = peak_at(chart, point);

		if (here > value) {
			peak = point;
			value = here;
		}
	}
	if (!peak)
		return;
	x = (timeline_at(drawing->plot->timeline, peak->from_s) +
	     timeline_at(drawing->plot->timeline, peak->to_s)) /
	    2;
	/* The word stands clear of what is above it. */
	top = fmax(value, level(chart, peak, chart->n_traces - 1));
	format_screen(value, chart->unit, text);
	fprintf(drawing->plot->out,
		"<span class=\"dot\" style=\"left:%.4g%%;top:%.4g%%\"></span>\n"
		"<span class=\"p\" style=\"left:%.4g%%;top:%.4g%%\">",
		100 * x, 100 * height_of(drawing, value), 100 * x, 100 * height_of(drawing, top));
	html_text(drawing->plot->out, text);
	fputs("</span>\n", drawing->plot->out);
}

void chart_print(const struct plot *plot, const struct chart *chart)
{
	struct drawing drawing = {.plot = plot, .chart = chart};

	drawing.scale = scale_of(highest_of_all(chart), (size_t)(plot->height_rem / REM_PER_STEP));
	plot_begin(plot);
	plot_ticks(plot);
	for (double value = drawing.scale.step; value < drawing.scale.top * 1.001;
	     value += drawing.scale.step)
		plot_level(plot, "grid", height_of(&drawing, value));
	draw_traces(&drawing);
	plot_level(plot, "zero", 1);
	plot_words(plot);
	print_axis(&drawing);
	print_peak(&drawing);
	print_labels(&drawing);
	plot_end(plot);
}
