/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "fuzz.h"

#include <assert.h>
#include <math.h>

#include "source/pressure.h"

static void check(const struct pressure_line *line)
{
	assert(isnan(line->avg10) || line->avg10 >= 0);
	assert(isnan(line->avg60) || line->avg60 >= 0);
	assert(isnan(line->avg300) || line->avg300 >= 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct pressure_line some, full;

	pressure_parse((const char *)data, size, &some, &full);
	check(&some);
	check(&full);
	return 0;
}
