/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "source/cpuswitch.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/perf_event.h>
#include <stdbool.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/counter.h"
#include "base/textfile.h"
#include "base/xalloc.h"

/* Descriptors that are left for everything else. */
enum { SPARE_DESCRIPTORS = 64 };

struct cpuswitch_event {
	int fd; /* -1: not open */
	bool is_asked;
	uint64_t opened_ns;
	uint64_t counted_ns; /* when it was read last */
};

/* What read() gives for the format below. */
struct reading {
	uint64_t count, enabled_ns, running_ns;
};

void cpuswitches_init(struct cpuswitches *switches)
{
	*switches = (struct cpuswitches){0};
}

void cpuswitches_fini(struct cpuswitches *switches)
{
	free(switches->cpus);
	cpuswitches_init(switches);
}

void cpuswitches_resize(struct cpuswitches *switches, size_t n_cpus)
{
	switches->cpus =
		xgrow(switches->cpus, &switches->capacity, n_cpus, sizeof(*switches->cpus));
	switches->n_cpus = n_cpus;
}

void cpuswitch_events_init(struct cpuswitch_events *events)
{
	*events = (struct cpuswitch_events){0};
}

static void close_event(struct cpuswitch_events *events, struct cpuswitch_event *event)
{
	if (event->fd < 0)
		return;
	close(event->fd);
	event->fd = -1;
	events->n_open--;
}

void cpuswitch_events_fini(struct cpuswitch_events *events)
{
	for (size_t i = 0; i < events->n_events; i++)
		close_event(events, &events->events[i]);
	cpuset_fini(&events->nohz_full);
	free(events->events);
	cpuswitch_events_init(events);
}

/* A thousand CPUs have more descriptors than a process may open unless it asks. */
static bool has_room(const struct cpuswitch_events *events)
{
	rlim_t want = events->n_open + SPARE_DESCRIPTORS;
	struct rlimit limit;

	if (getrlimit(RLIMIT_NOFILE, &limit) < 0)
		return false;
	if (want < limit.rlim_cur)
		return true;
	if (want >= limit.rlim_max)
		return false;
	limit.rlim_cur = limit.rlim_max - want > want ? 2 * want : limit.rlim_max;
	return setrlimit(RLIMIT_NOFILE, &limit) == 0;
}

/* The CPU has just gone, or something is scarce: it may be otherwise the next time. */
static bool is_passing(int error)
{
	return error == ENODEV || error == EMFILE || error == ENFILE || error == ENOMEM ||
	       error == EINTR;
}

static void open_event(struct cpuswitch_events *events, struct cpuswitch_event *event, int cpu)
{
	struct perf_event_attr attr = {
		.type = PERF_TYPE_SOFTWARE,
		.size = sizeof(attr),
		.config = PERF_COUNT_SW_CONTEXT_SWITCHES,
		.read_format = PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING,
	};

	if (events->error || cpuset_has(&events->nohz_full, (unsigned int)cpu) || !has_room(events))
		return;
	event->opened_ns = clock_monotonic_ns();
	event->counted_ns = 0;
	event->fd = (int)syscall(SYS_perf_event_open, &attr, -1, cpu, -1, PERF_FLAG_FD_CLOEXEC);
	if (event->fd >= 0)
		events->n_open++;
	else if (!is_passing(errno) && !events->n_open)
		events->error = -errno;
}

/* The event of a CPU that was taken offline since counts no more, even when the CPU is back. */
static bool read_event(struct cpuswitch_event *event, struct reading *reading)
{
	if (event->fd < 0 || read(event->fd, reading, sizeof(*reading)) != sizeof(*reading))
		return false;
	if (reading->enabled_ns <= event->counted_ns || reading->running_ns != reading->enabled_ns)
		return false;
	event->counted_ns = reading->enabled_ns;
	return true;
}

static struct cpuswitch_event *event_of(struct cpuswitch_events *events, int cpu)
{
	size_t n = (size_t)cpu + 1;

	events->events = xgrow(events->events, &events->capacity, n, sizeof(*events->events));
	for (; events->n_events < n; events->n_events++)
		events->events[events->n_events] = (struct cpuswitch_event){.fd = -1};
	return &events->events[cpu];
}

static void read_count(struct cpuswitch_events *events, struct cpuswitch_count *count)
{
	struct cpuswitch_event *event = event_of(events, count->cpu);
	struct reading reading;
	bool is_known = read_event(event, &reading);

	event->is_asked = true;
	if (!is_known) {
		close_event(events, event);
		open_event(events, event, count->cpu);
		is_known = read_event(event, &reading);
	}
	count->count = is_known ? reading.count : COUNTER_UNKNOWN;
	count->counted_ns = is_known ? reading.enabled_ns : 0;
	count->opened_ns = event->opened_ns;
}

/* It never changes.  Where there is none it says nothing or "(null)". */
static void read_nohz_full(struct cpuswitch_events *events)
{
	struct textfile file;

	textfile_init(&file);
	if (textfile_read_once(&file, AT_FDCWD, "/sys/devices/system/cpu/nohz_full") == 0)
		cpuset_parse_list(&events->nohz_full, file.text, file.len);
	textfile_fini(&file);
	events->has_nohz_full = true;
}

int cpuswitches_read(struct cpuswitch_events *events, struct cpuswitches *switches)
{
	if (events->error) {
		switches->n_cpus = 0;
		return events->error;
	}
	if (!events->has_nohz_full)
		read_nohz_full(events);
	for (size_t i = 0; i < events->n_events; i++)
		events->events[i].is_asked = false;
	for (size_t i = 0; i < switches->n_cpus; i++)
		read_count(events, &switches->cpus[i]);
	for (size_t i = 0; i < events->n_events; i++)
		if (!events->events[i].is_asked)
			close_event(events, &events->events[i]);
	return events->n_open ? 0 : events->error ? events->error : -ENODEV;
}
