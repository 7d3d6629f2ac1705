/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h"

#include "task/reaped.h"

#include "base/counter.h"
#include "task/task.h"

/* Two times, each cut to whole ticks. */
#define ROUNDING_TICKS 2

struct ledger {
	const struct tasks *before;
	struct tasks *now;
	uint64_t tick_ns;
	uint64_t rounding_ns;
};

static uint64_t sum_ns(uint64_t a_ticks, uint64_t b_ticks, uint64_t tick_ns)
{
	if (a_ticks == COUNTER_UNKNOWN || b_ticks == COUNTER_UNKNOWN)
		return COUNTER_UNKNOWN;
	return (a_ticks + b_ticks) * tick_ns;
}

static uint64_t child_ns(const struct ledger *ledger, const struct process *process)
{
	return sum_ns(process->child_utime_ticks, process->child_stime_ticks, ledger->tick_ns);
}

static uint64_t own_ns(const struct ledger *ledger, const struct process *process)
{
	if (process->cpu_ns != COUNTER_UNKNOWN)
		return process->cpu_ns;
	return sum_ns(process->utime_ticks, process->stime_ticks, ledger->tick_ns);
}

static uint64_t known(uint64_t ns)
{
	return ns == COUNTER_UNKNOWN ? 0 : ns;
}

static uint64_t smaller(uint64_t a, uint64_t b)
{
	return a < b ? a : b;
}

/* By which its child times have grown; 0: not at all, or unknown. */
static uint64_t growth_ns(const struct ledger *ledger, const struct process *then,
			  const struct process *now)
{
	uint64_t from = child_ns(ledger, then), to = child_ns(ledger, now);

	return from == COUNTER_UNKNOWN || to == COUNTER_UNKNOWN || to < from ? 0 : to - from;
}

static int parent_of(const struct tasks *tasks, const struct process *process)
{
	return process->n_threads ? tasks->threads[process->first].ppid : 0;
}

static struct process *still_there(const struct ledger *ledger, const struct process *then)
{
	const struct process *now = tasks_find_process(ledger->now, then->pid);

	if (!now || now->start_ticks != then->start_ticks)
		return NULL;
	return &ledger->now->processes[now - ledger->now->processes];
}

/* NULL: none, or one of those between is hidden. */
static struct process *living_ancestor(const struct ledger *ledger, const struct process *then)
{
	/* Parents were not all read at one moment: they might seem to be in a ring. */
	for (size_t steps = 0; steps < ledger->before->n_processes; steps++) {
		struct process *now;

		then = tasks_find_process(ledger->before, parent_of(ledger->before, then));
		if (!then)
			return NULL;
		now = still_there(ledger, then);
		if (now)
			return now;
	}
	return NULL;
}

/* Of those that have vanished, all that was seen of them or is owed by them. */
static void charge_vanished(const struct ledger *ledger)
{
	size_t next = 0;

	for (size_t i = 0; i < ledger->before->n_processes; i++) {
		const struct process *then = &ledger->before->processes[i];
		struct process *ancestor;

		if (tasks_same_process(ledger->now, then, &next))
			continue;
		ancestor = living_ancestor(ledger, then);
		if (ancestor)
			ancestor->owed_ns += known(own_ns(ledger, then)) +
					     known(child_ns(ledger, then)) + then->owed_ns;
	}
}

/* What came pays first what was owed before, then what is owed since; the rest is to be shown. */
static void settle(const struct ledger *ledger)
{
	size_t next = 0;

	for (size_t i = 0; i < ledger->now->n_processes; i++) {
		struct process *now = &ledger->now->processes[i];
		const struct process *then = tasks_same_process(ledger->before, now, &next);
		uint64_t came_ns, paid_ns;

		now->reaped_ns = child_ns(ledger, now);
		if (!then || then->reaped_ns == COUNTER_UNKNOWN ||
		    now->reaped_ns == COUNTER_UNKNOWN) {
			now->owed_ns = 0;
			continue;
		}
		now->owed_ns += then->owed_ns;
		came_ns = growth_ns(ledger, then, now);
		paid_ns = smaller(came_ns, now->owed_ns);
		now->owed_ns -= paid_ns;
		now->reaped_ns = then->reaped_ns + came_ns - paid_ns;
	}
}

/*
 * The debt of @process was perhaps paid to one further up: whoever got at least as much that is not accounted for.
 * Not a part of it, for a child's life is added in one piece.
 */
static void pay_from_above(const struct ledger *ledger, struct process *process)
{
	const struct process *at = process;

	for (size_t steps = 0; steps < ledger->now->n_processes; steps++) {
		struct process *above;
		const struct process *then;
		uint64_t rest_ns;

		at = tasks_find_process(ledger->now, parent_of(ledger->now, at));
		if (!at)
			return;
		above = &ledger->now->processes[at - ledger->now->processes];
		then = tasks_find_process(ledger->before, at->pid);
		if (!then || then->start_ticks != at->start_ticks ||
		    at->reaped_ns == COUNTER_UNKNOWN || then->reaped_ns == COUNTER_UNKNOWN)
			continue;
		rest_ns = at->reaped_ns - then->reaped_ns;
		if (rest_ns + ledger->rounding_ns < process->owed_ns)
			continue;
		above->reaped_ns -= smaller(rest_ns, process->owed_ns);
		process->owed_ns = 0;
		return;
	}
}

/* What was owed before this scan already, and has not been paid. */
static uint64_t overdue_ns(const struct ledger *ledger, const struct process *then,
			   const struct process *now)
{
	uint64_t came_ns = growth_ns(ledger, then, now);

	return then->owed_ns - smaller(came_ns, then->owed_ns);
}

/* What may be rounding stays: it comes with the next child. */
static void forget_overdue(const struct ledger *ledger)
{
	size_t next = 0;

	for (size_t i = 0; i < ledger->now->n_processes; i++) {
		struct process *now = &ledger->now->processes[i];
		const struct process *then = tasks_same_process(ledger->before, now, &next);
		uint64_t overdue;

		if (now->owed_ns <= ledger->rounding_ns)
			continue;
		pay_from_above(ledger, now);
		overdue = then ? overdue_ns(ledger, then, now) : 0;
		if (overdue > ledger->rounding_ns)
			now->owed_ns -= smaller(now->owed_ns, overdue - ledger->rounding_ns);
	}
}

void reaped_carry(const struct tasks *before, struct tasks *now, uint64_t tick_ns)
{
	struct ledger ledger = {
		.before = before,
		.now = now,
		.tick_ns = tick_ns,
		.rounding_ns = ROUNDING_TICKS * tick_ns,
	};

	for (size_t i = 0; i < now->n_processes; i++)
		now->processes[i].owed_ns = 0;
	charge_vanished(&ledger);
	settle(&ledger);
	forget_overdue(&ledger);
}
