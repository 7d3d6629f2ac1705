/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Two samples made by hand and the interval between them: what the tests of intervals share. */
#ifndef OVERTOP_TESTS_STORY_H
#define OVERTOP_TESTS_STORY_H

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "interval.h"
#include "sample.h"

#define SECOND 1000000000ULL

struct story {
	struct sample samples[2];
	struct interval interval;
};

static inline void story_init(struct story *story)
{
	sample_init(&story->samples[0]);
	sample_init(&story->samples[1]);
	interval_init(&story->interval);
}

static inline int story_teardown(void **state)
{
	struct story *story = *state;

	sample_fini(&story->samples[0]);
	sample_fini(&story->samples[1]);
	interval_fini(&story->interval);
	return 0;
}

static inline void story_between(struct story *story)
{
	interval_between(&story->interval, &story->samples[0], &story->samples[1]);
}

static inline void assert_near(double value, double expected)
{
	assert_false(isnan(value));
	assert_true(fabs(value - expected) < 0.01);
}

#endif
