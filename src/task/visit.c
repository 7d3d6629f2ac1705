/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "task/visit.h"

#include <assert.h>
#include <string.h>

#include "base/clock.h"
#include "base/counter.h"

/* Threads that ran in the scan before are asked first, then those that ran within so many scans. */
#define RECENT_SCANS 16

void visit_init(struct visit *visit, struct ask *ask, bool is_live)
{
	*visit = (struct visit){.ask = ask, .is_live = is_live, .phase = VISIT_DONE};
}

void visit_fini(struct visit *visit)
{
	numbers_fini(&visit->tids);
}

static struct process *this_process(struct visit *visit)
{
	assert(visit->now->n_processes);
	return &visit->now->processes[visit->now->n_processes - 1];
}

static struct task *known_thread(struct visit *visit, size_t i)
{
	return &visit->now->threads[this_process(visit)->first + i];
}

/* Asks @tid; @known is how it was, or NULL.  0 or -errno: it is gone. */
static int ask(struct visit *visit, const struct task *known, int tid, struct task *task)
{
	struct task_place place = {
		.pid = this_process(visit)->pid, .tid = tid, .is_flat = visit->is_flat};

	if (visit->is_flat)
		*task = visit->leader;
	else
		task_init(task);
	task->tid = tid;
	task->pid = place.pid;
	return ask_thread(visit->ask, &place, known, task);
}

static bool is_past(uint64_t deadline_ns)
{
	return clock_monotonic_ns() >= deadline_ns;
}

/* Every thread of the scan before, to be overwritten or outdone. */
static void copy_known(struct visit *visit, const struct tasks *before, const struct process *known)
{
	visit->n_known = known ? known->n_threads : 0;
	if (!visit->n_known)
		return;
	memcpy(tasks_add_threads(visit->now, known->n_threads), &before->threads[known->first],
	       known->n_threads * sizeof(*before->threads));
}

static bool has_account(const struct visit *visit, const struct process *process,
			const struct process *known)
{
	return known && visit->ask->has_gate && known->cpu_ns != COUNTER_UNKNOWN &&
	       process->cpu_ns != COUNTER_UNKNOWN && known->n_threads == visit->n_threads;
}

bool visit_begin(struct visit *visit, const struct tasks *before, const struct process *known,
		 int pid, uint64_t cpu_ns, uint64_t seen_ns)
{
	struct process *process = tasks_add_process(visit->now);

	task_init(&visit->leader);
	if (task_reader_group(visit->ask->reader, pid, &visit->leader, process) < 0) {
		visit->now->n_processes--;
		return false;
	}

	visit->n_threads = process->n_threads;
	process->pid = pid;
	process->cpu_ns = cpu_ns;
	process->seen_ns = visit->begun_ns = seen_ns;
	if (known && (known->start_ticks != process->start_ticks || cpu_ns < known->cpu_ns))
		known = NULL;
	copy_known(visit, before, known);
	visit->at = visit->known_at = 0;
	visit->is_flat = visit->is_guess = false;
	visit->accounted_ns = 0;
	visit->reach = 0;
	ask_forget(visit->ask);
	visit->phase = VISIT_LIST;
	if (visit->is_live && visit->n_threads == 1) {
		numbers_set(&visit->tids, pid);
		visit->phase = VISIT_WALK;
	} else if (has_account(visit, process, known)) {
		visit->before_ns = known->cpu_ns;
		visit->owed_ns = cpu_ns - known->cpu_ns;
		visit->phase = VISIT_ACCOUNT;
	}
	return true;
}

/* What others may have changed of a leader that did not run, and who its parent is. */
static void take_from_leader(struct task *task, const struct task *leader)
{
	task->ppid = leader->ppid;
	if (task->tid != leader->tid)
		return;
	task->nice = leader->nice;
	task->rt_priority = leader->rt_priority;
	task->policy = leader->policy;
	memcpy(task->name, leader->name, sizeof(task->name));
}

static void finish(struct visit *visit)
{
	struct process *process = this_process(visit);

	process->n_threads = visit->now->n_threads - process->first;
	process->is_settled = true;
	for (size_t i = 0; i < process->n_threads; i++) {
		struct task *task = &visit->now->threads[process->first + i];

		take_from_leader(task, &visit->leader);
		process->is_settled &= task->is_settled;
	}
	if (!process->n_threads)
		visit->now->n_processes--;
	visit->phase = VISIT_DONE;
}

/* The threads that were not asked have not run. */
static void close_account(struct visit *visit)
{
	for (size_t i = 0; i < visit->n_known; i++) {
		struct task *task = known_thread(visit, i);

		if (task->seen_ns < visit->begun_ns)
			task_stay_idle(task, this_process(visit)->seen_ns);
	}
	finish(visit);
}

/* Times of the group; its own count of threads is not kept. */
static int read_group(struct visit *visit, struct process *process)
{
	size_t n_threads = process->n_threads;
	int error = task_reader_group(visit->ask->reader, process->pid, &visit->leader, process);

	process->n_threads = n_threads;
	return error;
}

/*
 * Does the account balance?  A thread may have run between the clock and its line: then the clock
 * says the same as the lines when it is read after them, if only nobody ran meanwhile.
 */
static bool is_balanced(struct visit *visit)
{
	struct process *process = this_process(visit);
	uint64_t seen_ns, cpu_ns;

	if (visit->accounted_ns == visit->owed_ns)
		return true;
	seen_ns = clock_monotonic_ns();
	if (clock_process_cpu_ns(process->pid, &cpu_ns) < 0 ||
	    visit->accounted_ns != cpu_ns - visit->before_ns)
		return false;
	process->cpu_ns = cpu_ns;
	process->seen_ns = seen_ns;
	return read_group(visit, process) == 0;
}

static bool is_worth_asking(const struct visit *visit, const struct task *task)
{
	if (!task->is_settled && task->seen_ns < visit->begun_ns)
		return true;
	return task->idle_scans <= visit->reach && task->seen_ns < visit->begun_ns &&
	       visit->accounted_ns != visit->owed_ns;
}

/* The account asks these next, from the one at @at on. */
static void expect_recent(struct visit *visit, size_t at)
{
	int tids[TASKSTATS_BATCH];
	size_t n = 0;

	for (; at < visit->n_known && n < TASKSTATS_BATCH; at++) {
		const struct task *task = known_thread(visit, at);

		if (is_worth_asking(visit, task))
			tids[n++] = task->tid;
	}
	ask_expect(visit->ask, tids, n);
}

static void step_account(struct visit *visit, uint64_t deadline_ns)
{
	while (visit->at < visit->n_known) {
		struct task *known = known_thread(visit, visit->at++), task;

		if (!is_worth_asking(visit, known))
			continue;
		if (ask_wants_batch(visit->ask, known->tid))
			expect_recent(visit, visit->at - 1);
		if (ask(visit, known, known->tid, &task) < 0) {
			visit->phase = VISIT_LIST;
			return;
		}
		/* Unknown or backwards: it will not balance. */
		visit->accounted_ns += task.run_ns - known->run_ns;
		*known = task;
		if (is_past(deadline_ns))
			return;
	}
	if (visit->reach < RECENT_SCANS && visit->accounted_ns != visit->owed_ns) {
		visit->reach = RECENT_SCANS;
		visit->at = 0;
	} else if (is_balanced(visit)) {
		close_account(visit);
	} else {
		visit->phase = VISIT_LIST;
	}
}

/*
 * As many as before: if every one of them is still there, they are all there are, and the folder need
 * not be listed.
 */
static void guess_threads(struct visit *visit)
{
	visit->tids.n = 0;
	for (size_t i = 0; i < visit->n_known; i++)
		numbers_add(&visit->tids, known_thread(visit, i)->tid);
	visit->is_guess = true;
}

static void list_threads(struct visit *visit)
{
	int pid = this_process(visit)->pid;
	int error = task_reader_threads(visit->ask->reader, pid, &visit->tids);

	visit->is_guess = false;
	if (!visit->is_live && (error || !visit->tids.n)) {
		visit->is_flat = true;
		numbers_set(&visit->tids, pid);
	}
}

static void begin_walk(struct visit *visit)
{
	if (visit->n_known && visit->n_known == visit->n_threads && !visit->is_guess)
		guess_threads(visit);
	else
		list_threads(visit);
	visit->at = visit->known_at = 0;
	visit->phase = VISIT_WALK;
}

/* Borrowed until a thread is added; NULL: not known. */
static const struct task *find_known(struct visit *visit, int tid)
{
	while (visit->known_at < visit->n_known && known_thread(visit, visit->known_at)->tid < tid)
		visit->known_at++;
	if (visit->known_at == visit->n_known)
		return NULL;

	const struct task *known = known_thread(visit, visit->known_at);

	return known->tid == tid ? known : NULL;
}

/* Visits the one at @at of those listed.  False: it is gone. */
static bool visit_thread(struct visit *visit, size_t at)
{
	int tid = visit->tids.items[at];
	const struct task *known = find_known(visit, tid);
	bool is_asked = known && known->seen_ns >= visit->begun_ns;
	struct task task;

	if (!is_asked && ask_wants_batch(visit->ask, tid))
		ask_expect(visit->ask, &visit->tids.items[at], visit->tids.n - at);
	if (is_asked)
		task = *known;
	else if (ask(visit, known, tid, &task) < 0)
		return false;
	*tasks_add_threads(visit->now, 1) = task;
	return true;
}

/* One is gone, so another may have come. */
static void refute_guess(struct visit *visit)
{
	visit->now->n_threads = this_process(visit)->first + visit->n_known;
	visit->phase = VISIT_LIST;
}

/* The new threads stand behind the known ones: they take their place. */
static void drop_known(struct visit *visit)
{
	struct task *threads = visit->now->threads + this_process(visit)->first;
	size_t n_new = visit->now->n_threads - this_process(visit)->first - visit->n_known;

	if (visit->n_known && n_new)
		memmove(threads, threads + visit->n_known, n_new * sizeof(*threads));
	visit->now->n_threads -= visit->n_known;
}

static void step_walk(struct visit *visit, uint64_t deadline_ns)
{
	while (visit->at < visit->tids.n) {
		if (!visit_thread(visit, visit->at++) && visit->is_guess) {
			refute_guess(visit);
			return;
		}
		if (is_past(deadline_ns))
			return;
	}
	drop_known(visit);
	finish(visit);
}

bool visit_step(struct visit *visit, uint64_t deadline_ns)
{
	do {
		if (visit->phase == VISIT_ACCOUNT)
			step_account(visit, deadline_ns);
		else if (visit->phase == VISIT_LIST)
			begin_walk(visit);
		else if (visit->phase == VISIT_WALK)
			step_walk(visit, deadline_ns);
	} while (visit->phase != VISIT_DONE && !is_past(deadline_ns));
	return visit->phase == VISIT_DONE;
}
