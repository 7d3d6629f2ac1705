/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "fuzz.h"

#include <assert.h>
#include <string.h>

#include "source/softirqs.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct softirqs softirqs;

	softirqs_init(&softirqs);
	softirqs_parse((const char *)data, size, &softirqs);
	assert(softirqs.n_types * softirqs.n_cpus <= softirqs.counts_capacity);
	for (size_t i = 0; i < softirqs.n_types; i++)
		assert(strlen(softirqs.types[i].name) < softirqs.types[i].name_capacity);
	softirqs_fini(&softirqs);
	return 0;
}
