/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "fuzz.h"

#undef NDEBUG
#include <assert.h>

#include "base/counter.h"
#include "task/parse.h"
#include "task/task.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct task task;

	task_init(&task);
	if (task_parse_status((const char *)data, size, &task) < 0)
		assert(task.cswch == COUNTER_UNKNOWN && task.nvcswch == COUNTER_UNKNOWN &&
		       task.uid == UINT32_MAX);
	assert(task.tid == 0 && task.start_ticks == COUNTER_UNKNOWN);
	return 0;
}
