/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "base/timestamp.h"

#include <stdio.h>
#include <time.h>

#include "base/scan.h"

#define NS_PER_S 1000000000ULL

void timestamp_format(uint64_t ns, char out[TIMESTAMP_SIZE])
{
	time_t seconds = (time_t)(ns / NS_PER_S);
	struct tm tm;
	size_t len;

	gmtime_r(&seconds, &tm);
	len = strftime(out, TIMESTAMP_SIZE, "%Y-%m-%dT%H:%M:%S", &tm);
	snprintf(out + len, TIMESTAMP_SIZE - len, ".%09lluZ", (unsigned long long)(ns % NS_PER_S));
}

/* Exactly @n digits, and what stands after them. */
static bool scan_part(struct scan *scan, int n, const char *after, int *number)
{
	*number = 0;
	for (; n > 0; n--, scan->at++) {
		if (scan->at == scan->end || *scan->at < '0' || *scan->at > '9')
			return false;
		*number = *number * 10 + (*scan->at - '0');
	}
	return scan_literal(scan, after);
}

/* Decimals beyond the ninth are less than a nanosecond. */
static uint64_t scan_decimals(struct scan *scan)
{
	uint64_t ns = 0, unit = NS_PER_S / 10;

	for (; scan->at < scan->end && *scan->at >= '0' && *scan->at <= '9'; scan->at++) {
		ns += (uint64_t)(*scan->at - '0') * unit;
		unit /= 10;
	}
	return ns;
}

bool timestamp_parse(const char *text, size_t len, uint64_t *ns)
{
	struct scan scan = scan_of(text, len);
	struct tm tm = {0}, given;
	uint64_t decimals = 0, whole;
	time_t seconds;

	if (!scan_part(&scan, 4, "-", &tm.tm_year) || !scan_part(&scan, 2, "-", &tm.tm_mon) ||
	    !scan_part(&scan, 2, "T", &tm.tm_mday) || !scan_part(&scan, 2, ":", &tm.tm_hour) ||
	    !scan_part(&scan, 2, ":", &tm.tm_min) || !scan_part(&scan, 2, "", &tm.tm_sec))
		return false;
	if (scan_literal(&scan, "."))
		decimals = scan_decimals(&scan);
	if (!scan_literal(&scan, "Z") || !scan_is_at_end(&scan))
		return false;
	tm.tm_year -= 1900;
	tm.tm_mon--;
	given = tm;
	seconds = timegm(&tm);
	/* No such day or hour was made another one. */
	if (tm.tm_mon != given.tm_mon || tm.tm_hour != given.tm_hour || tm.tm_min != given.tm_min)
		return false;
	if (seconds < 0 || __builtin_mul_overflow((uint64_t)seconds, NS_PER_S, &whole))
		return false;
	return !__builtin_add_overflow(whole, decimals, ns);
}
