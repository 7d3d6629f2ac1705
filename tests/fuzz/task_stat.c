/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "fuzz.h"

#undef NDEBUG
#include <assert.h>
#include <string.h>

#include "task/parse.h"
#include "task/task.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct process group;
	struct task task;

	task_init(&task);
	process_init(&group);
	if (task_parse_stat((const char *)data, size, &task, &group) == 0) {
		assert(strlen(task.name) < TASK_NAME_SIZE);
		assert(task.tid >= 0 && group.pid == task.tid);
		assert(group.start_ticks == task.start_ticks);
		assert(group.utime_ticks == task.utime_ticks);
	}
	return 0;
}
