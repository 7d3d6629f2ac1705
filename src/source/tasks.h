/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * All tasks of the machine, read cheaply.
 *
 * A task that did not run did not switch, appear, exit or change its name, and the CPU clock of its
 * process (one system call, nothing opened, no privilege) then stands still.  A scan reads each
 * process's clock, copies from the scan before what has not run, and visits the rest
 * (task/visit.h), where each thread is gated in its turn.  A few of the threads that stand still are
 * read all the same each time, in rotation: others may have changed their nice value, and the kernel
 * counts a switch just after it has stopped the clock.
 *
 * Which processes there are is known from the scan before: those that are gone have no clock, and those that
 * were born are among the pids given out since.  /proc is listed when these are many, and now and then.
 *
 * A task that was only woken, and waits for a CPU, has not run: its state still reads S.
 *
 * A scan goes in steps, so that a key is answered however many threads there are.
 */
#ifndef OVERTOP_SOURCE_TASKS_H
#define OVERTOP_SOURCE_TASKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "task/parse.h"
#include "task/task.h"

struct task_scan;

/*
 * @is_live false: a dump, where CPU clocks would speak of this machine; every file is read.
 * @may_netlink: threads are asked by taskstats where the kernel allows it.
 */
struct task_scan *task_scan_new(bool is_live, bool may_netlink);
void task_scan_free(struct task_scan *scan);

/*
 * Begins a scan into @now.  @before is the scan before it, complete, or empty for the first; both must
 * stay until the scan is done.  0 or -errno (/proc cannot be listed).
 */
int task_scan_begin(struct task_scan *scan, const struct tasks *before, struct tasks *now);
/* Goes on for about @budget_ns; true when the scan is done and now->is_complete is set. */
bool task_scan_step(struct task_scan *scan, uint64_t budget_ns);
/* Processes done and found, for "scanning 12,000/30,000". */
void task_scan_progress(const struct task_scan *scan, size_t *done, size_t *total);
/* The numbers in /proc are those that system calls understand: it is of this machine and PID namespace. */
bool task_scan_has_our_pids(const struct task_scan *scan);
/* By taskstats, not by files alone. */
bool task_scan_has_taskstats(const struct task_scan *scan);

#endif
