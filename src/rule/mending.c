/* SPDX-License-Identifier: GPL-2.0-or-later */
/* How rules speak of tasks, and the commands that let them run elsewhere, or before others. */
#include "config.h"

#include <string.h>

#include "base/i18n.h"
#include "base/i18n.h"
#include "interval.h"
#include "join/crowd.h"
#include "join/top.h"
#include "rule/rule.h"

/* Threads that are in the kernel for less of a CPU are not worth a line; nor are more of them. */
static const double least_sys_pct = 10;
enum { MOST_IN_KERNEL = 2 };

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

/* What ksoftirqd does is told of by itself. */
static bool is_worth_a_line(const struct task_interval *thread)
{
	return thread->sys_pct >= least_sys_pct &&
	       !(thread->is_kernel && strncmp(thread->name, "ksoftirqd/", 10) == 0);
}

void rule_show_in_kernel(struct judging *judging, struct finding *finding)
{
	const struct interval *interval = judging->interval;
	struct top top = {.n = 0};

	for (size_t i = 0; i < interval->n_threads; i++)
		if (is_worth_a_line(&interval->threads[i]))
			top_add(&top, &interval->threads[i], interval->threads[i].sys_pct);
	for (size_t i = 0; i < top.n && i < MOST_IN_KERNEL; i++)
		rule_show(judging, finding, rule_task(judging, top.rows[i]),
			  _("sy %s%%, last on cpu%d"), rule_pct(judging, top.rows[i]->sys_pct),
			  top.rows[i]->cpu);
}

void rule_renice(struct judging *judging, struct finding *finding, const struct task_interval *task,
		 int steps)
{
	int nice = task->nice + steps;

	nice = nice < LEAST_NICE ? LEAST_NICE : nice > MOST_NICE ? MOST_NICE : nice;
	if (task->is_kernel || task->pid <= 1 || is_real_time(task) || nice == task->nice)
		return;
	rule_show(judging, finding,
		  arena_printf(judging->arena, _("nice value of %s"), rule_task(judging, task)),
		  _("%d now"), task->nice);
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
