/* SPDX-License-Identifier: GPL-2.0-or-later */
/* How rules speak of tasks, and the commands that let them run elsewhere, or before others. */
#include "config.h"

#include "interval.h"
#include "join/crowd.h"
#include "rule/rule.h"

enum { LEAST_NICE = -20, MOST_NICE = 19 };

const char *rule_task(const struct judging *judging, const struct task_interval *task)
{
	return arena_printf(judging->arena, "%s (%d)", task->name,
			    task->tid ? task->tid : task->pid);
}

const char *rule_number(const struct judging *judging, int number)
{
	return arena_printf(judging->arena, "%d", number);
}

void rule_renice(struct judging *judging, struct finding *finding, const struct task_interval *task,
		 int steps)
{
	int nice = task->nice + steps;

	nice = nice < LEAST_NICE ? LEAST_NICE : nice > MOST_NICE ? MOST_NICE : nice;
	if (task->is_kernel || is_real_time(task) || nice == task->nice)
		return;
	rule_mend(judging, finding, "renice -n %d -p %d", nice, task->pid);
	rule_undo(judging, finding, "renice -n %d -p %d", task->nice, task->pid);
}

/* Threads of the kernel stay where they are. */
void rule_let_go(struct judging *judging, struct finding *finding,
		 const struct task_interval *thread)
{
	const struct interval *interval = judging->interval;

	if (thread->is_kernel || !is_confined(thread, interval))
		return;
	rule_mend(judging, finding, "taskset -acp %s %d",
		  rule_cpus(judging, cpus_of(interval, judging->arena)), thread->pid);
	rule_undo(judging, finding, "taskset -acp %s %d", rule_cpus(judging, thread->allowed),
		  thread->pid);
}
