/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "task/ask.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/counter.h"
#include "task/task.h"

/* The status of a thread that runs all the time is read every so many scans. */
#define STATUS_SCANS 30

/* All that is taken from it is there. */
static bool is_whole(const struct task_usage *usage)
{
	return usage->tid && usage->run_ns != COUNTER_UNKNOWN &&
	       usage->wait_ns != COUNTER_UNKNOWN && usage->switches != COUNTER_UNKNOWN &&
	       usage->cswch != COUNTER_UNKNOWN && usage->nvcswch != COUNTER_UNKNOWN;
}

/*
 * A kernel without CONFIG_TASK_DELAY_ACCT answers too, with zeros for what schedstat tells.  We have run,
 * so of us it cannot be zero.
 */
static bool is_usable(struct taskstats_link *taskstats)
{
	struct task_usage usage;
	int tid = getpid();

	return taskstats_ask(taskstats, &tid, 1, &usage) == 0 && is_whole(&usage) &&
	       usage.tid == tid && usage.run_ns && usage.switches;
}

void ask_init(struct ask *ask, struct task_reader *reader, bool may_netlink)
{
	*ask = (struct ask){.reader = reader};
	if (may_netlink)
		ask->taskstats = taskstats_new();
	if (ask->taskstats && !is_usable(ask->taskstats))
		ask_fini(ask);
}

void ask_fini(struct ask *ask)
{
	taskstats_free(ask->taskstats);
	ask->taskstats = NULL;
}

void ask_begin(struct ask *ask, bool has_gate)
{
	ask->has_gate = has_gate;
	ask->has_failed = false;
	ask->turn = (ask->turn + 1) % STATUS_SCANS;
	ask_forget(ask);
}

/* NULL: it does not say anything of @tid. */
static const struct task_usage *find_usage(struct ask *ask, int tid)
{
	struct ask_batch *batch = &ask->batch;

	while (batch->at < batch->n && batch->tids[batch->at] < tid)
		batch->at++;
	return batch->at < batch->n && batch->tids[batch->at] == tid ? &batch->usages[batch->at]
								     : NULL;
}

bool ask_wants_batch(struct ask *ask, int tid)
{
	return ask->taskstats && ask->has_gate && !ask->has_failed && !find_usage(ask, tid);
}

void ask_expect(struct ask *ask, const int *tids, size_t n)
{
	struct ask_batch *batch = &ask->batch;

	batch->n = n < TASKSTATS_BATCH ? n : TASKSTATS_BATCH;
	batch->at = 0;
	memcpy(batch->tids, tids, batch->n * sizeof(*tids));
	batch->seen_ns = clock_monotonic_ns();
	if (taskstats_ask(ask->taskstats, batch->tids, batch->n, batch->usages) < 0) {
		ask->has_failed = true;
		ask_forget(ask);
	}
}

void ask_forget(struct ask *ask)
{
	ask->batch.n = ask->batch.at = 0;
}

/*
 * The numbers that schedstat and status have, as taskstats told them.  NULL: it did not, or of a
 * stranger who has the number now.
 */
static const struct task_usage *take_usage(struct ask *ask, const struct task_place *place,
					   struct task *task)
{
	const struct task_usage *usage = find_usage(ask, place->tid);

	if (!usage || !is_whole(usage) || (usage->pid >= 0 && usage->pid != place->pid))
		return NULL;
	task->run_ns = usage->run_ns;
	task->wait_ns = usage->wait_ns;
	task->switches = usage->switches;
	task->cswch = usage->cswch;
	task->nvcswch = usage->nvcswch;
	task->seen_ns = ask->batch.seen_ns;
	return usage;
}

/* The same schedstat line: it was not put on a CPU since, nor did it run on. */
static bool is_same_line(const struct task *before, const struct task *now)
{
	return now->run_ns != COUNTER_UNKNOWN && before->run_ns == now->run_ns &&
	       before->wait_ns == now->wait_ns && before->switches == now->switches;
}

/*
 * A thread that left the CPU as often as it was put on one is off it, with every count made.  One more
 * time on than off: it was running, or on the way out with its clock stopped and the switch not
 * counted yet.  The same line read a second time rules that out.  One that is ready to run may be on a
 * CPU by now for less than a tick, which its clock does not show.
 */
static bool is_settled(const struct task *task, const struct task *known)
{
	if (task->state == 'R')
		return false;
	if (task->switches == COUNTER_UNKNOWN || task->cswch == COUNTER_UNKNOWN ||
	    task->nvcswch == COUNTER_UNKNOWN)
		return true;
	return task->cswch + task->nvcswch + 1 != task->switches ||
	       (known && is_same_line(known, task));
}

static bool must_read_status(const struct ask *ask, const struct task *known,
			     const struct task *task, const struct task_usage *usage)
{
	return !known || known->start_ticks != task->start_ticks || known->uid != usage->uid ||
	       task->tid % STATUS_SCANS == ask->turn;
}

/* The switches stay those that were told together with the line. */
static int read_user(struct ask *ask, const struct task_place *place, struct task *task)
{
	struct task read = *task;
	int error = task_reader_status(ask->reader, place, &read);

	task->uid = read.uid;
	return error;
}

/* Flat, what PID/stat says is all there is, and known.  Else it is of no use: it splits time otherwise. */
static int fill_from_files(struct ask *ask, const struct task_place *place, struct task *task)
{
	int error = place->is_flat ? 0 : task_reader_stat(ask->reader, place, task);

	return error ? error : task_reader_status(ask->reader, place, task);
}

static int fill_around_usage(struct ask *ask, const struct task_place *place,
			     const struct task *known, const struct task_usage *usage,
			     struct task *task)
{
	int error = task_reader_stat(ask->reader, place, task);

	if (error)
		return error;
	if (must_read_status(ask, known, task, usage))
		return read_user(ask, place, task);
	task->uid = known->uid;
	return 0;
}

int ask_thread(struct ask *ask, const struct task_place *place, const struct task *known,
	       struct task *task)
{
	const struct task_usage *usage = take_usage(ask, place, task);
	int error = 0;

	if (!usage) {
		task->seen_ns = clock_monotonic_ns();
		if (ask->has_gate)
			error = task_reader_gate(ask->reader, place, task);
		if (error == -ESRCH)
			return error;
	}
	if (known && known->is_settled && is_same_line(known, task)) {
		uint64_t seen_ns = task->seen_ns;

		*task = *known;
		task_stay_idle(task, seen_ns);
		return 0;
	}
	error = usage ? fill_around_usage(ask, place, known, usage, task)
		      : fill_from_files(ask, place, task);
	task->is_settled = is_settled(task, known);
	return error;
}

void ask_again(struct ask *ask, struct task *task)
{
	struct task_place place = {.pid = task->pid, .tid = task->tid};
	struct task again;

	task_init(&again);
	again.pid = task->pid;
	again.seen_ns = clock_monotonic_ns();
	again.idle_scans = task->idle_scans;
	if (ask->has_gate && task_reader_gate(ask->reader, &place, &again) < 0)
		return;
	if (fill_from_files(ask, &place, &again) < 0)
		return;
	again.is_settled = is_settled(&again, task);
	*task = again;
}
