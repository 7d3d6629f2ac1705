/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Threads and processes between two scans.
 *
 * A task is its tid and start time.  One that the scan before did not have was born within the
 * interval if its start time says so: then its counters began at 0 and all they hold happened here.
 * Else (it had been hidden) it has no rate yet.  A process sums the deltas of its threads, for what
 * /proc/PID says of switches and waiting is of its leader alone; CPU it takes from the group's clock,
 * which has exited threads too.
 */
#include "config.h"

#include "interval/parts.h"

#include <string.h>

#include "base/counter.h"

/* The two scans, and the moment within which births are births of this interval. */
struct scans {
	const struct tasks *then, *now; /* then NULL: since boot */
	double ticks_per_s;
	double dump_uptime_s;  /* NAN: unknown */
	uint64_t births_after; /* ticks of CLOCK_BOOTTIME */
	bool is_live;
};

static double pct_of(double used_s, double seconds, double highest)
{
	double pct = 100 * used_s / seconds;

	/* The counters and the time between them are read an instant apart. */
	return pct > highest ? highest : pct;
}

/* From @then (NULL: from nothing) to @now; NAN if unknown or backwards. */
static double grown(const uint64_t *then, uint64_t now)
{
	return counter_delta(then ? *then : 0, now);
}

static double known_sum(double a, double b)
{
	if (isnan(a))
		return b;
	return isnan(b) ? a : a + b;
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

/* How long what is counted took: since the scan before, since birth, or unknown. */
static double seconds_of(const struct scans *scans, uint64_t then_ns, uint64_t now_ns,
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

static double task_cpu_s(const struct task *then, const struct task *now, double ticks_per_s)
{
	double run_ns = grown(then ? &then->run_ns : NULL, now->run_ns);

	if (!isnan(run_ns))
		return run_ns / 1e9;
	return (grown(then ? &then->utime_ticks : NULL, now->utime_ticks) +
		grown(then ? &then->stime_ticks : NULL, now->stime_ticks)) /
	       ticks_per_s;
}

static void fill_names(struct interval *interval, const struct task *task,
		       struct task_interval *row)
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

static bool did_something(const struct task_interval *row, double cpu_s)
{
	/* Unknown counts as having run: nobody can say that it did not. */
	return !(cpu_s == 0) || !(row->switches_per_s == 0);
}

/*
 * The kernel scales user and system time to the exact run time and then cuts both to ticks, so over a
 * short time the ticks say how the time was split, not how much it was.  Without one the split is that of
 * the whole life: the time is less than a tick then.
 */
static void split_cpu(double usr_ticks, double sys_ticks, uint64_t life_usr, uint64_t life_sys,
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

static void fill_thread(struct interval *interval, const struct scans *scans,
			const struct task *then, const struct task *now, struct task_interval *row)
{
	double cpu_s, cswch, nvcswch;

	fill_names(interval, now, row);
	row->tid = now->tid;
	row->seconds = seconds_of(scans, then ? then->seen_ns : 0, now->seen_ns, now->start_ticks);
	cpu_s = task_cpu_s(then, now, scans->ticks_per_s);
	row->cpu_pct = pct_of(cpu_s, row->seconds, 100);
	split_cpu(grown(then ? &then->utime_ticks : NULL, now->utime_ticks),
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

/*
 * When a thread other than the leader calls exec, it takes the leader's number and start time and brings
 * its own counters: the same task by name only.
 */
static bool is_taken_over(const struct process *then, const struct process *now,
			  const struct task *before, const struct task *after)
{
	return then->n_threads > 1 && now->n_threads < then->n_threads &&
	       after->tid == after->pid &&
	       strncmp(before->name, after->name, sizeof(before->name)) != 0;
}

static const struct task *find_thread(const struct scans *scans, const struct process *then,
				      const struct task *now, size_t *next)
{
	const struct task *threads = scans->then->threads + then->first;

	while (*next < then->n_threads && threads[*next].tid < now->tid)
		(*next)++;
	if (*next < then->n_threads && threads[*next].tid == now->tid &&
	    threads[*next].start_ticks == now->start_ticks)
		return &threads[(*next)++];
	return NULL;
}

static void fill_threads(struct interval *interval, const struct scans *scans,
			 const struct process *then, const struct process *now)
{
	size_t next = 0;

	for (size_t i = 0; i < now->n_threads; i++) {
		const struct task *task = &scans->now->threads[now->first + i];
		const struct task *before = then ? find_thread(scans, then, task, &next) : NULL;
		struct task_interval *row = &interval->threads[now->first + i];

		if (before && is_taken_over(then, now, before, task))
			before = NULL;
		row->n_threads = now->n_threads;
		fill_thread(interval, scans, before, task, row);
	}
}

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
	row->seconds = seconds_of(scans, then ? then->seen_ns : 0, now->seen_ns, now->start_ticks);
	row->cpu_s = now->cpu_ns == COUNTER_UNKNOWN
			     ? (counter_value(now->utime_ticks) + counter_value(now->stime_ticks)) /
				       scans->ticks_per_s
			     : counter_value(now->cpu_ns) / 1e9;
	if (!isnan(cpu_ns)) {
		row->cpu_pct = process_pct(cpu_ns / 1e9, row->seconds, n_threads, n_cpus);
		row->ran |= cpu_ns > 0;
	}
	split_cpu(grown(then ? &then->utime_ticks : NULL, now->utime_ticks),
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

static void fill_process(struct interval *interval, const struct scans *scans,
			 const struct process *then, const struct process *now,
			 struct task_interval *row)
{
	fill_names(interval, leader_of(scans->now, now), row);
	row->tid = 0;
	row->pid = now->pid;
	row->n_threads = row->n_listed = now->n_threads;
	row->first = now->first;
	sum_threads(interval, row);
	fill_group_times(scans, interval->n_cpus, then, now, row);
	row->child_pct = (double)NAN;
	row->total_pct = row->cpu_pct;
}

static const struct process *find_process(const struct scans *scans, const struct process *now,
					  size_t *next)
{
	const struct tasks *then = scans->then;

	if (!then)
		return NULL;
	while (*next < then->n_processes && then->processes[*next].pid < now->pid)
		(*next)++;
	if (*next < then->n_processes && then->processes[*next].pid == now->pid &&
	    then->processes[*next].start_ticks == now->start_ticks)
		return &then->processes[(*next)++];
	return NULL;
}

static struct scans scans_of(const struct sample *before, const struct sample *after)
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
	scans.births_after =
		(uint64_t)((double)before->tasks.begun_boot_ns / 1e9 * after->ticks_per_s);
	return scans;
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
		const struct process *then = find_process(&scans, process, &next);

		/* One whose threads all vanished while it was read has no row. */
		if (!process->n_threads)
			continue;
		fill_threads(interval, &scans, then, process);
		fill_process(interval, &scans, then, process,
			     &interval->processes[interval->n_processes++]);
	}
}
