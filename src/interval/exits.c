/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Processes that exited, by command, parent and user.
 *
 * What a thread had used when it exited, less what the newest scan had seen of it, belongs to the end of its
 * process; what that scan had seen is on a row, or was on one before.  So no CPU is told of twice: a process that
 * exited after the scan came to it, or is a zombie still, is counted, and has its CPU on its row.
 *
 * Threads that exited while their process lives on are no affair of this file.
 */
#include "config.h"

#include "interval/parts.h"

#include <stdlib.h>
#include <string.h>

#include "base/counter.h"
#include "task/usage.h"

/* The two scans, and what exited between their ends. */
struct story {
	const struct exits *exits;
	struct task_sighting then, now;
	double seconds;
	double highest_pct; /* all CPUs together */
	double born_s;      /* who is no older when it exits was born after the scan before began */
};

/* One process that exited: its threads. */
struct ended {
	const struct task_usage *const *threads;
	size_t n;
	const struct task_usage *leader; /* or, if the kernel did not tell of it, the last */
};

/* Sums of one group.  NAN: unknown. */
struct sums {
	double cpu_ns;
	double usr_ns, sys_ns; /* of cpu_ns, what a tick came in: the others are divided likewise */
	double wait_ns, cswch, nvcswch;
};

/* Both are of one thread: the scan counts what it runs at that moment, the kernel at its end perhaps not yet. */
static double since(const uint64_t *seen, uint64_t now)
{
	if (!seen)
		return counter_value(now);
	if (*seen == COUNTER_UNKNOWN || now == COUNTER_UNKNOWN)
		return (double)NAN;
	return now > *seen ? (double)(now - *seen) : 0;
}

/* Of kernels that do not count in nanoseconds, by the tick. */
static double cpu_since(const struct story *story, const struct task *seen,
			const struct task_usage *usage)
{
	double ticks;

	if (usage->run_ns != COUNTER_UNKNOWN)
		return since(seen ? &seen->run_ns : NULL, usage->run_ns);
	ticks = seen ? counter_value(seen->utime_ticks) + counter_value(seen->stime_ticks) : 0;
	return fmax(0, 1e3 * (counter_value(usage->usr_us) + counter_value(usage->sys_us)) -
			       1e9 * ticks / story->now.ticks_per_s);
}

/* As its whole life is divided: the kernel's counts at exit are not those of the scan, which it has scaled. */
static void split(struct sums *sums, const struct task_usage *usage, double cpu_ns)
{
	double usr = counter_value(usage->usr_us), sys = counter_value(usage->sys_us);

	sums->cpu_ns += cpu_ns;
	if (usr + sys > 0) {
		sums->usr_ns += cpu_ns * (usr / (usr + sys));
		sums->sys_ns += cpu_ns * (sys / (usr + sys));
	}
}

static void add_thread(const struct story *story, struct sums *sums, const struct task *seen,
		       const struct task_usage *usage)
{
	split(sums, usage, cpu_since(story, seen, usage));
	sums->wait_ns += since(seen ? &seen->wait_ns : NULL, usage->wait_ns);
	sums->cswch += since(seen ? &seen->cswch : NULL, usage->cswch);
	sums->nvcswch += since(seen ? &seen->nvcswch : NULL, usage->nvcswch);
}

/* It was hidden from the scan before: who knows how much of its life was here. */
static bool is_old_stranger(const struct story *story, const struct task_usage *usage)
{
	return !(counter_value(usage->age_us) / 1e6 <= story->born_s);
}

static bool has_row(const struct story *story, const struct ended *ended)
{
	return tasks_find_process(story->now.tasks, ended->leader->pid) &&
	       (ended->leader->tid != ended->leader->pid ||
		task_usage_find(ended->leader, &story->now));
}

static void add_process(const struct story *story, struct sums *sums, const struct ended *ended)
{
	bool is_on_row = has_row(story, ended);

	for (size_t i = 0; i < ended->n; i++) {
		const struct task_usage *usage = ended->threads[i];
		const struct task *seen =
			task_usage_find(usage, is_on_row ? &story->now : &story->then);

		/* The CPU clock of its process has all of a thread that was gone before the scan came. */
		if (!seen && (is_on_row || is_old_stranger(story, usage)))
			continue;
		add_thread(story, sums, seen, usage);
	}
}

static int compare_groups(const struct task_usage *a, const struct task_usage *b)
{
	int order;

	if (a->ppid != b->ppid)
		return a->ppid < b->ppid ? -1 : 1;
	order = strcmp(a->name, b->name);
	return order ? order : (a->uid > b->uid) - (a->uid < b->uid);
}

static int compare_ended(const void *left, const void *right)
{
	const struct ended *a = left, *b = right;
	int order = compare_groups(a->leader, b->leader);

	if (order)
		return order;
	return (a->threads > b->threads) - (a->threads < b->threads);
}

/*
 * The process that begins at @at of by_pid.  Its number may have been given out again: then its last thread is
 * followed by another of that number.
 */
static struct ended end_at(const struct exits *exits, size_t at, bool *is_over)
{
	struct ended ended = {.threads = exits->by_pid + at};
	const struct task_usage *const *rest = ended.threads;
	size_t n_rest = exits->n_usages - at;
	const struct task_usage *last = NULL;

	for (; ended.n < n_rest && rest[ended.n]->pid == rest[0]->pid; ended.n++) {
		const struct task_usage *usage = rest[ended.n];

		if (ended.n && rest[ended.n - 1]->is_last && rest[ended.n - 1]->tid == usage->tid)
			break;
		/* A thread that calls exec takes the number of its leader, which exits for that. */
		if (usage->tid == usage->pid && (!ended.leader || usage->is_last))
			ended.leader = usage;
		if (usage->is_last)
			last = usage;
	}
	*is_over = last;
	if (!ended.leader)
		ended.leader = last;
	return ended;
}

static struct ended *list_ended(struct interval *interval, const struct exits *exits, size_t *n)
{
	struct ended *list = arena_alloc(&interval->arena, exits->n_usages, sizeof(*list));
	size_t at = 0;

	*n = 0;
	while (at < exits->n_usages) {
		bool is_over;
		struct ended ended = end_at(exits, at, &is_over);

		if (is_over)
			list[(*n)++] = ended;
		at += ended.n;
	}
	if (*n)
		qsort(list, *n, sizeof(*list), compare_ended);
	return list;
}

static const char *leader_name(const struct tasks *tasks, int pid)
{
	const struct task *leader = tasks_find_thread(tasks, pid, pid);

	return leader ? leader->name : NULL;
}

/* One that began and ended here, too, is known by its own exit. */
static const char *parent_name(struct interval *interval, const struct story *story, int ppid)
{
	size_t n;
	const struct task_usage *const *threads = exits_of(story->exits, ppid, &n);
	const char *name = leader_name(story->now.tasks, ppid);

	if (!name)
		name = leader_name(story->then.tasks, ppid);
	if (!name && n)
		name = threads[0]->name;
	return name && ppid > 0 ? arena_strdup(&interval->arena, name) : NULL;
}

static double pct(const struct story *story, double ns)
{
	return fmin(100 * ns / 1e9 / story->seconds, story->highest_pct);
}

/* @n processes that are alike. */
static void fill_group(struct interval *interval, const struct story *story,
		       const struct ended *ended, size_t n, struct exited_interval *row)
{
	const struct task_usage *usage = ended->leader;
	struct sums sums = {0};
	double split_ns;

	for (size_t i = 0; i < n; i++)
		add_process(story, &sums, &ended[i]);
	split_ns = sums.usr_ns + sums.sys_ns;
	row->name = arena_strndup(&interval->arena, usage->name,
				  strnlen(usage->name, sizeof(usage->name)));
	row->ppid = usage->ppid;
	row->parent_name = parent_name(interval, story, usage->ppid);
	row->uid = usage->uid;
	row->n = (double)n;
	row->per_s = row->n / story->seconds;
	row->cpu_pct = pct(story, sums.cpu_ns);
	row->usr_pct = sums.cpu_ns == 0 ? 0 : row->cpu_pct * (sums.usr_ns / split_ns);
	row->sys_pct = sums.cpu_ns == 0 ? 0 : row->cpu_pct * (sums.sys_ns / split_ns);
	row->wait_pct = 100 * sums.wait_ns / 1e9 / story->seconds;
	row->cswch_per_s = sums.cswch / story->seconds;
	row->nvcswch_per_s = sums.nvcswch / story->seconds;
	row->cpu_ms = sums.cpu_ns / 1e6 / row->n;
}

static int compare_rows(const void *left, const void *right)
{
	const struct exited_interval *a = left, *b = right;
	double cpu_a = isnan(a->cpu_pct) ? -1 : a->cpu_pct;
	double cpu_b = isnan(b->cpu_pct) ? -1 : b->cpu_pct;
	int order;

	if (cpu_a != cpu_b)
		return cpu_a < cpu_b ? 1 : -1;
	if (a->n != b->n)
		return a->n < b->n ? 1 : -1;
	if (a->ppid != b->ppid)
		return a->ppid < b->ppid ? -1 : 1;
	order = strcmp(a->name, b->name);
	return order ? order : (a->uid > b->uid) - (a->uid < b->uid);
}

static size_t count_groups(const struct ended *ended, size_t n)
{
	size_t n_groups = n > 0;

	for (size_t i = 1; i < n; i++)
		n_groups += compare_groups(ended[i - 1].leader, ended[i].leader) != 0;
	return n_groups;
}

static void fill_groups(struct interval *interval, const struct story *story,
			const struct ended *ended, size_t n)
{
	size_t n_groups = count_groups(ended, n);

	interval->exited = arena_alloc(&interval->arena, n_groups, sizeof(*interval->exited));
	for (size_t first = 0, end; first < n; first = end) {
		for (end = first + 1; end < n; end++)
			if (compare_groups(ended[first].leader, ended[end].leader))
				break;
		fill_group(interval, story, ended + first, end - first,
			   &interval->exited[interval->n_exited++]);
	}
	if (n_groups)
		qsort(interval->exited, n_groups, sizeof(*interval->exited), compare_rows);
}

static struct task_sighting sighting_of(const struct sample *sample, const struct exits *exits)
{
	return (struct task_sighting){
		.tasks = &sample->tasks,
		.ticks_per_s = sample->ticks_per_s,
		.told_ns = exits->read_ns,
	};
}

void interval_fill_exits(struct interval *interval, const struct sample *before,
			 const struct sample *after)
{
	const unsigned int needs = NEED_TASKS | NEED_EXITS;
	const struct exits *exits = &after->exits;
	const struct ended *ended;
	size_t n;

	if (!before || (before->has & after->has & needs) != needs)
		return;

	struct story story = {
		.exits = exits,
		.then = sighting_of(before, exits),
		.now = sighting_of(after, exits),
		.seconds = interval_seconds(exits->begun_ns, exits->read_ns),
		.highest_pct = interval->n_cpus ? 100 * (double)interval->n_cpus : HUGE_VAL,
		.born_s = interval_seconds(before->tasks.begun_ns, exits->read_ns),
	};

	interval->has_exits = true;
	ended = list_ended(interval, exits, &n);
	fill_groups(interval, &story, ended, n);
	interval->totals.exit_seconds = story.seconds;
	interval->totals.exit_per_s = (double)n / story.seconds;
	interval->totals.exits_lost_per_s = counter_value(exits->n_lost) / story.seconds;
}
