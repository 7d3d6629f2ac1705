/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "source/exits.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/counter.h"
#include "base/textfile.h"
#include "base/xalloc.h"
#include "task/task.h"
#include "task/usage.h"

/* Room for so many is kept; what more a burst takes is given back. */
enum { KEPT_MOST = 4096 };

void exits_init(struct exits *exits)
{
	*exits = (struct exits){0};
}

void exits_fini(struct exits *exits)
{
	free(exits->usages);
	free(exits->by_pid);
	exits_init(exits);
}

/* All CPUs that this machine may ever have: those that come later are heard, too. */
static struct taskstats_listener *listen_everywhere(void)
{
	struct taskstats_listener *taskstats = NULL;
	struct textfile file;

	textfile_init(&file);
	if (textfile_read_once(&file, AT_FDCWD, "/sys/devices/system/cpu/possible") == 0) {
		file.text[strcspn(file.text, "\n")] = '\0';
		taskstats = taskstats_listen(file.text);
	}
	textfile_fini(&file);
	return taskstats;
}

void exit_listener_open(struct exit_listener *listener)
{
	if (listener->taskstats || listener->is_refused)
		return;
	listener->taskstats = listen_everywhere();
	listener->is_refused = !listener->taskstats;
	listener->since_ns = clock_monotonic_ns();
	listener->n_lost = 0;
}

void exit_listener_close(struct exit_listener *listener)
{
	taskstats_listener_free(listener->taskstats);
	listener->taskstats = NULL;
}

static void empty(struct exits *exits)
{
	if (exits->capacity > KEPT_MOST)
		exits_fini(exits);
	exits->n_usages = exits->n_homeless = 0;
}

static void add(struct exits *exits, const struct task_usage *usages, size_t n)
{
	if (exits->n_usages + n > exits->capacity) {
		exits->usages = xgrow(exits->usages, &exits->capacity, exits->n_usages + n,
				      sizeof(*exits->usages));
		exits->by_pid =
			xreallocarray(exits->by_pid, exits->capacity, sizeof(*exits->by_pid));
	}
	memcpy(exits->usages + exits->n_usages, usages, n * sizeof(*usages));
	exits->n_usages += n;
	for (size_t i = 0; i < n; i++)
		exits->n_homeless += usages[i].pid < 0;
}

static void count_lost(struct exit_listener *listener, struct exits *exits)
{
	uint64_t lost = taskstats_count_lost(listener->taskstats);

	/* 32 bits in the kernel. */
	exits->n_lost = lost == COUNTER_UNKNOWN ? lost : (uint32_t)(lost - listener->n_lost);
	listener->n_lost = lost;
}

int exits_read(struct exit_listener *listener, struct exits *exits)
{
	const struct task_usage *usages;
	size_t n;

	empty(exits);
	if (!listener->taskstats)
		return -ENOTCONN;
	while ((n = taskstats_hear(listener->taskstats, &usages)))
		add(exits, usages, n);
	count_lost(listener, exits);
	exits->begun_ns = listener->since_ns;
	exits->read_ns = listener->since_ns = clock_monotonic_ns();
	return 0;
}

static int order(int left, int right)
{
	return (left > right) - (left < right);
}

static int compare(const void *left, const void *right)
{
	const struct task_usage *a = *(const struct task_usage *const *)left;
	const struct task_usage *b = *(const struct task_usage *const *)right;
	int by_pid = order(a->pid, b->pid);
	int by_tid = order(a->tid, b->tid);

	if (by_pid)
		return by_pid;
	return by_tid ? by_tid : (a > b) - (a < b);
}

static void sort(struct exits *exits)
{
	for (size_t i = 0; i < exits->n_usages; i++)
		exits->by_pid[i] = &exits->usages[i];
	if (exits->n_usages)
		qsort(exits->by_pid, exits->n_usages, sizeof(*exits->by_pid), compare);
}

/* The first of by_pid that is not below (@pid, @tid). */
static size_t find(const struct exits *exits, int pid, int tid)
{
	size_t low = 0, high = exits->n_usages;

	while (low < high) {
		size_t middle = low + (high - low) / 2;
		const struct task_usage *usage = exits->by_pid[middle];
		int by_pid = order(usage->pid, pid);

		if (by_pid < 0 || (!by_pid && usage->tid < tid))
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

const struct task_usage *const *exits_of(const struct exits *exits, int pid, size_t *n)
{
	size_t first = find(exits, pid, 0), end = find(exits, pid + 1, 0);

	*n = end - first;
	return *n ? exits->by_pid + first : NULL;
}

/* All that have no pid stand first, by tid. */
static void house(struct exits *exits, const struct task *task, size_t n_threads,
		  const struct task_sighting *sighting)
{
	for (size_t i = find(exits, -1, task->tid); i < exits->n_usages; i++) {
		struct task_usage *usage = &exits->usages[exits->by_pid[i] - exits->usages];

		if (usage->pid >= 0 || usage->tid != task->tid)
			return;
		if (!task_usage_is_of(usage, task, sighting))
			continue;
		usage->pid = task->pid;
		usage->is_last = n_threads == 1;
		exits->n_homeless--;
		return;
	}
}

void exits_house(struct exits *exits, const struct tasks *tasks, double ticks_per_s)
{
	struct task_sighting sighting = {
		.tasks = tasks, .ticks_per_s = ticks_per_s, .told_ns = exits->read_ns};

	if (!exits->n_homeless)
		return;
	sort(exits);
	for (size_t i = 0; i < tasks->n_processes && exits->n_homeless; i++) {
		const struct process *process = &tasks->processes[i];

		for (size_t t = 0; t < process->n_threads; t++)
			house(exits, &tasks->threads[process->first + t], process->n_threads,
			      &sighting);
	}
}

void exits_sort(struct exits *exits)
{
	for (size_t i = 0; i < exits->n_usages && exits->n_homeless; i++) {
		struct task_usage *usage = &exits->usages[i];

		if (usage->pid >= 0)
			continue;
		usage->pid = usage->tid;
		usage->is_last = true;
	}
	exits->n_homeless = 0;
	sort(exits);
}
