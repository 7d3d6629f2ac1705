/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "cgroup/limit.h"

#include <math.h>
#include <stdbool.h>

#include "base/counter.h"
#include "base/scan.h"

static struct cgroup_limit limit_of(struct scan *quota, struct scan *period)
{
	const struct cgroup_limit unknown = {(double)NAN, (double)NAN};
	uint64_t quota_us, period_us;

	/* "-1" and "max" are no numbers. */
	if (!scan_u64(quota, &quota_us) || !scan_u64(period, &period_us) || period_us == 0)
		return unknown;
	/* A number counts only when its end is seen. */
	if (scan_is_at_end(quota) || scan_is_at_end(period))
		return unknown;
	return (struct cgroup_limit){(double)quota_us / (double)period_us, (double)period_us};
}

struct cgroup_limit cgroup_parse_max(const char *text, size_t len)
{
	struct scan scan = scan_of(text, len);

	return limit_of(&scan, &scan);
}

struct cgroup_limit cgroup_parse_cfs(const char *quota, size_t quota_len, const char *period,
				     size_t period_len)
{
	struct scan quotas = scan_of(quota, quota_len), periods = scan_of(period, period_len);

	return limit_of(&quotas, &periods);
}

static uint64_t ns_of_us(uint64_t us)
{
	return us > UINT64_MAX / 1000 - 1 ? COUNTER_UNKNOWN : us * 1000;
}

void cgroup_parse_stat(const char *text, size_t len, struct cgroup_stat *stat)
{
	struct scan rest = scan_of(text, len), line;
	struct span key;
	uint64_t value;

	*stat = (struct cgroup_stat){
		.usage_ns = COUNTER_UNKNOWN,
		.periods = COUNTER_UNKNOWN,
		.throttled = COUNTER_UNKNOWN,
		.throttled_ns = COUNTER_UNKNOWN,
	};
	while (scan_line(&rest, &line)) {
		if (line.end == text + len || !scan_word(&line, &key) || !scan_u64(&line, &value))
			continue;
		if (span_is(key, "usage_usec"))
			stat->usage_ns = ns_of_us(value);
		else if (span_is(key, "nr_periods"))
			stat->periods = value;
		else if (span_is(key, "nr_throttled"))
			stat->throttled = value;
		else if (span_is(key, "throttled_usec"))
			stat->throttled_ns = ns_of_us(value);
		else if (span_is(key, "throttled_time"))
			stat->throttled_ns = value;
	}
}
