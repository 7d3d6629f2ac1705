/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Where an interrupt, a queue or a task may run: read from the kernel, and told to it.
 *
 * The only thing that overtop ever writes to the kernel, and only when somebody said yes (steer/, steering.h).
 */
#ifndef OVERTOP_SOURCE_PLACEMENT_H
#define OVERTOP_SOURCE_PLACEMENT_H

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
	STEER_PROCESS, /* of each of its threads: is taken apart (placement_targets()) and never applied itself */
};

/* What is steered. */
struct steer_target {
	enum steer_kind kind;
	int number;         /* of the IRQ, the queue, the thread or process */
	const char *device; /* of a queue: the interface; raw, borrowed */
	uint64_t
		start_ticks; /* of a thread: when it started; another with its number is left alone */
};

/* A thread or a process. */
bool placement_is_task(const struct steer_target *target);

/* The file that the kernel has for it, in @arena; NULL: a task has none. */
const char *placement_path(const struct steer_target *target, struct arena *arena);

/* Where it may run now, as the kernel says; of a process its first thread. */
int placement_read(const struct steer_target *target, struct cpuset *cpus);
/* Of an IRQ: where it does go (effective_affinity_list).  -ENOENT: the kernel does not say. */
int placement_read_effective(const struct steer_target *target, struct cpuset *cpus);
/* 0 or -errno. */
int placement_apply(const struct steer_target *target, const struct cpuset *cpus);

/* CPUs as the kernel wants them there: a list, or a mask. */
const char *placement_text(const struct steer_target *target, const struct cpuset *cpus,
			   struct arena *arena);

/* 0, or -errno as placement_apply() would say, as far as can be known without doing it. */
int placement_check(const struct steer_target *target);

/* Only this user is touched by it: a task of its own. */
bool placement_is_own(const struct steer_target *target);

/*
 * The targets to be changed: itself, or of a process each of its threads, its first one first.  In @arena.  0 or
 * -errno: there are none any more.
 */
int placement_targets(const struct steer_target *target, struct arena *arena,
		      const struct steer_target **targets, size_t *n);

#endif
