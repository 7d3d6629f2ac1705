/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The text of /proc/PID/task/TID/{stat,status,schedstat}.
 *
 * Pure.  Each sets what the text says and leaves the rest as it was: start from task_init().  A number
 * counts only when its end is seen, so that a text that was cut gives fewer values, never wrong ones.
 */
#ifndef OVERTOP_TASK_PARSE_H
#define OVERTOP_TASK_PARSE_H

#include <stddef.h>

struct process;
struct task;

/*
 * Sets tid from the first field.  @group may be NULL; else the text is /proc/PID/stat, and the times of
 * the group, its pid and, in n_threads, num_threads are set too.  -EINVAL without a name and a state.
 */
int task_parse_stat(const char *text, size_t len, struct task *task, struct process *group);
/* -EINVAL when it has neither a user nor a switch count. */
int task_parse_status(const char *text, size_t len, struct task *task);
/* -EINVAL without three numbers. */
int task_parse_schedstat(const char *text, size_t len, struct task *task);

#endif
