/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A machine that forks, works, exits and waits at random: whatever happens between two scans, each tick of CPU
 * is shown on one row, once.
 */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "task/reaped.h"
#include "task/task.h"

enum { MOST = 60, N_SCANS = 400, INIT = 0 };

struct member {
	bool is_there, is_dead;
	int parent; /* index */
	uint64_t own, child, born;
};

struct machine {
	struct member members[MOST];
	uint64_t used; /* by all, ever */
	uint64_t n_born;
	uint64_t dice;
};

static uint64_t roll(struct machine *machine, uint64_t n)
{
	machine->dice = machine->dice * 6364136223846793005ULL + 1442695040888963407ULL;
	return (machine->dice >> 33) % n;
}

static void wait_for(struct machine *machine, int child)
{
	struct member *member = &machine->members[child];

	machine->members[member->parent].child += member->own + member->child;
	member->is_there = false;
}

static void end(struct machine *machine, int which)
{
	machine->members[which].is_dead = true;
	for (int i = 1; i < MOST; i++) {
		struct member *member = &machine->members[i];

		if (!member->is_there || member->parent != which)
			continue;
		member->parent = INIT;
		if (member->is_dead)
			wait_for(machine, i);
	}
	if (machine->members[which].parent == INIT)
		wait_for(machine, which);
}

static void do_something(struct machine *machine)
{
	int which = (int)roll(machine, MOST), other = (int)roll(machine, MOST);
	struct member *member = &machine->members[which];
	uint64_t ticks = 10 * roll(machine, 50); /* less is rounding */

	if (!member->is_there) {
		if (machine->members[other].is_there && !machine->members[other].is_dead)
			*member = (struct member){
				.is_there = true, .parent = other, .born = ++machine->n_born};
	} else if (member->is_dead) {
		wait_for(machine, which);
	} else if (which != INIT && roll(machine, 3) == 0) {
		end(machine, which);
	} else {
		member->own += ticks;
		machine->used += ticks;
	}
}

static void scan(const struct machine *machine, struct tasks *tasks)
{
	tasks_clear(tasks);
	for (int i = 0; i < MOST; i++) {
		const struct member *member = &machine->members[i];

		if (!member->is_there)
			continue;

		struct process *process = tasks_add_process(tasks);
		struct task *task = tasks_add_threads(tasks, 1);

		task_init(task);
		task->tid = task->pid = process->pid = i + 1;
		task->ppid = i == INIT ? 0 : member->parent + 1;
		process->start_ticks = task->start_ticks = member->born;
		process->n_threads = 1;
		process->cpu_ns = member->own;
		process->child_utime_ticks = member->child;
		process->child_stime_ticks = 0;
	}
}

static uint64_t shown(const struct tasks *before, const struct tasks *now)
{
	uint64_t sum = 0;
	size_t next = 0;

	for (size_t i = 0; i < now->n_processes; i++) {
		const struct process *process = &now->processes[i];
		const struct process *then = tasks_same_process(before, process, &next);

		assert_true(!then || process->reaped_ns >= then->reaped_ns);
		sum += process->cpu_ns + process->reaped_ns;
		if (then)
			sum -= then->cpu_ns + then->reaped_ns;
	}
	return sum;
}

static void run(struct machine *machine, uint64_t events_between)
{
	struct tasks scans[2];
	uint64_t sum = 0;

	tasks_init(&scans[0]);
	tasks_init(&scans[1]);
	machine->members[INIT].is_there = true;
	for (int i = 0; i < N_SCANS; i++) {
		struct tasks *now = &scans[i % 2], *before = &scans[(i + 1) % 2];

		for (uint64_t n = roll(machine, events_between); n > 0; n--)
			do_something(machine);
		scan(machine, now);
		reaped_carry(before, now, 1);
		sum += shown(before, now);
		assert_int_equal(sum, machine->used);
	}
	tasks_fini(&scans[0]);
	tasks_fini(&scans[1]);
}

static void every_tick_has_one_owner(void **state)
{
	(void)state;
	for (uint64_t seed = 1; seed <= 20; seed++) {
		struct machine seldom = {.dice = seed}, often = {.dice = seed};

		run(&seldom, 10);
		run(&often, 1000);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_tick_has_one_owner),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
