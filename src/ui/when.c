/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "ui/when.h"

#include <string.h>
#include <time.h>

#include "base/scan.h"

#define DAY_NS   (24 * 3600 * NS_PER_S)
#define NS_PER_S UINT64_C(1000000000)

/* Of a distance: that many days are too many nanoseconds, but not too many seconds. */
#define MOST_DIGITS 9

/* Takes @least to @most digits off the front; no blanks, no sign. */
static bool take_number(struct scan *scan, int least, int most, int *number)
{
	int digits = 0;

	*number = 0;
	for (; scan->at < scan->end && *scan->at >= '0' && *scan->at <= '9'; scan->at++) {
		if (++digits > most)
			return false;
		*number = *number * 10 + (*scan->at - '0');
	}
	return digits >= least;
}

/* What is left is a unit or nothing: how many seconds it stands for, 0: it is neither. */
static uint64_t unit_s(const struct scan *scan)
{
	static const struct {
		const char *name;
		uint64_t seconds;
	} units[] = {{"", 1}, {"s", 1}, {"m", 60}, {"h", 3600}, {"d", 86400}};
	struct span rest = {scan->at, (size_t)(scan->end - scan->at)};

	for (size_t i = 0; i < sizeof(units) / sizeof(*units); i++)
		if (span_is(rest, units[i].name))
			return units[i].seconds;
	return 0;
}

static bool parse_distance(struct scan scan, uint64_t now_ns, uint64_t *wall_ns)
{
	bool is_back = *scan.at++ == '-';
	int number;

	if (!take_number(&scan, 1, MOST_DIGITS, &number) || unit_s(&scan) == 0)
		return false;
	uint64_t seconds = (uint64_t)number * unit_s(&scan);

	if (seconds > UINT64_MAX / NS_PER_S)
		return false;
	uint64_t ns = seconds * NS_PER_S;

	if (is_back ? ns > now_ns : ns > UINT64_MAX - now_ns)
		return false;
	*wall_ns = is_back ? now_ns - ns : now_ns + ns;
	return true;
}

/* "2026-11-30 ", or nothing: then it is the day that stands in @tm. */
static void take_date(struct scan *scan, struct tm *tm)
{
	struct scan ahead = *scan;
	int year, month, day;

	if (!take_number(&ahead, 4, 4, &year) || !scan_literal(&ahead, "-") ||
	    !take_number(&ahead, 2, 2, &month) || !scan_literal(&ahead, "-") ||
	    !take_number(&ahead, 2, 2, &day) || !scan_literal(&ahead, " "))
		return;
	tm->tm_year = year - 1900;
	tm->tm_mon = month - 1;
	tm->tm_mday = day;
	*scan = ahead;
}

/* "14:05" or "14:05:30", and nothing after it. */
static bool take_time(struct scan *scan, struct tm *tm)
{
	tm->tm_sec = 0;
	if (!take_number(scan, 1, 2, &tm->tm_hour) || !scan_literal(scan, ":") ||
	    !take_number(scan, 2, 2, &tm->tm_min))
		return false;
	if (scan_literal(scan, ":") && !take_number(scan, 2, 2, &tm->tm_sec))
		return false;
	return scan_is_at_end(scan);
}

/*
 * mktime() makes a time of any numbers: what comes out is checked against what went in, which finds both
 * February 30 and an hour that was skipped.
 */
static bool to_seconds(struct tm asked, int is_dst, time_t *seconds)
{
	struct tm tm = asked;

	tm.tm_isdst = is_dst;
	*seconds = mktime(&tm);
	return *seconds >= 0 && (uint64_t)*seconds <= UINT64_MAX / NS_PER_S &&
	       tm.tm_year == asked.tm_year && tm.tm_mon == asked.tm_mon &&
	       tm.tm_mday == asked.tm_mday && tm.tm_hour == asked.tm_hour &&
	       tm.tm_min == asked.tm_min && tm.tm_sec == asked.tm_sec;
}

static uint64_t distance(uint64_t a, uint64_t b)
{
	return a > b ? a - b : b - a;
}

/* Of an hour that the clock went through twice, the one nearer to what is shown. */
static bool from_local(const struct tm *tm, uint64_t now_ns, uint64_t *wall_ns)
{
	bool is_found = false;

	for (int is_dst = 0; is_dst <= 1; is_dst++) {
		time_t seconds;

		if (!to_seconds(*tm, is_dst, &seconds))
			continue;
		uint64_t ns = (uint64_t)seconds * NS_PER_S;

		if (!is_found || distance(ns, now_ns) < distance(*wall_ns, now_ns))
			*wall_ns = ns;
		is_found = true;
	}
	return is_found;
}

/* On the day of @day_ns, unless the text has a date. */
static bool parse_time(const char *text, uint64_t day_ns, uint64_t *wall_ns)
{
	struct scan scan = scan_of(text, strlen(text));
	time_t day = (time_t)(day_ns / NS_PER_S);
	struct tm tm;

	if (!localtime_r(&day, &tm))
		return false;
	take_date(&scan, &tm);
	return take_time(&scan, &tm) && from_local(&tm, day_ns, wall_ns);
}

static bool is_time_of_day(const char *text)
{
	return *text >= '0' && *text <= '9' && !strchr(text, '-');
}

bool when_parse(const char *text, uint64_t now_ns, uint64_t *wall_ns)
{
	uint64_t other_ns;

	if (*text == '-' || *text == '+')
		return parse_distance(scan_of(text, strlen(text)), now_ns, wall_ns);
	if (!parse_time(text, now_ns, wall_ns))
		return false;
	if (!is_time_of_day(text) || distance(*wall_ns, now_ns) <= DAY_NS / 2 || now_ns < DAY_NS)
		return true;
	if (parse_time(text, *wall_ns < now_ns ? now_ns + DAY_NS : now_ns - DAY_NS, &other_ns) &&
	    distance(other_ns, now_ns) < distance(*wall_ns, now_ns))
		*wall_ns = other_ns;
	return true;
}

bool when_parse_next(const char *text, uint64_t now_ns, uint64_t *wall_ns)
{
	if (!when_parse(text, now_ns, wall_ns))
		return false;
	return !is_time_of_day(text) || *wall_ns >= now_ns ||
	       parse_time(text, *wall_ns + DAY_NS, wall_ns);
}
