/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "fuzz.h"

#include <assert.h>

#include "source/procstat.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct procstat stat;

	procstat_init(&stat);
	procstat_parse((const char *)data, size, &stat);
	for (size_t i = 1; i < stat.n_cpus; i++)
		assert(stat.cpus[i - 1].cpu < stat.cpus[i].cpu);
	procstat_fini(&stat);
	return 0;
}
