/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "fuzz.h"

#undef NDEBUG
#include <assert.h>
#include <string.h>

#include "netlink/taskstats.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct task_usage usage;
	uint32_t sequence;

	if (taskstats_parse_message(data, size, &sequence, &usage) == 0) {
		assert(usage.tid > 0);
		assert(strlen(usage.name) < TASKSTATS_NAME_SIZE);
		assert(!usage.is_last || usage.pid > 0);
	}
	taskstats_parse(data, size, &usage);
	return 0;
}
