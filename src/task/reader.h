/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Reading what the kernel says of one task, by its files.
 */
#ifndef OVERTOP_TASK_READER_H
#define OVERTOP_TASK_READER_H

#include <stdbool.h>
#include <stddef.h>

struct numbers;
struct process;
struct task;

struct task_reader {
	int proc;     /* borrowed: the directory of processes */
	bool is_live; /* a file that is missing means that the task is gone */
	char *text;
	size_t len, capacity;
};

/* Where the files of a task stand: PID/task/TID, or PID alone (a dump without its threads). */
struct task_place {
	int pid, tid;
	bool is_flat;
};

void task_reader_init(struct task_reader *reader, bool is_live);
void task_reader_fini(struct task_reader *reader);

/* All: 0 or -errno; what could not be read stays as it was. */

/* PID/stat: @leader is as its leader, but with the times of the whole group. */
int task_reader_group(struct task_reader *reader, int pid, struct task *leader,
		      struct process *group);
/* The numbers of its threads. */
int task_reader_threads(struct task_reader *reader, int pid, struct numbers *tids);
/* The line that tells whether it ran since it was last read. */
int task_reader_gate(struct task_reader *reader, const struct task_place *place, struct task *task);
int task_reader_stat(struct task_reader *reader, const struct task_place *place, struct task *task);
/* Only a thread that is gone is an error: others may hide it. */
int task_reader_status(struct task_reader *reader, const struct task_place *place,
		       struct task *task);

#endif
