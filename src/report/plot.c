/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "report/plot.h"

#include <math.h>
#include <stdlib.h>

#include "report/html.h"
#include "ui/format.h"

/* Between two words, one above the other. */
#define LINE_REM 0.9

/* More breaks of the axis than that are not told how long each is. */
#define MOST_BREAK_WORDS 3

void plot_begin(const struct plot *plot)
{
	fputs("<figure>\n<figcaption><b>", plot->out);
	html_text(plot->out, plot->title);
	fputs("</b> ", plot->out);
	html_text(plot->out, plot->subtitle);
	fprintf(plot->out,
		"</figcaption>\n<div class=\"plot\" style=\"height:%.3grem\">\n"
		"<svg role=\"img\" class=\"%s\" viewBox=\"0 0 %d %d\" "
		"preserveAspectRatio=\"none\" aria-label=\"",
		plot->height_rem, plot->class, PLOT_WIDTH, plot->height);
	html_text(plot->out, plot->title);
	fputs("\">\n", plot->out);
}

static long x_of(double at)
{
	return lround(PLOT_WIDTH * at);
}

int plot_x(const struct plot *plot, double time_s)
{
	return (int)x_of(timeline_at(plot->timeline, time_s));
}

void plot_ticks(const struct plot *plot)
{
	const struct timeline *timeline = plot->timeline;

	if (!timeline->n_ticks)
		return;
	fputs("<path class=\"grid\" d=\"", plot->out);
	for (size_t i = 0; i < timeline->n_ticks; i++)
		fprintf(plot->out, "M%ld 0V%d", x_of(timeline->ticks[i].at), plot->height);
	fputs("\"/>\n", plot->out);
}

void plot_level(const struct plot *plot, const char *class, double y)
{
	fprintf(plot->out, "<path class=\"%s\" d=\"", class);
	for (size_t i = 0; i < plot->timeline->n_stretches; i++)
		fprintf(plot->out, "M%ld %ldH%ld", x_of(plot->timeline->stretches[i].left),
			lround(plot->height * y), x_of(plot->timeline->stretches[i].right));
	fputs("\"/>\n", plot->out);
}

void plot_words(const struct plot *plot)
{
	fputs("</svg>\n", plot->out);
}

/* How much time is missing where the axis is broken. */
static void print_breaks(const struct plot *plot)
{
	const struct timeline *timeline = plot->timeline;

	for (size_t i = 1; i < timeline->n_stretches; i++) {
		const struct stretch *before = &timeline->stretches[i - 1];
		const struct stretch *after = &timeline->stretches[i];
		char text[FORMAT_SIZE];

		format_duration(after->from_s - before->to_s, text);
		fprintf(plot->out, "<span class=\"break\" style=\"left:%.4g%%;width:%.4g%%\">",
			100 * before->right, 100 * (after->left - before->right));
		if (timeline->n_stretches <= MOST_BREAK_WORDS + 1)
			fprintf(plot->out, "<b class=\"minor\">+%s</b>", text);
		fputs("</span>\n", plot->out);
	}
}

void plot_end(const struct plot *plot)
{
	const struct timeline *timeline = plot->timeline;

	print_breaks(plot);
	for (size_t i = 0; i < timeline->n_ticks; i++) {
		fprintf(plot->out, "<span class=\"x%s\" style=\"left:%.4g%%\">",
			timeline->ticks[i].is_minor ? " minor" : "", 100 * timeline->ticks[i].at);
		html_text(plot->out, timeline->ticks[i].text);
		fputs("</span>\n", plot->out);
	}
	fputs("</div>\n</figure>\n", plot->out);
}

void plot_left(const struct plot *plot, double y, const char *raw)
{
	fprintf(plot->out, "<span class=\"y\" style=\"top:%.4g%%\">", 100 * y);
	html_text(plot->out, raw);
	fputs("</span>\n", plot->out);
}

static int by_height(const void *a, const void *b)
{
	const struct plot_label *x = a, *y = b;

	return (x->y > y->y) - (x->y < y->y);
}

/* Downwards until none touches the one above, then up again from the bottom. */
static void move_apart(struct plot_label *labels, size_t n, double room)
{
	for (size_t i = 1; i < n; i++)
		labels[i].y = fmax(labels[i].y, labels[i - 1].y + room);
	for (size_t i = n; i-- > 0;)
		labels[i].y = fmin(labels[i].y, 1 - room * (double)(n - 1 - i));
}

void plot_right(const struct plot *plot, struct plot_label *labels, size_t n)
{
	if (n > 1)
		qsort(labels, n, sizeof(*labels), by_height);
	move_apart(labels, n, LINE_REM / plot->height_rem);
	for (size_t i = 0; i < n; i++) {
		fprintf(plot->out, "<span class=\"e%s\" style=\"top:%.4g%%\">",
			labels[i].class ? "" : " w", 100 * labels[i].y);
		if (labels[i].class)
			fprintf(plot->out, "<i class=\"%s\"></i>", labels[i].class);
		html_text(plot->out, labels[i].raw);
		fputs("</span>\n", plot->out);
	}
}
