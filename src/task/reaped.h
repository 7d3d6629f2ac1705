/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Whose CPU it was: that of children that have exited.
 *
 * When a parent waits for a child, the kernel adds all the CPU of the child's life, and of the children it
 * had waited for in its turn, to the parent's child times (cutime, cstime).  Of that, what the child was seen to
 * use while it lived has been on its own row.  So a process that vanishes leaves a debt, what was shown of it, and
 * the next that its parent's child times grow by pays that first.  Only the rest is the parent's to show: what the
 * child used since it was last seen, and all of a child that was never seen.
 *
 * The debt is owed by the nearest ancestor that is still there: those between were waited for too, and what they
 * had got is part of what it gets.  A process is seen until it was waited for, so by the time it is missed the
 * kernel has paid; the parent may only have been read before, and then its next reading has it.  What has not
 * come by then was paid to another ancestor, for the parent died first and a subreaper or init waited, or to
 * nobody: the parent ignores SIGCHLD.  It is looked for further up, and then forgotten.
 *
 * A parent that waited has run to do so: its CPU clock moved, and its child times were read.  One whose
 * clock stood still was not read, and nothing can have come to it.
 *
 * What cannot be known: a child that is hidden from us (hidepid) was on no row, and when it ends its whole
 * life comes at once.  The interval cuts that to the CPU that has no other owner.
 *
 * Pure; the cost is a comparison for each process, and a search for each that vanished.
 */
#ifndef OVERTOP_TASK_REAPED_H
#define OVERTOP_TASK_REAPED_H

#include <stdint.h>

struct tasks;

/*
 * Sets reaped_ns and owed_ns of all processes of @now, a complete scan, from those of @before, the one before it, or
 * empty.  @tick_ns: of the kernel's times.  The growth of reaped_ns is what a process has from its children.
 */
void reaped_carry(const struct tasks *before, struct tasks *now, uint64_t tick_ns);

#endif
