/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * One change of where work runs: which CPUs an interrupt, a queue or a task may use.
 *
 * A change is a value: what it was, what it is to be, and the shell lines that do and undo it, which are shown
 * before anything is done and are the same as what is done.  Only steer_apply() touches the machine.
 */
#ifndef OVERTOP_STEER_CHANGE_H
#define OVERTOP_STEER_CHANGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/cpuset.h"

enum steer_kind {
	STEER_IRQ, /* /proc/irq/N/smp_affinity_list */
	STEER_RPS, /* /sys/class/net/IF/queues/rx-N/rps_cpus: who takes in what came to this queue */
	STEER_XPS,  /* /sys/class/net/IF/queues/tx-N/xps_cpus: who sends by this queue */
	STEER_TASK, /* sched_setaffinity() of one thread */
	STEER_PROCESS, /* of each of its threads: is taken apart (steer/reach.h) and never applied itself */
};

/* What is steered. */
struct steer_target {
	enum steer_kind kind;
	int number;         /* of the IRQ, the queue, the thread or process */
	const char *device; /* of a queue: the interface; raw, borrowed */
	uint64_t
		start_ticks; /* of a thread: when it started; another with its number is left alone */
};

/* Owns its sets; all zero is valid. */
struct change {
	struct steer_target target; /* its device is owned */
	struct cpuset before, after;
};

/* @before is read from the machine: 0, or -errno: it cannot be read, or the thread is another. */
int change_init(struct change *change, const struct steer_target *target,
		const struct cpuset *after);
void change_fini(struct change *change);

/* "echo 2 >/proc/irq/30/smp_affinity_list", "taskset -cp 0-3 4711": with @after, or with @before. */
const char *change_command(const struct change *change, struct arena *arena);
const char *change_undo_command(const struct change *change, struct arena *arena);

/* The file that the kernel has for it, in @arena; NULL: a task has none. */
const char *steer_path(const struct steer_target *target, struct arena *arena);

/* Where it may run now, as the kernel says; of a process its first thread. */
int steer_read(const struct steer_target *target, struct cpuset *cpus);
/* Of an IRQ: where it does go (effective_affinity_list).  -ENOENT: the kernel does not say. */
int steer_read_effective(const struct steer_target *target, struct cpuset *cpus);
/* 0 or -errno. */
int steer_apply(const struct steer_target *target, const struct cpuset *cpus);
/* What an error of it means for this kind of thing, translated: "managed by the kernel: cannot be moved". */
const char *steer_explain(const struct steer_target *target, int error);

#endif
