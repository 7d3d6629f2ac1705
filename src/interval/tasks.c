/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Threads and processes between two scans.
 *
 * A task is its tid and start time.  One that the scan before did not have was born within the
 * interval if its start time says so: then its counters began at 0 and all they hold happened here.
 * Else (it had been hidden) it has no rate yet.  A process sums the deltas of its threads, for what
 * /proc/PID says of switches and waiting is of its leader alone; CPU it takes from the group's clock,
 * which has exited threads too: interval/processes.c.
 */
#include "config.h"

#include "interval/scans.h"

static double task_cpu_s(const struct task *then, const struct task *now, double ticks_per_s)
{
	double run_ns = grown(then ? &then->run_ns : NULL, now->run_ns);

	if (!isnan(run_ns))
		return run_ns / 1e9;
	return (grown(then ? &then->utime_ticks : NULL, now->utime_ticks) +
		grown(then ? &then->stime_ticks : NULL, now->stime_ticks)) /
	       ticks_per_s;
}

static bool did_something(const struct task_interval *row, double cpu_s)
{
	/* Unknown counts as having run: nobody can say that it did not. */
	return !(cpu_s == 0) || !(row->switches_per_s == 0);
}

static void fill_thread(struct interval *interval, const struct scans *scans,
			const struct task *then, const struct task *now, struct task_interval *row)
{
	double cpu_s, cswch, nvcswch;

	task_fill_names(interval, now, row);
	row->tid = now->tid;
	row->seconds =
		scans_seconds(scans, then ? then->seen_ns : 0, now->seen_ns, now->start_ticks);
	cpu_s = task_cpu_s(then, now, scans->ticks_per_s);
	row->cpu_pct = pct_of(cpu_s, row->seconds, 100);
	task_split_cpu(grown(then ? &then->utime_ticks : NULL, now->utime_ticks),
		       grown(then ? &then->stime_ticks : NULL, now->stime_ticks), now->utime_ticks,
		       now->stime_ticks, row);
	row->wait_pct =
		pct_of(grown(then ? &then->wait_ns : NULL, now->wait_ns) / 1e9, row->seconds, 100);
	cswch = grown(then ? &then->cswch : NULL, now->cswch);
	nvcswch = grown(then ? &then->nvcswch : NULL, now->nvcswch);
	row->cswch_per_s = cswch / row->seconds;
	row->nvcswch_per_s = nvcswch / row->seconds;
	row->switches_per_s = row->cswch_per_s + row->nvcswch_per_s;
	row->cswch = counter_value(now->cswch);
	row->nvcswch = counter_value(now->nvcswch);
	row->cpu_s = task_cpu_s(NULL, now, scans->ticks_per_s);
	row->child_pct = (double)NAN;
	row->total_pct = row->cpu_pct;
	row->ran = did_something(row, cpu_s);
}

static void fill_threads(struct interval *interval, const struct scans *scans,
			 const struct process *then, const struct process *now)
{
	size_t next = 0;

	for (size_t i = 0; i < now->n_threads; i++) {
		const struct task *task = &scans->now->threads[now->first + i];
		const struct task *before =
			then ? tasks_same_thread(scans->then, then, task, &next) : NULL;
		struct task_interval *row = &interval->threads[now->first + i];

		if (before && task_was_taken_over(then, now, before, task))
			before = NULL;
		row->n_threads = now->n_threads;
		fill_thread(interval, scans, before, task, row);
	}
}

void interval_fill_tasks(struct interval *interval, const struct sample *before,
			 const struct sample *after)
{
	struct scans scans = scans_of(before, after);
	const struct tasks *now = scans.now;
	size_t next = 0;

	if (!(after->has & NEED_TASKS))
		return;
	interval->has_tasks = true;
	interval->has_wait = now->has_wait;
	interval->n_threads = now->n_threads;
	interval->threads =
		arena_alloc(&interval->arena, now->n_threads, sizeof(*interval->threads));
	interval->processes =
		arena_alloc(&interval->arena, now->n_processes, sizeof(*interval->processes));
	for (size_t i = 0; i < now->n_processes; i++) {
		const struct process *process = &now->processes[i];
		const struct process *then =
			scans.then ? tasks_same_process(scans.then, process, &next) : NULL;

		/* One whose threads all vanished while it was read has no row. */
		if (!process->n_threads)
			continue;
		fill_threads(interval, &scans, then, process);
		interval_fill_process(interval, &scans, then, process,
				      &interval->processes[interval->n_processes++]);
	}
}
