/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Counters and what unknown means.
 *
 * A counter read from the kernel is a uint64_t; one that could not be read is COUNTER_UNKNOWN.  A
 * difference is a double, and NAN where it cannot be had: unknown before or after, or a counter that
 * ran backwards.  NAN is contagious through arithmetic, so nothing downstream invents a number.
 */
#ifndef OVERTOP_BASE_COUNTER_H
#define OVERTOP_BASE_COUNTER_H

#include <math.h>
#include <stdbool.h>
#include <stdint.h>

#define COUNTER_UNKNOWN UINT64_MAX

static inline double counter_value(uint64_t counter)
{
	return counter == COUNTER_UNKNOWN ? (double)NAN : (double)counter;
}

/* after - before, for counters of 64 bits. */
static inline double counter_delta(uint64_t before, uint64_t after)
{
	if (before == COUNTER_UNKNOWN || after == COUNTER_UNKNOWN || after < before)
		return (double)NAN;
	return (double)(after - before);
}

/*
 * The same for the unsigned int counters of /proc/interrupts and /proc/softirqs, which wrap at 2^32.
 * A step of more than 2^31 is a counter that was reset, not one that wrapped.
 */
static inline double counter_delta32(uint64_t before, uint64_t after)
{
	if (before == COUNTER_UNKNOWN || after == COUNTER_UNKNOWN)
		return (double)NAN;
	if (before > UINT32_MAX || after > UINT32_MAX)
		return counter_delta(before, after);
	uint32_t step = (uint32_t)after - (uint32_t)before;

	return step > UINT32_MAX / 2 ? (double)NAN : (double)step;
}

#endif
