/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A change as a line that undoes it: a shell line, and behind a # the same to be read back.
 *
 *   echo 0-3 >/proc/irq/30/smp_affinity_list # irq 30 0-3 2
 *   echo 0 >/sys/class/net/eth0/queues/rx-0/rps_cpus # rps 0 - 0-1 eth0
 *   taskset -cp 0-3 4712 # task 4712 0-3 2 891234 +
 *
 * Kind, number, CPUs before, CPUs after (a list each, - for none), and of a queue its interface, of a thread when
 * it started.  A + at the end: it was made together with the line before, and is undone with it.
 */
#ifndef OVERTOP_STEER_UNDO_LINE_H
#define OVERTOP_STEER_UNDO_LINE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "steer/change.h"

/* What the names of all files with such lines begin with. */
#define UNDO_PREFIX "undo-"

/* With its newline. */
const char *undo_line_format(const struct change *change, bool is_joined, struct arena *arena);

/* 0, with @change to be finished; or -EINVAL, whatever the line holds. */
int undo_line_parse(const char *line, size_t len, struct change *change, bool *is_joined);

#endif
