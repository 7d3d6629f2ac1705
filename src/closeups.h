/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Which threads of an interval are worth a closer look (source/closeup.h): those in state D, those that waited
 * most for a CPU, and those that slept and woke most often.  There are limits to each kind, so that 30,000
 * threads cost no more than a few: 2 ms where all are full.
 */
#ifndef OVERTOP_CLOSEUPS_H
#define OVERTOP_CLOSEUPS_H

struct closeup;
struct interval;

/* Puts what is seen on the rows of the threads, and of a leader's on that of its process. */
void closeups_add(struct closeup *closeup, struct interval *interval);

#endif
