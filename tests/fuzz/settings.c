/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "fuzz.h"

#include <assert.h>
#include <math.h>

#include "rule/engine.h"
#include "settings_file.h"

static void check_problem(void *data, const struct settings_problem *problem)
{
	size_t *last = data;

	assert(problem->line > *last && *problem->what);
	*last = problem->line;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct tuning *tuning = tuning_new();
	struct arena arena = {0};
	size_t last = 0;
	const struct settings_listener listener = {&last, check_problem};

	settings_parse(tuning, (const char *)data, size, &listener);
	for (size_t i = 0; i < n_rules; i++) {
		const double *thresholds = tuning_thresholds(tuning, rules[i], true, &arena);

		for (size_t k = 0; k < rules[i]->n_thresholds; k++)
			assert(isfinite(thresholds[k]) && thresholds[k] >= 0);
	}
	arena_fini(&arena);
	tuning_free(tuning);
	return 0;
}
