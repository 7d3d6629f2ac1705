/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "report/local_time.h"

#include <math.h>
#include <time.h>

/* Within time_t and within the years that can be written. */
#define LAST_S 1e11

static bool split(double time_s, struct tm *tm)
{
	time_t seconds;

	if (!(fabs(time_s) < LAST_S))
		return false;
	seconds = (time_t)floor(time_s);
	return localtime_r(&seconds, tm) != NULL;
}

const char *local_time_date(double time_s, struct arena *arena)
{
	struct tm tm;

	if (!split(time_s, &tm))
		return "-";
	return arena_printf(arena, "%d-%02d-%02d", tm.tm_year + 1900, tm.tm_mon + 1, tm.tm_mday);
}

const char *local_time_day(double time_s, struct arena *arena)
{
	struct tm tm;

	if (!split(time_s, &tm))
		return "-";
	return arena_printf(arena, "%02d-%02d", tm.tm_mon + 1, tm.tm_mday);
}

const char *local_time_seconds(double time_s, struct arena *arena)
{
	struct tm tm;

	if (!split(time_s, &tm))
		return "-";
	return arena_printf(arena, "%02d:%02d:%02d", tm.tm_hour, tm.tm_min, tm.tm_sec);
}

const char *local_time_minutes(double time_s, struct arena *arena)
{
	struct tm tm;

	if (!split(time_s, &tm))
		return "-";
	return arena_printf(arena, "%02d:%02d", tm.tm_hour, tm.tm_min);
}

const char *local_time_zone(double time_s, struct arena *arena)
{
	char text[64];
	struct tm tm;

	if (!split(time_s, &tm) || !strftime(text, sizeof(text), "%Z (%z)", &tm))
		return "-";
	return arena_strdup(arena, text);
}

bool local_time_is_same_day(double a_s, double b_s)
{
	struct tm a, b;

	return split(a_s, &a) && split(b_s, &b) && a.tm_yday == b.tm_yday && a.tm_year == b.tm_year;
}

bool local_time_is_midnight(double time_s)
{
	struct tm tm;

	return split(time_s, &tm) && tm.tm_hour == 0 && tm.tm_min == 0 && tm.tm_sec == 0;
}

double local_time_offset_s(double time_s)
{
	struct tm tm;

	return split(time_s, &tm) ? (double)tm.tm_gmtoff : 0;
}
