/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "task/vanished.h"

#include "base/counter.h"
#include "task/task.h"

static uint64_t known(uint64_t count)
{
	return count == COUNTER_UNKNOWN ? 0 : count;
}

struct switches {
	uint64_t cswch, nvcswch;
};

static void add(struct switches *sum, const struct task *thread)
{
	sum->cswch += known(thread->cswch);
	sum->nvcswch += known(thread->nvcswch);
}

static void take_out(struct switches *sum, const struct task *thread)
{
	uint64_t cswch = known(thread->cswch), nvcswch = known(thread->nvcswch);

	sum->cswch -= cswch < sum->cswch ? cswch : sum->cswch;
	sum->nvcswch -= nvcswch < sum->nvcswch ? nvcswch : sum->nvcswch;
}

/* Of the threads @then had, those that @now has not. */
static struct switches of_vanished(const struct tasks *before, const struct tasks *tasks,
				   const struct process *then, const struct process *now)
{
	struct switches gone = {0};
	const struct task *taken_over = NULL;
	size_t next = 0;

	for (size_t i = 0; i < then->n_threads; i++) {
		const struct task *thread = &before->threads[then->first + i];
		const struct task *same = tasks_same_thread(tasks, now, thread, &next);

		if (same && !task_was_taken_over(then, now, thread, same))
			continue;
		add(&gone, thread);
		taken_over = same ? same : taken_over;
	}
	/* One of those that seem to be gone is the leader now, and brought its counts. */
	if (taken_over)
		take_out(&gone, taken_over);
	return gone;
}

static bool stood_still(const struct process *then, const struct process *now)
{
	return now->cpu_ns == then->cpu_ns && now->cpu_ns != COUNTER_UNKNOWN &&
	       now->n_threads == then->n_threads;
}

void vanished_carry(const struct tasks *before, struct tasks *now)
{
	size_t next = 0;

	for (size_t i = 0; i < now->n_processes; i++) {
		struct process *process = &now->processes[i];
		const struct process *then = tasks_same_process(before, process, &next);
		struct switches gone = {0};

		if (then && !stood_still(then, process))
			gone = of_vanished(before, now, then, process);
		process->gone_cswch = (then ? then->gone_cswch : 0) + gone.cswch;
		process->gone_nvcswch = (then ? then->gone_nvcswch : 0) + gone.nvcswch;
	}
}
