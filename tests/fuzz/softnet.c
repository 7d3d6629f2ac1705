/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "fuzz.h"

#include <assert.h>

#include "base/counter.h"
#include "base/cpuset.h"
#include "source/softnet.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct softnets softnets;

	softnets_init(&softnets);
	softnets_parse((const char *)data, size, &softnets);
	for (size_t i = 0; i < softnets.n_rows; i++) {
		const struct softnet *row = &softnets.rows[i];

		assert(row->cpu >= -1 && row->cpu <= CPUSET_MAX);
		assert(row->cpu < 0 || softnets.names_cpus);
		for (size_t k = 0; k < N_SOFTNET_COUNTS; k++)
			assert(row->counts[k] <= UINT32_MAX || row->counts[k] == COUNTER_UNKNOWN);
	}
	softnets_fini(&softnets);
	return 0;
}
