/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What the threads of a process had done that are gone.
 *
 * The kernel keeps the switches of a thread only while it lives (status speaks of one thread; only CPU time is
 * of the group).  So what each was last seen to have done is kept by its process: a sum over its threads and those
 * never falls when a thread exits.  What it did between that and its end is not known from files.
 *
 * Pure; processes whose clock stood still have the threads they had, and are not looked into.
 */
#ifndef OVERTOP_TASK_VANISHED_H
#define OVERTOP_TASK_VANISHED_H

struct tasks;

/* Sets gone_cswch and gone_nvcswch of all processes of @now, a complete scan, from @before, the one before. */
void vanished_carry(const struct tasks *before, struct tasks *now);

#endif
