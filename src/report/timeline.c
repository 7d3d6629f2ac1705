/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "report/timeline.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

#include "report/local_time.h"
#include "report/series.h"

/* A hole is cut out of the axis if it is longer than this part of all the time that was measured. */
#define LONGEST_HOLE 0.25
/* What a break takes of the axis, and what all of them may. */
#define BREAK_WIDTH  0.03
#define BREAKS_WIDTH 0.3

/* Ticks aimed at, and how far apart two must be to be written side by side. */
#define MOST_TICKS 8
#define TICK_ROOM  0.075

#define DAY_S 86400

/* The axis while it is made. */
struct plan {
	struct stretch *stretches;
	size_t n_stretches;
	struct tick *ticks;
	size_t n_ticks;
};

static int by_start(const void *a, const void *b)
{
	const struct stretch *x = a, *y = b;

	return (x->from_s > y->from_s) - (x->from_s < y->from_s);
}

/* Joins those whose hole is no longer than @longest_s; returns how many are left. */
static size_t join(struct stretch *stretches, size_t n, double longest_s)
{
	size_t last = 0;

	for (size_t i = 1; i < n; i++) {
		if (stretches[i].from_s - stretches[last].to_s > longest_s)
			stretches[++last] = stretches[i];
		else
			stretches[last].to_s = fmax(stretches[last].to_s, stretches[i].to_s);
	}
	return n ? last + 1 : 0;
}

static double length(const struct stretch *stretches, size_t n)
{
	double sum = 0;

	for (size_t i = 0; i < n; i++)
		sum += stretches[i].to_s - stretches[i].from_s;
	return sum;
}

static void find_stretches(struct plan *plan, const struct series *series, struct arena *arena)
{
	size_t n = series->n_points;

	plan->stretches = arena_alloc(arena, n, sizeof(*plan->stretches));
	for (size_t i = 0; i < n; i++)
		plan->stretches[i] = (struct stretch){.from_s = series->points[i].from_s,
						      .to_s = series->points[i].to_s};
	if (n > 1)
		qsort(plan->stretches, n, sizeof(*plan->stretches), by_start);
	n = join(plan->stretches, n, 0);
	plan->n_stretches = join(plan->stretches, n, LONGEST_HOLE * length(plan->stretches, n));
}

static void place_stretches(struct plan *plan)
{
	double n_breaks = plan->n_stretches ? (double)(plan->n_stretches - 1) : 0;
	double gap = n_breaks ? fmin(BREAK_WIDTH, BREAKS_WIDTH / n_breaks) : 0;
	double whole = length(plan->stretches, plan->n_stretches);
	double left = 0;

	for (size_t i = 0; i < plan->n_stretches; i++) {
		struct stretch *stretch = &plan->stretches[i];
		double part = whole > 0 ? (stretch->to_s - stretch->from_s) / whole : 1;

		stretch->left = left;
		stretch->right = left + part * (1 - n_breaks * gap);
		left = stretch->right + gap;
	}
}

static double at_in(const struct stretch *stretch, double time_s)
{
	double whole = stretch->to_s - stretch->from_s;
	double part = whole > 0 ? (time_s - stretch->from_s) / whole : 0;

	return stretch->left + part * (stretch->right - stretch->left);
}

double timeline_at(const struct timeline *timeline, double time_s)
{
	const struct stretch *stretch = timeline->stretches;

	if (!timeline->n_stretches)
		return 0;
	for (size_t i = 1; i < timeline->n_stretches; i++)
		if (timeline->stretches[i].from_s <= time_s)
			stretch = &timeline->stretches[i];
	return fmax(stretch->left, fmin(stretch->right, at_in(stretch, time_s)));
}

/* The shortest step that people count in that makes few enough ticks. */
static double step_of(double whole_s)
{
	static const int steps[] = {1,   2,   5,    10,   15,   30,    60,    120,   300,
				    600, 900, 1800, 3600, 7200, 10800, 21600, 43200, DAY_S};

	for (size_t i = 0; i < sizeof(steps) / sizeof(*steps); i++)
		if (whole_s / steps[i] <= MOST_TICKS)
			return steps[i];
	return ceil(whole_s / MOST_TICKS / DAY_S) * DAY_S;
}

/* The first multiple of @step_s of local time at or after @time_s. */
static double first_tick(double time_s, double step_s)
{
	double offset_s = local_time_offset_s(time_s);

	return ceil((time_s + offset_s) / step_s) * step_s - offset_s;
}

/* @last_s: the tick before; NAN: none.  The title of the page names the first day. */
static const char *tick_words(double time_s, double last_s, double step_s, struct arena *arena)
{
	bool is_new_day = !isnan(last_s) && !local_time_is_same_day(time_s, last_s);
	const char *clock =
		step_s < 60 ? local_time_seconds(time_s, arena) : local_time_minutes(time_s, arena);

	if (step_s >= DAY_S || (is_new_day && local_time_is_midnight(time_s)))
		return local_time_day(time_s, arena);
	if (!is_new_day)
		return clock;
	return arena_printf(arena, "%s %s", local_time_day(time_s, arena), clock);
}

static void place_ticks(struct plan *plan, struct arena *arena)
{
	double step_s = step_of(length(plan->stretches, plan->n_stretches));
	double last_s = (double)NAN;

	plan->ticks = arena_alloc(arena, MOST_TICKS + 1 + plan->n_stretches, sizeof(*plan->ticks));
	for (size_t i = 0; i < plan->n_stretches; i++) {
		const struct stretch *stretch = &plan->stretches[i];

		for (double t = first_tick(stretch->from_s, step_s); t <= stretch->to_s;
		     t += step_s) {
			double at = at_in(stretch, t);

			if (plan->n_ticks && at - plan->ticks[plan->n_ticks - 1].at < TICK_ROOM)
				continue;
			plan->ticks[plan->n_ticks] = (struct tick){
				.at = at,
				.text = tick_words(t, last_s, step_s, arena),
				.is_minor = plan->n_ticks % 2,
			};
			plan->n_ticks++;
			last_s = t;
		}
	}
}

struct timeline timeline_of(const struct series *series, struct arena *arena)
{
	struct plan plan = {.n_ticks = 0};

	find_stretches(&plan, series, arena);
	place_stretches(&plan);
	place_ticks(&plan, arena);
	return (struct timeline){
		.stretches = plan.stretches,
		.n_stretches = plan.n_stretches,
		.ticks = plan.ticks,
		.n_ticks = plan.n_ticks,
	};
}
