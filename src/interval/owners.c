/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Whose CPU it was.
 *
 * The CPUs were busy for so long: that is exact, from the idle clock.  Of that, rows of tasks have what they
 * used, and what their children used that exited.  The rest, but for interrupts and what the hypervisor took, has
 * no owner: tasks that are hidden, children of a parent that did not wait, the idle task itself.
 *
 * The rows are bound by it in turn.  The life of a child that was hidden comes to its parent all at once, when it
 * ends; but no child has used here what the CPUs did not spend, or what is on another row.
 */
#include "config.h"

#include "interval/ending.h"
#include "interval/scans.h"

static double known(double value)
{
	return isnan(value) ? 0 : value;
}

/* Of one CPU.  NAN: unknown. */
struct busy {
	double all;   /* 100 - id - wa, summed */
	double tasks; /* that tasks may have used of it */
};

static struct busy sum_busy(const struct interval *interval)
{
	struct busy sum = {.all = (double)NAN, .tasks = (double)NAN};

	for (size_t i = 0; i < interval->n_cpus; i++) {
		const struct cpu_interval *cpu = &interval->cpus[i];
		double interrupts = known(cpu->hi) + known(cpu->si) + known(cpu->st);

		/* It came online here: for a moment, nobody knows how long. */
		if (isnan(cpu->busy))
			continue;
		sum.all = known(sum.all) + cpu->busy;
		sum.tasks = known(sum.tasks) + fmax(cpu->busy - interrupts, 0);
	}
	return sum;
}

/*
 * The idle clock of each CPU is told in whole ticks, twice: what is less than this is likely to be rounding.  Five
 * times the standard deviation (0.41 ticks a CPU), as of 1,000 CPUs and intervals some are far off.
 */
static double rounding_pct(const struct interval *interval)
{
	double ticks = 2 * sqrt((double)interval->n_cpus);

	return 100 * ticks / interval->ticks_per_s / interval->seconds;
}

static double sum_of_rows(const struct interval *interval)
{
	double sum = 0;

	for (size_t i = 0; i < interval->n_processes; i++)
		sum += known(interval->processes[i].cpu_pct);
	return sum;
}

static double sum_of_children(const struct interval *interval)
{
	double sum = 0;

	for (size_t i = 0; i < interval->n_processes; i++)
		sum += known(interval->processes[i].child_pct);
	return sum;
}

static void bind_children(struct interval *interval, double most_pct)
{
	for (size_t i = 0; i < interval->n_processes; i++)
		if (interval->processes[i].child_pct > most_pct)
			interval->processes[i].child_pct = most_pct;
}

static double total_pct(double cpu_pct, double child_pct)
{
	return isnan(child_pct) ? cpu_pct : cpu_pct + child_pct;
}

/* The parent, or who is left of those above; NULL: nobody that can be seen. */
static const struct task_interval *living_above(const struct interval *interval,
						const struct exits *exits,
						const struct task_usage *usage)
{
	/* Numbers may have been used again: they might be in a ring. */
	for (size_t steps = 0; steps < exits->n_usages; steps++) {
		const struct task_interval *row = interval_process(interval, usage->ppid);
		const struct task_usage *const *above;
		size_t n = 0;

		if (row)
			return row;
		above = exits_of(exits, usage->ppid, &n);
		if (!n)
			return NULL;
		usage = above[n - 1];
	}
	return NULL;
}

/* Per row, of processes that exited below it, what they used in this interval, in ns. */
static double *sum_exits(struct interval *interval, const struct scans *scans)
{
	double *sums = arena_alloc(&interval->arena, interval->n_processes, sizeof(*sums));
	const struct exits *exits = scans->exits;
	struct ending ending;

	for (size_t i = 0; i < exits->n_usages; i++) {
		const struct task_usage *usage = exits->by_pid[i];
		const struct task_interval *row;

		/* One thread of many: its process has it on its row. */
		if (tasks_find_process(scans->now, usage->pid) || !ending_of(scans, usage, &ending))
			continue;
		row = living_above(interval, exits, usage);
		if (row)
			sums[row - interval->processes] += known(ending.run_ns);
	}
	return sums;
}

/*
 * Children that their parent need not wait for, or that a parent waited for which is hidden, come to no child
 * times; but where the kernel tells of each exit, their CPU is known.  A parent has the larger of the two: what
 * it got has all that it waited for, to the end, and children of children.  And no more than has no owner yet, for
 * another may have waited in its place.
 */
static void add_exits(struct interval *interval, const struct scans *scans, double *unowned_pct)
{
	double seconds = interval_seconds(scans->exits->begun_ns, scans->exits->read_ns);
	double *sums = sum_exits(interval, scans);

	for (size_t i = 0; i < interval->n_processes; i++) {
		struct task_interval *row = &interval->processes[i];
		double more = sums[i] / 1e9 * 100 / seconds - known(row->child_pct);

		if (!(more > 0))
			continue;
		more = fmin(more, *unowned_pct);
		row->child_pct = known(row->child_pct) + more;
		*unowned_pct -= more;
	}
}

/* Among threads the leader stands for the process, or a sum of them would have it more than once. */
static void fill_totals(struct interval *interval, struct task_interval *process)
{
	process->total_pct = total_pct(process->cpu_pct, process->child_pct);
	for (size_t i = 0; i < process->n_listed; i++) {
		struct task_interval *thread = &interval->threads[process->first + i];

		if (thread->tid != process->pid)
			continue;
		thread->child_pct = process->child_pct;
		thread->total_pct = total_pct(thread->cpu_pct, thread->child_pct);
	}
}

void interval_fill_owners(struct interval *interval, const struct sample *before,
			  const struct sample *after)
{
	bool has_rates = before && (before->has & after->has & NEED_TASKS);
	struct scans scans = scans_of(before, after);
	struct busy busy = sum_busy(interval);
	double owned;

	if (!interval->has_tasks)
		return;
	owned = sum_of_rows(interval);
	if (has_rates && !isnan(busy.all)) {
		bind_children(interval, fmax(busy.all - owned, 0) + rounding_pct(interval));
		owned += sum_of_children(interval);
		interval->totals.unowned_pct = fmax(busy.tasks - owned, 0);
		if (scans.exits)
			add_exits(interval, &scans, &interval->totals.unowned_pct);
		if (interval->totals.unowned_pct < rounding_pct(interval))
			interval->totals.unowned_pct = 0;
	}
	for (size_t i = 0; i < interval->n_processes; i++)
		fill_totals(interval, &interval->processes[i]);
}
