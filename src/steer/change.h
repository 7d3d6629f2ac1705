/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * One change of where work runs: which CPUs an interrupt, a queue or a task may use.
 *
 * A change is a value: what it was, what it is to be, and the shell lines that do and undo it, which are shown
 * before anything is done and are the same as what is done.  Only placement_apply() touches the machine.
 */
#ifndef OVERTOP_STEER_CHANGE_H
#define OVERTOP_STEER_CHANGE_H

#include "base/arena.h"
#include "base/cpuset.h"
#include "source/placement.h"

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

/* What an error of it means for this kind of thing, translated: "managed by the kernel: cannot be moved". */
const char *steer_explain(const struct steer_target *target, int error);

#endif
