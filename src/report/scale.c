/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "report/scale.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>

/* Beyond any rate; what is more is cut off. */
#define MOST 1e18

struct scale scale_of(double highest, size_t most_steps)
{
	static const double round_steps[] = {1, 2, 5, 10};
	double least, power;

	assert(most_steps > 0);
	if (!(highest > 0))
		highest = 1;
	least = fmin(highest, MOST) / (double)most_steps;
	power = pow(10, floor(log10(least)));
	for (size_t i = 0; i < sizeof(round_steps) / sizeof(*round_steps); i++) {
		double step = round_steps[i] * power;

		/* A hair's breadth for what does not divide exactly. */
		if (step * (double)most_steps >= highest * (1 - 1e-9))
			return (struct scale){.step = step,
					      .top = ceil(highest / step - 1e-9) * step};
	}
	return (struct scale){.step = MOST / (double)most_steps, .top = MOST};
}

void scale_text(const struct scale *scale, double value, char out[SCALE_SIZE])
{
	static const struct {
		double from, unit;
		const char *suffix;
	} units[] = {{1e12, 1e12, "T"}, {1e9, 1e9, "G"}, {1e6, 1e6, "M"}, {1e4, 1e3, "k"}};

	for (size_t i = 0; i < sizeof(units) / sizeof(*units); i++)
		if (scale->top >= units[i].from && value != 0) {
			snprintf(out, SCALE_SIZE, "%.4g%s", value / units[i].unit, units[i].suffix);
			return;
		}
	snprintf(out, SCALE_SIZE, "%.4g", value);
}
