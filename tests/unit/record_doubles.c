/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Every number of an interval is in a recording of it. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

#include "recorded.h"

/* Where members are that are no doubles. */
static const size_t cpu_others[] = {
	offsetof(struct cpu_interval, cpu),
};
static const size_t softirq_others[] = {
	offsetof(struct softirq_interval, name),
	offsetof(struct softirq_interval, hottest_cpu),
	offsetof(struct softirq_interval, per_cpu),
};
static const size_t irq_others[] = {
	offsetof(struct irq_interval, label),       offsetof(struct irq_interval, chip),
	offsetof(struct irq_interval, name),        offsetof(struct irq_interval, irq),
	offsetof(struct irq_interval, hottest_cpu), offsetof(struct irq_interval, per_cpu),
	offsetof(struct irq_interval, on),          offsetof(struct irq_interval, asked),
	offsetof(struct irq_interval, effective),   offsetof(struct irq_interval, node),
	offsetof(struct irq_interval, device),      offsetof(struct irq_interval, queue_kind),
	offsetof(struct irq_interval, queue),
};
static const size_t task_others[] = {
	offsetof(struct task_interval, tid),          offsetof(struct task_interval, ppid),
	offsetof(struct task_interval, start_ticks),  offsetof(struct task_interval, uid),
	offsetof(struct task_interval, policy),       offsetof(struct task_interval, name),
	offsetof(struct task_interval, command_line), offsetof(struct task_interval, n_threads),
	offsetof(struct task_interval, first),        offsetof(struct task_interval, n_listed),
	offsetof(struct task_interval, wchan),        offsetof(struct task_interval, allowed),
};

static const size_t softnet_others[] = {
	offsetof(struct softnet_interval, cpu),
};
static const size_t netdev_others[] = {
	offsetof(struct netdev_interval, name),     offsetof(struct netdev_interval, driver),
	offsetof(struct netdev_interval, node),     offsetof(struct netdev_interval, queues),
	offsetof(struct netdev_interval, n_queues),
};
static const size_t exited_others[] = {
	offsetof(struct exited_interval, name),
	offsetof(struct exited_interval, parent_name),
	offsetof(struct exited_interval, ppid),
};
static const size_t cgroup_others[] = {
	offsetof(struct cgroup_interval, path),
};
static const size_t sockets_others[] = {
	offsetof(struct sockets_interval, top),
	offsetof(struct sockets_interval, listener),
};

/* Structs as they were written and as they were read, in slots of 8 bytes. */
static const struct pair {
	size_t offset; /* in struct record, of the struct or of the pointer to the first of them */
	bool is_pointer;
	size_t size;
	const size_t *others;
	size_t n_others;
} pairs[] = {
	{offsetof(struct record, interval.totals), false, sizeof(struct totals), NULL, 0},
	{offsetof(struct record, interval.sockets), false, sizeof(struct sockets_interval),
	 sockets_others, sizeof(sockets_others) / sizeof(size_t)},
	{offsetof(struct record, interval.all), false, sizeof(struct cpu_interval), cpu_others, 1},
	{offsetof(struct record, interval.cpus), true, sizeof(struct cpu_interval), cpu_others, 1},
	{offsetof(struct record, interval.softirqs), true, sizeof(struct softirq_interval),
	 softirq_others, sizeof(softirq_others) / sizeof(size_t)},
	{offsetof(struct record, interval.irqs), true, sizeof(struct irq_interval), irq_others,
	 sizeof(irq_others) / sizeof(size_t)},
	{offsetof(struct record, interval.processes), true, sizeof(struct task_interval),
	 task_others, sizeof(task_others) / sizeof(size_t)},
	{offsetof(struct record, interval.threads), true, sizeof(struct task_interval), task_others,
	 sizeof(task_others) / sizeof(size_t)},
	{offsetof(struct record, interval.softnets), true, sizeof(struct softnet_interval),
	 softnet_others, 1},
	{offsetof(struct record, interval.netdevs), true, sizeof(struct netdev_interval),
	 netdev_others, sizeof(netdev_others) / sizeof(size_t)},
	{offsetof(struct record, interval.exited), true, sizeof(struct exited_interval),
	 exited_others, sizeof(exited_others) / sizeof(size_t)},
	{offsetof(struct record, interval.cgroups), true, sizeof(struct cgroup_interval),
	 cgroup_others, 1},
};

#define N_PAIRS (sizeof(pairs) / sizeof(*pairs))

static char *struct_of(struct record *record, const struct pair *pair)
{
	void *at = (char *)record + pair->offset;

	return pair->is_pointer ? *(char **)at : at;
}

static bool is_double(const struct pair *pair, size_t offset)
{
	for (size_t i = 0; i < pair->n_others; i++)
		if (pair->others[i] / sizeof(double) == offset / sizeof(double))
			return false;
	return true;
}

static void make_doubles(struct record *record, const struct pair *pair)
{
	for (size_t offset = 0; offset < pair->size; offset += sizeof(double)) {
		double value = 1.7 + (double)offset;

		if (is_double(pair, offset))
			memcpy(struct_of(record, pair) + offset, &value, sizeof(value));
	}
}

static void assert_doubles(struct record *before, struct record *after, const struct pair *pair)
{
	for (size_t offset = 0; offset < pair->size; offset += sizeof(double))
		if (is_double(pair, offset) &&
		    memcmp(struct_of(before, pair) + offset, struct_of(after, pair) + offset,
			   sizeof(double)) != 0)
			fail_msg("pair %zu: what is at %zu is not kept", (size_t)(pair - pairs),
				 offset);
}

/* One that is in no table of fields is found here. */
static void every_double_is_recorded(void **state)
{
	struct recorded made;
	struct record again;
	size_t len;
	const char *line;

	(void)state;
	recorded_init(&made, 1, 1, 1);
	for (size_t i = 0; i < N_PAIRS; i++)
		make_doubles(&made.record, &pairs[i]);
	line = record_write(&made.record, &made.arena, &len);
	record_init(&again);
	read_line(&again, line, len);
	for (size_t i = 0; i < N_PAIRS; i++)
		assert_doubles(&made.record, &again, &pairs[i]);
	record_fini(&again);
	recorded_fini(&made);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_double_is_recorded),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
