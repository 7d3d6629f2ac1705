/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "interval/scans.h"

#include <string.h>

double pct_of(double used_s, double seconds, double highest)
{
	double pct = 100 * used_s / seconds;

	/* The counters and the time between them are read an instant apart. */
	return pct > highest ? highest : pct;
}

static bool was_born_here(const struct scans *scans, uint64_t start_ticks)
{
	return scans->is_live && scans->then && start_ticks != COUNTER_UNKNOWN &&
	       start_ticks + 1 >= scans->births_after;
}

/* Seconds since boot when a task was seen, which is some time after the scan began. */
static double uptime_at(const struct scans *scans, uint64_t seen_ns)
{
	int64_t since_begin_ns = (int64_t)(seen_ns - scans->now->begun_ns);

	if (!scans->is_live)
		return scans->dump_uptime_s;
	return ((double)scans->now->begun_boot_ns + (double)since_begin_ns) / 1e9;
}

double scans_seconds(const struct scans *scans, uint64_t then_ns, uint64_t now_ns,
		     uint64_t start_ticks)
{
	double life;

	if (then_ns)
		return interval_seconds(then_ns, now_ns);
	if (scans->then && was_born_here(scans, start_ticks))
		return interval_seconds(scans->then->begun_ns, now_ns);
	if (scans->then)
		return (double)NAN;
	life = uptime_at(scans, now_ns) - counter_value(start_ticks) / scans->ticks_per_s;
	return life > 0 ? life : (double)NAN;
}

struct scans scans_of(const struct sample *before, const struct sample *after)
{
	static const struct tasks nothing;
	struct scans scans = {
		.then = before ? &before->tasks : NULL,
		.now = &after->tasks,
		.ticks_per_s = after->ticks_per_s,
		.dump_uptime_s = (after->has & NEED_LOAD) ? after->load.uptime_s : (double)NAN,
		.is_live = after->is_live,
	};

	if (!before)
		return scans;
	if (!(before->has & NEED_TASKS)) {
		scans.then = &nothing;
		scans.births_after = UINT64_MAX;
		return scans;
	}
	if (before->has & after->has & NEED_EXITS)
		scans.exits = &after->exits;
	scans.births_after =
		(uint64_t)((double)before->tasks.begun_boot_ns / 1e9 * after->ticks_per_s);
	return scans;
}

void task_fill_names(struct interval *interval, const struct task *task, struct task_interval *row)
{
	row->pid = task->pid;
	row->ppid = task->ppid;
	row->cpu = task->cpu;
	row->uid = task->uid;
	row->nice = task->nice;
	row->rt_priority = task->rt_priority;
	row->policy = task->policy;
	row->state = task->state;
	row->is_kernel = task->is_kernel;
	row->start_ticks = task->start_ticks;
	row->name = arena_strndup(&interval->arena, task->name,
				  strnlen(task->name, sizeof(task->name)));
}

/*
 * The kernel scales user and system time to the exact run time and then cuts both to ticks, so over a
 * short time the ticks say how the time was split, not how much it was.  Without one the split is that of
 * the whole life: the time is less than a tick then.
 */
void task_split_cpu(double usr_ticks, double sys_ticks, uint64_t life_usr, uint64_t life_sys,
		    struct task_interval *row)
{
	double sum = usr_ticks + sys_ticks;

	if (!(sum > 0)) {
		usr_ticks = counter_value(life_usr);
		sys_ticks = counter_value(life_sys);
		sum = usr_ticks + sys_ticks;
	}
	row->usr_pct = row->cpu_pct == 0 ? 0 : row->cpu_pct * (usr_ticks / sum);
	row->sys_pct = row->cpu_pct == 0 ? 0 : row->cpu_pct * (sys_ticks / sum);
}
