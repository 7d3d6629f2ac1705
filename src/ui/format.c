/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "ui/format.h"

#include <math.h>
#include <stdio.h>

/* From here on a value is written with one digit less, since it would round up to more. */
#define LEAST_AS_10  9.95
#define LEAST_AS_100 99.95
/* From here on seconds are a minute. */
#define LEAST_AS_MINUTE 59.95

/* No counter gets here; more would not fit in FORMAT_SIZE. */
#define ABSURD 1e18

static void write_decimals(double value, int decimals, char *out)
{
	/* Never "-0.00". */
	if (fabs(value) < 0.5 * pow(10, -decimals))
		value = 0;
	snprintf(out, FORMAT_SIZE, "%.*f", decimals, value);
}

/* In the first of @suffixes (each @step times the one before) in which it is below @limit. */
static void write_scaled(double value, double step, double limit, const char *suffixes, char *out)
{
	value /= step;
	while (fabs(value) >= limit && suffixes[1] != '\0') {
		value /= step;
		suffixes++;
	}
	snprintf(out, FORMAT_SIZE, "%.*f%c", fabs(value) < LEAST_AS_100 ? 1 : 0, value, *suffixes);
}

static void write_count(double value, char *out)
{
	if (fabs(value) < 99999.5)
		write_decimals(value, 0, out);
	else
		write_scaled(value, 1000, 999.5, "kMGTPE", out);
}

static void write_rate(double value, char *out)
{
	if (value != 0 && fabs(value) < LEAST_AS_10)
		write_decimals(value, 1, out);
	else
		write_count(value, out);
}

static void write_kib(double value, char *out)
{
	if (value != 0 && fabs(value) < 1023.5)
		snprintf(out, FORMAT_SIZE, "%.0fK", value);
	else if (value != 0)
		write_scaled(value, 1024, 1023.5, "MGTPE", out);
	else
		snprintf(out, FORMAT_SIZE, "0");
}

static void write_seconds(double value, char *out)
{
	if (value < LEAST_AS_MINUTE)
		snprintf(out, FORMAT_SIZE, "%.1fs", value < 0.05 ? 0 : value);
	else
		format_duration(fmax(value, 60), out);
}

static void write_load(double value, char *out)
{
	if (fabs(value) < 99.995)
		write_decimals(value, 2, out);
	else
		write_count(value, out);
}

static void write_absurd(double value, char *out)
{
	if (isfinite(value))
		snprintf(out, FORMAT_SIZE, "%.1e", value);
	else
		snprintf(out, FORMAT_SIZE, "-");
}

void format_screen(double value, enum unit unit, char out[FORMAT_SIZE])
{
	if (!(fabs(value) < ABSURD)) {
		write_absurd(value, out);
		return;
	}
	switch (unit) {
	case UNIT_ID:
		write_decimals(value, 0, out);
		return;
	case UNIT_RATE:
		write_rate(value, out);
		return;
	case UNIT_PCT:
		write_decimals(value, fabs(value) < LEAST_AS_100 ? 1 : 0, out);
		return;
	case UNIT_KIB:
		write_kib(value, out);
		return;
	case UNIT_SECONDS:
		write_seconds(value, out);
		return;
	case UNIT_DECIMAL:
		write_load(value, out);
		return;
	case UNIT_COUNT:
	case UNIT_TEXT:
	case UNIT_STRIP:
		break;
	}
	write_count(value, out);
}

void format_batch(double value, enum unit unit, char out[FORMAT_SIZE])
{
	if (!(fabs(value) < ABSURD)) {
		write_absurd(value, out);
		return;
	}
	switch (unit) {
	case UNIT_RATE:
	case UNIT_PCT:
	case UNIT_SECONDS:
	case UNIT_DECIMAL:
		write_decimals(value, 2, out);
		return;
	default:
		write_decimals(value, 0, out);
	}
}

void format_duration(double seconds, char out[FORMAT_SIZE])
{
	if (!(seconds >= 0 && seconds < ABSURD)) {
		snprintf(out, FORMAT_SIZE, "-");
		return;
	}
	unsigned long minutes = (unsigned long)(seconds / 60);
	unsigned long hours = minutes / 60, days = hours / 24;

	if (days >= 100)
		snprintf(out, FORMAT_SIZE, "%lud", days);
	else if (days > 0)
		snprintf(out, FORMAT_SIZE, "%lud%02luh", days, hours % 24);
	else if (hours > 0)
		snprintf(out, FORMAT_SIZE, "%luh%02lum", hours, minutes % 60);
	else if (minutes > 0)
		snprintf(out, FORMAT_SIZE, "%lum%02us", minutes, (unsigned int)fmod(seconds, 60));
	else
		snprintf(out, FORMAT_SIZE, "%us", (unsigned int)seconds);
}
