/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "fuzz.h"

#include <assert.h>
#include <stdlib.h>

#include "base/cpuset.h"
#include "base/xalloc.h"
#include "source/topology.h"

/* What was understood is written so that it is understood again. */
static void check(const struct cpuset *set)
{
	size_t len = cpuset_format(set, NULL, 0);
	char *list = xmalloc(len + 1);
	struct cpuset again = {0};

	assert(cpuset_format(set, list, len + 1) == len);
	assert(cpuset_parse_list(&again, list, len) == 0);
	assert(cpuset_equal(set, &again));
	cpuset_fini(&again);
	free(list);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct cpuset set = {0};

	if (cpuset_parse_list(&set, (const char *)data, size) < 0)
		assert(cpuset_count(&set) == 0);
	check(&set);
	if (cpuset_parse_mask(&set, (const char *)data, size) < 0)
		assert(cpuset_count(&set) == 0);
	check(&set);
	cpuset_fini(&set);
	topology_parse_size((const char *)data, size);
	return 0;
}
