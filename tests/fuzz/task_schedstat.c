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
	if (task_parse_schedstat((const char *)data, size, &task) < 0)
		assert(task.run_ns == COUNTER_UNKNOWN && task.wait_ns == COUNTER_UNKNOWN &&
		       task.switches == COUNTER_UNKNOWN);
	else
		assert(task.run_ns != COUNTER_UNKNOWN && task.switches != COUNTER_UNKNOWN);
	return 0;
}
