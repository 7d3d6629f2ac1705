/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Numbers that are the same but for how they were computed.  After cmocka.h. */
#ifndef OVERTOP_TESTS_NEAR_H
#define OVERTOP_TESTS_NEAR_H

#include <math.h>

static inline void assert_near(double value, double expected)
{
	assert_true(fabs(value - expected) <= 1e-6 * fmax(1, fabs(expected)));
}

#endif
