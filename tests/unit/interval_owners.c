/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Every CPU second has an owner: rows, their children, and what is left.  A tick is 10 ms, two seconds pass. */
#include "config.h"

#include <stdlib.h>

#include "base/counter.h"
#include "task/reaped.h"
#include "task_story.h"

enum { TICK_NS = 10000000, N_CPUS = 2 };

static struct tasks *tasks_of(struct story *story, int which)
{
	return &story->samples[which].tasks;
}

/* Two CPUs, of which @busy, @hi and @si percent were used since the first sample, each of them. */
static void machine_was(struct story *story, uint64_t busy, uint64_t hi, uint64_t si)
{
	for (int which = 0; which < 2; which++) {
		struct procstat *stat = &story->samples[which].stat;

		story->samples[which].has |= NEED_STAT;
		stat->read_ns = seen_ns(story, which);
		stat->cpus = calloc(N_CPUS, sizeof(*stat->cpus));
		assert_non_null(stat->cpus);
		stat->n_cpus = N_CPUS;
		for (int cpu = 0; cpu < N_CPUS; cpu++) {
			uint64_t *field = stat->cpus[cpu].field;
			uint64_t grown = which ? 2 : 0;

			stat->cpus[cpu].cpu = cpu;
			field[CPU_IDLE] = 5000 + grown * (100 - busy);
			field[CPU_USER] = grown * (busy - hi - si);
			field[CPU_IRQ] = grown * hi;
			field[CPU_SOFTIRQ] = grown * si;
		}
	}
}

/* In both scans: it used @own percent of a CPU, and its children @child. */
static void process_used(struct story *story, int pid, uint64_t own, uint64_t child)
{
	for (uint64_t which = 0; which < 2; which++) {
		struct process *process = add_process(story, (int)which, pid, 50);

		process->cpu_ns = SECOND + which * own * 2 * TICK_NS;
		process->child_utime_ticks = 100 + which * child;
		process->child_stime_ticks = which * child;
		add_thread(story, (int)which, pid, 50)->run_ns = process->cpu_ns;
		add_thread(story, (int)which, pid + 1, 50);
	}
}

static void look(struct story *story)
{
	static const struct tasks nothing;

	reaped_carry(&nothing, tasks_of(story, 0), TICK_NS);
	reaped_carry(tasks_of(story, 0), tasks_of(story, 1), TICK_NS);
	story_between(story);
}

static void children_are_on_the_row_of_their_parent(void **state)
{
	struct story *story = *state;
	const struct task_interval *process, *threads;

	machine_was(story, 80, 0, 0);
	process_used(story, 100, 10, 70);
	look(story);
	process = &story->interval.processes[0];
	threads = story->interval.threads;
	assert_near(process->cpu_pct, 10);
	assert_near(process->child_pct, 70);
	assert_near(process->total_pct, 80);
	assert_near(story->interval.totals.unowned_pct, 2 * 80 - 80);
	/* The leader stands for the process; a sum has it once. */
	assert_near(threads[0].child_pct, 70);
	assert_near(threads[0].total_pct, 80);
	assert_true(isnan(threads[1].child_pct));
	assert_near(threads[1].total_pct, threads[1].cpu_pct);
}

static void interrupts_need_no_owner(void **state)
{
	struct story *story = *state;

	machine_was(story, 50, 10, 15);
	process_used(story, 100, 20, 10);
	look(story);
	assert_near(story->interval.totals.unowned_pct, 2 * (50 - 25) - 30);
}

/* The idle clock is told in ticks: 1% of two CPUs for two seconds are 4 of them, of which half may be rounding. */
static void a_tick_more_or_less_is_nobodys(void **state)
{
	struct story *story = *state;

	machine_was(story, 1, 0, 0);
	process_used(story, 100, 1, 0);
	look(story);
	assert_near(story->interval.totals.unowned_pct, 0);
}

static void an_idle_machine_owes_nothing(void **state)
{
	struct story *story = *state;

	machine_was(story, 0, 0, 0);
	process_used(story, 100, 1, 0);
	look(story);
	assert_near(story->interval.totals.unowned_pct, 0);
	assert_near(story->interval.processes[0].child_pct, 0);
}

/* A child that was hidden has ended: its life of hours was not lived here. */
static void children_have_no_more_than_was_used(void **state)
{
	struct story *story = *state;

	machine_was(story, 40, 0, 0);
	process_used(story, 100, 50, 0);
	process_used(story, 200, 0, 360000);
	look(story);
	/* And rounding: 2.8 ticks in two seconds. */
	assert_near(story->interval.processes[1].child_pct, 80 - 50 + 1.414);
	assert_near(story->interval.totals.unowned_pct, 0);
}

/* It lived through several intervals and used two seconds, which were on its row. */
static void a_child_that_was_seen_is_no_spike(void **state)
{
	struct story *story = *state;
	struct process *child;

	machine_was(story, 100, 0, 0);
	process_used(story, 100, 0, 101);
	child = add_process(story, 0, 200, 60);
	child->cpu_ns = 2 * SECOND;
	add_thread(story, 0, 200, 60)->ppid = 100;
	look(story);
	assert_near(story->interval.processes[0].child_pct, 1);
}

static void unknown_children_are_not_none(void **state)
{
	struct story *story = *state;

	machine_was(story, 50, 0, 0);
	process_used(story, 100, 30, 0);
	tasks_of(story, 1)->processes[0].child_utime_ticks = COUNTER_UNKNOWN;
	look(story);
	assert_true(isnan(story->interval.processes[0].child_pct));
	assert_near(story->interval.processes[0].total_pct, 30);
}

static void without_the_cpus_nobody_knows_what_is_left(void **state)
{
	struct story *story = *state;

	process_used(story, 100, 30, 40);
	look(story);
	assert_near(story->interval.processes[0].child_pct, 40);
	assert_true(isnan(story->interval.totals.unowned_pct));
}

static void since_boot_it_is_not_said(void **state)
{
	struct story *story = *state;

	machine_was(story, 50, 0, 0);
	process_used(story, 100, 30, 40);
	look(story);
	interval_between(&story->interval, NULL, &story->samples[1]);
	assert_true(isnan(story->interval.totals.unowned_pct));
	assert_true(story->interval.processes[0].child_pct > 0);
}

static void how_many_threads_there_are_is_known(void **state)
{
	struct story *story = *state;

	process_used(story, 100, 30, 40);
	tasks_of(story, 1)->n_all_threads = 77;
	look(story);
	assert_near(story->interval.totals.n_all_threads, 77);
	assert_near(story->interval.totals.n_threads, 2);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, task_story_setup, story_teardown)
	const struct CMUnitTest tests[] = {
		TEST(children_are_on_the_row_of_their_parent),
		TEST(interrupts_need_no_owner),
		TEST(a_tick_more_or_less_is_nobodys),
		TEST(an_idle_machine_owes_nothing),
		TEST(children_have_no_more_than_was_used),
		TEST(a_child_that_was_seen_is_no_spike),
		TEST(unknown_children_are_not_none),
		TEST(without_the_cpus_nobody_knows_what_is_left),
		TEST(since_boot_it_is_not_said),
		TEST(how_many_threads_there_are_is_known),
	};
#undef TEST

	return cmocka_run_group_tests(tests, NULL, NULL);
}
