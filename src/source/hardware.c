/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "source/hardware.h"

#include <linux/perf_event.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/counter.h"

static int open_counter(uint64_t event)
{
	struct perf_event_attr attributes = {
		.type = PERF_TYPE_HARDWARE,
		.size = sizeof(attributes),
		.config = event,
		.read_format = PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING,
		.inherit = 1,
	};

	return (int)syscall(SYS_perf_event_open, &attributes, 0, -1, -1, PERF_FLAG_FD_CLOEXEC);
}

void hardware_open(struct hardware *hardware)
{
	hardware->instructions_fd = open_counter(PERF_COUNT_HW_INSTRUCTIONS);
	hardware->cycles_fd = open_counter(PERF_COUNT_HW_CPU_CYCLES);
}

bool hardware_is_open(const struct hardware *hardware)
{
	return hardware->instructions_fd >= 0 || hardware->cycles_fd >= 0;
}

static void close_counter(int *fd)
{
	if (*fd >= 0)
		close(*fd);
	*fd = -1;
}

void hardware_close(struct hardware *hardware)
{
	close_counter(&hardware->instructions_fd);
	close_counter(&hardware->cycles_fd);
}

static uint64_t read_counter(int fd)
{
	/* In the order of the bits of read_format. */
	struct {
		uint64_t count, enabled_ns, running_ns;
	} values;

	if (fd < 0 || read(fd, &values, sizeof(values)) != (ssize_t)sizeof(values) ||
	    values.running_ns == 0 || values.running_ns < values.enabled_ns)
		return COUNTER_UNKNOWN;
	return values.count;
}

struct hardware_counts hardware_read(const struct hardware *hardware)
{
	return (struct hardware_counts){
		.instructions = read_counter(hardware->instructions_fd),
		.cycles = read_counter(hardware->cycles_fd),
	};
}
