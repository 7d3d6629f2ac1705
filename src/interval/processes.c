/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Rows of processes: sums of their threads, times of the group, and the CPU of children that exited. */
#include "config.h"

#include "interval/ending.h"
#include "interval/scans.h"

/* A leader that has exited waits for its threads as a zombie. */
static bool is_dead(char state)
{
	return state == 'Z' || state == 'X';
}

/* What only the threads know, summed; a thread without a rate yet is left out. */
static void sum_threads(const struct interval *interval, struct task_interval *row)
{
	row->wait_pct = row->cswch_per_s = row->nvcswch_per_s = (double)NAN;
	row->cswch = row->nvcswch = row->cpu_pct = (double)NAN;
	for (size_t i = 0; i < row->n_listed; i++) {
		const struct task_interval *thread = &interval->threads[row->first + i];

		row->wait_pct = known_sum(row->wait_pct, thread->wait_pct);
		row->cpu_pct = known_sum(row->cpu_pct, thread->cpu_pct);
		row->cswch_per_s = known_sum(row->cswch_per_s, thread->cswch_per_s);
		row->nvcswch_per_s = known_sum(row->nvcswch_per_s, thread->nvcswch_per_s);
		row->cswch = known_sum(row->cswch, thread->cswch);
		row->nvcswch = known_sum(row->nvcswch, thread->nvcswch);
		row->ran |= thread->ran;
		if (thread->state == 'R' || is_dead(row->state))
			row->state = thread->state;
	}
	row->switches_per_s = row->cswch_per_s + row->nvcswch_per_s;
}

/* With those that are gone, a life's count never falls. */
static void add_vanished(const struct process *now, struct task_interval *row)
{
	row->cswch += (double)now->gone_cswch;
	row->nvcswch += (double)now->gone_nvcswch;
}

/* Did all of its threads exit that the kernel told of?  Then the number is another's by now. */
static bool is_of_another(const struct task_usage *const *usages, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (usages[i]->is_last)
			return true;
	return false;
}

/* What the threads did in this interval that exited in it, where the kernel tells. */
static void add_endings(const struct scans *scans, const struct process *now,
			struct task_interval *row)
{
	size_t n = 0;
	const struct task_usage *const *usages =
		scans->exits ? exits_of(scans->exits, now->pid, &n) : NULL;
	struct ending ending;

	if (isnan(row->seconds) || is_of_another(usages, n))
		return;
	for (size_t i = 0; i < n; i++) {
		if (!ending_of(scans, usages[i], &ending))
			continue;
		row->wait_pct = known_sum(row->wait_pct, 100 * ending.wait_ns / 1e9 / row->seconds);
		row->cswch_per_s = known_sum(row->cswch_per_s, ending.cswch / row->seconds);
		row->nvcswch_per_s = known_sum(row->nvcswch_per_s, ending.nvcswch / row->seconds);
		row->ran = true;
	}
	row->switches_per_s = row->cswch_per_s + row->nvcswch_per_s;
}

/*
 * A CPU per thread is the most a process can use, and what exceeds that by as little as its reads may lie
 * apart is cut.  Any more was used by threads that came and went meanwhile.
 */
static double process_pct(double cpu_s, double seconds, size_t n_threads, size_t n_cpus)
{
	double threads = (double)n_threads, cpus = n_cpus ? (double)n_cpus : threads;
	double excess_s = cpu_s - threads * seconds;

	if (excess_s > 0.02 + 0.03 * seconds)
		threads = fmax(threads, cpus);
	return pct_of(cpu_s, seconds, 100 * fmin(threads, cpus));
}

/* Times of the group; they include threads that have exited. */
static void fill_group_times(const struct scans *scans, size_t n_cpus, const struct process *then,
			     const struct process *now, struct task_interval *row)
{
	size_t n_threads = now->n_threads;
	double cpu_ns = grown(then ? &then->cpu_ns : NULL, now->cpu_ns);

	if (then && then->n_threads > n_threads)
		n_threads = then->n_threads;
	row->seconds =
		scans_seconds(scans, then ? then->seen_ns : 0, now->seen_ns, now->start_ticks);
	row->cpu_s = now->cpu_ns == COUNTER_UNKNOWN
			     ? (counter_value(now->utime_ticks) + counter_value(now->stime_ticks)) /
				       scans->ticks_per_s
			     : counter_value(now->cpu_ns) / 1e9;
	if (!isnan(cpu_ns)) {
		row->cpu_pct = process_pct(cpu_ns / 1e9, row->seconds, n_threads, n_cpus);
		row->ran |= cpu_ns > 0;
	}
	task_split_cpu(grown(then ? &then->utime_ticks : NULL, now->utime_ticks),
		       grown(then ? &then->stime_ticks : NULL, now->stime_ticks), now->utime_ticks,
		       now->stime_ticks, row);
}

/* Where numbers have been given out anew from the lowest, it is not the first of its threads. */
static const struct task *leader_of(const struct tasks *tasks, const struct process *process)
{
	const struct task *threads = &tasks->threads[process->first];

	for (size_t i = 0; i < process->n_threads; i++)
		if (threads[i].tid == process->pid)
			return &threads[i];
	return threads;
}

/* Of children that exited, as far as it was not on rows of their own: task/reaped.h. */
static double child_pct(const struct process *then, const struct process *now, double seconds,
			size_t n_cpus)
{
	double used_ns = grown(then ? &then->reaped_ns : NULL, now->reaped_ns);

	return pct_of(used_ns / 1e9, seconds, n_cpus ? 100 * (double)n_cpus : HUGE_VAL);
}

void interval_fill_process(struct interval *interval, const struct scans *scans,
			   const struct process *then, const struct process *now,
			   struct task_interval *row)
{
	task_fill_names(interval, leader_of(scans->now, now), row);
	row->tid = 0;
	row->pid = now->pid;
	row->n_threads = row->n_listed = now->n_threads;
	row->first = now->first;
	sum_threads(interval, row);
	add_vanished(now, row);
	fill_group_times(scans, interval->n_cpus, then, now, row);
	add_endings(scans, now, row);
	row->child_pct = child_pct(then, now, row->seconds, interval->n_cpus);
}

const struct task_interval *interval_process(const struct interval *interval, int pid)
{
	const struct task_interval *rows = interval->processes;
	size_t low = 0, high = interval->n_processes;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (rows[middle].pid < pid)
			low = middle + 1;
		else
			high = middle;
	}
	return low < interval->n_processes && rows[low].pid == pid ? &rows[low] : NULL;
}
