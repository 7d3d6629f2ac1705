/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The files of a cgroup, and where they are. */
#include "config.h"

#include "fuzz.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

#include "base/pairs.h"
#include "cgroup/limit.h"
#include "cgroup/place.h"
#include "source/confines.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const char *text = (const char *)data;
	struct cgroup_mounts mounts = {0};
	struct pairs settings = {0};
	struct cgroup_stat stat;
	struct cgroup_limit limit = cgroup_parse_max(text, size);

	assert(isnan(limit.quota_cpus) || limit.quota_cpus >= 0);
	limit = cgroup_parse_cfs(text, size, text, size);
	assert(isnan(limit.quota_cpus) || limit.quota_cpus == 1 || limit.quota_cpus == 0);
	cgroup_parse_stat(text, size, &stat);
	cgroup_mounts_parse(&mounts, text, size);
	free(cgroup_path_dup(text, size, "", &mounts.unified));
	free(cgroup_path_dup(text, size, "cpu", &mounts.cpu));
	cgroup_mounts_fini(&mounts);
	confines_parse_proc(text, size, &settings);
	pairs_fini(&settings);
	return 0;
}
