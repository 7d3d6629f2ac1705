/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What this user may steer, and which threads a process has. */
#ifndef OVERTOP_STEER_REACH_H
#define OVERTOP_STEER_REACH_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "steer/change.h"

/* 0, or -errno as steer_apply() would say, as far as can be known without doing it. */
int reach_check(const struct steer_target *target);

/* Only this user is touched by it: a task of its own. */
bool reach_is_own(const struct steer_target *target);

/*
 * The targets to be changed: itself, or of a process each of its threads, its first one first.  In @arena.  0 or
 * -errno: there are none any more.
 */
int reach_targets(const struct steer_target *target, struct arena *arena,
		  const struct steer_target **targets, size_t *n);

#endif
